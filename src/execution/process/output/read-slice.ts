// Reads a part of what a program printed: by bytes, by lines, or from the end.

import type { TextEncoding } from '../../../vocabulary/program.js';
import { decode } from './decode.js';
import { countLineEnds, findLine, nextLineEnd, previousLineEnd } from './lines.js';
import type { OutputView } from './output-view.js';
import { strayBytes, unfinishedBytes } from './whole-characters.js';

export type OutputPart =
  | { readonly fromByte: number; readonly bytes?: number }
  /** Lines are counted from 1. */
  | { readonly fromLine: number; readonly lines?: number }
  | { readonly lastBytes: number }
  | { readonly lastLines: number };

export type OutputRange = OutputPart & {
  /** More than this is never read at once, whatever is asked for. */
  readonly limitBytes: number;
  /** The bytes as they are; otherwise text in the stream's own encoding. */
  readonly encoding?: 'base64';
};

export interface OutputSlice {
  readonly text: string;
  /** False when some bytes were no text and became replacement characters. */
  readonly valid: boolean;
  readonly encoding: TextEncoding;
  readonly fromByte: number;
  /** The first byte that is not in it. */
  readonly toByte: number;
  /** The numbers of its first and last line, where they were counted. */
  readonly fromLine: number | undefined;
  readonly toLine: number | undefined;
  /** True when the limit fell into a line that is longer than it. */
  readonly lineCut: boolean;
  /** How many bytes that were asked for are not kept. */
  readonly skippedBytes: number;
  /** Whether there is more in the direction of reading: after it, or before it for a part from the end. */
  readonly more: boolean;
  readonly totalBytes: number;
  readonly totalLines: number | undefined;
  readonly keptBytes: number;
}

/** No character is longer. */
const smallestLimit = 4;

export function readSlice(view: OutputView, declared: TextEncoding, range: OutputRange): Promise<OutputSlice> {
  const limit = Math.max(smallestLimit, range.limitBytes);
  const reader = new SliceReader(view, declared, range.encoding ?? declared);
  if ('fromByte' in range) return reader.fromByte(Math.max(0, range.fromByte), range.bytes, limit);
  if ('fromLine' in range) return reader.fromLine(Math.max(1, range.fromLine), range.lines, limit);
  if ('lastBytes' in range) return reader.lastBytes(range.lastBytes, limit);
  return reader.lastLines(range.lastLines, limit);
}

interface Found {
  readonly bytes: Buffer;
  readonly fromByte: number;
  readonly more: boolean;
  readonly fromLine?: number | undefined;
  readonly totalLines?: number | undefined;
  readonly lineCut?: boolean;
  readonly skippedBytes?: number;
}

class SliceReader {
  readonly #view: OutputView;
  /** What tells where a line ends. */
  readonly #declared: TextEncoding;
  readonly #shown: TextEncoding;

  constructor(view: OutputView, declared: TextEncoding, shown: TextEncoding) {
    this.#view = view;
    this.#declared = declared;
    this.#shown = shown;
  }

