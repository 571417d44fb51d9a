import { expect, test } from 'vitest';
import { pathCandidates, withoutScheme } from './path-candidates.js';

test.each([
  ['file:///a/%2e%2e/b', '/a/../b'],
  ['file:///a%2Fb', '/a/b'],
  // One escape that is wrong is left as it is, and the others count.
  ['file:///%zz/%2e%2e/b', '/%zz/../b'],
  ['file:///%2e%2e/b%', '/../b%'],
  ['file:///%2e%2e/b%2', '/../b%2'],
  ['file:///%%2e%2e/b', '/%../b'],
  ['file:///%C3%A4/%ff%2e', '/ä/�.'],
  // What comes out of an escape is not read again.
  ['file:///%252e', '/%2e'],
  ['file://localhost/a%20b', '/a b'],
  ['file:a%2fb', 'a/b'],
  ['FILE:///%2E', '/.'],
  ['/a/%2e%2e', '/a/%2e%2e'],
  ['https://example.com/%2e', undefined],
])('an address and the path in it: %s', (text, path) => {
  expect(withoutScheme(text)).toBe(path);
});

test('an escape that is wrong hides no path of an argument that nothing is known about', () => {
  expect(pathCandidates('--input=file:///%zz/%2e%2e/b')).toContain('/%zz/../b');
  expect(pathCandidates('@file:///%2e%2e/b%')).toContain('/../b%');
  expect(pathCandidates('--data=@file:///%2e%2e/b%zz')).toContain('/../b%zz');
});
