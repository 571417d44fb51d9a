// What is shown of a match: its line, or the part around it where the line is long, and the lines beside it.

import { decode } from '../decode.js';
import { nextLineEnd, previousLineEnd } from '../lines.js';
import { strayBytes, unfinishedBytes } from '../whole-characters.js';
import type { LineEncoding } from './piece.js';

/** Reads kept bytes of one stretch; fewer where there are no more. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>;

/** Where something was found. */
export interface Found {
  readonly lineFrom: number;
  readonly from: number;
  readonly to: number;
}

/** Part of a stream as text. */
export interface Excerpt {
  readonly text: string;
  readonly valid: boolean;
  readonly from: number;
  readonly to: number;
  /** `ended` by a line feed or by the end of what is there, or it goes on after the excerpt. */
  readonly line: 'ended' | 'open-ended' | 'goes-on';
}

/** A part of a stream that is kept without a gap. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const nothing = Buffer.alloc(0);

/** A longer line is not shown whole, however much room there is: most of it has nothing to do with the match. */
const mostLineBytes = 2 * 1024;

/** How much of a line that is cut stands before the match. */
const shareBefore = 1 / 4;

export interface Lines {
  readonly lines: readonly Excerpt[];
  /** True when there are more, but they are too long. */
  readonly cut: boolean;
}

export class ExcerptReader {
  readonly #read: ReadBytes;
  readonly #stretchFrom: number;
  readonly #stretchTo: number;
  readonly #encoding: LineEncoding;
  readonly #limitBytes: number;

  /** Lines that have more bytes than the limit are cut; so are the lines beside them, on each side together. */
  constructor(read: ReadBytes, stretch: Stretch, encoding: LineEncoding, limitBytes: number) {
    this.#read = read;
    this.#stretchFrom = stretch.from;
    this.#stretchTo = stretch.to;
    this.#encoding = encoding;
    // Whole units of UTF-16.
    this.#limitBytes = limitBytes - (limitBytes % 2);
  }

  async around({ lineFrom, from }: Found): Promise<Excerpt> {
    const lineBytes = Math.min(this.#limitBytes, mostLineBytes);
    if (from - lineFrom <= lineBytes) {
      const begin = await this.#line(lineFrom, lineBytes);
      if (begin.line !== 'goes-on') return begin;
    }
    return this.#line(Math.max(lineFrom, from - Math.floor(lineBytes * shareBefore)), lineBytes);
  }

  /** The nearest lines before a line. */
  async before(lineFrom: number, notBefore: number, count: number): Promise<Lines> {
    const first = Math.max(notBefore, this.#stretchFrom);
    const from = Math.max(first, lineFrom - this.#limitBytes);
    const bytes = from < lineFrom ? await this.#read(from, lineFrom) : nothing;
    const lines: Excerpt[] = [];
    let to = bytes.length;
    while (lines.length < count && to > 0) {
      const begin = previousLineEnd(bytes, to - this.#width, this.#encoding) ?? (from === first ? 0 : undefined);
      if (begin === undefined) return { lines, cut: true };
      lines.unshift(this.#excerpt(bytes.subarray(begin, to), from + begin, 'ended'));
      to = begin;
    }
    return { lines, cut: false };
  }

  /** The lines that follow behind the end of a line. */
  async after(lineTo: number, count: number): Promise<Lines> {
    const bytes = await this.#read(lineTo, Math.min(lineTo + this.#limitBytes, this.#stretchTo));
    const isEnd = lineTo + bytes.length === this.#stretchTo;
    const lines: Excerpt[] = [];
    let from = 0;
    while (lines.length < count && (from < bytes.length || !isEnd)) {
      const end = nextLineEnd(bytes, from, this.#encoding) ?? (isEnd ? bytes.length : undefined);
      if (end === undefined) return { lines, cut: true };
      lines.push(this.#excerpt(bytes.subarray(from, end), lineTo + from, 'ended'));
      from = end;
    }
    return { lines, cut: false };
  }

  async #line(asked: number, lineBytes: number): Promise<Excerpt> {
    // One line end more: a line of just this length is no long one.
    const read = await this.#read(asked, Math.min(asked + lineBytes + 2 * this.#width, this.#stretchTo));
    const stray = strayBytes(read, this.#encoding, asked);
    const bytes = read.subarray(stray);
    const from = asked + stray;
    const end = nextLineEnd(bytes, 0, this.#encoding);
    if (end !== undefined) return this.#excerpt(bytes.subarray(0, end), from, 'ended');
    if (from + bytes.length >= this.#stretchTo) return this.#excerpt(bytes, from, 'open-ended');
    return this.#excerpt(bytes.subarray(0, bytes.length - unfinishedBytes(bytes, this.#encoding)), from, 'goes-on');
  }

  #excerpt(bytes: Buffer, from: number, line: Excerpt['line']): Excerpt {
    const { text, valid } = decode(bytes, this.#encoding);
    return { text: text.replace(/\r?\n$/, ''), valid, from, to: from + bytes.length, line };
  }

  get #width(): number {
    return this.#encoding === 'utf16le' ? 2 : 1;
  }
}
