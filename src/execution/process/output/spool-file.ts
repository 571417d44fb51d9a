// The part of a stream that memory does not hold, or that is to outlive the gate. Written behind the program's back: a
// disk that is full or slow costs output, never the run.

import type { Hash } from 'node:crypto';
import { closeSync, fchmodSync, fstatSync, lutimesSync, type Stats, unlinkSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { openToRead, openToWrite } from '../../../machine/files/open-file.js';
import { readPart } from './read-part.js';
import type { Spool } from './spool.js';

/** So much may wait to be written before the program has to wait too. */
const mostWaiting = 1024 * 1024;

/** So much waits no longer than until the event loop gets to it. */
const eagerBytes = 16 * 1024;

/** Less than that waits for more, but not longer: what was not written goes with the gate when that is killed. */
const patienceMs = 250;

/** What a chunk costs beside its bytes: very many very small ones must not fill the memory. */
const chunkOverhead = 256;

/** A file that still grows is touched so often. One that nobody touched for several times as long has no gate any more. */
const touchMs = 60_000;

/** The mode of a file tells whether it still grows. */
export const growingMode = 0o600;
export const sealedMode = 0o400;

const nothing = Buffer.alloc(0);

const writeBytes = promisify(write);

/** Somebody waits until so much is written. */
interface WaitingReader {
  readonly bytes: number;
  readonly resolve: () => void;
}

export class SpoolFile {
  /** What was handed in: it is in the file, or on the way there. */
  acceptedBytes = 0;
  readonly #spool: Spool;
  readonly #name: string;
  readonly #onRoom: () => void;
  readonly #digest: Hash | undefined;
  /** Which file it was: another one in its place is not written to. */
  #made: Pick<Stats, 'dev' | 'ino'> | undefined;
  #waiting: Buffer[] = [];
  #waitingWeight = 0;
  #writtenBytes = 0;
  #readers: WaitingReader[] = [];
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #touching: NodeJS.Timeout | undefined;
  #takes = true;

  /** `onRoom` is called when more may come, needlessly too. */
  constructor(spool: Spool, name: string, onRoom: () => void = () => undefined) {
    this.#spool = spool;
    this.#name = name;
    this.#onRoom = onRoom;
    this.#digest = spool.beginDigest();
  }

  get isFull(): boolean {
    return this.#waitingWeight > mostWaiting;
  }

  append(bytes: Buffer): void {
    if (!this.#takes || bytes.length === 0) return;
    this.acceptedBytes += bytes.length;
    this.#spool.count(bytes.length);
    this.#waiting.push(bytes);
    this.#waitingWeight += bytes.length + chunkOverhead;
    if (this.#waitingWeight > eagerBytes) this.#startWriting();
    else if (!this.#work) this.#timer ??= setTimeout(this.#startWriting, patienceMs).unref();
  }

  /** Nothing comes any more. After it all that was handed in is written or known to be lost: at once where it is little. */
  end(): void | Promise<void> {
    this.#takes = false;
    if (!this.#work && this.#waitingWeight <= eagerBytes) {
      this.#writeRest();
      return undefined;
    }
    return this.#endLater();
  }

  /** Of everything that is written, and what is kept elsewhere after it. Only once, and only after the end. */
  digest(after: Buffer): string | undefined {
    return this.#digest?.update(after).digest('hex');
  }

  /** Resolves when the first so many bytes are written, or are known to be lost: a flood never settles. */
  reached(bytes: number): Promise<void> {
    if (this.#writtenBytes >= bytes) return Promise.resolve();
    if (this.#waiting.length > 0) this.#startWriting();
    if (!this.#work) return Promise.resolve();
    return new Promise((resolve) => this.#readers.push({ bytes, resolve }));
  }

  /** How long the file is now: less than was written when somebody cut it or took it away. */
  size(): number {
    try {
      const { descriptor, stats } = this.#spool.at(this.#name, openToRead);
      close(descriptor);
      return stats.size;
    } catch {
      return 0;
    }
  }

  /** What is there of these bytes: nothing when somebody took the file away. */
  read(from: number, to: number): Promise<Buffer> {
    if (to <= from) return Promise.resolve(nothing);
    const open = () => this.#spool.at(this.#name, openToRead);
    return this.#spool.readers.do(() => readPart(open, from, to));
  }

  async discard(): Promise<void> {
    this.#takes = false;
    this.#waiting = [];
    clearTimeout(this.#timer);
    await this.#settled();
    clearInterval(this.#touching);
    this.#forget(this.acceptedBytes);
    try {
      if (this.#made) this.#spool.at(this.#name, unlinkSync);
    } catch {
      // It is gone already.
    }
  }

  readonly #startWriting = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work ??= this.#writeWaiting().then(this.#onWritten);
  };

  /** Opened anew each time that there is something: a program that is silent for hours holds no file open. */
  async #writeWaiting(): Promise<void> {
    let descriptor: number | undefined;
    try {
      descriptor = this.#open(growingMode);
      while (this.#waiting.length > 0) await this.#writeBatch(descriptor);
    } catch {
      this.#giveUp();
    }
    if (descriptor !== undefined) close(descriptor);
  }

  readonly #onWritten = (): void => {
    this.#work = undefined;
    if (this.#waiting.length > 0) this.#startWriting();
    this.#tellReaders();
    this.#onRoom();
  };

  async #writeBatch(descriptor: number): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await writeBytes(descriptor, bytes, from, bytes.length - from, this.#writtenBytes);
      this.#wrote(bytes.subarray(from, from + bytesWritten));
      from += bytesWritten;
    }
    this.#tellReaders();
    this.#waitingWeight = this.#waiting.reduce((sum, chunk) => sum + chunk.length + chunkOverhead, 0);
    if (!this.isFull) this.#onRoom();
  }

  async #endLater(): Promise<void> {
    this.#startWriting();
    await this.#settled();
    this.#writeRest();
  }

  async #settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** What is left at the end, if anything, and the mark that it was the end. Waiting for the system takes longer. */
  #writeRest(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#touching);
    const bytes = Buffer.concat(this.#waiting);
    const isSealed = this.#made === undefined || !this.#spool.outlivesGate;
    if (bytes.length === 0 && isSealed) return;
    let descriptor: number | undefined;
    try {
      descriptor = this.#open(this.#spool.outlivesGate ? sealedMode : growingMode);
      for (let from = 0; from < bytes.length; ) {
        const written = writeSync(descriptor, bytes, from, bytes.length - from, this.#writtenBytes);
        this.#wrote(bytes.subarray(from, from + written));
        from += written;
      }
      this.#waiting = [];
      this.#waitingWeight = 0;
      if (!isSealed) fchmodSync(descriptor, sealedMode);
    } catch {
      this.#giveUp();
    }
    if (descriptor !== undefined) close(descriptor);
  }

  #open(mode: number): number {
    return this.#made ? this.#openAgain(this.#made) : this.#create(mode);
  }

  #create(mode: number): number {
    const descriptor = this.#spool.create(this.#name, mode);
    // One that is complete at once is never opened again.
    if (mode === sealedMode) return descriptor;
    this.#made = fstatSync(descriptor);
    if (this.#spool.outlivesGate) this.#touching = setInterval(this.#touch, touchMs).unref();
    return descriptor;
  }

  #openAgain(made: Pick<Stats, 'dev' | 'ino'>): number {
    const { descriptor, stats } = this.#spool.at(this.#name, openToWrite);
    if (stats.dev === made.dev && stats.ino === made.ino) return descriptor;
    close(descriptor);
    throw new Error('Another file is in its place');
  }

  readonly #touch = (): void => {
    try {
      const now = new Date();
      this.#spool.at(this.#name, (path) => lutimesSync(path, now, now));
    } catch {
      // It is gone, and nothing has to be protected any more.
    }
  };

  #wrote(bytes: Buffer): void {
    this.#writtenBytes += bytes.length;
    this.#digest?.update(bytes);
  }

  /** What was not written is lost, and the numbers say so. */
  #giveUp(): void {
    this.#takes = false;
    this.#waiting = [];
    this.#waitingWeight = 0;
    this.#forget(this.acceptedBytes - this.#writtenBytes);
  }

  #tellReaders(): void {
    if (this.#readers.length === 0) return;
    const isThere = ({ bytes }: WaitingReader) => !this.#work || this.#writtenBytes >= bytes;
    for (const { resolve } of this.#readers.filter(isThere)) resolve();
    this.#readers = this.#readers.filter((reader) => !isThere(reader));
  }

  #forget(bytes: number): void {
    this.acceptedBytes -= bytes;
    this.#spool.count(-bytes);
  }
}

/** Some file systems tell only now that they could not write: there is nothing left to do about it. */
function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // Whoever reads finds less than was recorded, and says so.
  }
}
