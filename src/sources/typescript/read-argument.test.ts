import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { grammarOf } from '../../command-line/grammar.js';
import { readArguments, readInput } from '../../command-line/read-arguments.js';
import type { Parameter } from '../../vocabulary/command.js';
import type { ArgumentDefinition } from './definition.js';
import { readArgument } from './read-argument.js';

function parameterOf(definition: ArgumentDefinition): Parameter {
  const reports: string[] = [];
  const parameter = readArgument(definition, (message, fix) => reports.push(`${message} ${fix}`));
  expect(reports).toEqual([]);
  if (!parameter) throw new Error('It was not read.');
  return parameter;
}
const schemaOf = (definition: ArgumentDefinition) => parameterOf(definition).schema;

describe('JSON Schema', () => {
  test.each<[ArgumentDefinition, object]>([
    [
      { name: '--a', type: 'string', description: 'A' },
      { type: 'string', description: 'A' },
    ],
    [
      { name: '--a', type: 'integer', default: 10, minimum: 1, maximum: 50 },
      { type: 'integer', default: 10, minimum: 1, maximum: 50 },
    ],
    [{ name: '--a', type: 'number' }, { type: 'number' }],
    [{ name: '--a', type: 'boolean' }, { type: 'boolean' }],
    [{ name: '--a', type: 'flag' }, { type: 'boolean' }],
    [
      { name: '--a', type: 'flag', default: true },
      { type: 'boolean', default: true },
    ],
    [
      { name: '--a', type: 'datetime' },
      { type: 'string', format: 'date-time' },
    ],
    [
      { name: '--a', type: 'path' },
      { type: 'string', format: 'path' },
    ],
    [
      { name: '--a', type: 'string', path: true },
      { type: 'string', format: 'path' },
    ],
    [{ name: '--a', type: 'object' }, { type: 'object' }],
    [
      { name: '--a', type: 'string', enum: ['x', 'y'] },
      { type: 'string', enum: ['x', 'y'] },
    ],
    [
      { name: '--a', type: 'array' },
      { type: 'array', items: { type: 'string' } },
    ],
    [
      { name: '--a', type: 'array', items: 'integer', default: [1] },
      { type: 'array', items: { type: 'integer' }, default: [1] },
    ],
    [
      { name: '--a', type: 'array', enum: ['x', 'y'] },
      { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    ],
    [
      { name: '--a', type: 'array', items: 'integer', minimum: 1, maximum: 3 },
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 3 } },
    ],
    [
      { name: 'a', type: 'integer', variadic: true, minimum: 1 },
      { type: 'array', items: { type: 'integer', minimum: 1 } },
    ],
  ])('%j', (definition, schema) => {
    expect(schemaOf(definition)).toEqual(schema);
  });

  test('a secret’s default is not in it', () => {
    expect(
      JSON.stringify(schemaOf({ name: '--token', type: 'string', secret: true, default: 'hunter2' })),
    ).not.toContain('hunter2');
  });

  test.each<[ArgumentDefinition, unknown[]]>([
    [{ name: '--a', type: 'integer', minimum: 1, maximum: 3 }, [0, 1, 3, 4, 1.5, '1', null]],
    [{ name: '--a', type: 'string', enum: ['x'] }, ['x', 'y', 1]],
    [{ name: '--a', type: 'array', enum: ['x'] }, [['x'], ['y'], [], 'x']],
    [{ name: '--a', type: 'array', items: 'integer', maximum: 3 }, [[1], [4], ['1']]],
    [{ name: 'a', type: 'number', variadic: true }, [[1, 2], ['x'], 1]],
  ])('a validator agrees with the reader about %j', (definition, values) => {
    const parameter = parameterOf(definition);
    const validate = new Ajv({ strict: false }).compile(parameter.schema);
    for (const value of values) {
      const { problems } = readInput(grammarOf([parameter]), [], 0, { a: value });
      expect([value, validate(value)]).toEqual([value, problems.length === 0]);
    }
  });
});

