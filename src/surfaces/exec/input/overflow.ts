import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A plan of this size that nobody lets go on is a mistake, and a disk has other uses. */
const mostBytes = 1024 * 1024 * 1024;

const pieceBytes = 64 * 1024;

/** Bytes that wait in a file of nobody else: first in, first out. The file has no name, so it goes with the process. */
export class Overflow {
  #descriptor: number | undefined;
  #written = 0;
  #read = 0;

  get isEmpty(): boolean {
    return this.#read === this.#written;
  }

  get hasRoom(): boolean {
    return this.#written < mostBytes;
  }

  /** Throws where the disk is full. */
  push(chunk: Buffer): void {
    this.#descriptor ??= openNameless();
    for (let at = 0; at < chunk.length; ) {
      at += writeSync(this.#descriptor, chunk, at, chunk.length - at, this.#written + at);
    }
    this.#written += chunk.length;
  }

  shift(): Buffer | undefined {
    if (this.#descriptor === undefined || this.isEmpty) return undefined;
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, this.#written - this.#read));
    const bytes = readSync(this.#descriptor, piece, 0, piece.length, this.#read);
    this.#read += bytes;
    if (this.isEmpty) {
      ftruncateSync(this.#descriptor, 0);
      this.#read = 0;
      this.#written = 0;
    }
    return piece.subarray(0, bytes);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#read = 0;
    this.#written = 0;
  }
}

function openNameless(): number {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-exec-'));
  try {
    return openSync(join(directory, 'plan'), 'wx+', 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
