import { expect, test } from 'vitest';
import { nameProgram } from './name-program.js';

test.each([
  ["Run 'help orders' for available commands", "Run 'shop help orders' for available commands"],
  [
    "run 'help <prefix>*', or 'help --search <words>'",
    "run 'shop help \"<prefix>*\"', or 'shop help --search <words>'",
  ],
  ["Did you mean 'help' or 'runs'?", "Did you mean 'help' or 'runs'?"],
  ["Use 'shop orders list'", "Use 'shop orders list'"],
])('%s', (text, expected) => {
  expect(nameProgram(text, 'shop')).toBe(expected);
});
