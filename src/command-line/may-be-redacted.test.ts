import { expect, test } from 'vitest';
import { mayBeRedacted } from './may-be-redacted.js';

test('twelve characters of a token in a row may have to be redacted, eleven never', () => {
  expect(mayBeRedacted('a "abcdefghijkl" b')).toBe(true);
  expect(mayBeRedacted('abcdefghijk lmnopqrstu')).toBe(false);
  expect(mayBeRedacted('A9_.~+/-A9_.')).toBe(true);
  expect(mayBeRedacted('äöüäöüäöüäöüäöü')).toBe(false);
});

test('an address may have to be redacted, however short it is', () => {
  expect(mayBeRedacted('"x://y"')).toBe(true);
  expect(mayBeRedacted('x:/ /y')).toBe(false);
  expect(mayBeRedacted('x//y')).toBe(false);
  expect(mayBeRedacted('//')).toBe(false);
});

test('an option inside a text may have to be redacted, one that is the word itself is looked at elsewhere', () => {
  expect(mayBeRedacted('"a --key b"')).toBe(true);
  expect(mayBeRedacted('---')).toBe(true);
  expect(mayBeRedacted('--key')).toBe(false);
  expect(mayBeRedacted('-a-b')).toBe(false);
});

test('it finds whatever three searches find', () => {
  const bySearching = (word: string) => word.includes('--', 1) || word.includes('://') || /[\w.~+/-]{12}/.test(word);
  const characters = ['-', '/', ':', ' ', 'a', '9', '_', '~', 'é', '"'];
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state;
  };
  for (let count = 0; count < 20_000; count++) {
    const word = Array.from({ length: next() % 20 }, () => characters[next() % 10]).join('');
    expect([word, mayBeRedacted(word)]).toEqual([word, bySearching(word)]);
  }
});
