import { expect, test } from 'vitest';
import { covers, matches, readPattern } from './command-pattern.js';

function pattern(text: string) {
  const read = readPattern(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test.each([
  ['gmail', { text: 'gmail', words: ['gmail'], below: false }],
  ['gmail delegates', { text: 'gmail delegates', words: ['gmail', 'delegates'], below: false }],
  ['gmail *', { text: 'gmail *', words: ['gmail'], below: true }],
  ['x-my_tool *', { text: 'x-my_tool *', words: ['x-my_tool'], below: true }],
  ['*', { text: '*', words: [], below: true }],
])('%s', (text, expected) => {
  expect(readPattern(text)).toEqual(expected);
});

test.each([
  '',
  ' ',
  'gmail  send',
  ' gmail',
  'gmail ',
  '* gmail',
  'gmail*',
  'gm?il',
  'gmail * send',
  '**',
  '--all',
  'gmail\tsend',
])('%j is no pattern, and the message says how to write one', (text) => {
  expect(readPattern(text)).toBe(
    `${JSON.stringify(text)} is not a command pattern: use words separated by single spaces, with "*" only at the end`,
  );
});

test.each<[string, string, { matches: boolean; covers: boolean }]>([
  ['gmail', 'gmail', { matches: true, covers: true }],
  ['gmail', 'gmail send', { matches: false, covers: true }],
  ['gmail *', 'gmail', { matches: true, covers: true }],
  ['gmail *', 'gmail send', { matches: true, covers: true }],
  ['gmail *', 'gmail filters add', { matches: true, covers: true }],
  ['gmail *', 'gmailx send', { matches: false, covers: false }],
  ['gmail send', 'gmail', { matches: false, covers: false }],
  ['gmail send', 'gmail sent', { matches: false, covers: false }],
  ['gmail send', 'drive send', { matches: false, covers: false }],
  ['Gmail', 'gmail', { matches: false, covers: false }],
  ['*', 'anything at all', { matches: true, covers: true }],
])('"%s" and "%s"', (text, path, expected) => {
  const words = path.split(' ');
  expect({ matches: matches(pattern(text), words), covers: covers(pattern(text), words) }).toEqual(expected);
});
