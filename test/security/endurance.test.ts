// What must not grow, starve or reach further than it should, however a request is made.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { arg, type CommandDefinition, createAcli } from 'cmdgate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secrets } from '../../src/vocabulary/secrets.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-endurance-')));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const execute = async (commands: Record<string, CommandDefinition>, command: string, options = {}) => {
  const acli = createAcli(commands, { workspace, ...options });
  const { content } = await acli.execute({ command });
  await acli.close();
  return JSON.parse(content[0].text);
};

const login: CommandDefinition = {
  description: 'Log in',
  arguments: [{ name: '--password', type: 'string', secret: true, description: 'Password' }],
  handler: () => 'in',
};

test('taking out a secret that is part of what is put in its place does not make the text grow', () => {
  expect(Secrets.of(Array(50).fill('E')).hide('E DE E')).toBe('[REDACTED] DE [REDACTED]');
  expect(Secrets.of(['REDA', 'CTED', 'ACT']).hide('REDACTED')).toBe('[REDACTED][REDACTED]');
});

test('a secret that is given again and again is one problem each time, and no more', async () => {
  const line = `login ${'--password EDRA '.repeat(45)}`;
  const { error, _meta } = await execute({ login }, line);
  expect(error.details.length).toBeLessThanOrEqual(50);
  expect(_meta.command.length).toBeLessThan(line.length * 3);
});

test('a run that ends after its gate was closed writes into no other file', async () => {
  let release = () => {};
  const slow: CommandDefinition = {
    description: 'Slow',
    handler: () => new Promise<void>((resolve) => (release = resolve)),
  };
  const acli = createAcli({ slow }, { workspace, audit: { file: join(workspace, 'log/audit.jsonl') } });
  const answer = acli.execute({ command: 'slow' });
  await acli.close();
  const file = join(workspace, 'innocent');
  const opened = [0, 1, 2].map(() => openSync(file, 'w'));
  writeSync(opened[0] as number, 'HELLO');
  release();
  await answer;
  for (const descriptor of opened) closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('HELLO');
});

test('a long queue does not keep the event loop: answers leave while it is worked off', async () => {
  const busy: CommandDefinition = {
    description: 'Busy',
    handler: () => {
      for (const end = performance.now() + 2; performance.now() < end; );
    },
  };
  const first: CommandDefinition = { description: 'First', handler: () => wait(5) };
  const acli = createAcli({ busy, first }, { workspace, limits: { concurrency: 1 } });
  const order: string[] = [];
  const calls = [acli.execute({ command: 'first' }).then(() => order.push('first'))];
  for (let at = 0; at < 100; at++) calls.push(acli.execute({ command: 'busy' }).then(() => order.push('busy')));
  const timer = wait(60).then(() => order.push('timer'));
  await Promise.all([...calls, timer]);
  expect(order[0]).toBe('first');
  expect(order.indexOf('timer')).toBeLessThan(100);
});

test('a request that cannot even be described gives its place back', async () => {
  const keep: CommandDefinition = {
    description: 'Keep',
    arguments: [{ name: '--tree', type: 'object', path: false, description: 'Tree' }],
    handler: () => 'kept',
  };
  const depth = 50_000;
  writeFileSync(join(workspace, 'deep.json'), `{"tree":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`);
  const acli = createAcli({ keep }, { workspace, limits: { concurrency: 1 } });
  for (const command of ['keep --dry-run --input-file deep.json', 'keep']) {
    const { content } = await acli.execute({ command });
    expect(JSON.parse(content[0].text).success).toBe(command === 'keep');
  }
  await acli.close();
});

test('a path argument does not lead to the audit log, wherever it is', async () => {
  const read: CommandDefinition = {
    description: 'Read',
    arguments: [{ name: 'file', type: 'path', required: true, description: 'File' }],
    handler: ({ file }) => file,
  };
  const absolute = join(workspace, 'logs/audit.jsonl');
  // Whoever embeds the gate may say it in any way that leads there.
  for (const file of [absolute, relative(process.cwd(), absolute), join(workspace, 'logs/../logs/audit.jsonl')]) {
    const options = { audit: { file } };
    expect((await execute({ read }, 'read logs/audit.jsonl', options)).error.code).toBe('PATH_TRAVERSAL_BLOCKED');
    expect((await execute({ read }, 'read logs/other', options)).data).toBe(join(workspace, 'logs/other'));
  }
});

test.each<[string, unknown]>([
  ['nothing at all', undefined],
  ['neither a value nor issues', {}],
  ['issues that cannot be read', { issues: { length: 1 } }],
  ['an issue with a broken path', { issues: [{ message: 'no', path: [null] }] }],
])('a schema that answers later with %s has not said yes', async (_, answer) => {
  let entered = false;
  const validate = async (value: unknown) => (value === undefined ? { issues: [] } : answer);
  const schema = { '~standard': { version: 1, vendor: 'test', validate } } as unknown as Parameters<typeof arg>[0];
  const go: CommandDefinition = {
    description: 'Go',
    args: { value: arg(schema, { type: 'string', description: 'Value' }) },
    handler: () => {
      entered = true;
    },
  };
  expect(await execute({ go }, 'go --value x')).toMatchObject({ success: false });
  expect(entered).toBe(false);
});

test('a path of ten thousand names is refused, not walked', async () => {
  const read: CommandDefinition = {
    description: 'Read',
    arguments: [{ name: 'file', type: 'path', required: true, description: 'File' }],
    handler: () => 'read',
  };
  const { error } = await execute({ read }, `read ${'a/'.repeat(4_000)}a`);
  expect(error).toMatchObject({ code: 'PATH_TRAVERSAL_BLOCKED', details: [{ message: /more than 4096/ }] });
});

test('gates that start together record a lost run once', async () => {
  writeFileSync(join(workspace, 'cmdgate.config.json'), '{"commands":["commands.mjs"]}');
  writeFileSync(
    join(workspace, 'commands.mjs'),
    `export const quick = { description: 'Quick', handler: () => 1 };
     export const die = { description: 'Die', handler: () => process.kill(process.pid, 'SIGKILL') };`,
  );
  const run = (command: string) =>
    spawn(process.execPath, [executable, 'run', command], { cwd: workspace, stdio: 'ignore' });
  for (let time = 1; time <= 3; time++) {
    await once(run('die'), 'exit');
    await Promise.all([1, 2, 3].map(() => once(run('quick'), 'exit')));
    expect(ledgerEntries(workspace).filter(({ type }) => type === 'lost')).toHaveLength(time);
  }
});

test('a log that nobody reads any more neither stops nor loops the program', () => {
  writeFileSync(join(workspace, 'cmdgate.config.json'), '{"commands":["commands.mjs"],"audit":false}');
  writeFileSync(
    join(workspace, 'commands.mjs'),
    `export const chatty = { description: 'Chatty', handler: async (_, { log }) => {
       for (let at = 0; at < 50; at++) { log.error('x'); await new Promise(setImmediate); }
       return 'done';
     } };`,
  );
  // The reader of stderr is gone before the first line.
  const line = `'${process.execPath}' '${executable}' run chatty 2> >(exec true)`;
  const { stdout, status } = spawnSync('bash', ['-c', line], { cwd: workspace, encoding: 'utf8', timeout: 20_000 });
  expect({ status, data: JSON.parse(stdout).data }).toEqual({ status: 0, data: { value: 'done' } });
});
