import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMultiple } from './is-multiple.js';
import { compileNow } from './json-schema.js';

test.each([
  [19.99, 0.01, true],
  [0.3, 0.1, true],
  [1.1, 0.1, true],
  [19.995, 0.01, false],
  [3e-7, 1e-7, true],
  [3.5e-7, 1e-7, false],
  [0.0000000001, 1, false],
  [123_456_789_012.35, 0.01, true],
  [123_456_789_012.355, 0.01, false],
  [9_007_199_254_740_991, 3, false],
  [9_007_199_254_740_990, 3, true],
  [1e308, 0.5, true],
  [1e308, 1e-300, true],
  [0, 0.01, true],
  [-19.99, 0.01, true],
  [5e-324, 5e-324, true],
  [7, 2, false],
])('%d as a multiple of %d: %s', (value, divisor, expected) => {
  expect(isMultiple(value, divisor)).toBe(expected);
  expect(compileNow({ multipleOf: divisor })(value).length === 0).toBe(expected);
});

test('whole hundredths are multiples of 0.01, and nothing between them is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (hundredths, thousandths) => {
      expect(isMultiple(Number(`${hundredths}e-2`), 0.01)).toBe(true);
      expect(isMultiple(Number(`${hundredths}${thousandths}e-3`), 0.01)).toBe(false);
    }),
  );
});

test('what is no multiple is told with the divisor', () => {
  expect(compileNow({ multipleOf: 0.01 })(0.005)).toMatchObject([
    { keyword: 'multipleOf', params: { multipleOf: 0.01 } },
  ]);
});
