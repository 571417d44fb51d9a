import { expect, test } from 'vitest';
import { pageOf } from './list-pages.js';

const numbers = Array.from({ length: 450 }, (_, index) => index);

test('a long list is given in pages, each with the cursor of the next', () => {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = pageOf(numbers, cursor, 'tools');
    pages.push(items);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(pages.flat()).toEqual(numbers);
});

test('a page is no longer than a client can take, and has one item at least', () => {
  const long = ['a'.repeat(60_000), 'b'.repeat(60_000), 'c'.repeat(200_000)];
  const first = pageOf(long, undefined, 'tools');
  expect(first.items).toHaveLength(1);
  const second = pageOf(long, first.nextCursor, 'tools');
  expect(pageOf(long, second.nextCursor, 'tools')).toEqual({ items: [long[2]] });
});

test('an empty list is one page', () => {
  expect(pageOf([], undefined, 'resources')).toEqual({ items: [] });
});

test.each([
  ['nonsense', 'page-2'],
  ['empty', ''],
  ['a number', 200],
  ['of another list', pageOf(numbers, undefined, 'resources').nextCursor],
  ['beyond the end', Buffer.from('tools:450').toString('base64url')],
  ['written otherwise', `${pageOf(numbers, undefined, 'tools').nextCursor}=`],
])('a cursor that is %s is unknown', (_, cursor) => {
  expect(() => pageOf(numbers, cursor, 'tools')).toThrow('Unknown cursor. List the tools without a cursor');
});
