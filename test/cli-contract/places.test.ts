// Which files a command line uses: its configuration, its context, and the memory of its instance.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cmdgate, type Finished, finish, makeDirectory, start, startCmdgate } from '../cli/process.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { type Envelope, readDocument } from './contract-cli.js';

const fixture = fileURLToPath(new URL('../fixtures/places-cli.mjs', import.meta.url));

interface Place {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A workspace of a program, and where its user keeps what is remembered. */
function newPlace(files: Readonly<Record<string, string>> = {}): Place & { readonly state: string } {
  const state = makeDirectory();
  return { cwd: makeDirectory(files), environment: { XDG_STATE_HOME: state }, state };
}

async function places(words: readonly string[], place: Place): Promise<Finished & { readonly envelope: Envelope }> {
  const child = start(process.execPath, [fixture, ...words], place);
  child.stdin.end();
  const finished = await finish(child);
  return { ...finished, envelope: readDocument(finished.stdout) };
}

async function gate(words: readonly string[], place: Place): Promise<Finished & { readonly envelope: Envelope }> {
  const finished = await cmdgate(words, place);
  return { ...finished, envelope: readDocument(finished.stdout) };
}

/** `cmdgate run …` and a program made with runCli. */
const doors = { 'cmdgate run': gate, runCli: places };

const notes = `
import { appendFileSync } from 'node:fs';
export const add = {
  description: 'Adds a line', danger: 'mutating',
  arguments: [{ name: '--text', type: 'string', required: true, description: 'The line' }],
  handler: ({ text }, { resolvePath }) => { appendFileSync(resolvePath('lines.txt'), text + '\\n'); return 'added'; },
};
export const count = { description: 'Counts', danger: 'safe', handler: function* () { for (let n = 1; n < 4; n++) yield { n }; } };
`;

const configured = (more: object = {}) => ({
  'cmdgate.config.json': JSON.stringify({ commands: ['notes.mjs'], ...more }),
  'notes.mjs': notes,
});

const newPlaceFor = (door: string) => newPlace(door === 'runCli' ? {} : configured());
const lineOf = (door: string, ...words: string[]) => (door === 'runCli' ? words : ['run', ...words]);

test('REQ-O-004: --stream gives the first line before the end, and a summary as the last', async () => {
  const child = start(process.execPath, [fixture, 'count', '--stream'], newPlace());
  child.stdin.end();
  let isFirstAlone: boolean | undefined;
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    isFirstAlone ??= text === '{"n":1}\n';
  }
  const lines = text.trimEnd().split('\n');
  expect([isFirstAlone, lines.slice(0, 3)]).toEqual([true, ['{"n":1}', '{"n":2}', '{"n":3}']]);
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ ok: true, data: { _summary: true, count: 3 } });
});

test.each(Object.keys(doors) as (keyof typeof doors)[])('REQ-O-004: %s --no-stream gives one answer', async (door) => {
  const all = [{ n: 1 }, { n: 2 }, { n: 3 }];
  for (const more of [['--no-stream'], ['--format', 'jsonl', '--no-stream']]) {
    const { code, envelope } = await doors[door](lineOf(door, 'count', ...more), newPlaceFor(door));
    expect([code, envelope.data]).toEqual([0, all]);
  }
  for (const more of [
    ['--stream', '--no-stream'],
    ['--stream', '--format', 'json'],
  ]) {
    expect((await doors[door](lineOf(door, 'count', ...more), newPlaceFor(door))).code).toBe(2);
  }
});

