import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { grammarOf } from '../../command-line/grammar.js';
import { type Reading, readArguments, readInput } from '../../command-line/read-arguments.js';
import type { Parameter } from '../../vocabulary/command.js';
import { type Arg, arg } from './arg.js';
import { readSchemaArgument } from './read-schema-argument.js';

function parameterOf(definition: Arg, key = 'value'): Parameter {
  const reports: string[] = [];
  const parameter = readSchemaArgument(key, definition, (message, fix) => reports.push(`${message} ${fix}`));
  expect(reports).toEqual([]);
  if (!parameter) throw new Error('It was not read.');
  return parameter;
}

/** The input when it is right, otherwise the messages. */
async function settled(reading: Reading): Promise<unknown> {
  await Promise.all(reading.pending);
  return reading.problems.length > 0 ? reading.problems.map(({ code }) => code) : reading.input;
}
const read = (definition: Arg, ...words: string[]) =>
  settled(readArguments(grammarOf([parameterOf(definition)]), words));

describe('what the schema says about itself', () => {
  test.each<[string, Arg, Partial<Parameter>]>([
    [
      'an integer with bounds',
      arg(z.number().int().min(1).max(5)),
      { type: 'integer', minimum: 1, maximum: 5, required: true },
    ],
    ['a number', arg(z.number()), { type: 'number', required: true }],
    ['text', arg(z.string()), { type: 'string', path: 'guarded' }],
    ['an optional', arg(z.string().optional()), { required: false, default: undefined }],
    ['a default', arg(z.number().default(3)), { type: 'number', required: false, default: 3 }],
    ['a choice', arg(z.enum(['a', 'b'])), { type: 'string', choices: ['a', 'b'] }],
    ['a boolean is a flag', arg(z.boolean()), { type: 'flag', required: false, default: false }],
    ['a flag that is on', arg(z.boolean().default(true)), { type: 'flag', default: true }],
    ['a flag that may be absent', arg(z.boolean().optional()), { type: 'flag', required: false, default: undefined }],
    ['a list', arg(z.array(z.number())), { type: 'array', itemType: 'number' }],
    ['a date', arg(z.iso.datetime()), { type: 'datetime' }],
    ['a path', arg(z.string(), { path: true }), { type: 'path', path: 'inside' }],
    ['no path', arg(z.string(), { path: false }), { type: 'string', path: 'free' }],
    ['an object', arg(z.object({ a: z.number() })), { type: 'object' }],
    ['a union has no one type', arg(z.union([z.number(), z.boolean()])), { guessType: true }],
    ['a schema that cannot describe itself', arg(v.any()), { guessType: true, type: 'string', schema: {} }],
    [
      'unless its type is told',
      arg(v.number(), { type: 'number' }),
      { guessType: false, type: 'number', schema: { type: 'number' } },
    ],
  ])('%s', (_, definition, expected) => {
    expect(parameterOf(definition)).toMatchObject(expected);
  });

  test('what goes with it is kept', () => {
    expect(
      parameterOf(
        arg(z.string().describe('From the schema'), {
          short: '-s',
          aliases: ['--other'],
          secret: true,
          examples: ['x'],
        }),
        'myToken',
      ),
    ).toMatchObject({
      key: 'myToken',
      label: '--my-token',
      positional: false,
      description: 'From the schema',
      short: 's',
      aliases: ['other'],
      secret: true,
      examples: ['x'],
    });
    expect(parameterOf(arg(z.string(), { positional: true }), 'fileId')).toMatchObject({
      label: 'fileId',
      positional: true,
    });
  });

  test('the JSON Schema tells an agent what it needs and no more', () => {
    expect(parameterOf(arg(z.number().int().default(3), { description: 'Most' })).schema).toEqual({
      type: 'integer',
      default: 3,
      description: 'Most',
    });
    expect(parameterOf(arg(z.iso.datetime())).schema).toEqual({ type: 'string', format: 'date-time' });
  });
});

