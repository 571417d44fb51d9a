// The content of files. What is new in one snapshot is one file: thousands of small ones would take seconds to make.

import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentPlace } from './entry.js';

const bufferBytes = 1024 * 1024;

/** Takes content one after the other, and makes the file with the first of it. */
export class PackWriter {
  readonly #directory: string;
  readonly #name: string;
  readonly #buffer = Buffer.allocUnsafe(bufferBytes);
  #descriptor: number | undefined;
  #used = 0;
  #written = 0;

  constructor(directory: string, name: string) {
    this.#directory = directory;
    this.#name = name;
  }

  get bytes(): number {
    return this.#written + this.#used;
  }

  add(bytes: Uint8Array): ContentPlace {
    this.#descriptor ??= openSync(this.#unfinished, 'wx', 0o600);
    const place = { pack: this.#name, offset: this.bytes };
    if (this.#used + bytes.length > bufferBytes) this.#flush();
    if (bytes.length > bufferBytes) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
    return place;
  }

  /** From now on it can be read. What a power cut makes of it is seen by its hashes. */
  finish(): void {
    if (this.#descriptor === undefined) return;
    this.#flush();
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    renameSync(this.#unfinished, join(this.#directory, this.#name));
  }

  /** Leaves nothing behind. */
  abandon(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#unfinished, { force: true });
  }

  get #unfinished(): string {
    return join(this.#directory, `${this.#name}.part`);
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#descriptor as number, bytes, at, bytes.length - at);
    }
    this.#written += bytes.length;
  }
}

/** Throws where the file is gone or shorter than it was. */
export function readContent(directory: string, { pack, offset }: ContentPlace, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  const descriptor = openSync(join(directory, pack), 'r');
  try {
    for (let at = 0; at < size; ) {
      const count = readSync(descriptor, bytes, at, size - at, offset + at);
      if (count === 0) throw new Error(`${pack} is shorter than it was`);
      at += count;
    }
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}
