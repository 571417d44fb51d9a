import { expect, test } from 'vitest';
import { formatTsv } from './format-tsv.js';

test.each([
  [
    'a list of objects',
    [
      { id: 1, a: 'x' },
      { id: 2, b: [1] },
    ],
    ['id\ta\tb', '1\tx\t', '2\t\t[1]'],
  ],
  ['an object', { id: 1, name: null }, ['id\t1', 'name\t']],
  ['a list', ['a', 2, true], ['a', '2', 'true']],
  ['an empty list', [], []],
  ['a scalar', 'text', ['text']],
  ['nothing', null, []],
])('%s', (_, data, lines) => {
  expect(formatTsv(data)).toEqual(lines);
});

test('what is in a field cannot end it', () => {
  expect(formatTsv([{ 'a\tb': 'c\td\ne\r\\' }])).toEqual(['a\\tb', 'c\\td\\ne\\r\\\\']);
});
