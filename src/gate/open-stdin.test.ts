import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { load, newWorkspace } from '../sources/command-handle/test-helpers.js';
import { shell } from '../sources/shell/test-helpers.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { Door } from '../vocabulary/request.js';
import { createGate } from './gate.js';
import { localCaller, openSession } from './session.js';

const handle = (name: string, more: object = {}) => ({
  name,
  description: 'x',
  handler: 'command',
  command: 'cat',
  ...more,
});
const text = { type: 'object', properties: { text: { type: 'string' } } };

async function openGate() {
  const workspace = newWorkspace();
  const handles = await load(
    [
      handle('plain'),
      handle('fed', { io: { stdin: 'always this' } }),
      handle('maybe', { parameters: text, io: { stdin: { $: 'text' } } }),
    ],
    { workspace },
  );
  const functions = readDefinitions({ add: { description: 'x', danger: 'safe', handler: () => 1 } });
  const gate = createGate({
    commands: { commands: [...handles.commands, ...functions.commands], groups: [] },
    workspace,
    shell: shell(),
  });
  onTestFinished(() => gate.close());
  const session = openSession(workspace);
  return (line: string | { path: readonly string[]; input: object }, door: Door = 'library', yieldMs?: number) =>
    gate.run({ line: line as string, door, caller: localCaller, session, yieldMs });
}

const wouldRun = {
  program: expect.stringMatching(/cat|coreutils/),
  args: [],
  directory: expect.any(String),
  stdin: 'open',
};

test.each(['plain --stdin open --dry-run', 'maybe --stdin open --dry-run', 'shell --stdin open --dry-run cat'])(
  'a program can be started with open input: %s',
  async (line) => {
    const run = await openGate();
    expect(await run(line)).toMatchObject({ data: { effect: 'would_run', would_run: wouldRun } });
  },
);

test('of shell, the one word is the mode and every other text is text', async () => {
  const run = await openGate();
  const planned = async (stdin: string) => {
    const outcome = await run({ path: ['shell', '--dry-run'], input: { command: 'cat', stdin } });
    return outcome.status === 'completed' && (outcome.data as { would_run: object }).would_run;
  };
  expect(await planned('open')).toMatchObject({ stdin: 'open' });
  expect(await planned('open\n')).toMatchObject({ stdin_bytes: 5 });
});

test.each([
  ['add --stdin open', 'library', 'the --stdin option is for programs, and this command is not one'],
  ['runs list --stdin open', 'library', 'the --stdin option is for programs, and this command is not one'],
  ['fed --stdin open', 'library', "the --stdin option cannot be used: the command itself supplies the program's input"],
  [
    'maybe --text a --stdin open',
    'library',
    "the --stdin option cannot be used: the command itself supplies the program's input",
  ],
  [
    'plain --stdin open',
    'cli',
    'the --stdin option cannot be open: this command line exits with its answer, so nobody could write to the program',
  ],
  [
    'shell --stdin open cat',
    'cli',
    'the --stdin option cannot be open: this command line exits with its answer, so nobody could write to the program',
  ],
  ['plain --stdin text', 'library', `the --stdin option must be "open": send the program's input with 'runs write'`],
] as const)('it is refused where it cannot work: %s (%s)', async (line, door, why) => {
  const run = await openGate();
  const outcome = await run(line, door);
  if (outcome.status === 'completed') throw new Error(outcome.json);
  const { code, message, hint, phase } = outcome.error;
  expect({ code, message, phase }).toEqual({
    code: 'VALIDATION_ERROR',
    message: `Invalid argument: --stdin (${why})`,
    phase: 'validation',
  });
  expect(hint).not.toBe('');
});

test('it is told with everything else that is wrong', async () => {
  const run = await openGate();
  const outcome = await run('add --stdin open --nope');
  if (outcome.status === 'completed') throw new Error(outcome.json);
  expect(outcome.error.details.map(({ field }) => field)).toEqual(['--nope', '--stdin']);
});

test('help of a command can be asked for all the same', async () => {
  const run = await openGate();
  expect(await run('add --stdin open --help')).toMatchObject({ status: 'completed' });
});

test('an answer that leaves before the program ends says how to write to it', async () => {
  const run = await openGate();
  const outcome = await run('plain --stdin open', 'mcp-stdio', 1);
  if (outcome.status === 'failed') throw outcome.error;
  const { run: id, ...told } = outcome.data as { run: string };
  expect(told).toMatchObject({ stdin: 'open', more: [`runs write ${id}`, `runs output ${id}`, `runs cancel ${id}`] });

  const background = await run('plain --stdin open --background');
  if (background.status === 'failed') throw background.error;
  const started = background.data as { run: string };
  expect(started).toMatchObject({ stdin: 'open', more: [`runs write ${started.run}`] });
});

test('a call of shell is answered while the program waits for input, and what is written reaches it', async () => {
  const run = await openGate();
  const outcome = await run({ path: ['shell'], input: { command: 'cat', stdin: 'open' } }, 'mcp-stdio', 1);
  expect(outcome).toMatchObject({ data: { stdin: 'open' } });
  const id = outcome.run.runId;

  let written = await run(`runs write ${id} yes --line --end`);
  for (let tries = 0; written.status === 'failed' && tries < 500; tries++) {
    await sleep(20);
    written = await run(`runs write ${id} yes --line --end`);
  }
  expect(written.status).toBe('completed');
  expect(await run(`runs wait ${id}`)).toMatchObject({ data: { state: 'completed', data: { stdout: 'yes\n' } } });
});
