// The part of a stream that memory does not hold. Written behind the program's back: a disk that is full or slow
// costs output, never the run.

import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpoolDirectory } from './spool-directory.js';

/** So much may wait to be written before the program has to wait too. */
const mostWaiting = 1024 * 1024;

/** What a chunk costs beside its bytes: very many very small ones must not fill the memory. */
const chunkOverhead = 256;

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;

const nothing = Buffer.alloc(0);

/** Somebody waits until so much is written. */
interface WaitingReader {
  readonly bytes: number;
  readonly resolve: () => void;
}

export class SpoolFile {
  /** What was handed in: it is in the file, or on the way there. */
  acceptedBytes = 0;
  readonly #directory: SpoolDirectory;
  readonly #name: string;
  readonly #onRoom: () => void;
  #path: string | undefined;
  #waiting: Buffer[] = [];
  #waitingWeight = 0;
  #writtenBytes = 0;
  #readers: WaitingReader[] = [];
  #work: Promise<void> | undefined;
  #takes = true;

  /** `onRoom` is called when more may come, needlessly too. */
  constructor(directory: SpoolDirectory, name: string, onRoom: () => void) {
    this.#directory = directory;
    this.#name = name;
    this.#onRoom = onRoom;
  }

  get isFull(): boolean {
    return this.#waitingWeight > mostWaiting;
  }

  append(bytes: Buffer): void {
    if (!this.#takes || bytes.length === 0) return;
    this.acceptedBytes += bytes.length;
    this.#directory.usedBytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingWeight += bytes.length + chunkOverhead;
    this.#work ??= this.#write();
  }

  /** Resolves when all that was handed in is written, or is known to be lost. */
  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Resolves when the first so many bytes are written, or are known to be lost: a flood never settles. */
  reached(bytes: number): Promise<void> {
    if (!this.#work || this.#writtenBytes >= bytes) return Promise.resolve();
    return new Promise((resolve) => this.#readers.push({ bytes, resolve }));
  }

  /** What is there of these bytes: nothing when somebody took the file away. */
  read(from: number, to: number): Promise<Buffer> {
    const path = this.#path;
    if (path === undefined || to <= from) return Promise.resolve(nothing);
    return this.#directory.readers.do(() => readPart(path, from, to));
  }

  async discard(): Promise<void> {
    this.#takes = false;
    await this.settled();
    this.#forget(this.acceptedBytes);
    if (this.#path !== undefined) await rm(this.#path, { force: true });
    this.#path = undefined;
  }

  /** Opened anew each time that there is something: a program that is silent for hours holds no file open. */
  async #write(): Promise<void> {
    let file: FileHandle | undefined;
    try {
      this.#path ??= join(await this.#directory.path(), this.#name);
      file = await open(this.#path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
      while (this.#waiting.length > 0) await this.#writeBatch(file);
    } catch {
      // What was not written is lost, and the numbers say so.
      this.#takes = false;
      this.#waiting = [];
      this.#waitingWeight = 0;
      this.#forget(this.acceptedBytes - this.#writtenBytes);
    }
    await file?.close().catch(() => undefined);
    this.#work = this.#waiting.length > 0 ? this.#write() : undefined;
    this.#tellReaders();
    this.#onRoom();
  }

  async #writeBatch(file: FileHandle): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, from);
      from += bytesWritten;
      this.#writtenBytes += bytesWritten;
    }
    this.#tellReaders();
    this.#waitingWeight = this.#waiting.reduce((sum, chunk) => sum + chunk.length + chunkOverhead, 0);
    if (!this.isFull) this.#onRoom();
  }

  #tellReaders(): void {
    if (this.#readers.length === 0) return;
    const isThere = ({ bytes }: WaitingReader) => !this.#work || this.#writtenBytes >= bytes;
    for (const { resolve } of this.#readers.filter(isThere)) resolve();
    this.#readers = this.#readers.filter((reader) => !isThere(reader));
  }

  #forget(bytes: number): void {
    this.acceptedBytes -= bytes;
    this.#directory.usedBytes -= bytes;
  }
}

async function readPart(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return nothing;
  try {
    const bytes = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } catch {
    return nothing;
  } finally {
    await file.close();
  }
}
