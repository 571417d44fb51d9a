import { expect, test } from 'vitest';
import { holdsSecret, redactArguments, secretWords } from './redact-arguments.js';

test.each([
  [['status', '--short'], false],
  [['-m', 'a longer message about a password'], false],
  [['--page-token', 'abc'], false],
  [['x', '--db-password', 'abc'], true],
  [['x --token y'], true],
  [['https://me:abc@example.com'], true],
  [['ghp_0123456789abcdefghij'], true],
])('%j holds a secret: %s', (words, expected) => {
  expect(holdsSecret(words, [])).toBe(expected);
});

test('a declared secret counts wherever it stands, and an empty one nowhere', () => {
  expect(holdsSecret(['--with=abc'], ['', 'abc'])).toBe(true);
  expect(holdsSecret(['--with=abc'], [''])).toBe(false);
});

test('words without secrets stay the same list', () => {
  const words = ['push', 'origin', 'a-rather-long-branch-name'];

  expect(redactArguments(words, [])).toBe(words);
  expect(secretWords(words, [])).toEqual([]);
});

test('a value that is secret only by its option is known by itself', () => {
  expect(secretWords(['--token', 'abc', '--secret=def', 'x'], [])).toEqual(['abc']);
});
