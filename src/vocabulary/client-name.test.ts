import { expect, test } from 'vitest';
import { clientName } from './client-name.js';

test.each([
  ['claude-code', '2.1.0', 'claude-code 2.1.0'],
  ['Visual Studio Code', '1.99', 'Visual Studio Code 1.99'],
  ['codex', undefined, 'codex'],
  [undefined, '1', undefined],
  [7, {}, undefined],
  [' \n ', '1', undefined],
  ['a\x1b[2J\nb\u202e\ud800', '1\0', 'a [2J b 1'],
  ['x'.repeat(1_000_000), '9'.repeat(50), `${'x'.repeat(63)}… ${'9'.repeat(31)}…`],
  ['日'.repeat(64), '', '日'.repeat(64)],
])('a client that says %.20j and %.20j', (name, version, expected) => {
  expect(clientName(name, version)).toBe(expected);
});
