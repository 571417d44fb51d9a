import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHidden, inAscii, quoted, quotedIfNeeded, visibleText } from './visible-text.js';

test.each([
  ['plain words, (signs) & Straße 日本', 'plain words, (signs) & Straße 日本'],
  ['\x1b[2J\x07\x9b', '\\x1b[2J\\x07\\x9b'],
  ['a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['safe\u202etxt.exe\u2066\u200f\u061c', 'safe\\u202etxt.exe\\u2066\\u200f\\u061c'],
  ['zero\u200bwidth\ufeff\u00ad', 'zero\\u200bwidth\\ufeff\\xad'],
  ['e\u0301 \u00a0\u3000', 'e\\u0301 \\xa0\\u3000'],
  ['\u3164\u2800\u115f', '\\u3164\\u2800\\u115f'],
  ['tag\u{e0041}\ud800', 'tag\\u{e0041}\\ud800'],
  [' a  b ', '\\x20a \\x20b\\x20'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  ['', '""'],
  ['a b', '"a b"'],
  ['say "hi" \\n', '"say \\"hi\\" \\\\n"'],
  ['say "hi" \n', '"say \\"hi\\" \\n"'],
  [' ', '"\\x20"'],
])('the argument %j is quoted as %s', (text, shown) => {
  expect(quoted(text)).toBe(shown);
});

test.each([
  ['/usr/bin/npm', '/usr/bin/npm'],
  ['/a b', '"/a b"'],
  ['', '""'],
  ['a"b', '"a\\"b"'],
  ['a\\b', '"a\\\\b"'],
  ['/dévoir', '"/dévoir"'],
])('the path %j is shown as %s', (text, shown) => {
  expect(quotedIfNeeded(text)).toBe(shown);
});

test('letters that look like others can be told by their ASCII form', () => {
  expect(inAscii('p\u0430ypal')).toBe('"p\\u0430ypal"');
  expect(inAscii('\u05d0 1')).toBe('"\\u05d0 1"');
  expect(inAscii('paypal')).toBeUndefined();
  expect(inAscii('a\u202eb')).toBeUndefined();
});

test('whatever an argument holds, different ones look different, and none can steer a terminal', () => {
  const read = (shown: string) =>
    shown
      .slice(1, -1)
      .replace(/\\(?:x(..)|u\{(.*?)\}|u(....)|(.))/gs, (_, two, braces, four, one) =>
        one === undefined
          ? String.fromCodePoint(Number.parseInt(two ?? braces ?? four, 16))
          : ({ n: '\n', t: '\t', r: '\r' }[one as string] ?? one),
      );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = quoted(text);
      expect(shown).not.toMatch(/[\p{C}\p{M}\p{Zl}\p{Zp}]/u);
      expect(read(shown)).toBe(text);
      expect(read(inAscii(text) ?? shown)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('what nobody could see is found, each once', () => {
  expect(findHidden('a\u200b\u202eb\u200b\x1b')).toEqual(['\\u200b', '\\u202e', '\\x1b']);
  expect(findHidden('two  blanks\nand a line\t')).toEqual([]);
});
