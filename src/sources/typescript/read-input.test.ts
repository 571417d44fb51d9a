import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkTogether } from '../../command-line/check-together.js';
import { grammarOf } from '../../command-line/grammar.js';
import { readInput as readObject } from '../../command-line/read-arguments.js';
import { createAcli } from '../../surfaces/library/create-acli.js';
import type { Command } from '../../vocabulary/command.js';
import type { CommandDefinition } from './definition.js';
import { readDefinitions } from './read-definitions.js';

const booking = z
  .object({
    id: z.string().min(2),
    count: z.number().int().default(1),
    loud: z.boolean(),
    kind: z.enum(['a', 'b']).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  })
  .refine(({ count, loud }) => count < 10 || loud, 'more than 9 needs --loud')
  .refine(({ from, to }) => !from || to, { path: ['to'], message: 'needed with --from' });

function define(fields: Partial<CommandDefinition>): Command {
  const { commands } = readDefinitions({ book: { description: 'Book', handler: (args) => args, ...fields } });
  return commands[0] as Command;
}

async function read(command: Command, words: readonly string[], object: object = {}): Promise<unknown> {
  const reading = checkTogether(command, readObject(grammarOf(command.parameters), words, 0, object));
  await Promise.all(reading.pending);
  const { input, problems } = reading;
  return problems.length > 0 ? problems.map(({ field, message }) => `${field}: ${message}`) : input;
}

test('each property is an option, or given by place, and the schema fills in the rest', async () => {
  const command = define({ input: booking, positional: ['id'], details: { count: { short: 'n' } } });
  expect(command.parameters.map(({ label, type, required }) => [label, type, required])).toEqual([
    ['id', 'string', true],
    ['--count', 'integer', false],
    ['--loud', 'flag', false],
    ['--kind', 'string', false],
    ['--from', 'string', false],
    ['--to', 'string', false],
  ]);
  expect(await read(command, ['ab'])).toEqual({ id: 'ab', count: 1, loud: false });
  expect(await read(command, ['ab', '-n', '12', '--loud'])).toEqual({ id: 'ab', count: 12, loud: true });
  expect(await read(command, [], { id: 'ab', kind: 'b' })).toEqual({ id: 'ab', count: 1, loud: false, kind: 'b' });
});

test('everything that is wrong is told at once, each at its argument', async () => {
  const command = define({ input: booking, positional: ['id'] });
  expect(await read(command, ['a', '--count', 'x', '--kind', 'c'])).toEqual([
    '--count: The --count argument is not an integer',
    expect.stringMatching(/^id: The id argument is not valid: Too small/),
    '--kind: The --kind argument is not one of the allowed values',
  ]);
  expect(await read(command, [])).toEqual(['id: The id argument is required']);
  expect(await read(command, ['ab', '--count', '10', '--from', 'x'])).toEqual([
    'input: The arguments do not go together: more than 9 needs --loud',
    '--to: The --to argument is missing: needed with --from',
  ]);
});

test('a schema that needs time is waited for, and one that returns no object has not said yes', async () => {
  const later = z.object({ id: z.string() }).refine(async ({ id }) => id !== 'no', { path: ['id'], error: 'is taken' });
  const taken = ['--id: The --id argument is not valid: is taken'];
  expect(await read(define({ input: later }), ['--id', 'no'])).toEqual(taken);
  expect(await read(define({ input: later }), ['--id', 'yes'])).toEqual({ id: 'yes' });
  const text = z.object({ id: z.string() }).transform(({ id }) => id) as unknown as typeof later;
  expect(await read(define({ input: text }), ['--id', 'x'])).toEqual([
    'input: The arguments do not go together: their schema does not return an object',
  ]);
});

test('valibot and JSON Schema are read in the same way', async () => {
  const id = v.pipe(v.string(), v.minLength(2));
  const schemas = [
    v.object({ ids: v.array(id), count: v.optional(v.pipe(v.number(), v.integer()), 3) }),
    {
      type: 'object',
      properties: { ids: { type: 'array', items: { $ref: '#/$defs/id' } }, count: { type: 'integer', default: 3 } },
      required: ['ids'],
      $defs: { id: { type: 'string', minLength: 2 } },
    },
  ];
  for (const input of schemas) {
    const command = define({ input, positional: ['ids'] });
    expect(await read(command, ['ab', 'cd'])).toEqual({ ids: ['ab', 'cd'], count: 3 });
    expect(await read(command, ['--count', '5'])).toEqual(['ids: The ids argument is required']);
    expect(await read(command, ['ab', 'c'])).toEqual([expect.stringMatching(/^ids: .* is not valid at 1: /)]);
  }
});

/** A list of a class of its own, whose `map` makes another one. */
class OwnList<Item> extends Array<Item> {
  constructor(...items: Item[]) {
    super();
    this.push(...items);
  }
}