test('REQ-O-015: --show-config names a file, a variable or a default for each key, and no secret', async () => {
  const secret = 'canary-4711';
  const place = newPlace(
    configured({
      ...{ name: 'notes', limits: { timeoutMs: 5_000 }, http: { token: 'env:GATE_TOKEN' } },
      programs: { environment: { KEY: 'env:GATE_TOKEN', STAGE: 'test' } },
    }),
  );
  const environment = { ...place.environment, GATE_TOKEN: secret, CMDGATE_TRACE_ID: 'trace-1' };
  const { code, envelope, stdout } = await gate(['--show-config'], { ...place, environment });
  const file = join(place.cwd, 'cmdgate.config.json');
  expect(code).toBe(0);
  expect(envelope.data.settings).toEqual(
    expect.arrayContaining([
      { key: 'name', value: 'notes', source: file },
      { key: 'commands[0]', value: 'notes.mjs', source: file },
      { key: 'workspace', value: place.cwd, source: 'default' },
      { key: 'limits.timeoutMs', value: 5_000, source: file },
      { key: 'limits.concurrency', value: 256, source: 'default' },
      { key: 'http.token', value: '[REDACTED]', source: 'env:GATE_TOKEN' },
      { key: 'programs.environment.KEY', value: '[REDACTED]', source: 'env:GATE_TOKEN' },
      { key: 'programs.environment.STAGE', value: 'test', source: file },
      { key: 'CMDGATE_TRACE_ID', value: 'trace-1', source: 'env:CMDGATE_TRACE_ID' },
    ]),
  );
  for (const { source } of envelope.data.settings) expect(source).not.toBe('');
  expect(stdout).not.toContain(secret);
  // It works without the variable, too: that is when somebody wants to see it.
  expect((await gate(['--show-config'], place)).code).toBe(0);
});

test('REQ-O-015: of a program made with runCli it tells what its author and its context set', async () => {
  const place = newPlace();
  const { envelope } = await places(['--show-config', '--context', 'staging', '--instance-id', 'blue'], place);
  expect(envelope.data.settings).toEqual(
    expect.arrayContaining([
      { key: 'name', value: 'places-cli', source: 'program' },
      { key: 'workspace', value: join(place.cwd, 'staging'), source: 'context staging' },
      { key: 'deny', value: ['count'], source: 'context staging' },
      { key: 'limits.timeoutMs', value: 30_000, source: 'default' },
      {
        key: 'ledger.directory',
        value: join(place.cwd, 'staging/.cmdgate/instances/blue'),
        source: 'context staging',
      },
      { key: 'instance', value: 'blue', source: '--instance-id' },
      { key: 'context', value: 'staging', source: '--context' },
    ]),
  );
  expect((await places(['count', '--show-config'], place)).code).toBe(2);
});

test('REQ-O-016: --no-config reads no file and keeps the variables', async () => {
  const place = newPlace({ 'cmdgate.config.json': 'broken' });
  const environment = { ...place.environment, CMDGATE_TRACE_ID: 'trace-1' };
  const { code, envelope } = await gate(['--no-config', 'help'], { ...place, environment });
  expect([code, envelope.meta.config_sources, envelope.meta.trace_id]).toEqual([0, [], 'trace-1']);
  expect(envelope.data.description).toContain('--no-config');
  expect((await gate(['help'], place)).code).toBe(4);

  const right = newPlace(configured());
  expect((await gate(['run', 'count', '--no-stream'], right)).envelope.meta.config_sources).toHaveLength(1);
  expect((await gate(['--no-config', 'run', 'count'], right)).envelope.error).toMatchObject({
    code: 'COMMAND_NOT_FOUND',
    exit_code: 2,
  });
  expect((await gate(['--no-config', '--config', 'cmdgate.config.json', 'help'], right)).code).toBe(2);
  expect((await places(['count', '--no-config', '--no-stream'], newPlace())).envelope.meta.config_sources).toEqual([]);
});

