import { expect, expectTypeOf, test } from 'vitest';
import { fits, readShape } from './read-shape.js';
import {
  choice,
  defaultsOf,
  described,
  either,
  flag,
  integer,
  list,
  named,
  object,
  oneOrMore,
  own,
  text,
  trueOrFalse,
  type ValueOf,
} from './shape.js';
import { toSchemaDocument } from './to-json-schema.js';
import { toKeyTable } from './to-key-table.js';

const word = described('One word.', text({ what: 'a word', pattern: '^[a-z]+$', maxLength: 5, example: 'tea' }));

const order = object(
  {
    drink: word,
    size: choice(['small', 'large']),
    cups: integer(1, 12_000, 2_000, 'How many.'),
    sugar: flag(false, 'Whether it is sweet.'),
    guests: list(word, { minItems: 1, maxItems: 3 }),
    notes: oneOrMore(word),
    prices: named({ pattern: '^[a-z]+$', maxLength: 4 }, integer(0, 9, 'free', 'In coins.')),
    tray: either((value) => typeof value === 'boolean', trueOrFalse, object({ color: word }, { what: 'a tray' })),
  },
  { what: 'an order', required: ['drink'] },
);

function problemsOf(value: unknown) {
  const problems: string[] = [];
  const read = readShape(order, value, [], (path, { part, message, fix }) => {
    problems.push(`${path.join('.')}${part ? ` (${part})` : ''}: ${message} ${fix}`);
  });
  return { read, problems };
}

test('what fits is read, in the order of the description, and one of several becomes a list', () => {
  const { read, problems } = problemsOf({ notes: 'hot', tray: { color: 'red' }, drink: 'tea', prices: { tea: 3 } });

  expect(problems).toEqual([]);
  expect(JSON.stringify(read)).toBe('{"drink":"tea","notes":["hot"],"prices":{"tea":3},"tray":{"color":"red"}}');
});

test('everything that is wrong is told at once, each at its place, and the rest is read', () => {
  const { read, problems } = problemsOf({
    sizes: 'small',
    size: 'smal',
    cups: 0,
    sugar: 'no',
    guests: ['ann', 5, 'Bob'],
    notes: [],
    prices: { Tea: 1, milk: 10 },
    tray: 'red',
  });

  expect(problems).toEqual([
    'sizes (key): Unknown key "sizes" in an order. Did you mean "size"?',
    ' (key): The key "drink" is missing in an order. Add it, for example: "drink":"tea".',
    'size: Must be one of small, large, not "smal". Did you mean "small"?',
    'cups: Must be a whole number from 1 to 12000, not 0. Write a number in that range, without quotes or units.',
    'sugar: Must be true or false, not text. Fix the value, or remove the key.',
    'guests.1: Must be a word, not a number. Put it in quotes.',
    'guests.2: Must be a word, not "Bob". For example: "tea".',
    'notes: The list must have at least 1, not 0. For example: ["tea"].',
    'prices.Tea (key): "Tea" is not a plain name. Start with a letter, then use letters, digits, "_", "-" and "."; at most 4 characters.',
    'prices.milk: Must be a whole number from 0 to 9, not 10. Write a number in that range, without quotes or units.',
    'tray: Must be a tray, not text. Its keys: color.',
  ]);
  expect(read).toEqual({ guests: ['ann'], prices: {} });
});

test.each([
  [null, 'Must be an order, not empty.'],
  [[], 'Must be an order, not a list.'],
  [new Map(), 'Must be an order, not an instance of a class.'],
])('%j is no object', (value, message) => {
  expect(problemsOf(value).problems).toEqual([expect.stringContaining(message)]);
});

test('a key of every object is none that was given', () => {
  expect(problemsOf(JSON.parse('{"drink":"tea","__proto__":{},"constructor":1}')).problems).toEqual([
    '__proto__ (key): Unknown key "__proto__" in an order. The keys are: drink, size, cups, sugar, guests, notes, prices, tray.',
    'constructor (key): Unknown key "constructor" in an order. The keys are: drink, size, cups, sugar, guests, notes, prices, tray.',
  ]);
});

test('what may be a secret is never shown', () => {
  const token = text({ what: 'a name', pattern: '^env:', example: 'env:A', secret: () => 'Write env:A.' });
  const told: unknown[] = [];
  for (const value of ['hunter2', 42, ['hunter2']]) readShape(token, value, [], (_, problem) => told.push(problem));

  expect(told).toEqual(Array.from({ length: 3 }, () => ({ message: 'Must be a name.', fix: 'Write env:A.' })));
});

test('an open object may be of a class, and its other keys mean nothing', () => {
  class Given {
    drink = 'tea';
    other = 1;
  }
  const open = object({ drink: word }, { open: true });

  expect([fits(open, new Given()), fits(open, { drink: 1 }), fits(open, [])]).toEqual([true, false, false]);
  expect(
    fits(
      own('a function', (value) => typeof value === 'function'),
      Given,
    ),
  ).toBe(true);
});

test('the numbers that hold unless told are known, and nothing else', () => {
  const defaults = defaultsOf(order.keys);

  expect(defaults).toEqual({ cups: 2_000 });
  expectTypeOf(defaults).toEqualTypeOf<{ readonly cups: number }>();
});

test('the type of a value follows from its description', () => {
  expectTypeOf<ValueOf<typeof order>['size']>().toEqualTypeOf<'small' | 'large' | undefined>();
  expectTypeOf<ValueOf<typeof order>['notes']>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<ValueOf<typeof order>['tray']>().toEqualTypeOf<boolean | { readonly color?: string } | undefined>();
});

test('the same description is JSON Schema', () => {
  const drink = { description: 'One word.', type: 'string', pattern: '^[a-z]+$', maxLength: 5, examples: ['tea'] };
  expect(toSchemaDocument('order', order)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'order',
    type: 'object',
    additionalProperties: false,
    required: ['drink'],
    properties: {
      drink,
      size: { enum: ['small', 'large'] },
      cups: { description: 'How many.', type: 'integer', minimum: 1, maximum: 12_000 },
      sugar: { description: 'Whether it is sweet.', type: 'boolean' },
      guests: { type: 'array', items: drink, minItems: 1, maxItems: 3 },
      notes: { anyOf: [drink, { type: 'array', items: drink, minItems: 1, maxItems: 1_000 }] },
      prices: {
        type: 'object',
        propertyNames: { pattern: '^[a-z]+$', maxLength: 4 },
        additionalProperties: { description: 'In coins.', type: 'integer', minimum: 0, maximum: 9 },
      },
      tray: {
        anyOf: [{ type: 'boolean' }, { type: 'object', additionalProperties: false, properties: { color: drink } }],
      },
    },
  });
});

test('… and a table of keys', () => {
  expect(toKeyTable(order).split('\n').slice(2)).toEqual([
    '| `drink` | text |  | One word. |',
    '| `size` | `small`, `large` |  |  |',
    '| `cups` | 1 to 12,000 | 2,000 | How many. |',
    '| `sugar` | `true`, `false` | false | Whether it is sweet. |',
    '| `guests` | list of text |  |  |',
    '| `notes` | text, list of text |  |  |',
    '| `prices` | 0 to 9 by name |  |  |',
    '| `tray` | `true`, `false`, object |  |  |',
    '| `tray.color` | text |  | One word. |',
  ]);
});
