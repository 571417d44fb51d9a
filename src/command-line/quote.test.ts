import { expect, test } from 'vitest';
import { quoteWord, quoteWords } from './quote.js';

test.each([
  ['plain', 'plain'],
  ['2026-02-02T10:00:00+01:00', '2026-02-02T10:00:00+01:00'],
  ['--max=10', '--max=10'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", String.raw`'it'\''s'`],
  ['$HOME', "'$HOME'"],
  ['~', "'~'"],
  ['a\nb', "'a\nb'"],
  ['größe', "'größe'"],
])('%j is typed as %s', (word, typed) => {
  expect(quoteWord(word)).toBe(typed);
});

test('words become one line', () => {
  expect(quoteWords(['gmail', 'send', '--subject', 'Hello, world', ''])).toBe("gmail send --subject 'Hello, world' ''");
  expect(quoteWords([])).toBe('');
});
