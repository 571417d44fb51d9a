// Characters as the bytes that a stream has for them.

import type { CharacterRanges } from './character-ranges.js';

/** What a stream is made of when it is searched. UTF-16 is rewritten as UTF-8 before. */
export type SearchEncoding = 'utf8' | 'latin1' | 'ascii';

/** Stands for a byte that is no text; in UTF-8 there is no such byte. */
export const notText = 0xff;

export type ByteRange = readonly [first: number, last: number];

/** The bytes of these characters, one after the other. */
export type ByteSequence = readonly ByteRange[];

const replacement = 0xfffd;

/** All ways to write one of these characters. What is no text is shown as the replacement character, and found as it. */
export function byteSequences(ranges: CharacterRanges, encoding: SearchEncoding): ByteSequence[] {
  const sequences: ByteSequence[] = [];
  const lastSingle = { utf8: 0x10ffff, latin1: 0xff, ascii: 0x7f }[encoding];
  for (const [first, last] of ranges) {
    if (first > lastSingle) break;
    if (encoding === 'utf8') addUtf8(first, last, sequences);
    else sequences.push([[first, Math.min(last, lastSingle)]]);
  }
  const hasReplacement = ranges.some(([first, last]) => first <= replacement && replacement <= last);
  if (hasReplacement && encoding === 'utf8') sequences.push([[notText, notText]]);
  if (hasReplacement && encoding === 'ascii') sequences.push([[0x80, 0xff]]);
  return sequences;
}

/** Splits where the number of bytes changes, then until each byte has one range whatever the others are. */
function addUtf8(first: number, last: number, sequences: ByteSequence[]): void {
  for (const [from, to] of [
    [0, 0x7f],
    [0x80, 0x7ff],
    [0x800, 0xd7ff],
    [0xe000, 0xffff],
    [0x10000, 0x10ffff],
  ] as const) {
    const low = Math.max(first, from);
    const high = Math.min(last, to);
    if (low <= high) addAligned(low, high, sequences);
  }
}

function addAligned(first: number, last: number, sequences: ByteSequence[]): void {
  for (const bits of [6, 12, 18]) {
    const mask = (1 << bits) - 1;
    if (first >> bits === last >> bits || last <= 0x7f) continue;
    if ((first & mask) !== 0) {
      addAligned(first, first | mask, sequences);
      addAligned((first | mask) + 1, last, sequences);
      return;
    }
    if ((last & mask) !== mask) {
      addAligned(first, (last & ~mask) - 1, sequences);
      addAligned(last & ~mask, last, sequences);
      return;
    }
  }
  const lows = Buffer.from(String.fromCodePoint(first));
  const highs = Buffer.from(String.fromCodePoint(last));
  sequences.push(Array.from(lows, (low, index) => [low, highs[index] ?? low] as const));
}
