// Where bytes may be cut without cutting a character.

import type { TextEncoding } from '../../../vocabulary/program.js';

/** How many bytes at the end begin a character whose rest is still to come. */
export function unfinishedBytes(bytes: Uint8Array, encoding: TextEncoding): number {
  switch (encoding) {
    case 'utf8':
      return unfinishedUtf8(bytes);
    case 'utf16le':
      return unfinishedUtf16(bytes);
    case 'base64':
      // Three bytes are four letters: anything else would be padded in the middle.
      return bytes.length % 3;
    default:
      return 0;
  }
}

/** How many bytes at the beginning end a character that begins before them. `offset` is where in the stream they are. */
export function strayBytes(bytes: Uint8Array, encoding: TextEncoding, offset: number): number {
  if (offset === 0) return 0;
  if (encoding === 'utf8') return strayUtf8(bytes);
  if (encoding === 'utf16le') return strayUtf16(bytes, offset % 2);
  return 0;
}

function unfinishedUtf8(bytes: Uint8Array): number {
  const longest = Math.min(3, bytes.length);
  for (let back = 1; back <= longest; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return utf8Length(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function utf8Length(lead: number): number {
  if (lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function strayUtf8(bytes: Uint8Array): number {
  let count = 0;
  while (count < bytes.length && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++;
  // More than three belong to no character: they are shown as what they are.
  return count > 3 ? 0 : count;
}

function unfinishedUtf16(bytes: Uint8Array): number {
  const odd = bytes.length % 2;
  const high = bytes[bytes.length - odd - 1];
  return high !== undefined && bytes.length >= 2 && (high & 0xfc) === 0xd8 ? 2 + odd : odd;
}

function strayUtf16(bytes: Uint8Array, odd: number): number {
  const high = bytes[odd + 1];
  return high !== undefined && (high & 0xfc) === 0xdc ? odd + 2 : Math.min(odd, bytes.length);
}
