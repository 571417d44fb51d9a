import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPattern } from './file-pattern.js';

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', '.ts', false],
  ['.*', '.env', true],
  ['*', '.env', false],
  ['?', 'ä', true],
  ['?', '😀', true],
  ['?', '', false],
  ['a?c', 'abc', true],
  ['[ab].ts', 'b.ts', true],
  ['[!ab].ts', 'b.ts', false],
  ['[^ab].ts', 'c.ts', true],
  ['[a-c]', 'b', true],
  ['[]x]', ']', true],
  ['[*]', '*', true],
  ['[*]', 'a', false],
  ['[a-]', '-', true],
  ['**', 'abc', true],
  ['*b*d*', 'abcde', true],
  ['*b*d*', 'adcbe', false],
])('the pattern %s and the name %j: %j', (pattern, name, matches) => {
  expect(readPattern(pattern)?.matches(name)).toBe(matches);
});

test.each([['plain.ts'], ['[unclosed'], ['[[:alpha:]]'], ['a]'], ['\\n']])('%s is a plain name', (name) => {
  expect(readPattern(name)).toBeUndefined();
});

test('it matches what a shell matches', () => {
  const character = fc.constantFrom(...'ab-');
  const part = fc.oneof(character, fc.constantFrom('*', '?', '[ab]', '[!a]', '[a-b]', '[!-]', '[]a]', '[', ']'));
  const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  const name = fc.string({ unit: character, minLength: 1, maxLength: 6 });
  const pairs = fc.sample(fc.tuple(pattern, name), { numRuns: 3_000, seed: 1 });
  const script = 'while read -r p && read -r n; do case "$n" in $p) echo true;; *) echo false;; esac; done';
  const { stdout } = spawnSync('bash', ['-c', script], {
    input: pairs.flat().join('\n').concat('\n'),
    encoding: 'utf8',
  });
  const expected = stdout.trimEnd().split('\n');

  const found = pairs.map(([text, one]) => String(readPattern(text)?.matches(one) ?? text === one));

  expect(pairs.map((pair, at) => [...pair, found[at]])).toEqual(pairs.map((pair, at) => [...pair, expected[at]]));
});

test('a pattern that is made to take long does not', () => {
  const pattern = readPattern(`${'*a'.repeat(100)}b`);

  expect(pattern?.matches('a'.repeat(255))).toBe(false);
});
