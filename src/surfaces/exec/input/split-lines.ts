// Bytes → physical lines. Each has its number; blank ones are counted and left out.

import { isUtf8 } from 'node:buffer';

export type PhysicalLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: 'too-long' | 'not-utf8' };

/** Longer lines are refused, and not kept while they come. */
export const longestLineBytes = 1024 * 1024;

const newline = 0x0a;
const byteOrderMark = 0xfeff;

export class LineSplitter {
  #number = 0;
  /** The beginning of a line whose end has not come yet. */
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** The lines that end in this chunk. */
  push(chunk: Buffer): PhysicalLine[] {
    const lines: PhysicalLine[] = [];
    const last = chunk.lastIndexOf(newline);
    if (last === -1) {
      this.#hold(chunk);
      return lines;
    }
    let start = 0;
    if (this.#heldBytes > 0) {
      start = chunk.indexOf(newline) + 1;
      this.#hold(chunk.subarray(0, start - 1));
      this.#takeHeld(lines);
    }
    if (start <= last) this.#takeWhole(chunk.subarray(start, last), lines);
    this.#hold(chunk.subarray(last + 1));
    return lines;
  }

  /** The last line, where no newline ends it. */
  end(): PhysicalLine[] {
    const lines: PhysicalLine[] = [];
    if (this.#heldBytes > 0) this.#takeHeld(lines);
    return lines;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#heldBytes += bytes.length;
    if (this.#heldBytes <= longestLineBytes) this.#held.push(bytes);
    else this.#held = [];
  }

  #takeHeld(lines: PhysicalLine[]): void {
    const bytes = this.#heldBytes <= longestLineBytes ? Buffer.concat(this.#held) : undefined;
    this.#held = [];
    this.#heldBytes = 0;
    if (bytes) this.#takeOne(bytes, lines);
    else lines.push({ number: ++this.#number, problem: 'too-long' });
  }

  /** Decoding many lines at once costs a tenth of decoding each; one bad byte must not spoil the others, though. */
  #takeWhole(bytes: Buffer, lines: PhysicalLine[]): void {
    if (bytes.length <= longestLineBytes && isUtf8(bytes)) {
      for (const text of bytes.toString('utf8').split('\n')) this.#takeText(text, lines);
      return;
    }
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      this.#takeOne(bytes.subarray(start, end), lines);
      start = end + 1;
    }
    this.#takeOne(bytes.subarray(start), lines);
  }

  #takeOne(bytes: Buffer, lines: PhysicalLine[]): void {
    if (bytes.length > longestLineBytes) lines.push({ number: ++this.#number, problem: 'too-long' });
    else if (isUtf8(bytes)) this.#takeText(bytes.toString('utf8'), lines);
    else lines.push({ number: ++this.#number, problem: 'not-utf8' });
  }

  #takeText(written: string, lines: PhysicalLine[]): void {
    const number = ++this.#number;
    const text = number === 1 && written.charCodeAt(0) === byteOrderMark ? written.slice(1) : written;
    if (text.charCodeAt(0) === 0x7b || text.trim() !== '') lines.push({ number, text });
  }
}
