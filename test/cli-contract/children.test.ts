// What programs get that a command or an agent starts: the same for what they start themselves.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bin, finish, makeDirectory, start } from '../cli/process.js';
import { filesIn, readDocument } from './contract-cli.js';

const context = fileURLToPath(new URL('../fixtures/context-cli.mjs', import.meta.url));

type Environments = Readonly<Record<'child' | 'grandchild', Readonly<Record<string, string>>>>;
type Environment = Readonly<Record<string, string>>;

/** Prints its environment, and that of a program it starts. */
const dump = `
const { spawnSync } = require('node:child_process');
const inner = spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)']).stdout.toString();
process.stdout.write(JSON.stringify({ child: process.env, grandchild: JSON.parse(inner) }));`;

const allowNode = {
  default: 'ask',
  rules: [
    {
      ...{ id: 'node', decision: 'allow', reason: 'The tests run scripts.', program: ['node'] },
      ...{ match: ['node x.js'], not_match: ['npm test'] },
    },
  ],
};

function shellDirectory(): string {
  return makeDirectory({
    'cmdgate.config.json': JSON.stringify({
      shell: { enabled: true },
      policy: 'policy.json',
      audit: { file: 'audit.jsonl' },
    }),
    'policy.json': JSON.stringify(allowNode),
    'dump.cjs': dump,
  });
}

const kinds = {
  'context.spawn': { words: [context, 'environment'], directory: () => makeDirectory(), read: (data: unknown) => data },
  shell: {
    words: [bin, 'shell', 'node', 'dump.cjs'],
    directory: shellDirectory,
    read: (data: unknown) => JSON.parse((data as { stdout: string }).stdout),
  },
} as const;

async function environmentsOf(kind: keyof typeof kinds, environment: Environment): Promise<Environments> {
  const { words, directory, read } = kinds[kind];
  const child = start(process.execPath, words, { cwd: directory(), environment });
  child.stdin.end();
  const { stdout, stderr } = await finish(child);
  const { ok, data } = readDocument(stdout);
  expect(ok, stdout + stderr).toBe(true);
  return read(data);
}

/** The same where stdout, stderr and stdin are a pseudo-terminal. */
async function onTerminal(kind: keyof typeof kinds, environment: Environment): Promise<Environments> {
  const { words, directory, read } = kinds[kind];
  const line = [process.execPath, ...words, '--format', 'json'];
  const shell = kind === 'shell' ? [process.execPath, bin, '--format', 'json', ...words.slice(1)] : line;
  const inside = `stty -onlcr; exec ${shell.map((word) => `'${word}'`).join(' ')}`;
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
  const { stdout } = await finish(start('script', args, { cwd: directory(), environment }));
  return read(JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)).data);
}

const host = {
  ...{ LANG: 'de_DE.UTF-8', LC_NUMERIC: 'de_DE.UTF-8', PAGER: 'less', GIT_PAGER: 'less', MANPAGER: 'less' },
  ...{ EDITOR: 'vi', VISUAL: 'vi', TOOL_TRACE_ID: 'trace-7', SOME_TOKEN: 'not for programs' },
};

const quiet = {
  ...{ NO_COLOR: '1', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', LESS: '-FRX', MORE: '-e' },
  ...{ EDITOR: 'true', VISUAL: 'true', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TOOL_TRACE_ID: 'trace-7' },
};

describe.each(['context.spawn', 'shell'] as const)('programs of %s', (kind) => {
  test('REQ-F-008, F-010, F-046, F-050, F-055, F-066, F-025: are quiet, and so is what they start', async () => {
    const environments = await environmentsOf(kind, host);
    const expected = { ...quiet, CI: '1', NO_UPDATE_NOTIFIER: '1', NPM_CONFIG_UPDATE_NOTIFIER: 'false' };
    expect(environments).toMatchObject({ child: expected, grandchild: expected });
    expect(JSON.stringify(environments)).not.toMatch(/SOME_TOKEN|de_DE|less/);
  });

  test('REQ-F-050: at a terminal nothing is said about new versions', async () => {
    const { child } = await onTerminal(kind, host);
    expect([child.NO_COLOR, child.CI, child.NO_UPDATE_NOTIFIER]).toEqual(['1', undefined, undefined]);
  });
});

test('REQ-F-025: the trace id stands in the record of the call', async () => {
  const cwd = shellDirectory();
  const child = start(process.execPath, [bin, 'shell', 'node', 'dump.cjs'], { cwd, environment: host });
  child.stdin.end();
  await finish(child);
  const records = Object.entries(filesIn(cwd)).filter(([file]) => file.endsWith('.jsonl'));
  expect(records.map(([, text]) => text).join('')).toContain('"trace_id":"trace-7"');
});

test('REQ-F-050: a handle gets exactly what it declares', async () => {
  const handle = {
    ...{ name: 'dump', description: 'Its environment', handler: 'command', danger: 'safe', command: 'env' },
    ...{ environment: { ONLY: 'this' }, parameters: { type: 'object', properties: {} } },
  };
  const cwd = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ handles: ['dump.handle.json'] }),
    'dump.handle.json': JSON.stringify(handle),
  });
  const child = start(process.execPath, [bin, 'run', 'dump'], { cwd, environment: host });
  child.stdin.end();
  const { data } = readDocument((await finish(child)).stdout);
  // Bubblewrap says where the program is, too.
  expect(data.stdout).toBe(`ONLY=this\nPWD=${cwd}\n`);
});
