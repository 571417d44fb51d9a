import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalSafe, terminalSafeJson, terminalSafeLine } from './terminal-safe.js';

test('escape sequences, control characters and carriage returns become visible', () => {
  expect(terminalSafe('\x1b]0;owned\x07 \x1b[31mred\x1b[0m a\rb \x7f \x9b2J \x00')).toBe(
    '\\x1b]0;owned\\x07 \\x1b[31mred\\x1b[0m a\\rb \\x7f \\x9b2J \\x00',
  );
});

test('newlines and tabs stay, unless the text has to be one line', () => {
  expect(terminalSafe('a\n\tb')).toBe('a\n\tb');
  expect(terminalSafeLine('a\n\tb\r')).toBe('a\\n\\tb\\r');
});

test('what reorders or hides text becomes visible', () => {
  expect(terminalSafe('a\u202eb\u2066c\u2069 \ufeff \u2028 \u200b \u{e0041} \ud800')).toBe(
    'a\\u202eb\\u2066c\\u2069 \\ufeff \\u2028 \\u200b \\u{e0041} \\ud800',
  );
});

test('ordinary writing of every language passes unchanged', () => {
  const text = 'Grüße, 日本語, שלום, नमस्ते, a\u200db, 👩‍👩‍👧 ✔︎ 🇯🇵';
  expect(terminalSafe(text)).toBe(text);
});

test('no text whatever keeps a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(terminalSafe(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      expect(terminalSafeLine(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
    }),
  );
});

test('JSON keeps its meaning when it is made safe', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const safe = terminalSafeJson(JSON.stringify({ [text]: text }));
      expect(JSON.parse(safe)).toEqual({ [text]: text });
      expect(safe).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
  expect(terminalSafeJson('"\x9b\u202e\u{e0041}"')).toBe('"\\u009b\\u202e\\udb40\\udc41"');
});
