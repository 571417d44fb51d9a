import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textEncodings } from '../../../vocabulary/program.js';
import { decode, StreamDecoder } from './decode.js';
import { strayBytes, unfinishedBytes } from './whole-characters.js';

/** Bytes that often are text, almost text, or the middle of text. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'utf16le')),
      fc.uint8Array({ maxLength: 6 }).map((array) => Buffer.from(array)),
      fc.constantFrom('\uFEFF', '😀', '€', 'é').map((text) => Buffer.from(text).subarray(0, 3)),
    ),
  )
  .map((parts) => Buffer.concat(parts));

/** The same bytes, cut at these places. */
function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const at = [...places.map((place) => place % (whole.length + 1)), 0, whole.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => whole.subarray(at[index], end));
}

test('decoding piece by piece gives the text of the whole, however it is cut', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat()), fc.constantFrom(...textEncodings), (whole, places, encoding) => {
      const decoder = new StreamDecoder(encoding);
      const text = cut(whole, places).map((chunk) => decoder.push(chunk));
      expect([...text, decoder.end()].join('')).toBe(decode(whole, encoding).text);
    }),
    { numRuns: 2_000 },
  );
});

test('text that is cut at a whole character is valid on both sides', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.nat(),
      fc.constantFrom('utf8', 'utf16le'),
      (text, place, encoding) => {
        const whole = Buffer.from(text.toWellFormed(), encoding);
        const at = place % (whole.length + 1);
        const before = whole.subarray(0, at);
        const head = before.subarray(0, before.length - unfinishedBytes(before, encoding));
        const after = whole.subarray(at);
        const tail = after.subarray(strayBytes(after, encoding, at));
        expect([decode(head, encoding).valid, decode(tail, encoding).valid]).toEqual([true, true]);
        expect(whole.length - head.length - tail.length).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  ['utf8', 'efbbbf61', '\uFEFFa', true],
  ['utf8', '61ff62', 'a\uFFFDb', false],
  ['utf8', '61e282', 'a\uFFFD', false],
  ['utf16le', 'fffe6100', '\uFEFFa', true],
  ['utf16le', '61003dd8', 'a\uFFFD', false],
  ['utf16le', '610062', 'a\uFFFD', false],
  ['latin1', '61e9ff', 'aéÿ', true],
  ['ascii', '61e9', 'a\uFFFD', false],
  ['base64', '00ff10', 'AP8Q', true],
  ['hex', '00ff', '00ff', true],
] as const)('%s: %s is read as it was declared', (encoding, hex, text, valid) => {
  expect(decode(Buffer.from(hex, 'hex'), encoding)).toEqual({ text, valid });
});
