// Bytes as text, in the encoding that was declared for them. A byte order mark is text like any other.

import { isAscii, isUtf8 } from 'node:buffer';
import type { TextEncoding } from '../../../vocabulary/program.js';
import { unfinishedBytes } from './whole-characters.js';

export interface Decoded {
  readonly text: string;
  /** False when some bytes were no text and became replacement characters. */
  readonly valid: boolean;
}

const replacement = '\uFFFD';

export function decode(bytes: Buffer, encoding: TextEncoding): Decoded {
  switch (encoding) {
    case 'utf8':
      return { text: bytes.toString('utf8'), valid: isUtf8(bytes) };
    case 'utf16le':
      return decodeUtf16(bytes);
    case 'ascii':
      return decodeAscii(bytes);
    default:
      return { text: bytes.toString(encoding), valid: true };
  }
}

function decodeUtf16(bytes: Buffer): Decoded {
  const units = bytes.toString('utf16le');
  const half = bytes.length % 2 === 1;
  const valid = units.isWellFormed() && !half;
  return valid ? { text: units, valid } : { text: units.toWellFormed() + (half ? replacement : ''), valid };
}

function decodeAscii(bytes: Buffer): Decoded {
  const text = bytes.toString('latin1');
  return isAscii(bytes) ? { text, valid: true } : { text: text.replace(/[\x80-\xff]/g, replacement), valid: false };
}

const nothing = Buffer.alloc(0);

/** Decodes a stream piece by piece: the pieces of text together are the text of the whole. */
export class StreamDecoder {
  readonly #encoding: TextEncoding;
  #held: Buffer = nothing;

  constructor(encoding: TextEncoding) {
    this.#encoding = encoding;
  }

  push(chunk: Buffer): string {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = bytes.length - unfinishedBytes(bytes, this.#encoding);
    this.#held = end === bytes.length ? nothing : bytes.subarray(end);
    return end === 0 ? '' : decode(bytes.subarray(0, end), this.#encoding).text;
  }

  /** What was held back for a rest that never came. */
  end(): string {
    const { text } = decode(this.#held, this.#encoding);
    this.#held = nothing;
    return text;
  }
}
