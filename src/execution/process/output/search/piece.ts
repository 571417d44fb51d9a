// A part of a stream in the form in which it is searched.

import { isUtf8 } from 'node:buffer';
import type { SearchEncoding } from '../../../../patterns/byte-sequences.js';
import type { TextEncoding } from '../../../../vocabulary/program.js';
import { decode } from '../decode.js';
import type { OutputView } from '../output-view.js';
import { strayBytes, unfinishedBytes } from '../whole-characters.js';
import { markInvalid } from './mark-invalid.js';

/** Encodings whose bytes are text. */
export type LineEncoding = Exclude<TextEncoding, 'base64' | 'hex'>;

export function searchEncodingOf(encoding: LineEncoding): SearchEncoding {
  return encoding === 'utf16le' ? 'utf8' : encoding;
}

export class Piece {
  /** Where in the stream it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly original: Buffer;
  /** The bytes to search: the original ones, except where they are UTF-16 or no text. */
  readonly bytes: Buffer;
  readonly #encoding: LineEncoding;

  constructor(original: Buffer, from: number, encoding: LineEncoding) {
    this.original = original;
    this.from = from;
    this.to = from + original.length;
    this.#encoding = encoding;
    this.bytes = searchable(original, encoding);
  }

  /** Where in the stream a place of `bytes` is. */
  placeOf(index: number): number {
    if (this.#encoding !== 'utf16le') return this.from + index;
    // Half a unit at the end became a whole character.
    return Math.min(this.to, this.from + 2 * this.bytes.toString('utf8', 0, index).length);
  }
}

function searchable(original: Buffer, encoding: LineEncoding): Buffer {
  if (encoding === 'utf16le') return Buffer.from(decode(original, encoding).text);
  return encoding === 'utf8' && !isUtf8(original) ? markInvalid(original) : original;
}

/** Reads whole characters from here on, at most so many bytes. It is empty where somebody removed them. */
export async function readPiece(
  view: OutputView,
  from: number,
  to: number,
  mostBytes: number,
  encoding: LineEncoding,
): Promise<Piece> {
  const bytes = await view.read(from, Math.min(from + mostBytes, to));
  const whole = from + bytes.length >= to ? bytes.length : bytes.length - unfinishedBytes(bytes, encoding);
  return new Piece(whole > 0 ? bytes.subarray(0, whole) : bytes, from, encoding);
}

/** The same up to here. */
export async function readPieceBefore(
  view: OutputView,
  to: number,
  notBefore: number,
  mostBytes: number,
  encoding: LineEncoding,
): Promise<Piece> {
  const from = Math.max(notBefore, to - mostBytes);
  const read = await view.read(from, to);
  const bytes = read.length === to - from ? read : nothing;
  const stray = from === notBefore ? 0 : strayBytes(bytes, encoding, from);
  return new Piece(bytes.subarray(stray), from + stray, encoding);
}

const nothing = Buffer.alloc(0);
