// Reads one segment line by line, in pieces. May be asked again after its end, for what was appended meanwhile.

import type { FileHandle } from 'node:fs/promises';
import { openHandleIfThere } from '../../machine/files/open-file.js';
import { largestLineBytes } from './entry.js';

export interface Line {
  /** Without the line end. Undefined where it is longer than any entry. */
  readonly bytes: Buffer | undefined;
  readonly offset: number;
  /** With the line end. */
  readonly length: number;
}

const pieceBytes = 128 * 1024;
const lineEnd = 10;

export class SegmentReader {
  readonly #handle: FileHandle;
  /** Where the next line begins. */
  #offset: number;
  /** How far the file was read. */
  #read: number;
  /** The beginning of a line whose end was not read yet; not kept where it is longer than any entry. */
  #begun: Buffer[] = [];

  private constructor(handle: FileHandle, offset: number) {
    this.#handle = handle;
    this.#offset = offset;
    this.#read = offset;
  }

  /** Undefined where there is no such file. */
  static async open(file: string, offset = 0): Promise<SegmentReader | undefined> {
    const handle = await openHandleIfThere(file);
    return handle && new SegmentReader(handle, offset);
  }

  get offset(): number {
    return this.#offset;
  }

  /** How many bytes without a line end there were after the last line. */
  get rest(): number {
    return this.#read - this.#offset;
  }

  /** Some more lines; undefined at the end of the file, as it is now. */
  async next(): Promise<readonly Line[] | undefined> {
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const { bytesRead } = await this.#handle.read(piece, 0, pieceBytes, this.#read);
      if (bytesRead === 0) return undefined;
      const lines = this.#cut(piece.subarray(0, bytesRead));
      if (lines.length > 0) return lines;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #cut(piece: Buffer): readonly Line[] {
    const lines: Line[] = [];
    const pieceOffset = this.#read;
    let from = 0;
    for (let end = piece.indexOf(lineEnd); end !== -1; end = piece.indexOf(lineEnd, from)) {
      const length = pieceOffset + end + 1 - this.#offset;
      lines.push({ bytes: this.#join(piece.subarray(from, end), length), offset: this.#offset, length });
      this.#offset += length;
      this.#begun = [];
      from = end + 1;
    }
    this.#read += piece.length;
    if (this.rest > largestLineBytes) this.#begun = [];
    else if (from < piece.length) this.#begun.push(piece.subarray(from));
    return lines;
  }

  #join(last: Buffer, length: number): Buffer | undefined {
    if (length > largestLineBytes) return undefined;
    return this.#begun.length === 0 ? last : Buffer.concat([...this.#begun, last]);
  }
}
