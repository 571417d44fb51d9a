import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isMarked } from './is-started-by-gate.js';

const limitsOf = (locks: string) =>
  `Limit  Soft Limit  Hard Limit  Units\nMax file locks            ${locks}   unlimited  locks\n`;

test.each([
  ['unlimited', false],
  ['0', false],
  ['65536', false],
  [`${(1n << 61n) - 1n}`, false],
  [`${1n << 61n}`, true],
  [`${(1n << 62n) - 1n}`, true],
  [`${1n << 62n}`, false],
])('a limit of %s file locks is a mark: %s', (locks, marked) => {
  expect(isMarked(limitsOf(locks))).toBe(marked);
});

test.each([
  ['unlimited', `${(1n << 62n) - 1n}`],
  ['0', '0'],
  ['1024', '65536'],
])('a hard limit is one, whatever it was lowered to: %s, %s', (soft, hard) => {
  expect(isMarked(`Max file locks            ${soft}   ${hard}  locks\n`)).toBe(true);
});

test('a system that does not tell has no marks', () => {
  expect(isMarked('')).toBe(false);
});

test.runIf(existsSync('/usr/bin/prlimit'))('what a marked process starts is recognised', () => {
  const limits = execFileSync('/usr/bin/prlimit', [`--locks=${(1n << 61n) + 12345n}:`, 'cat', '/proc/self/limits'], {
    encoding: 'latin1',
  });
  expect(isMarked(limits)).toBe(true);
});
