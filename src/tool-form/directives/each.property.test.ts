import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode, render } from '../test-helpers.js';

/** Whatever an item is, null and what is false too, it is that item and nothing else. */
const items = fc.array(
  fc.oneof(fc.constantFrom(null, 0, '', false, 'null'), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<unknown>,
  { maxLength: 5 },
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('an item hides the argument of its name, whatever it is', () => {
  fc.assert(
    fc.property(items, (list) => {
      const values = plain({ list, x: 'outer', y: 'other' });
      const each = (value: unknown) => ({ $each: '$.list[*]', $as: 'x', $value: value });

      expect(render(each({ $: 'x' }), values)).toEqual(plain(list));
      expect(render(each({ $: '$.x' }), values)).toEqual(plain(list));
      expect(render(each({ $: "$['x']" }), values)).toEqual(plain(list));
      expect(render(each({ $: '$' }), values)).toEqual(plain(list.map((x) => ({ list, x, y: 'other' }))));
      expect(render(each({ $if: 'x', $then: 'there', $else: 'gone' }), values)).toEqual(list.map(() => 'there'));
      expect(render(each({ $if: 'x == null', $then: 'null', $else: '' }), values)).toEqual(
        list.map((item) => (item === null ? 'null' : '')),
      );
      expect(render({ $each: { $: 'list' }, $as: 'x', $value: { $: 'x' } }, values)).toEqual(plain(list));
    }),
  );
});

test('an item is kept inside of another loop, and behind one of the same name', () => {
  fc.assert(
    fc.property(items, items, (outer, inner) => {
      const values = plain({ outer, inner, x: 'argument' });
      const loop = (list: string, name: string, value: unknown) => ({
        $each: `$.${list}[*]`,
        $as: name,
        $value: value,
      });

      expect(render(loop('outer', 'x', loop('inner', 'y', [{ $: 'x' }, { $: 'y' }])), values)).toEqual(
        plain(outer.map((x) => inner.map((y) => [x, y]))),
      );
      expect(render(loop('outer', 'x', loop('inner', 'x', { $: 'x' })), values)).toEqual(plain(outer.map(() => inner)));
    }),
  );
});

test('null is written as null, and for a program it is nothing', () => {
  const values = { list: [null, 'a'], x: 'secret' };

  expect(render({ $each: '$.list[*]', $as: 'x', $value: '<{{x}}>' }, values)).toEqual(['<null>', '<a>']);
  expect(render({ $each: '$.list[*]', $as: 'x', $key: 'k-{{x}}', $value: { $: 'x' } }, values)).toEqual({
    'k-null': null,
    'k-a': 'a',
  });
  expect(encode({ $each: '$.list[*]', $as: 'x', $value: { '--x': { $: 'x' } } }, values)).not.toContain('secret');
});
