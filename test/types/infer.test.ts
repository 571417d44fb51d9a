// What TypeScript knows about a handler's arguments. The checker is the test: `npm run types` fails where one is wrong.
import {
  type ArgumentDefinition,
  arg,
  type CommandDefinitions,
  type Context,
  createAcli,
  defineCommand,
  type ItemsResult,
  type LockOptions,
  type PipelineStage,
  type RunCliOptions,
  runCli,
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

  test('validate knows its value, and complete what was typed', () => {
    defineCommand({
      description: 'Checked',
      arguments: [
        {
          name: '--max',
          type: 'integer',
          default: 10,
          validate: (max) => {
            expectTypeOf(max).toEqualTypeOf<number>();
            return max > 0 || 'must be positive';
          },
        },
        { name: '--sort', type: 'string', enum: ['name', 'size'], validate: async (sort) => sort !== 'size' },
        { name: '--to', type: 'string', variadic: true, validate: (to) => to.length < 3 },
        { name: '--city', type: 'string', complete: (typed, { given }) => [typed, String(given.max)] },
        { name: '--old', type: 'string', validate: (old: string) => old !== '' },
      ],
      handler: (args) => {
        expectTypeOf(args).toEqualTypeOf<{
          max: number;
          sort?: 'name' | 'size';
          to?: string[];
          city?: string;
          old?: string;
        }>();
      },
    });
  });

  test('a list that is made elsewhere has its types, too', () => {
    const shared = [{ name: '--max', type: 'integer', default: 1 }] as const;
    const unknown: readonly ArgumentDefinition[] = [{ name: '--max', type: 'integer' }];
    defineCommand({
      description: 'Shared',
      arguments: [...shared, { name: 'id', type: 'string', required: true }],
      handler: (args) => expectTypeOf(args).toEqualTypeOf<{ max: number; id: string }>(),
    });
    defineCommand({
      description: 'Unknown',
      arguments: unknown,
      handler: (args) => expectTypeOf(args.max).toEqualTypeOf<unknown>(),
    });
  });

  test('an object of arguments has their names', () => {
    defineCommand({
      description: 'Record',
      arguments: {
        id: { type: 'string', positional: true, required: true },
        max: { type: 'integer', default: 10, validate: (max) => max > 0 },
        '--since': { type: 'datetime' },
        tag: z.string().optional(),
        rate: arg(z.number(), { short: 'r' }),
      },
      handler: (args) => {
        expectTypeOf(args.id).toEqualTypeOf<string>();
        expectTypeOf(args.max).toEqualTypeOf<number>();
        expectTypeOf(args.since).toEqualTypeOf<string | undefined>();
        expectTypeOf(args.tag).toEqualTypeOf<string | undefined>();
        expectTypeOf(args.rate).toEqualTypeOf<number>();
      },
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

  test('those at any depth have theirs, beside commands that were defined elsewhere', () => {
    const add = defineCommand({
      description: 'Add a filter',
      arguments: [{ name: '--from', type: 'string', required: true }],
      handler: (args) => expectTypeOf(args.from).toEqualTypeOf<string>(),
    });
    defineCommand({
      description: 'Cloud',
      subcommands: {
        add,
        compute: {
          description: 'Machines',
          subcommands: {
            disks: {
              description: 'Disks',
              arguments: [{ name: '--all', type: 'flag' }],
              handler: (args) => expectTypeOf(args).toEqualTypeOf<{ all: boolean }>(),
              subcommands: {
                snapshots: {
                  description: 'Snapshots',
                  subcommands: {
                    add: { ...add, danger: 'safe' },
                    create: {
                      description: 'Create one',
                      danger: 'destructive',
                      arguments: [
                        { name: 'disk', type: 'string', required: true },
                        {
                          name: '--size',
                          type: 'integer',
                          default: 10,
                          minimum: 1,
                          validate: (size) => size % 2 === 0,
                        },
                        { name: '--rate', type: 'number' },
                        { name: '--mode', type: 'string', enum: ['fast', 'slow'], required: true },
                        { name: '--labels', type: 'object', required: true },
                        { name: '--ids', type: 'array', items: 'integer' },
                        { name: '--at', type: 'datetime' },
                        { name: '--from', type: 'path', mustExist: 'file' },
                        { name: '--sure', type: 'boolean' },
                      ],
                      handler: async (args, context) => {
                        expectTypeOf(context).toEqualTypeOf<Context>();
                        expectTypeOf(args).toEqualTypeOf<{
                          disk: string;
                          size: number;
                          rate?: number;
                          mode: 'fast' | 'slow';
                          labels: Record<string, unknown>;
                          ids?: number[];
                          at?: string;
                          from?: string;
                          sure?: boolean;
                        }>();
                      },
                      dryRun: ({ mode }) => expectTypeOf(mode).toEqualTypeOf<'fast' | 'slow'>(),
                      confirm: ({ disk }) => {
                        expectTypeOf(disk).toEqualTypeOf<string>();
                        return `Remove ${disk}?`;
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
  });

  test('those of a list have theirs', () => {
    defineCommand({
      description: 'Mail',
      subcommands: [
        {
          name: 'filters',
          description: 'Filters',
          subcommands: [
            {
              name: 'add',
              description: 'Add',
              arguments: [{ name: '--from', type: 'string', required: true }],
              handler: ({ from }) => expectTypeOf(from).toEqualTypeOf<string>(),
            },
          ],
        },
        { name: 'send', description: 'Send', args: { to: z.email() }, handler: ({ to }) => to.length },
      ],
    });
  });
});

test('commands that are written where they are used have theirs', () => {
  // Never called: it is the compiler that reads it.
  const start = async (loaded: CommandDefinitions): Promise<void> => {
    createAcli({
      orders: {
        description: 'Orders',
        subcommands: {
          list: {
            description: 'List',
            arguments: [{ name: '--max', type: 'integer', default: 10 }],
            handler: ({ max }) => expectTypeOf(max).toEqualTypeOf<number>(),
          },
        },
      },
    });
    createAcli([
      { name: 'now', description: 'Now', handler: (args) => expectTypeOf(args).toEqualTypeOf<Record<never, never>>() },
    ]);
    createAcli(loaded);
    await runCli({
      name: 'shop',
      commands: {
        orders: { description: 'Orders', load: () => import('node:path') },
        list: {
          description: 'List',
          args: { max: z.int() },
          handler: ({ max }, { signal }) => {
            expectTypeOf(max).toEqualTypeOf<number>();
            expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          },
        },
      },
    });
    await runCli({ name: 'shop', commands: loaded });
    await runCli({ name: 'shop', commands: async () => loaded });
    await runCli({ name: 'shop', commands: async () => ({ default: loaded }) });
    const options: RunCliOptions = { name: 'shop', commands: loaded };
    await runCli(options);
  };
  expectTypeOf(start).returns.resolves.toBeVoid();
});

test('a handler returns what its output schema describes', () => {
  const outputSchema = z.object({ invited: z.number(), to: z.array(z.string()).optional() });
  const to: readonly string[] = ['a@example.com'];
  defineCommand({ description: 'Now', outputSchema, handler: () => ({ invited: 1, to }) });
  defineCommand({
    description: 'Later',
    outputSchema,
    handler: async (_, { log }) => ({ invited: 1, more: log('a') }),
  });
  defineCommand({
    description: 'As a stream',
    outputSchema,
    handler: async function* () {
      yield { invited: 1 };
    },
  });
  defineCommand({ description: 'Of JSON Schema', outputSchema: { type: 'object' }, handler: () => ({ any: 'thing' }) });
  // @ts-expect-error it is a number
  defineCommand({ description: 'Wrong', outputSchema, handler: () => ({ invited: '1' }) });
  // @ts-expect-error it is a number
  defineCommand({ description: 'Wrong', outputSchema, handler: async (_, { log }) => ({ invited: log('a') }) });
  // @ts-expect-error it says nothing
  defineCommand({ description: 'Wrong', outputSchema, handler: (_args, _context) => undefined });
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

describe('one schema for the whole input', () => {
  test('the handler gets what it returns, and names of properties are known', () => {
    defineCommand({
      description: 'Whole',
      danger: 'destructive',
      input: z
        .object({ id: z.string(), count: z.number().default(1), at: z.coerce.date().optional() })
        .refine(({ count }) => count > 0),
      positional: ['id'],
      details: { count: { short: 'n' } },
      handler: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; count: number; at?: Date | undefined }>();
      },
      dryRun: ({ id }) => id.length,
      confirm: ({ id }) => `Remove ${id}?`,
      subcommands: {
        valibot: {
          description: 'Valibot',
          input: v.object({ ids: v.array(v.string()) }),
          positional: ['ids'],
          handler: ({ ids }) => expectTypeOf(ids).toEqualTypeOf<string[]>(),
        },
        json: {
          description: 'JSON Schema',
          input: { type: 'object', properties: { id: { type: 'string' } } },
          positional: ['id'],
          handler: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
        },
      },
    });
  });

  test('other names, other ways to describe arguments and other values are errors', () => {
    const input = z.object({ id: z.string() });
    // @ts-expect-error: there is no such property
    defineCommand({ description: 'Name', input, positional: ['ide'], handler: () => 1 });
    // @ts-expect-error: there is no such property
    defineCommand({ description: 'Name', input, details: { ide: {} }, handler: () => 1 });
    // @ts-expect-error: it excludes args
    defineCommand({ description: 'Both', input, args: { id: z.string() }, handler: () => 1 });
    // @ts-expect-error: it excludes arguments
    defineCommand({ description: 'Both', input, arguments: [{ name: 'id', type: 'string' }], handler: () => 1 });
    // @ts-expect-error: the handler would get no object
    defineCommand({ description: 'Text', input: z.string(), handler: () => 1 });
  });
});