describe('zod', () => {
  test.each<[string, Arg, string[], unknown]>([
    ['a number', arg(z.number()), ['--value', '3'], { value: 3 }],
    ['a number that is none', arg(z.number()), ['--value', 'x'], ['INVALID_NUMBER']],
    ['bounds', arg(z.number().max(5)), ['--value', '6'], ['OUT_OF_RANGE']],
    ['a rule of its own', arg(z.number().refine((value) => value % 2 === 0)), ['--value', '3'], ['INVALID_VALUE']],
    ['a transform', arg(z.string().transform((text) => text.length)), ['--value', 'four'], { value: 4 }],
    [
      'a transform to a date',
      arg(z.iso.datetime().transform((text) => new Date(text))),
      ['--value', '2026-02-02T10:00:00Z'],
      { value: new Date('2026-02-02T10:00:00Z') },
    ],
    ['a default', arg(z.number().default(3)), [], { value: 3 }],
    ['a default that was overruled', arg(z.number().default(3)), ['--value', '4'], { value: 4 }],
    ['a default of null', arg(z.string().nullable().default(null)), [], { value: null }],
    ['an optional', arg(z.number().optional()), [], {}],
    ['a required one that is missing', arg(z.number()), [], ['MISSING_ARGUMENT']],
    [
      'a union takes the first reading that fits',
      arg(z.union([z.number(), z.boolean()])),
      ['--value', '3'],
      { value: 3 },
    ],
    ['a union, negative', arg(z.union([z.number(), z.boolean()])), ['--value', '-3'], { value: -3 }],
    ['a union, other branch', arg(z.union([z.number(), z.boolean()])), ['--value', 'true'], { value: true }],
    ['a union that prefers text', arg(z.union([z.string(), z.number()])), ['--value', '3'], { value: '3' }],
    ['a union that refuses', arg(z.union([z.number(), z.boolean()])), ['--value', 'x'], ['INVALID_VALUE']],
    ['coercion', arg(z.coerce.number()), ['--value', '3'], { value: 3 }],
    ['coercion to a date', arg(z.coerce.date()), ['--value', '2026-02-02'], { value: new Date('2026-02-02') }],
    [
      'a preprocessor before a choice',
      arg(z.preprocess((text) => String(text).toLowerCase(), z.enum(['a', 'b']))),
      ['--value', 'A'],
      { value: 'a' },
    ],
    ['a choice', arg(z.enum(['a', 'b'])), ['--value', 'c'], ['INVALID_CHOICE']],
    ['a list', arg(z.array(z.number())), ['--value', '1,2', '--value', '3'], { value: [1, 2, 3] }],
    ['a list that is too short', arg(z.array(z.string()).min(2)), ['--value', 'a'], ['INVALID_VALUE']],
    ['a variadic', arg(z.array(z.number()), { positional: true, variadic: true }), ['1', '-2'], { value: [1, -2] }],
    ['an object', arg(z.object({ a: z.number() })), ['--value', '{"a":1}'], { value: { a: 1 } }],
    ['an object that does not fit', arg(z.object({ a: z.number() })), ['--value', '{"a":"x"}'], ['INVALID_VALUE']],
    ['an async rule that accepts', arg(z.string().refine(async () => true)), ['--value', 'x'], { value: 'x' }],
    ['an async rule that refuses', arg(z.string().refine(async () => false)), ['--value', 'x'], ['INVALID_VALUE']],
    ['an async transform', arg(z.string().transform(async (text) => text.length)), ['--value', 'four'], { value: 4 }],
    [
      'an async rule over a default',
      arg(
        z
          .string()
          .default('x')
          .refine(async () => true),
      ),
      [],
      { value: 'x' },
    ],
    [
      'an async rule over an optional',
      arg(
        z
          .string()
          .optional()
          .refine(async () => true),
      ),
      [],
      {},
    ],
    ['a flag', arg(z.boolean().default(true)), ['--no-value'], { value: false }],
    ['null is no text', arg(z.string()), ['--value', 'null'], { value: 'null' }],
  ])('%s', async (_, definition, words, expected) => {
    expect(await read(definition, ...words)).toEqual(expected);
  });

  test('a default that is made by a function is made for each run', async () => {
    let made = 0;
    const parameter = parameterOf(arg(z.number().default(() => ++made)));
    const one = await settled(readArguments(grammarOf([parameter]), []));
    const two = await settled(readArguments(grammarOf([parameter]), []));
    expect(one).not.toEqual(two);
  });

  test('a default that a transform makes an instance of stays one', async () => {
    class Money {
      constructor(readonly amount: string) {}
      format = () => `${this.amount} EUR`;
    }
    const parameter = parameterOf(
      arg(
        z
          .string()
          .default('5')
          .transform((text) => new Money(text)),
      ),
    );
    const { input, problems } = readArguments(grammarOf([parameter]), []);
    expect(problems).toEqual([]);
    expect(input.value).toBeInstanceOf(Money);
  });

  test('a default object is each run’s own', async () => {
    const parameter = parameterOf(arg(z.array(z.string()).default(['a'])));
    const first = readArguments(grammarOf([parameter]), []).input as { value: string[] };
    first.value.push('spoiled');
    expect(await settled(readArguments(grammarOf([parameter]), []))).toEqual({ value: ['a'] });
  });

  test('JSON input goes through the same schema', async () => {
    const parameter = parameterOf(arg(z.object({ a: z.number() }).transform(({ a }) => a * 2)));
    expect(await settled(readInput(grammarOf([parameter]), [], 0, { value: { a: 2 } }))).toEqual({ value: 4 });
    expect(await settled(readInput(grammarOf([parameter]), [], 0, { value: { a: 'x' } }))).toEqual(['INVALID_VALUE']);
    expect(await settled(readInput(grammarOf([parameter]), [], 0, { value: 5 }))).toEqual(['INVALID_TYPE']);
  });

  test('a problem says where in the value it is', () => {
    const parameter = parameterOf(arg(z.object({ a: z.array(z.number()) })));
    const { problems } = readArguments(grammarOf([parameter]), ['--value', '{"a":[1,"x"]}']);
    expect(problems[0]?.message).toMatch(/^The --value argument is not valid at a\.1: /);
  });
});

