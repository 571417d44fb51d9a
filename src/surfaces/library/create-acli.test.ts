import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Context } from '../../vocabulary/context.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { createAcli } from './create-acli.js';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-library-')));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const echo = { description: 'Echo', handler: () => 'echo' };
const parse = (result: { readonly content: readonly [{ readonly text: string }, ...unknown[]] }) =>
  JSON.parse(result.content[0].text);

test('it is the one tool of the specification, word for word', async () => {
  const { name, description, inputSchema, close } = createAcli({ echo });
  expect({ name, description, inputSchema }).toEqual({
    name: 'cli',
    description: "Execute CLI command. Run 'help' for available commands.",
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', description: "CLI command string (e.g., 'calendar events --today')" },
      },
      required: ['command'],
    },
  });
  await close();
});

test('wrong definitions are refused at once', () => {
  expect(() => createAcli({ help: echo })).toThrow(DefinitionError);
  expect(() => createAcli({ echo }, { deny: ['* echo'] })).toThrow(TypeError);
  expect(() => createAcli({ echo }, { workspace: join(directory, 'nothing') })).toThrow();
});

test('commands come as a record or as an array', async () => {
  for (const commands of [{ echo }, [{ ...echo, name: 'echo' }]]) {
    const acli = createAcli(commands);
    expect(parse(await acli.execute({ command: 'echo' }))).toMatchObject({ success: true, data: 'echo' });
    await acli.close();
  }
});

test('execute can be passed on without its object', async () => {
  const { execute, close } = createAcli({ echo });
  expect(parse(await execute({ command: 'echo' })).success).toBe(true);
  await close();
});

test('a handler gets the caller, the real workspace, and nothing of the next request', async () => {
  symlinkSync(directory, join(directory, 'link'));
  const who = {
    description: 'Who',
    handler: (_args: unknown, { caller, session, dryRun }: Context) => ({ caller, session, dryRun }),
  };
  const acli = createAcli({ who }, { workspace: join(directory, 'link') });
  const [first, second] = await Promise.all([
    acli.execute({ command: 'who' }, { caller: { name: 'guest', may: ['who'] } }),
    acli.execute({ command: 'who' }),
  ]);
  const session = { id: 'library', workspace: directory, directory };
  expect(parse(first).data).toEqual({ caller: { name: 'guest', may: ['who'] }, session, dryRun: false });
  expect(parse(second).data).toEqual({ caller: { name: 'local', may: 'everything' }, session, dryRun: false });
  await acli.close();
});

test('what happens in a run is told in order, and a listener that throws harms nothing', async () => {
  const steps = {
    description: 'Steps',
    handler: async function* (_args: unknown, context: Context) {
      context.progress(1, 2);
      context.log('half');
      yield 'value';
    },
  };
  const acli = createAcli({ steps });
  const events: RunEvent[] = [];
  const result = await acli.execute(
    { command: 'steps' },
    {
      onEvent: (event) => {
        events.push(event);
        throw new Error('a listener’s trouble');
      },
    },
  );
  expect(parse(result).data).toEqual(['value']);
  const runId = expect.stringMatching(/^run_/);
  expect(events).toEqual([
    { runId, sequence: 1, type: 'run-start', command: 'steps' },
    { runId, sequence: 2, type: 'progress', done: 1, total: 2, message: undefined },
    { runId, sequence: 3, type: 'log', level: 'info', message: 'half' },
    { runId, sequence: 4, type: 'output', value: 'value' },
    { runId, sequence: 5, type: 'run-end', status: 'completed' },
  ]);
  expect(new Set(events.map((event) => event.runId)).size).toBe(1);
  await acli.close();
});

test('after it was closed it takes nothing more, and can be closed again', async () => {
  const acli = createAcli({ echo });
  await acli.close();
  await acli.close();
  expect(parse(await acli.execute({ command: 'echo' })).error.details[0].code).toBe('UNAVAILABLE');
});
