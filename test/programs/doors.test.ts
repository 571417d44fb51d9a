// The same programs through every door: what differs is the door's shape, never what was run.

import { createGate } from 'cmdgate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderAcli } from '../../src/renderings/acli.js';
import { makeDirectory } from '../cli/process.js';
import { type Door, type DoorOptions, doors as everyDoor } from '../contract/doors.js';

const parameters = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

const handles = [
  {
    name: 'say',
    description: 'Prints a text',
    handler: 'command',
    command: 'printf',
    arguments: ['%s', { $: 'text' }],
    parameters,
    danger: 'safe',
  },
  {
    name: 'fail',
    description: 'Fails and says why',
    handler: 'command',
    command: 'sh',
    arguments: ['-c', 'echo half; echo the reason >&2; exit 4'],
  },
  { name: 'nowhere', description: 'Cannot be found', handler: 'command', command: 'no-such-program-here' },
];

/** What a configuration describes, from a program. */
const library = async ({ workspace, file }: DoorOptions): Promise<Door> => {
  const gate = await createGate({ config: file, directory: workspace });
  return { ask: async (request) => renderAcli(await gate.run(request)), close: () => gate.close() };
};

const doors = { ...everyDoor, library };

const configuration = { name: 'doors', version: '1.0.0', handles: ['handles.json'] };

describe.each(Object.entries(doors))('through %s', (name, open) => {
  let door: Door;
  let workspace: string;

  beforeAll(async () => {
    workspace = makeDirectory({
      'cmdgate.config.json': JSON.stringify(configuration),
      'handles.json': JSON.stringify(handles),
    });
    door = await open({ workspace, configuration, file: 'cmdgate.config.json' });
  });
  afterAll(() => door?.close());

  const ask = async (...words: string[]) => JSON.parse((await door.ask(words)) ?? 'null');

  test('a program answers with its result', async () => {
    expect(await ask('say', '--text', 'a "b" $c')).toMatchObject({
      success: true,
      data: { exit_code: 0, signal: null, stdout: 'a "b" $c', stderr: '', truncated: false },
    });
  });

  test('a dry run says what would be run', async () => {
    expect((await ask('say', '--text', 'x', '--dry-run')).data).toEqual({
      effect: 'would_run',
      would_run: {
        program: expect.stringMatching(/\/printf$/),
        args: ['%s', 'x'],
        directory: workspace,
        environment: [],
        stdin_bytes: 0,
      },
    });
  });

  test('a program that fails shows why', async () => {
    const { success, error } = await ask('fail');
    expect({ success, code: error.code, hint: error.hint }).toEqual({
      success: false,
      code: 'EXECUTION_ERROR',
      hint: 'Last output: the reason',
    });
    expect(error.result).toMatchObject({ exit_code: 4, stdout: 'half\n', stderr: 'the reason\n' });
  });

  test('a program that is missing is told by its own code', async () => {
    const { error } = await ask('nowhere');
    expect([error.code, error.details[0].code]).toEqual(['EXECUTION_ERROR', 'PROGRAM_NOT_FOUND']);
  });

  test('a run in the background can be waited for, read and listed; or the door says that it cannot be', async () => {
    const started = await ask('say', '--text', 'later', '--background');
    if (name === 'command line') {
      expect(started.error).toMatchObject({ code: 'VALIDATION_ERROR', hint: expect.stringContaining('serve') });
      return;
    }
    const { run } = started.data;
    expect((await ask('runs', 'wait', run)).data).toMatchObject({ run, state: 'completed', data: { stdout: 'later' } });
    expect((await ask('runs', 'output', run)).data).toMatchObject({ text: 'later', more: false });
    expect((await ask('runs', 'list')).data.runs[0]).toMatchObject({ run, background: true });
    expect((await ask('runs', 'cancel', run)).data).toMatchObject({ canceled: false });
  });
});
