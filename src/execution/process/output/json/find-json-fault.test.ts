import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault } from './find-json-fault.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['', 'The text ends too early', 1, 1],
  ['[1, 2', 'The text ends too early', 1, 6],
  ['{"é": 1\n "b": 2}', 'Expected "," or "}"', 2, 2],
  ['[1,]', 'Expected a value', 1, 4],
  ['{"a":1,}', 'Expected a name in double quotes', 1, 8],
  ["{'a':1}", 'Expected a name in double quotes', 1, 2],
  ['{"a" 1}', 'Expected ":"', 1, 6],
  ['"a\tb"', 'A control character in a string must be escaped', 1, 3],
  ['"a\\x"', 'This is not a JSON escape', 1, 3],
  ['[1, "abc]', 'A string is not closed', 1, 5],
  ['{} {}', 'There is more text after the end of the JSON', 1, 4],
  ['01', 'There is more text after the end of the JSON', 1, 2],
  ['[NaN]', 'Expected a value', 1, 2],
])('what is wrong with %j is told with its place', (text, message, line, column) => {
  expect(findJsonFault(text)).toEqual({ message, line, column });
});

test('a text has a fault exactly when it cannot be parsed', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    'u00e9',
    '0',
    '-',
    '1.5',
    'e3',
    '.',
    'true',
    'null',
    ' ',
    '\n',
    '\t',
    'é',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.json(),
      ),
      (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      },
    ),
    { numRuns: 5_000 },
  );
});

test('one character less or more in JSON is found as the parser finds it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '\\', '0'), (text, place, put) => {
      const at = place % (text.length + 1);
      const changed = text.slice(0, at) + put + text.slice(at + 1);
      expect(findJsonFault(changed) === undefined).toBe(isJson(changed));
    }),
    { numRuns: 2_000 },
  );
});
