import { expect, test } from 'vitest';
import { isInside } from './is-inside.js';

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b/c', '/a/b', true],
  ['/a/bc', '/a/b', false],
  ['/a', '/a/b', false],
  ['/a/b', '/', true],
  ['/', '/', true],
])('%s in %s: %s', (path, directory, expected) => {
  expect(isInside(path, directory)).toBe(expected);
});