test('a function that describes only the whole, with lists of its own class, is read: so are those of arktype', async () => {
  const issue = (name: string, message: string) => ({ issues: new OwnList({ message, path: new OwnList(name) }) });
  const validate = (value: unknown) => {
    const { id, kind = 'a' } = value as { id?: string; kind?: string };
    if (id === undefined) return issue('id', 'id must be a string (was missing)');
    return kind === 'c' ? issue('kind', 'kind must be "a" or "b" (was "c")') : { value: { id, kind } };
  };
  const properties = {
    id: { type: 'string' },
    kind: { anyOf: [{ const: 'a' }, { const: 'b' }, {}] },
    loud: { anyOf: [{}, { type: 'boolean' }] },
  };
  const jsonSchema = { input: () => ({ type: 'object', properties, required: ['id'] }) };
  const standard = { version: 1, vendor: 'arktype', validate, jsonSchema };
  const command = define({ input: Object.assign(() => undefined, { '~standard': standard }) as never });
  expect(command.parameters.map(({ label, type, choices }) => [label, type, choices])).toEqual([
    ['--id', 'string', undefined],
    ['--kind', 'string', ['a', 'b']],
    ['--loud', 'flag', undefined],
  ]);
  expect(await read(command, ['--id', 'x'])).toEqual({ id: 'x', kind: 'a' });
  expect(await read(command, [])).toEqual(['--id: The --id argument is required']);
  const wrong = ['--kind: The --kind argument is not one of the allowed values'];
  expect(await read(command, ['--id', 'x', '--kind', 'c'])).toEqual(wrong);
});

test('what a schema makes of a path neither leads out of the workspace nor hides where it led', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'cmdgate-input-'));
  writeFileSync(join(workspace, 'a.txt'), '');
  const handler = (args: unknown) => args;
  const rest = { description: 'Read', danger: 'safe', details: { file: { path: true } }, handler } as const;
  const file = z.string();
  const acli = createAcli(
    {
      plain: { ...rest, input: z.object({ file }) },
      decoded: { ...rest, input: z.object({ file: file.transform(decodeURIComponent) }) },
      hidden: { ...rest, input: z.object({ file: file.transform(() => 'a.txt') }) },
      renamed: { ...rest, input: z.object({ file }).transform(({ file: path }) => ({ path })) },
    },
    { workspace },
  );
  const run = async (command: string) => {
    const [content] = (await acli.execute({ command })).content;
    const { data, error } = JSON.parse((content as { text: string }).text);
    return data ?? error.details.map(({ code }: { code: string }) => code);
  };
  try {
    expect(await run('plain --file a.txt')).toEqual({ file: expect.stringMatching(/^\/.*\/a\.txt$/) });
    for (const line of ['plain --file ../a.txt', 'decoded --file %2e%2e/a.txt', 'hidden --file ../a.txt']) {
      expect(await run(line)).toEqual(['PATH_TRAVERSAL_BLOCKED']);
    }
    expect(await run('renamed --file a.txt')).toEqual(['INVALID_VALUE']);
  } finally {
    await acli.close();
    rmSync(workspace, { recursive: true });
  }
});

test('no message quotes a secret, and the rules beside the schema apply', async () => {
  const input = z.object({ token: z.string(), note: z.string() }).refine(({ token }) => token !== 'hush', {
    error: ({ input: given }) => `refused ${JSON.stringify(given)}`,
  });
  const command = define({ input, details: { token: { secret: true }, note: { maxBytes: 3 } } });
  expect(await read(command, ['--token', 'hush', '--note', 'a'])).toEqual(['input: The arguments do not go together']);
  expect(await read(command, ['--token', 'x', '--note', 'abcd'])).toEqual([
    expect.stringContaining('--note: The --note argument has 4 bytes'),
  ]);
});

test.each([
  [{ input: booking, args: {} }, 'it has both input and args.'],
  [{ input: booking, arguments: [] }, 'it has both input and arguments.'],
  [{ positional: ['id'] }, 'it has positional and no input.'],
  [
    { input: booking, positional: ['ide'] },
    'its positional names "ide", which its input does not have. Did you mean "id"',
  ],
  [{ input: booking, positional: ['id', 'id'] }, 'its positional names a property twice.'],
  [{ input: booking, details: { cuont: {} } }, 'Did you mean "count"?'],
  [{ input: z.union([booking, booking]) }, 'its input does not say which properties it has.'],
  [{ input: z.object({ at: z.date() }) }, 'no typed word can match at'],
  [{ input: { type: 'objekt' } }, 'its input is not a JSON Schema at type'],
  [{ input: 5 }, 'the field input of the command is not a Standard Schema or a JSON Schema.'],
  [{ input: booking, positional: ['id'], examples: ['book ab --count 10'] }, 'more than 9 needs --loud'],
])('%o is refused', (fields, message) => {
  const definition = { book: { description: 'Book', handler: () => 1, ...fields } } as Record<
    string,
    CommandDefinition
  >;
  expect(() => createAcli(definition)).toThrow(message);
});