test('REQ-O-024: runs with different --config at the same time have nothing in common', async () => {
  const { cwd, environment } = newPlace({
    'red/cmdgate.config.json': JSON.stringify({ commands: ['../notes.mjs'] }),
    'blue/cmdgate.config.json': JSON.stringify({ commands: ['../notes.mjs'] }),
    'notes.mjs': notes,
  });
  const names = ['red', 'blue'];
  const runs = names.flatMap((name) =>
    Array.from({ length: 5 }, () =>
      gate(['--config', `${name}/cmdgate.config.json`, 'run', 'add', '--text', name, '--idempotency-key', 'one'], {
        cwd,
        environment,
      }),
    ),
  );
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(Array(10).fill(0));
  for (const name of names) {
    // One key, and yet each has its own line: keys are kept apart, too.
    expect(readFileSync(join(cwd, name, 'lines.txt'), 'utf8')).toBe(`${name}\n`);
    const { envelope } = await gate(['--config', `${name}/cmdgate.config.json`, 'audit', 'list'], { cwd, environment });
    const texts = envelope.data.requests.map(({ command }: { command: string }) => /--text (\w+)/.exec(command)?.[1]);
    expect(texts).toEqual(Array(5).fill(name));
  }
});

test('REQ-O-024: --context puts a program to work in another place', async () => {
  const { cwd, environment } = newPlace();
  const place = { cwd, environment };
  mkdirSync(join(cwd, 'staging'));
  const words = ['add', '--text', 'x', '--idempotency-key', 'one'];
  const both = await Promise.all([places(words, place), places(['--context', 'staging', ...words], place)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  for (const directory of [cwd, join(cwd, 'staging')]) {
    expect(readFileSync(join(directory, 'lines.txt'), 'utf8')).toBe('x\n');
    expect(existsSync(join(directory, '.cmdgate/log'))).toBe(true);
  }
  const [usual, staging] = await Promise.all([
    places(['audit-log'], place),
    places(['audit-log', '--context=staging'], place),
  ]);
  expect([usual.envelope.data.requests.length, staging.envelope.data.requests.length]).toEqual([1, 1]);
  expect((await places(['count', '--context', 'staging'], place)).envelope.error.code).toBe('PERMISSION_DENIED');
  expect((await places(['count', '--context', 'moon'], place)).envelope.error).toMatchObject({
    exit_code: 2,
    hint: 'Use one of staging',
  });
});

test.each(Object.keys(doors) as (keyof typeof doors)[])(
  'REQ-O-036: %s: two instances have a memory each, and one that has no name a third',
  async (door) => {
    const place = newPlaceFor(door);
    const ask = (...words: string[]) => doors[door](words, place);
    const add = [...lineOf(door, 'add'), '--text', 'x', '--idempotency-key', 'one'];
    const answers = await Promise.all([
      ask(...add, '--instance-id', 'red'),
      ask('--instance-id=blue', ...add),
      ask(...add),
    ]);
    expect(answers.map(({ code, envelope }) => [code, envelope.meta.replayed])).toEqual(Array(3).fill([0, undefined]));
    expect((await ask(...add, '--instance-id', 'red')).envelope.meta.replayed).toBeTruthy();
    expect(readFileSync(join(place.cwd, 'lines.txt'), 'utf8')).toBe('x\nx\nx\n');
    const counts = await Promise.all(
      [['--instance-id', 'red'], ['--instance-id', 'blue'], []].map(async (chosen) => {
        const { envelope } = await ask(...chosen, 'audit-log', '--command', 'add');
        const { envelope: listed } = await ask(...chosen, ...lineOf(door, 'runs', 'list'));
        return [envelope.data.requests.length, listed.data.runs.length];
      }),
    );
    expect(counts).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
    ]);
    const ledger = door === 'cmdgate run' ? ledgerOf(place.cwd, place.state) : join(place.cwd, '.cmdgate');
    expect(readdirSync(join(ledger, 'instances')).sort()).toEqual(['blue', 'red']);
    expect(existsSync(join(place.cwd, '.cmdgate/.gitignore'))).toBe(door !== 'cmdgate run');
  },
);

