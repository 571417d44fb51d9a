import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareValues } from './total-order.js';
import type { Value } from './value.js';

test('types come in their order, and values in theirs', () => {
  const ordered: (Value | undefined)[] = [
    ...[undefined, null, false, true, Number.NEGATIVE_INFINITY, -1, 0, 2, Number.POSITIVE_INFINITY, Number.NaN],
    ...['', 'A', 'a', 'aa', '\uff5e', '\u{10000}'],
    ...[[], [1], [1, 2], [2]],
    ...[{}, { a: 1 }, { a: 1, b: 1 }, { a: 2 }, { b: 0 }],
  ];
  for (const [left, one] of ordered.entries()) {
    for (const [right, other] of ordered.entries()) {
      expect(Math.sign(compareValues(one, other))).toBe(Math.sign(left - right));
    }
  }
  expect(compareValues(-0, 0)).toBe(0);
  expect(compareValues({ b: 1, a: 2 }, { a: 2, b: 1 })).toBe(0);
});

test('it is a total order', () => {
  const value = fc.jsonValue() as fc.Arbitrary<Value>;
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(compareValues(a, b))).toBe(0 - Math.sign(compareValues(b, a)));
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('strings compare as their code points do', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareValues(a, b))).toBe(Math.sign(Buffer.from(a).compare(Buffer.from(b))));
    }),
  );
});
