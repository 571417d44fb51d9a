import { expect, test } from 'vitest';
import { encodeStdin } from './encode-stdin.js';

test.each([
  ['utf8', 'grün €', Buffer.from('grün €')],
  ['utf16le', 'a€', Buffer.from([0x61, 0, 0xac, 0x20])],
  ['latin1', 'grün', Buffer.from([0x67, 0x72, 0xfc, 0x6e])],
  ['ascii', 'plain', Buffer.from('plain')],
  ['hex', '00fF', Buffer.from([0, 255])],
  ['base64', 'AP8=', Buffer.from([0, 255])],
  ['base64', 'AP8', Buffer.from([0, 255])],
] as const)('%s: %s becomes its bytes', (encoding, text, bytes) => {
  expect(encodeStdin(text, encoding)).toEqual({ ok: true, bytes });
});

test.each([
  ['utf8', '\ud800'],
  ['utf16le', '\udc00x'],
  ['latin1', '€'],
  ['ascii', 'ü'],
  ['hex', '0'],
  ['hex', 'zz'],
  ['base64', 'a'],
  ['base64', '????'],
] as const)('%s: %j would be changed, and is refused', (encoding, text) => {
  expect(encodeStdin(text, encoding)).toEqual({ ok: false, reason: `cannot be written as ${encoding}` });
});

test('nothing is a closed input, bytes stay bytes, and other values are refused', () => {
  const bytes = new Uint8Array([1, 2]);

  expect(encodeStdin(undefined, 'utf8')).toEqual({ ok: true, bytes: undefined });
  expect(encodeStdin(null, 'utf8')).toEqual({ ok: true, bytes: undefined });
  expect(encodeStdin(bytes, 'hex')).toEqual({ ok: true, bytes });
  expect(encodeStdin({ a: 1 }, 'utf8')).toEqual({ ok: false, reason: 'is neither text nor bytes' });
});
