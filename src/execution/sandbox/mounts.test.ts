import { expect, test } from 'vitest';
import { inOrder, isWithin } from './mounts.js';

test('of several mounts for one path the strictest counts', () => {
  expect(
    inOrder([
      { kind: 'protected', path: '/w/handles' },
      { kind: 'pinned', path: '/w/handles' },
      { kind: 'writable', path: '/w' },
      { kind: 'private', path: '/w' },
    ]),
  ).toEqual([
    { kind: 'writable', path: '/w' },
    { kind: 'protected', path: '/w/handles' },
  ]);
});

test.each([
  ['/w', '/w', true],
  ['/w/a', '/w', true],
  ['/w/..a', '/w', true],
  ['/wide', '/w', false],
  ['/', '/w', false],
  ['/w', '/', true],
])('%s is within %s: %s', (path, directory, expected) => {
  expect(isWithin(path, directory)).toBe(expected);
});
