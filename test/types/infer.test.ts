// What TypeScript knows about a handler's arguments. The checker is the test: `npm run types` fails where one is wrong.
import {
  arg,
  type Context,
  defineCommand,
  type ItemsResult,
  type LockOptions,
  type PipelineStage,
  type Settings,
  type SpawnOptions,
  type SpawnResult,
  type UrlToOpen,
  type WriteFileOptions,
  type WrittenSettings,
} from 'cmdgate';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

describe('arguments in the form of the specification', () => {
  test('every type has its value', () => {
    defineCommand({
      description: 'All types',
      arguments: [
        { name: '--text', type: 'string', required: true },
        { name: '--file', type: 'path', required: true },
        { name: '--from', type: 'datetime', required: true },
        { name: '--count', type: 'integer', required: true },
        { name: '--rate', type: 'number', required: true },
        { name: '--sure', type: 'boolean', required: true },
        { name: '--all', type: 'flag' },
        { name: '--filter', type: 'object', required: true },
        { name: '--tags', type: 'array', required: true },
        { name: '--ids', type: 'array', items: 'integer', required: true },
        { name: 'fileId', type: 'string', required: true },
      ],
      handler: (args) => {
        expectTypeOf(args.text).toEqualTypeOf<string>();
        expectTypeOf(args.file).toEqualTypeOf<string>();
        expectTypeOf(args.from).toEqualTypeOf<string>();
        expectTypeOf(args.count).toEqualTypeOf<number>();
        expectTypeOf(args.rate).toEqualTypeOf<number>();
        expectTypeOf(args.sure).toEqualTypeOf<boolean>();
        expectTypeOf(args.all).toEqualTypeOf<boolean>();
        expectTypeOf(args.filter).toEqualTypeOf<Record<string, unknown>>();
        expectTypeOf(args.tags).toEqualTypeOf<string[]>();
        expectTypeOf(args.ids).toEqualTypeOf<number[]>();
        expectTypeOf(args.fileId).toEqualTypeOf<string>();
      },
    });
  });

  test('what is neither required nor has a default may be missing', () => {
    defineCommand({
      description: 'Optional',
      arguments: [
        { name: '--optional', type: 'integer' },
        { name: '--required', type: 'integer', required: true },
        { name: '--fallback', type: 'integer', default: 10 },
        { name: '--not-required', type: 'integer', required: false },
      ],
      handler: (args) => {
        expectTypeOf(args.optional).toEqualTypeOf<number | undefined>();
        expectTypeOf(args.required).toEqualTypeOf<number>();
        expectTypeOf(args.fallback).toEqualTypeOf<number>();
        expectTypeOf(args['not-required']).toEqualTypeOf<number | undefined>();
      },
    });
  });

  test('a choice is a union of its values', () => {
    defineCommand({
      description: 'Choices',
      arguments: [
        { name: '--sort', type: 'string', enum: ['name', 'size'], required: true },
        { name: '--level', type: 'integer', enum: [1, 2] },
      ],
      handler: (args) => {
        expectTypeOf(args.sort).toEqualTypeOf<'name' | 'size'>();
        expectTypeOf(args.level).toEqualTypeOf<1 | 2 | undefined>();
      },
    });
  });

  test('a variadic is a list', () => {
    defineCommand({
      description: 'Variadic',
      arguments: [
        { name: '--to', type: 'string', variadic: true, required: true },
        { name: 'ids', type: 'integer', variadic: true },
      ],
      handler: (args) => {
        expectTypeOf(args.to).toEqualTypeOf<string[]>();
        expectTypeOf(args.ids).toEqualTypeOf<number[] | undefined>();
      },
    });
  });

  test('a validate function with a typed parameter leaves the inference alone', () => {
    // Without the annotation TypeScript cannot infer the arguments: the documentation of `validate` says so.
    defineCommand({
      description: 'Checked',
      arguments: [
        { name: '--max', type: 'integer', default: 10, validate: (max: number) => max > 0 || 'must be positive' },
      ],
      handler: (args) => expectTypeOf(args.max).toEqualTypeOf<number>(),
    });
  });

  test('an argument that was not described does not exist', () => {
    defineCommand({
      description: 'Strict',
      arguments: [{ name: '--max', type: 'integer' }],
      // @ts-expect-error there is no argument "min"
      handler: (args) => args.min,
    });
  });
});