describe('valibot, which has no JSON Schema', () => {
  test.each<[string, Arg, string[], unknown]>([
    ['text', arg(v.string()), ['--value', '3'], { value: '3' }],
    ['a number', arg(v.number()), ['--value', '3'], { value: 3 }],
    ['a negative number', arg(v.number()), ['--value', '-3'], { value: -3 }],
    ['a boolean', arg(v.boolean()), ['--value=true'], { value: true }],
    ['a number that is none', arg(v.number()), ['--value', '0x10'], ['INVALID_NUMBER']],
    ['a default', arg(v.optional(v.number(), 3)), [], { value: 3 }],
    ['an optional', arg(v.optional(v.number())), [], {}],
    ['a required one', arg(v.number()), [], ['MISSING_ARGUMENT']],
    [
      'a list of words',
      arg(v.array(v.string()), { positional: true, variadic: true }),
      ['a', 'b'],
      { value: ['a', 'b'] },
    ],
    [
      'a transform',
      arg(
        v.pipe(
          v.string(),
          v.transform((text) => text.length),
        ),
      ),
      ['--value', 'four'],
      { value: 4 },
    ],
    [
      'an async rule',
      arg(
        v.pipeAsync(
          v.string(),
          v.checkAsync(async () => false),
        ),
      ),
      ['--value', 'x'],
      ['INVALID_VALUE'],
    ],
  ])('%s', async (_, definition, words, expected) => {
    expect(await read(definition, ...words)).toEqual(expected);
  });

  test('its messages quote the value; a secret is not quoted', () => {
    const parameter = parameterOf(arg(v.pipe(v.string(), v.email()), { secret: true }));
    const { problems } = readArguments(grammarOf([parameter]), ['--value', 'hunter2']);
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

test('maxBytes counts what the schema lets through, and only of text', async () => {
  expect(await read(arg(z.string(), { maxBytes: 2 }), '--value', 'ä')).toEqual({ value: 'ä' });
  expect(await read(arg(z.string(), { maxBytes: 2 }), '--value', 'äa')).toEqual(['INVALID_VALUE']);
  const reports: string[] = [];
  readSchemaArgument('value', arg(z.number(), { maxBytes: 2 }), (message) => reports.push(message));
  expect(reports).toEqual(['--value is a number and has maxBytes.']);
});

describe('schemas of libraries that do not describe themselves', () => {
  test.each<[string, Arg, Partial<Parameter>]>([
    ['zod 3: a boolean is a flag', arg(z3.boolean()), { type: 'flag', required: false, default: false }],
    ['zod 3: an optional boolean', arg(z3.boolean().optional()), { type: 'flag', default: undefined }],
    ['zod 3: a list of numbers', arg(z3.array(z3.number())), { type: 'array', itemType: 'number', required: true }],
    ['zod 3: a list with a default', arg(z3.array(z3.string()).default([])), { type: 'array', required: false }],
    ['zod 3: a whole number', arg(z3.number().int()), { type: 'integer' }],
    ['zod 3: a choice', arg(z3.enum(['a', 'b'])), { type: 'string', choices: ['a', 'b'] }],
    ['zod 3: an object', arg(z3.object({ a: z3.number() })), { type: 'object' }],
    ['zod 3: refined', arg(z3.boolean().refine(() => true)), { type: 'flag' }],
    ['zod 3: a date that is read', arg(z3.coerce.date()), { type: 'datetime' }],
    ['valibot: a boolean is a flag', arg(v.boolean()), { type: 'flag', required: false, default: false }],
    ['valibot: a list', arg(v.array(v.number())), { type: 'array', itemType: 'number' }],
    ['valibot: an optional list', arg(v.optional(v.array(v.string()))), { type: 'array', required: false }],
    ['valibot: a pipe', arg(v.pipe(v.number(), v.integer())), { type: 'integer' }],
    ['valibot: a choice', arg(v.picklist(['a', 'b'])), { type: 'string', choices: ['a', 'b'] }],
    ['valibot: an object', arg(v.strictObject({ a: v.string() })), { type: 'object' }],
    ['zod 4: a date that is read', arg(z.coerce.date().optional()), { type: 'datetime', required: false }],
  ])('%s', (_, definition, expected) => {
    expect(parameterOf(definition)).toMatchObject(expected);
  });

  test('words become what the schema says', async () => {
    expect(await read(arg(z3.boolean()), '--value')).toEqual({ value: true });
    expect(await read(arg(v.boolean()), '--no-value')).toEqual({ value: false });
    expect(await read(arg(z3.array(z3.number())), '--value', '1,2')).toEqual({ value: [1, 2] });
    expect(await read(arg(v.array(v.number())), '--value', '1', '--value', '2')).toEqual({ value: [1, 2] });
  });

  test('a day that does not exist is no date', async () => {
    for (const schema of [z.coerce.date(), z3.coerce.date(), z.coerce.date().nullable()]) {
      expect(await read(arg(schema), '--value', '2026-02-30')).toEqual(['INVALID_DATE_FORMAT']);
      expect(await read(arg(schema), '--value', '2026-02-28')).toEqual({ value: new Date('2026-02-28') });
    }
  });
});

describe('schemas that no word can satisfy are refused, with what to write instead', () => {
  class Point {}
  const dates = 'Use z.coerce.date() or z.iso.date(), or v.pipe(v.string(), v.isoDate()).';
  test.each<[string, Arg, string]>([
    ['z.date', arg(z.date()), dates],
    ['z.date, optional', arg(z.date().optional()), dates],
    ['z.date, with a default', arg(z.date().default(new Date(0))), dates],
    ['z.date, piped', arg(z.date().transform((date) => date.getTime())), dates],
    ['a list of z.date', arg(z.array(z.date())), dates],
    ['an object with z.date', arg(z.object({ at: z.date() })), dates],
    ['a union of such', arg(z.union([z.date(), z.bigint()])), dates],
    ['z.bigint', arg(z.bigint()), 'z.coerce.bigint()'],
    ['z.map', arg(z.map(z.string(), z.string())), 'z.record'],
    ['z.set', arg(z.set(z.string())), 'z.array'],
    ['z.symbol', arg(z.symbol()), 'Accept text'],
    ['z.undefined', arg(z.undefined()), 'Remove the argument'],
    ['z.void', arg(z.void()), 'Remove the argument'],
    ['z.never', arg(z.never()), 'Remove the argument'],
    ['z.nan', arg(z.nan()), 'z.number()'],
    ['z.promise', arg(z.promise(z.string())), 'resolves to'],
    ['z.file', arg(z.file()), 'path: true'],
    ['z.instanceof', arg(z.instanceof(Point)), 'Accept text'],
    ['a literal of a program', arg(z.literal(1n)), 'Accept text'],
    ['zod 3: date', arg(z3.date()), dates],
    ['zod 3: bigint', arg(z3.bigint().optional()), 'z.coerce.bigint()'],
    ['zod 3: map', arg(z3.map(z3.string(), z3.string())), 'z.record'],
    ['zod 3: set', arg(z3.set(z3.string())), 'z.array'],
    ['zod 3: nan', arg(z3.nan()), 'z.number()'],
    ['zod 3: function', arg(z3.function()), 'Accept text'],
    ['zod 3: refined', arg(z3.date().refine(() => true)), dates],
    ['valibot: date', arg(v.date()), dates],
    ['valibot: date, nullable', arg(v.nullable(v.date())), dates],
    ['valibot: bigint', arg(v.bigint()), 'v.digits()'],
    ['valibot: map', arg(v.map(v.string(), v.string())), 'v.record'],
    ['valibot: set', arg(v.set(v.string())), 'v.array'],
    ['valibot: blob', arg(v.blob()), 'path: true'],
    ['valibot: instance', arg(v.instance(Point)), 'Accept text'],
    ['valibot: never', arg(v.never()), 'Remove the argument'],
  ])('%s', (_, definition, fix) => {
    const reports: string[] = [];
    const parameter = readSchemaArgument('value', definition, (message, hint) => reports.push(`${message} ${hint}`));

    expect(parameter).toBeUndefined();
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/^no typed word can match value: its schema only accepts a program value \(/);
    expect(reports[0]).toContain(fix);
  });

  test.each<[string, Arg]>([
    ['a part of a union', arg(z.union([z.date(), z.string()]))],
    ['z.coerce.bigint', arg(z.coerce.bigint())],
    ['z.stringbool', arg(z.stringbool())],
    ['z.iso.date', arg(z.iso.date())],
    ['z.preprocess', arg(z.preprocess((value) => new Date(String(value)), z.date()))],
    [
      'a pipe that ends in a date',
      arg(
        z
          .string()
          .transform((text) => new Date(text))
          .pipe(z.date()),
      ),
    ],
    [
      'z.codec',
      arg(z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() })),
    ],
    ['z.literal', arg(z.literal(['a', 1, true]))],
    ['z.nullable', arg(z.string().nullable())],
    ['z.any', arg(z.any())],
    ['z.lazy', arg(z.lazy(() => z.string()))],
    ['z.custom', arg(z.custom<string>((value) => typeof value === 'string'))],
    ['an object with an optional date', arg(z.object({ at: z.date().optional(), id: z.string() }))],
    ['zod 3: preprocess', arg(z3.preprocess((value) => new Date(String(value)), z3.date()))],
    ['zod 3: a union', arg(z3.union([z3.date(), z3.string()]))],
    [
      'valibot: a pipe',
      arg(
        v.pipe(
          v.string(),
          v.transform((text) => new Date(text)),
          v.date(),
        ),
      ),
    ],
    ['valibot: a union', arg(v.union([v.date(), v.string()]))],
  ])('%s is taken', (_, definition) => {
    expect(parameterOf(definition)).toMatchObject({ key: 'value' });
  });
});
