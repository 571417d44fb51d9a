import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './clean-text.js';

test.each([
  ['plain\n', 'plain'],
  ['\x1b[1;32mgreen\x1b[0m and \x1b[38;5;12mblue\x1b[m', 'green and blue'],
  ['\x1b]0;a title\x07text', 'text'],
  ['\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\', 'link'],
  ['\x1b]0;never ended\nnext line', 'next line'],
  ['\x1bPq#0;2;0;0;0\x1b\\after', 'after'],
  ['\x9b31mred\x9b0m', 'red'],
  ['\x1b(Bascii\x1b7\x1b8', 'ascii'],
  ['working 1%\rworking 99%\rdone   \r', 'done'],
  ['⠋ thinking\r\x1b[K⠙ thinking\r\x1b[KHere it is', 'Here it is'],
  ['one\r\ntwo\r\n', 'one\ntwo'],
  ['b\bbo\bol\bld\bd', 'bold'],
  ['a\x00b\x07c\x7fd\x0be', 'abcde'],
  ['tab\tstays', 'tab\tstays'],
  ['\n\n  text  \n\n', 'text'],
  ['äöü 😀 日本', 'äöü 😀 日本'],
])('%j reads %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('nothing that steers a terminal is left of any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'\x1b\x9b\x9d[]0;m?KPX\\\x07\r\n\b\t ab\x00\x7f') });

  fc.assert(
    fc.property(text, (one) => {
      expect(cleanText(one)).toMatch(/^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$/);
    }),
  );
});