describe('arguments with schemas', () => {
  test('each is what its schema gives', () => {
    defineCommand({
      description: 'Schemas',
      args: {
        max: arg(z.number().int().default(10), { short: 'n' }),
        name: arg(z.string().optional()),
        sort: arg(z.enum(['name', 'size'])),
        length: arg(z.string().transform((text) => text.length)),
        tags: arg(z.array(z.string()), { positional: true, variadic: true }),
        rate: arg(v.optional(v.number(), 1)),
        nothing: arg(z.string().nullable()),
      },
      handler: (args) => {
        expectTypeOf(args.max).toEqualTypeOf<number>();
        expectTypeOf(args.name).toEqualTypeOf<string | undefined>();
        expectTypeOf(args.sort).toEqualTypeOf<'name' | 'size'>();
        expectTypeOf(args.length).toEqualTypeOf<number>();
        expectTypeOf(args.tags).toEqualTypeOf<string[]>();
        expectTypeOf(args.rate).toEqualTypeOf<number>();
        expectTypeOf(args.nothing).toEqualTypeOf<string | null>();
      },
    });
  });
});

describe('subcommands', () => {
  test('each handler in the record gets its own arguments, in both forms', () => {
    defineCommand({
      description: 'Calendar',
      subcommands: {
        events: {
          description: 'List',
          arguments: [
            { name: '--today', type: 'flag' },
            { name: '--max', type: 'integer', default: 10 },
          ],
          handler: (args) => {
            expectTypeOf(args.today).toEqualTypeOf<boolean>();
            expectTypeOf(args.max).toEqualTypeOf<number>();
          },
        },
        create: {
          description: 'Create',
          args: { title: arg(z.string()), guests: arg(z.array(z.string()).optional()) },
          handler: (args) => {
            expectTypeOf(args.title).toEqualTypeOf<string>();
            expectTypeOf(args.guests).toEqualTypeOf<string[] | undefined>();
          },
        },
      },
    });
  });

  test('deeper ones get theirs from a defineCommand of their own', () => {
    const add = defineCommand({
      description: 'Add a filter',
      arguments: [{ name: '--from', type: 'string', required: true }],
      handler: (args) => expectTypeOf(args.from).toEqualTypeOf<string>(),
    });
    defineCommand({ description: 'Mail', subcommands: { filters: { description: 'Filters', subcommands: { add } } } });
    defineCommand({
      description: 'Mail',
      subcommands: { filters: { description: 'Filters', subcommands: [{ ...add, name: 'add' }] } },
    });
  });
});

test('the context is typed, and a dry run gets the same arguments', () => {
  defineCommand({
    description: 'Delete',
    danger: 'destructive',
    arguments: [{ name: 'id', type: 'integer', required: true }],
    handler: (_, context) => {
      expectTypeOf(context).toEqualTypeOf<Context>();
      expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(context.dryRun).toEqualTypeOf<boolean>();
    },
    dryRun: (args) => expectTypeOf(args.id).toEqualTypeOf<number>(),
  });
});

test('a handler may be a generator', () => {
  defineCommand({
    description: 'Stream',
    arguments: [{ name: '--max', type: 'integer', default: 3 }],
    handler: async function* ({ max }) {
      expectTypeOf(max).toEqualTypeOf<number>();
      yield max;
    },
  });
});

test('what a context takes and gives has a name', () => {
  type Got<Name extends keyof Context> = Context[Name] extends (...rest: never) => infer Result
    ? Awaited<Result>
    : never;
  expectTypeOf<Parameters<Context['spawn']>[2]>().toEqualTypeOf<SpawnOptions | undefined>();
  expectTypeOf<Parameters<Context['pipeline']>[0]>().toEqualTypeOf<readonly PipelineStage[]>();
  expectTypeOf<Parameters<Context['lock']>[1]>().toEqualTypeOf<LockOptions | undefined>();
  expectTypeOf<Parameters<Context['writeFile']>[2]>().toEqualTypeOf<WriteFileOptions | undefined>();
  expectTypeOf<Got<'spawn'>>().toEqualTypeOf<SpawnResult>();
  expectTypeOf<Got<'pipeline'>>().toEqualTypeOf<SpawnResult>();
  expectTypeOf<Got<'openUrl'>>().toEqualTypeOf<UrlToOpen>();
  expectTypeOf<Got<'settings'>>().toEqualTypeOf<Settings>();
  expectTypeOf<Got<'writeSettings'>>().toEqualTypeOf<WrittenSettings>();
});

test('several things have the type of what is made of one', () => {
  defineCommand({
    description: 'Several',
    handler: async (_, context) => {
      const told = await context.items(['a', 'b'], async (item, index) => ({ item, index }));
      expectTypeOf(told).toEqualTypeOf<ItemsResult<{ item: string; index: number }>>();
    },
  });
});

test('bare schemas of several libraries are arguments, too', () => {
  defineCommand({
    description: 'Bare',
    args: { name: z.string(), age: v.pipe(v.string(), v.transform(Number)), tag: arg(z.string().array()) },
    handler: (args) => {
      expectTypeOf(args.name).toEqualTypeOf<string>();
      expectTypeOf(args.age).toEqualTypeOf<number>();
      expectTypeOf(args.tag).toEqualTypeOf<string[]>();
    },
  });
});
