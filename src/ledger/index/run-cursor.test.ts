import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNewer, type RunCursor, readCursor, writeCursor } from './run-cursor.js';

const cursors = fc.record({ createdAt: fc.maxSafeInteger(), run: fc.string({ unit: 'grapheme' }), chain: fc.nat() });

test('a cursor is read as it was written', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    }),
  );
});

test('of two runs one is newer, unless they are the same', () => {
  fc.assert(
    fc.property(cursors, cursors, (left, right) => {
      const isSame = writeCursor(left) === writeCursor(right);
      expect([isNewer(left, right), isNewer(right, left)].filter(Boolean)).toHaveLength(isSame ? 0 : 1);
    }),
  );
});

test('the time counts first, then the name by its bytes, then the chain', () => {
  const cursor = (createdAt: number, run: string, chain: number): RunCursor => ({ createdAt, run, chain });
  const inOrder = [cursor(2, 'a', 1), cursor(1, '\u{1f600}', 1), cursor(1, '\uffee', 2), cursor(1, '\uffee', 1)];
  const sorted = inOrder.toReversed().sort((left, right) => (isNewer(left, right) ? -1 : 1));
  expect(sorted).toEqual(inOrder);
});
