import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson5 } from './read-json5.js';

test.each<[string, string, unknown]>([
  ['plain JSON', '{"a":[1,true,null,"x"]}', { a: [1, true, null, 'x'] }],
  ['a comma too many', '{"a":1,"b":[1,2,],}', { a: 1, b: [1, 2] }],
  ['single quotes', "{'a':'it is \"so\"'}", { a: 'it is "so"' }],
  ['bare keys', '{a:1,$b_2:2,größe:3}', { a: 1, $b_2: 2, größe: 3 }],
  ['comments', '// first\n{/* in */"a":1 // end\n}', { a: 1 }],
  ['numbers', '[+1,-2,.5,5.,0x1F,1e3,-.5]', [1, -2, 0.5, 5, 31, 1000, -0.5]],
  ['a line that goes on', "'a\\\nb'", 'ab'],
  ['escapes', "'\\x41\\u00e9\\n\\'\\q'", "Aé\n'q"],
  ['a comment that a lone CR ends', '// first\r{"a":1} // last\r', { a: 1 }],
  ['comments that other line ends end', '[1, // x\u20282, // y\u20293]', [1, 2, 3]],
  ['a line that goes on behind a lone CR', "'a\\\rb'", 'ab'],
  ['spaces of every kind', '\ufeff[\u00a01,\t2 ]', [1, 2]],
])('reads %s', (_, text, value) => {
  expect(readJson5(text)).toEqual({ value });
});

test.each<[string, string, number, string | undefined]>([
  ['nothing', '', 1, undefined],
  ['a bare word', '{"a":yes}', 6, '{"a":"yes"}'],
  ['words of Python', "{'a': True, 'b': None}", 7, '{"a":true,"b":null}'],
  ['no end', '{"a":{"b":"c"', 14, '{"a":{"b":"c"}}'],
  ['a missing comma', '{"a":1 "b":2}', 8, '{"a":1,"b":2}'],
  ['curly quotes', '{“a”:“b”}', 2, '{"a":"b"}'],
  ['text behind it', '{"a":1} or so', 9, undefined],
  ['no colon', '{"a"}', 5, undefined],
  ['a lone CR in a text', "{a:'b\rc'}", 6, '{"a":"b\\rc"}'],
  ['a comment without end', '{"a":1 /*', 8, undefined],
])('tells where %s is wrong, and what was meant', (_, text, character, corrected) => {
  expect(readJson5(text)).toEqual({ character, ...(corrected !== undefined && { corrected }) });
});

test('a key like __proto__ is a key and nothing else', () => {
  const { value } = readJson5('{__proto__:{a:1}}') as { value: object };
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect((value as { a?: number }).a).toBeUndefined();
});

test('reading ends, however deep the text goes', () => {
  expect(readJson5('['.repeat(100_000))).toMatchObject({ character: expect.any(Number) });
  expect(readJson5(`${"['a',".repeat(150)}${']'.repeat(150)}`)).toHaveProperty('value');
});

test('whatever JSON can say is read as JSON reads it, with single quotes and commas too many', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = `/* */ [${JSON.stringify(value)},]`;
      // Those that may have been rounded are refused.
      fc.pre(!/\d{16}/.test(text));
      expect(JSON.stringify(readJson5(text))).toBe(JSON.stringify({ value: [JSON.parse(JSON.stringify(value))] }));
    }),
    { numRuns: 200 },
  );
});

test('any text gets an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readJson5(text);
    }),
    { numRuns: 500 },
  );
});