test('REQ-O-036: a name that is none is refused, wherever it stands', async () => {
  const place = newPlace();
  for (const id of ['../x', '', '.', 'a b', 'a/b', 'x'.repeat(65)]) {
    expect((await places(['count', `--instance-id=${id}`], place)).code).toBe(2);
  }
  const environment = { ...place.environment, PLACES_CLI_INSTANCE_ID: '../x' };
  expect((await places(['count'], { ...place, environment })).code).toBe(2);
  expect(existsSync(join(place.cwd, '.cmdgate/instances'))).toBe(false);
});

test('REQ-O-036: a variable names the instance, and an option is stronger', async () => {
  const place = newPlace();
  const environment = { ...place.environment, PLACES_CLI_INSTANCE_ID: 'red' };
  await places(['add', '--text', 'x'], { ...place, environment });
  await places(['add', '--text', 'x', '--instance-id', 'blue'], { ...place, environment });
  expect(readdirSync(join(place.cwd, '.cmdgate/instances')).sort()).toEqual(['blue', 'red']);
});

test('REQ-O-036, REQ-C-027: what a command passes on is not for the program', async () => {
  const place = newPlace();
  const { envelope } = await places(['pass', 'ls', '--instance-id', 'red', '--context', 'moon'], place);
  expect(envelope.data).toEqual({ words: ['ls', '--instance-id', 'red', '--context', 'moon'] });
  expect(existsSync(join(place.cwd, '.cmdgate/instances'))).toBe(false);
});

test('REQ-O-036: a lock of the workspace holds for all instances', async () => {
  const place = newPlace();
  const holder = start(process.execPath, [fixture, 'hold', '--instance-id', 'red'], place);
  await new Promise((resolve) => holder.stderr.once('data', resolve));
  const { envelope } = await places(['hold', '--instance-id', 'blue'], place);
  expect(envelope.error.code).toBe('LOCK_HELD');
  holder.kill('SIGTERM');
  await finish(holder);
});

test.each(Object.keys(doors) as (keyof typeof doors)[])(
  'REQ-O-036: %s: 20 writes at the same time, none with a name, all survive',
  async (door) => {
    const place = newPlaceFor(door);
    const texts = Array.from({ length: 20 }, (_, index) => `line${index}`);
    const answers = await Promise.all(
      texts.map((text) => doors[door]([...lineOf(door, 'add'), '--text', text], place)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(0));
    const { envelope } = await doors[door](['audit', 'list', '--limit', '100'], place);
    const recorded = envelope.data.requests.map(({ command }: { command: string }) => /line\d+/.exec(command)?.[0]);
    expect(recorded.sort()).toEqual([...texts].sort());
    expect((await doors[door](['audit', 'verify'], place)).envelope.data.sound).toBe(true);
  },
  120_000,
);

test('REQ-O-039, REQ-F-027: --input-file is looked for in the directory of the call, which meta.cwd names', async () => {
  const workspace = makeDirectory(configured());
  const place = newPlace({ 'input.json': JSON.stringify({ text: 'x'.repeat(10_000_000) }) });
  const config = ['--config', join(workspace, 'cmdgate.config.json')];
  const { code, envelope } = await gate([...config, 'run', 'add', '--input-file', 'input.json'], place);
  expect([code, envelope.meta.cwd]).toEqual([0, place.cwd]);
  expect((await gate([...config, 'run', 'add', '--input-file', '../x.json'], place)).code).toBe(2);

  mkdirSync(join(workspace, 'below'));
  writeFileSync(join(workspace, 'below/one.json'), '{"text":"one"}');
  const below = { ...place, cwd: join(workspace, 'below') };
  expect((await gate(['run', 'add', '--input-file', 'one.json'], below)).code).toBe(0);
  const child = startCmdgate([...config, 'run', 'add', '--input-file', '-'], place);
  child.stdin.end('{"text":"two"}');
  expect((await finish(child)).code).toBe(0);
  expect(readFileSync(join(workspace, 'below/lines.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(workspace, 'lines.txt'), 'utf8').slice(-7)).toBe('xx\ntwo\n');
});
