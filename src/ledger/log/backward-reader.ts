// Reads the lines of one segment from its end to its beginning, in pieces.

import type { FileHandle } from 'node:fs/promises';
import { openHandleIfThere } from '../../machine/files/open-file.js';
import { largestLineBytes } from './entry.js';
import type { Line } from './segment-reader.js';

const pieceBytes = 32 * 1024;
const lineEnd = 10;

export class BackwardReader {
  readonly #handle: FileHandle;
  /** What lies before it was not read yet. */
  #unread: number;
  /** Where the line ends that is being put together. Undefined for what follows the last line end. */
  #end: number | undefined;
  /** The later parts of that line; not kept where it is longer than any entry. */
  #parts: Buffer[] = [];

  private constructor(handle: FileHandle, end: number) {
    this.#handle = handle;
    this.#unread = end;
  }

  /** Undefined where there is no such file. */
  static async open(file: string, end?: number): Promise<BackwardReader | undefined> {
    const handle = await openHandleIfThere(file);
    return handle && new BackwardReader(handle, end ?? (await handle.stat()).size);
  }

  /** Some more lines, the last of them first; undefined at the beginning of the file. */
  async next(): Promise<readonly Line[] | undefined> {
    while (this.#unread > 0) {
      const length = Math.min(pieceBytes, this.#unread);
      const piece = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#handle.read(piece, 0, length, this.#unread - length);
      // Somebody has made it shorter.
      if (bytesRead < length) return undefined;
      this.#unread -= length;
      const lines = this.#cut(piece);
      if (lines.length > 0) return lines;
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #cut(piece: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let to = piece.length;
    while (to > 0) {
      const at = piece.lastIndexOf(lineEnd, to - 1);
      if (at === -1) break;
      this.#finish(piece.subarray(at + 1, to), this.#unread + at + 1, lines);
      this.#end = this.#unread + at + 1;
      to = at;
    }
    if (this.#unread === 0) this.#finish(piece.subarray(0, to), 0, lines);
    else this.#keep(piece.subarray(0, to));
    return lines;
  }

  #finish(first: Buffer, offset: number, lines: Line[]): void {
    if (this.#end !== undefined) {
      const length = this.#end - offset;
      const bytes = this.#parts.length === 0 ? first : Buffer.concat([first, ...this.#parts]);
      lines.push({ bytes: length > largestLineBytes ? undefined : bytes, offset, length });
    }
    this.#parts = [];
  }

  #keep(part: Buffer): void {
    if (this.#end === undefined) return;
    if (this.#end - this.#unread > largestLineBytes) this.#parts = [];
    else this.#parts.unshift(part);
  }
}
