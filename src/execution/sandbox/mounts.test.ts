import { expect, test } from 'vitest';
import { inOrder } from './mounts.js';

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
