import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTokens, cutToTokens } from './token-budget.js';

test.each([
  ['', 0],
  ['four', 1],
  ['fours', 2],
  ['{"a":1}', 7],
  ['größe', 4],
  ['😀', 1],
])('%j is %d tokens', (text, count) => {
  expect(countTokens(text)).toBe(count);
});

test('windows next to each other are the whole text, and none is larger than it may be', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), (text, limit) => {
      let offset: number | null = 0;
      let read = '';
      while (offset !== null) {
        const part = cutToTokens(text, offset, limit);
        expect(part.window.returned).toBeLessThanOrEqual(limit);
        expect(part.window.total).toBe(countTokens(text));
        read += part.text;
        offset = part.window.next_offset;
      }
      expect(read).toBe(text);
    }),
  );
});

test('behind the end there is nothing', () => {
  expect(cutToTokens('abcd', 9, 5)).toEqual({
    text: '',
    window: { total: 1, offset: 9, returned: 0, next_offset: null },
  });
});