describe('paths (decision 7)', () => {
  test.each<[ArgumentDefinition, Parameter['path']]>([
    [{ name: '--a', type: 'path' }, 'inside'],
    [{ name: '--a', type: 'string', path: true }, 'inside'],
    [{ name: '--a', type: 'array', path: true }, 'inside'],
    [{ name: '--a', type: 'string' }, 'guarded'],
    [{ name: '--a', type: 'object' }, 'guarded'],
    [{ name: '--a', type: 'string', path: false }, 'free'],
  ])('%j is %s', (definition, path) => {
    expect(parameterOf(definition).path).toBe(path);
  });
});

describe('validate', () => {
  const read = (validate: (value: never) => unknown) =>
    readArguments(grammarOf([parameterOf({ name: '--max', type: 'integer', validate } as ArgumentDefinition)]), [
      '--max',
      '3',
    ]);

  test.each<[string, () => unknown, string | undefined]>([
    ['true accepts', () => true, undefined],
    ['false refuses', () => false, 'The --max argument has a value that is not accepted'],
    ['a text is the reason', () => 'is odd', 'The --max argument is odd'],
    [
      'one that throws has refused',
      () => {
        throw new Error('secret detail');
      },
      'The --max argument could not be checked',
    ],
    ['a promise is waited for', async () => 'is taken', 'The --max argument is taken'],
    [
      'a promise that fails has refused',
      async () => {
        throw new Error('secret detail');
      },
      'The --max argument could not be checked',
    ],
    ['undefined refuses: it is not true', () => undefined, 'The --max argument has a value that is not accepted'],
  ])('%s', async (_, validate, message) => {
    const reading = read(validate);
    await Promise.all(reading.pending);
    expect(reading.problems.map((problem) => problem.message)).toEqual(message === undefined ? [] : [message]);
  });

  test('it gets the typed value, and is called on its definition', () => {
    const seen: unknown[] = [];
    const definition = {
      name: '--max',
      type: 'integer' as const,
      validate(value: unknown) {
        seen.push(value, this.name);
        return true;
      },
    };
    readArguments(grammarOf([parameterOf(definition)]), ['--max', '3']);
    expect(seen).toEqual([3, '--max']);
  });
});

describe('maxBytes', () => {
  const problemsOf = (definition: ArgumentDefinition, ...words: string[]) =>
    readArguments(grammarOf([parameterOf(definition)]), words).problems.map(({ message }) => message);

  test('counts the bytes of each text', () => {
    expect(problemsOf({ name: '--a', type: 'string', maxBytes: 4 }, '--a', 'ääb')).toEqual([
      'The --a argument has 5 bytes; at most 4 are allowed',
    ]);
    expect(problemsOf({ name: '--a', type: 'string', maxBytes: 4 }, '--a', 'ää')).toEqual([]);
    expect(problemsOf({ name: '--a', type: 'array', maxBytes: 2 }, '--a', 'bb,cc')).toEqual([]);
    expect(problemsOf({ name: '--a', type: 'array', maxBytes: 2 }, '--a', 'bb,ccc')).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ type: 'integer', maxBytes: 2 }, '--a is a integer and has maxBytes.'],
    [{ type: 'string', maxBytes: 0 }, 'the field maxBytes of --a is not a whole number of 1 or more.'],
    [{ type: 'string', maxBytes: 2, default: 'abc' }, 'the default of --a has 3 bytes; at most 2 are allowed.'],
  ])('%j is refused', (details, expected) => {
    const reports: string[] = [];
    readArgument({ name: '--a', ...details } as ArgumentDefinition, (message) => reports.push(message));
    expect(reports).toEqual([expected]);
  });
});

test('mustExist is for paths', () => {
  const problems: string[] = [];
  const report: Parameters<typeof readArgument>[1] = (message) => problems.push(message);
  readArgument({ name: '--from', type: 'string', mustExist: 'file' }, report);
  readArgument({ name: '--to', type: 'path', mustExist: 'link' as never }, report);
  expect(problems).toEqual([
    '--from has mustExist and is not a path.',
    'the field mustExist of --to is not "file" or "directory".',
  ]);
  expect(readArgument({ name: '--to', type: 'path', mustExist: 'file' }, report)).toMatchObject({ mustExist: 'file' });
});
