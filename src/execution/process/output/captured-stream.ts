// What a program printed to one stream: a little of it in memory, more in a file, and of what is too much for the
// file the last part. A short run needs neither the tail nor, unless it is to outlive the gate, the file.

import type { RecordedStream } from '../../../vocabulary/run-record.js';
import type { OutputSink } from './output-sink.js';
import { OutputView } from './output-view.js';
import type { OutputSource } from './readable-output.js';
import type { Spool } from './spool.js';
import { SpoolFile } from './spool-file.js';
import { TailBuffer } from './tail-buffer.js';
import { writeWhole } from './write-whole.js';

const memoryBytes = 16 * 1024;
/** Of the end beyond the file. */
export const tailBytes = 64 * 1024;

/** A part of one byte costs two hundred: a program that prints byte by byte must not fill the memory. */
const mostParts = 64;

/** Where what is too long for memory goes, and how much of it. */
export interface SpoolPlace {
  readonly directory: Spool;
  readonly fileName: string;
  readonly mostBytes: number;
}

export class CapturedStream implements OutputSource, OutputSink {
  totalBytes = 0;
  readonly #place: SpoolPlace;
  /** Everything, while it is short; then the beginning, in case that the file fails. */
  #memory: Buffer[] = [];
  #file: SpoolFile | undefined;
  #tail: TailBuffer | undefined;
  #onRoom: (() => void) | undefined;
  #isOpen = true;
  #recorded: RecordedStream | Promise<RecordedStream> | undefined;

  constructor(place: SpoolPlace) {
    this.#place = place;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.totalBytes += bytes.length;
    const isShort = this.totalBytes <= memoryBytes;
    if (!isShort || this.#place.directory.outlivesGate) {
      this.#file ??= this.#openFile();
      this.#append(this.#file, bytes);
    }
    if (isShort) this.#remember(bytes);
    else this.#rememberEnd(bytes);
  }

  /** Whether the program should wait; `onRoom` says when it need not any more. */
  isFull(onRoom: () => void): boolean {
    if (!this.#file?.isFull) return false;
    this.#onRoom = onRoom;
    return true;
  }

  /** Nothing comes any more. Tells what is kept when all of that is where it will stay. */
  end(): RecordedStream | Promise<RecordedStream> {
    this.#isOpen = false;
    this.#recorded ??= this.#close();
    return this.#recorded;
  }

  /** How much of it is kept, in memory or in the file. */
  get keptBytes(): number {
    return this.#file?.acceptedBytes ?? this.totalBytes;
  }

  /** All of it at once, where it is in memory. */
  get inMemory(): Buffer | undefined {
    if (this.totalBytes > memoryBytes) return undefined;
    const bytes = joined(this.#memory);
    return bytes.length === this.totalBytes ? bytes : undefined;
  }

  async view(): Promise<OutputView> {
    const { totalBytes, inMemory } = this;
    const memory = inMemory ?? joined(this.#memory);
    const readMemory = (from: number, to: number) => memory.subarray(from, to);
    if (inMemory) return new OutputView(totalBytes, totalBytes, nothing, this.#isOpen, readMemory);
    const tail = this.#tail?.read() ?? nothing;
    const file = this.#file;
    const accepted = file?.acceptedBytes ?? 0;
    await file?.reached(accepted);
    // Less than before when writing failed, or somebody took the file away.
    const written = file ? Math.min(accepted, file.acceptedBytes, file.size()) : 0;
    const read =
      file === undefined || written < memory.length ? readMemory : (from: number, to: number) => file.read(from, to);
    return new OutputView(totalBytes, Math.max(written, memory.length), tail, this.#isOpen, read);
  }

  /** Forgets it; its files go too, unless they are to outlive the gate. */
  async discard(): Promise<void> {
    this.#memory = [];
    this.#tail = undefined;
    if (!this.#place.directory.outlivesGate) await this.#file?.discard();
  }

  #openFile(): SpoolFile {
    const file = new SpoolFile(this.#place.directory, this.#place.fileName, () => {
      this.#onRoom?.();
      this.#onRoom = undefined;
    });
    for (const earlier of this.#memory) this.#append(file, earlier);
    return file;
  }

  #append(file: SpoolFile, bytes: Buffer): void {
    const room = this.#place.mostBytes - file.acceptedBytes;
    if (room > 0) file.append(bytes.length <= room ? bytes : bytes.subarray(0, room));
  }

  #remember(bytes: Buffer): void {
    this.#memory.push(bytes);
    if (this.#memory.length > mostParts) this.#memory = [joined(this.#memory)];
  }

  #rememberEnd(bytes: Buffer): void {
    if (this.#tail === undefined) {
      this.#tail = new TailBuffer(tailBytes);
      for (const earlier of this.#memory) this.#tail.push(earlier);
      this.#memory = [Buffer.concat([...this.#memory, bytes], memoryBytes)];
    }
    this.#tail.push(bytes);
  }

  #close(): RecordedStream | Promise<RecordedStream> {
    const file = this.#file;
    if (file === undefined) return { bytes: this.totalBytes, kept: this.totalBytes };
    const written = file.end();
    return written ? written.then(() => this.#record(file)) : this.#record(file);
  }

  #record(file: SpoolFile): RecordedStream {
    const { totalBytes: bytes } = this;
    const kept = file.acceptedBytes;
    const tail = kept < bytes ? this.#keepEnd(bytes - kept) : nothing;
    const sha256 = file.digest(tail);
    if (kept === bytes && bytes > memoryBytes) {
      // The file has all of it; what waits to be read later should not fill the memory.
      this.#memory = [];
      this.#tail = undefined;
    }
    return { bytes, kept, ...(tail.length > 0 && { tail: tail.length }), ...(sha256 !== undefined && { sha256 }) };
  }

  /** What is kept of the end beyond the file. */
  #keepEnd(mostBytes: number): Buffer {
    const end = this.#tail?.read() ?? joined(this.#memory);
    const beyond = end.subarray(Math.max(0, end.length - mostBytes));
    const { directory, fileName } = this.#place;
    if (!directory.outlivesGate) return beyond;
    return writeWhole(directory, `${fileName}.tail`, beyond) ? beyond : nothing;
  }
}

const nothing = Buffer.alloc(0);

function joined(parts: readonly Buffer[]): Buffer {
  const [first = nothing] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : first;
}
