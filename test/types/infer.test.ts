import { defineCommand } from 'cmdgate';
import { expectTypeOf, test } from 'vitest';

test('x', () => {
  defineCommand({
    description: 'a',
    arguments: [{ name: '--max', type: 'integer', default: 10, validate: (max: number) => max >= 1 || 'must' }],
    handler: (args) => expectTypeOf(args.max).toEqualTypeOf<number>(),
  });
  defineCommand({
    description: 'a',
    subcommands: {
      b: {
        description: 'b',
        arguments: [{ name: '--max', type: 'integer', default: 10, validate: (max: number) => max >= 1 }],
        handler: (args) => expectTypeOf(args.max).toEqualTypeOf<number>(),
      },
    },
  });
  defineCommand({
    description: 'a',
    subcommands: {
      b: {
        description: 'b',
        arguments: [{ name: '--max', type: 'integer', default: 10, validate: (max) => Number(max) >= 1 }],
        handler: (args) => expectTypeOf(args.max).toEqualTypeOf<number>(),
      },
    },
  });
  defineCommand({
    description: 'a',
    subcommands: {
      b: {
        description: 'b',
        arguments: [{ name: '--max', type: 'integer', default: 10 }],
        handler: (args) => expectTypeOf(args.max).toEqualTypeOf<number>(),
      },
      c: { description: 'b', subcommands: { d: { description: 'x', handler: (args) => args } } },
      e: {
        description: 'b',
        arguments: [
          { name: '--to', type: 'array', items: 'integer', required: true },
          { name: '--k', type: 'string', enum: ['a', 'b'] },
          { name: 'names', type: 'string', variadic: true },
        ],
        handler: (args) => {
          expectTypeOf(args.to).toEqualTypeOf<number[]>();
          expectTypeOf(args.k).toEqualTypeOf<'a' | 'b' | undefined>();
          expectTypeOf(args.names).toEqualTypeOf<string[] | undefined>();
        },
      },
    },
  });
});
