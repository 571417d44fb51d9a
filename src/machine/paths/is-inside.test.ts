import { expect, test } from 'vitest';
import { isInside, pathWithin } from './is-inside.js';

test.each([
  ['/a/b', '/a/b', ''],
  ['/a/b/c', '/a/b', 'c'],
  ['/a/b/c', '/a/b/', 'c'],
  ['/a/b/..c/d', '/a/b', '..c/d'],
  ['/a/b', '/', 'a/b'],
  ['/', '/', ''],
  ['/a/bc', '/a/b', undefined],
  ['/a', '/a/b', undefined],
  ['/', '/a', undefined],
  ['/a/b/../c', '/a/b', undefined],
  ['b', '/a', undefined],
  ['/a', '', undefined],
])('%s in %s: %s', (path, directory, expected) => {
  expect(pathWithin(path, directory)).toBe(expected);
  expect(isInside(path, directory)).toBe(expected !== undefined);
});

test('a name is inside of nothing, also where it would be found in the current directory', () => {
  expect(isInside('git', process.cwd())).toBe(false);
});