  async fromByte(asked: number, count: number | undefined, limit: number): Promise<OutputSlice> {
    const from = this.#view.nextKept(asked);
    const to = Math.min(this.#view.stretchEnd(from), from + Math.min(limit, count ?? limit));
    const read = await this.#view.read(from, to);
    const stray = strayBytes(read, this.#shown, from);
    const fromByte = from + stray;
    const bytes = this.#endWhole(read.subarray(stray), fromByte);
    const more = fromByte + bytes.length < this.#view.totalBytes;
    return this.#slice({ bytes, fromByte, more, skippedBytes: Math.max(0, from - asked) });
  }

  async fromLine(line: number, count: number | undefined, limit: number): Promise<OutputSlice> {
    const view = this.#view;
    const fromByte = await findLine(view, line, this.#declared);
    const end = view.stretchEnd(0);
    if (fromByte === undefined) {
      const totalLines = await this.#totalLines();
      return this.#slice({ bytes: Buffer.alloc(0), fromByte: end, more: end < view.totalBytes, totalLines });
    }
    const read = await view.read(fromByte, Math.min(end, fromByte + limit));
    const { bytes, lineCut } = this.#takeLines(read, fromByte, count ?? Number.POSITIVE_INFINITY);
    const more = fromByte + bytes.length < view.totalBytes;
    return this.#slice({ bytes, fromByte, more, lineCut, fromLine: line, totalLines: await this.#totalLines() });
  }

  async lastBytes(count: number, limit: number): Promise<OutputSlice> {
    const { totalBytes, endFrom } = this.#view;
    const wanted = Math.max(0, totalBytes - count);
    const from = Math.max(endFrom, wanted, totalBytes - limit);
    const read = await this.#view.read(from, totalBytes);
    const bytes = read.subarray(strayBytes(read, this.#shown, from));
    const fromByte = totalBytes - bytes.length;
    return this.#slice({ bytes, fromByte, more: fromByte > 0, skippedBytes: Math.max(0, endFrom - wanted) });
  }

  async lastLines(count: number, limit: number): Promise<OutputSlice> {
    const { totalBytes, keptBytes, endFrom, isWhole } = this.#view;
    const from = Math.max(endFrom, totalBytes - limit);
    const read = await this.#view.read(from, totalBytes);
    const whole = read.subarray(strayBytes(read, this.#declared, from));
    const { bytes, lineCut } = this.#takeLastLines(whole, count, from > 0);
    const fromByte = totalBytes - bytes.length;
    if (!isWhole) {
      const reachesGap = from === endFrom && this.#countLines(bytes) < count;
      const skippedBytes = reachesGap ? totalBytes - keptBytes : 0;
      return this.#slice({ bytes, fromByte, more: fromByte > 0, lineCut, skippedBytes });
    }
    const before = await countLineEnds(this.#view, 0, fromByte, this.#declared);
    const totalLines = before + this.#countLines(bytes);
    return this.#slice({ bytes, fromByte, more: fromByte > 0, lineCut, fromLine: before + 1, totalLines });
  }

  /** So many whole lines from the beginning, or as many as there are; part of a line only when it is the first. */
  #takeLines(bytes: Buffer, fromByte: number, count: number): { bytes: Buffer; lineCut: boolean } {
    let end = 0;
    for (let taken = 0; taken < count; taken++) {
      const lineEnd = nextLineEnd(bytes, end, this.#declared);
      if (lineEnd === undefined) {
        const reachesEnd = fromByte + bytes.length === this.#view.stretchEnd(0);
        if (end > 0 && !reachesEnd) break;
        return { bytes: this.#endWhole(bytes, fromByte), lineCut: !reachesEnd };
      }
      end = lineEnd;
    }
    return { bytes: bytes.subarray(0, end), lineCut: false };
  }

  /** So many whole lines at the end; part of a line only when there is no other. */
  #takeLastLines(bytes: Buffer, count: number, isPart: boolean): { bytes: Buffer; lineCut: boolean } {
    const width = this.#declared === 'utf16le' ? 2 : 1;
    const endsLine = previousLineEnd(bytes, bytes.length, this.#declared) === bytes.length;
    let from = bytes.length;
    // The line feed that ends the last line begins no other.
    let to = endsLine ? from - width : from;
    for (let taken = 0; taken < count; taken++) {
      const lineEnd = previousLineEnd(bytes, to, this.#declared);
      if (lineEnd === undefined) {
        if (!isPart) return { bytes, lineCut: false };
        return from < bytes.length ? { bytes: bytes.subarray(from), lineCut: false } : { bytes, lineCut: true };
      }
      from = lineEnd;
      to = lineEnd - width;
    }
    return { bytes: bytes.subarray(from), lineCut: false };
  }

  /** Without the beginning of a character whose rest can still be read. */
  #endWhole(bytes: Buffer, fromByte: number): Buffer {
    const { totalBytes, isOpen } = this.#view;
    const toByte = fromByte + bytes.length;
    const restIsThere = toByte < this.#view.stretchEnd(fromByte);
    const restMayCome = toByte === totalBytes && isOpen;
    if (!restIsThere && !restMayCome) return bytes;
    const end = bytes.length - unfinishedBytes(bytes, this.#shown);
    // Half a character is better than a slice that never gets further.
    return end === 0 && restIsThere ? bytes : bytes.subarray(0, end);
  }

  async #totalLines(): Promise<number | undefined> {
    const { totalBytes, isWhole } = this.#view;
    if (!isWhole) return undefined;
    const ends = await countLineEnds(this.#view, 0, totalBytes, this.#declared);
    const last = await this.#view.read(Math.max(0, totalBytes - 2), totalBytes);
    const endsLine = totalBytes === 0 || previousLineEnd(last, last.length, this.#declared) === last.length;
    return endsLine ? ends : ends + 1;
  }

  #slice(found: Found): OutputSlice {
    const { bytes, fromByte, fromLine } = found;
    const { totalBytes, keptBytes } = this.#view;
    return {
      ...decode(bytes, this.#shown),
      encoding: this.#shown,
      fromByte,
      toByte: fromByte + bytes.length,
      fromLine,
      toLine: fromLine === undefined ? undefined : fromLine + Math.max(0, this.#countLines(bytes) - 1),
      lineCut: found.lineCut ?? false,
      skippedBytes: found.skippedBytes ?? 0,
      more: found.more,
      totalBytes,
      totalLines: found.totalLines,
      keptBytes,
    };
  }

  #countLines(bytes: Buffer): number {
    let count = 0;
    let from = 0;
    for (let end = nextLineEnd(bytes, 0, this.#declared); end !== undefined; count++) {
      from = end;
      end = nextLineEnd(bytes, end, this.#declared);
    }
    return from < bytes.length ? count + 1 : count;
  }
}
