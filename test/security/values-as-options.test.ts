// What a caller gives a command is a value: no program that the command starts may take it for an option.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, createAcli, defineCommand } from 'cmdgate';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';

const workspace = makeDirectory({ 'a.txt': 'one\ntwo\n' });

const text = (name: string, more = {}) => ({ name, type: 'string', path: false, description: 'x', ...more }) as const;

const declared = (argument: object) =>
  defineCommand({
    description: 'Declares what reaches its program',
    danger: 'safe',
    subprocess: { program: 'sort', arguments: ['value'] },
    arguments: [{ name: '--value', type: 'string', description: 'x', ...argument }] as never,
    handler: ({ value }: { value: unknown }) => ({ value }),
  });

const started = (run: (values: readonly string[], context: Context) => unknown) =>
  defineCommand({
    description: 'Starts a program',
    danger: 'safe',
    arguments: [text('values', { variadic: true })],
    handler: ({ values }, context) => run(values as unknown as string[], context),
  });

const echo = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';

const acli = createAcli(
  {
    text: declared({}),
    free: declared({ path: false }),
    list: declared({ type: 'array' }),
    object: declared({ type: 'object' }),
    number: declared({ type: 'integer' }),
    negative: declared({ type: 'integer', minimum: -10 }),
    chosen: declared({ enum: ['--reverse', 'plain'] }),
    path: declared({ type: 'path' }),
    passes: defineCommand({
      description: 'Passes on what follows',
      danger: 'safe',
      optionPlacement: 'strict',
      subprocess: { program: 'sort', arguments: ['words'] },
      arguments: [text('words', { variadic: true })],
      handler: async ({ words }, { spawn }) => (await spawn('sort', words as unknown as string[])).stdout,
    }),
    spawned: started(async (values, { spawn }) => (await spawn('sort', values)).stdout),
    behind: started(async (values, { spawn }) =>
      JSON.parse((await spawn(process.execPath, ['-e', echo, '--', ...values])).stdout),
    ),
    joined: started(async ([value], { spawn }) => (await spawn('sort', [`--key=${value}`, 'a.txt'])).exitCode),
    piped: started(
      async (values, { pipeline }) =>
        (
          await pipeline([
            ['cat', 'a.txt'],
            ['sort', ...values],
          ])
        ).stdout,
    ),
  },
  { workspace, sandbox: 'off' },
);

const send = async (command: string) => JSON.parse((await acli.execute({ command })).content[0].text);

const run = (command: string, input: object) => send(`${command} --input '${JSON.stringify(input)}'`);

describe('an argument that is declared to reach a program', () => {
  test.each([
    ['text', '--output=pwned'],
    ['text', '-opwned'],
    ['text', '+5'],
    ['text', '--'],
    ['free', '--output=pwned'],
    ['list', ['a', '--output=pwned']],
    ['object', { deep: { deeper: ['--output=pwned'] } }],
    ['object', { '--output=pwned': 'a' }],
    ['object', { deep: ['a;b'] }],
    ['number', -5],
    ['chosen', '--output=pwned'],
  ])('%s refuses %j', async (command, value) => {
    expect(await run(command, { value })).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
  });

  test.each([
    ['text', 'a-b'],
    ['text', '-'],
    ['list', ['a', 'b-c']],
    ['number', 5],
    ['negative', -5],
    ['chosen', '--reverse'],
  ])('%s takes %j', async (command, value) => {
    expect(await run(command, { value })).toMatchObject({ success: true, data: { value } });
  });

  test('a declared path arrives as an absolute one, whatever its name', async () => {
    expect(await run('path', { value: '-o' })).toMatchObject({ success: true, data: { value: join(workspace, '-o') } });
  });

  test('words that its author passes on as they are may be options', async () => {
    expect(await send('passes a.txt --reverse')).toMatchObject({ success: true, data: 'two\none\n' });
  });
});

describe('a program of a handler', () => {
  test.each(['spawned', 'piped'])('%s gets no option that the caller gave', async (command) => {
    for (const value of ['--output=pwned', '-opwned', '-r', '--']) {
      expect(await run(command, { values: [value] }), value).toMatchObject({
        success: false,
        error: { details: [{ code: 'OPTION_IN_VALUE' }] },
      });
    }
    expect(await run(command, { values: ['--', '--output=pwned'] })).toMatchObject({ success: false });
    expect(existsSync(join(workspace, 'pwned'))).toBe(false);
  });

  test('values are still values: behind the end of options, joined to an option, or without a dash', async () => {
    expect(await run('spawned', { values: ['a.txt'] })).toMatchObject({ success: true, data: 'one\ntwo\n' });
    const values = ['--output=pwned', '--', '-x'];
    expect(await run('behind', { values })).toMatchObject({ success: true, data: values });
    expect(await run('joined', { values: ['1'] })).toMatchObject({ success: true, data: 0 });
  });
});
