import { expect, test } from 'vitest';
import { readChoice } from './ask-yes.js';

test.each([
  ['y', 'yes'],
  [' Yes ', 'yes'],
  ['q', 'quit'],
  ['quit', 'quit'],
  ['', 'no'],
  ['n', 'no'],
  ['yep', 'no'],
])('%j is a %s', (text, choice) => {
  expect(readChoice(text)).toBe(choice);
});
