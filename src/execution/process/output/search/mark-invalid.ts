import { notText } from '../../../../patterns/byte-sequences.js';

/**
 * A copy in which every byte that is no UTF-8 is one that stands for it: so it counts as one character, and the places
 * of all others stay as they are.
 */
export function markInvalid(bytes: Buffer): Buffer {
  const marked = Buffer.from(bytes);
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) marked[at] = notText;
    at += Math.max(1, length);
  }
  return marked;
}

/** How many bytes the character has that begins here; none where there is no character. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || !isContinuation(bytes, at, length)) return 0;
  const second = bytes[at + 1] ?? 0;
  // Longer than needed, half of a pair, or beyond the last character.
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second >= 0xa0) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second >= 0x90) return 0;
  return length;
}

function isContinuation(bytes: Buffer, at: number, length: number): boolean {
  for (let offset = 1; offset < length; offset++) {
    if (((bytes[at + offset] ?? 0) & 0xc0) !== 0x80) return false;
  }
  return true;
}
