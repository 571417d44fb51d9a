import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

function verdict(read: () => unknown): { readonly value: unknown } | 'refused' {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
}

function ours(text: string): { readonly value: unknown } | 'refused' {
  const { value, problems } = parseJson(text);
  return value === undefined && problems.length > 0 ? 'refused' : { value };
}

test('it reads every JSON text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (compact, indent) => {
      const text = JSON.stringify(JSON.parse(compact), null, indent);
      expect(ours(text)).toEqual({ value: JSON.parse(text) });
    }),
    { numRuns: 500 },
  );
});

test('it refuses exactly what JSON.parse refuses', () => {
  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"a"', '"b"', '"', '\\', '\\u00e4', '0', '1', '-', '.5', '1e3', '01', '+1'],
    ...['true', 'null', 'nul', 'NaN', ' ', '\n', '\u00a0', '\u0001', "'a'", '// x', '"__proto__"', '\ufeff'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(ours(text)).toEqual(verdict(() => JSON.parse(text)));
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), pieces, (json, position, piece) => {
      const at = position % (json.length + 1);
      const text = json.slice(0, at) + piece + json.slice(at + 1);
      expect(ours(text)).toEqual(verdict(() => JSON.parse(text)));
    }),
    { numRuns: 2_000 },
  );
});

test('a key called __proto__ is a key like any other', () => {
  const { value } = parseJson('{"__proto__": {"polluted": true}}');

  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

test('keys, values and items can be located', () => {
  const { locate } = parseJson('{\n  "limits": {\n    "rate":   5\n  },\n  "deny": ["a",\n    "b"]\n}');

  expect([
    locate([], 'value'),
    locate(['limits'], 'key'),
    locate(['limits', 'rate'], 'key'),
    locate(['limits', 'rate'], 'value'),
    locate(['deny', 1], 'value'),
    locate(['nothing'], 'value'),
  ]).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 3 },
    { line: 3, column: 5 },
    { line: 3, column: 15 },
    { line: 6, column: 5 },
    undefined,
  ]);
});

test('a key written twice is a problem at the second one', () => {
  expect(parseJson('{"http": {"port": 1,\n "port": 2}}').problems).toEqual([
    {
      path: ['http', 'port'],
      place: { line: 2, column: 2 },
      message: 'The key "port" appears twice.',
      fix: 'Keep one of the two.',
    },
  ]);
});

test.each([
  ['{"a": 1,}', 9, 'There is a comma before "}".'],
  ['{"a": 1} x', 10, 'Expected the end of the file, not "x".'],
  ['{a: 1}', 2, 'Expected a key in double quotes, not "a".'],
  ["{'a': 1}", 2, 'JSON has no single quotes.'],
  ['{"a" 1}', 6, 'Expected ":" after the key, not "1".'],
  ['{"a": 1 "b": 2}', 9, 'Expected "," or "}", not "\\"".'],
  ['{"a": "x', 7, 'This string is not closed, or has an escape that JSON does not have.'],
  ['{ // why\n}', 3, 'JSON has no comments.'],
  ['{"a": ', 7, 'The file ends where a value was expected.'],
  ['{"a": yes}', 7, 'Expected a value, not "y".'],
  ['{"a": \u009b}', 7, 'Expected a value, not "\\u009b".'],
])('%j is refused at column %i: %s', (text, column, message) => {
  expect(parseJson(text).problems).toEqual([
    { path: [], place: { line: 1, column }, message, fix: expect.stringMatching(/\.$/) },
  ]);
});

test('values nested too deeply are refused instead of exhausting the stack', () => {
  expect(parseJson('['.repeat(100_000)).problems.map(({ message }) => message)).toEqual([
    'Values are nested too deeply.',
  ]);
});
