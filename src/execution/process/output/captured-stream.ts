// What a program printed to one stream: a little of it in memory, more in a file, and of what is too much for the
// file the last part. A short run needs neither the file nor the tail.

import { OutputView } from './output-view.js';
import type { SpoolDirectory } from './spool-directory.js';
import { SpoolFile } from './spool-file.js';
import { TailBuffer } from './tail-buffer.js';

const memoryBytes = 16 * 1024;
const tailBytes = 64 * 1024;

/** A part of one byte costs two hundred: a program that prints byte by byte must not fill the memory. */
const mostParts = 64;

/** Where what is too long for memory goes, and how much of it. */
export interface SpoolPlace {
  readonly directory: SpoolDirectory;
  readonly fileName: string;
  readonly mostBytes: number;
}

export class CapturedStream {
  totalBytes = 0;
  readonly #place: SpoolPlace;
  /** Everything, while there is no file; then the beginning, in case that the file fails. */
  #memory: Buffer[] = [];
  #file: SpoolFile | undefined;
  #tail: TailBuffer | undefined;
  #onRoom: (() => void) | undefined;
  #isOpen = true;

  constructor(place: SpoolPlace) {
    this.#place = place;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.totalBytes += bytes.length;
    if (this.totalBytes <= memoryBytes) {
      this.#memory.push(bytes);
      if (this.#memory.length > mostParts) this.#memory = [joined(this.#memory)];
      return;
    }
    this.#file ??= this.#spill(bytes);
    this.#append(this.#file, bytes);
    this.#tail ??= new TailBuffer(tailBytes);
    this.#tail.push(bytes);
  }

  /** Whether the program should wait; `onRoom` says when it need not any more. */
  isFull(onRoom: () => void): boolean {
    if (!this.#file?.isFull) return false;
    this.#onRoom = onRoom;
    return true;
  }

  /** Nothing comes any more. */
  async end(): Promise<void> {
    this.#isOpen = false;
    if (this.#file === undefined) return;
    await this.#file.settled();
    if (this.#file.acceptedBytes < this.totalBytes) return;
    // The file has all of it; what waits to be read later should not fill the memory.
    this.#memory = [];
    this.#tail = undefined;
  }

  /** How much of it is kept, in memory or in the file. */
  get keptBytes(): number {
    return this.#file?.acceptedBytes ?? this.totalBytes;
  }

  /** All of it at once, where it is in memory. */
  get inMemory(): Buffer | undefined {
    return this.#file === undefined ? joined(this.#memory) : undefined;
  }

  async view(): Promise<OutputView> {
    const { totalBytes } = this;
    const memory = joined(this.#memory);
    const tail = this.#tail?.read() ?? nothing;
    const file = this.#file;
    const accepted = file?.acceptedBytes ?? 0;
    await file?.reached(accepted);
    // Less than before when writing failed.
    const written = Math.min(accepted, file?.acceptedBytes ?? 0);
    const read =
      file === undefined || written < memory.length
        ? (from: number, to: number) => memory.subarray(from, to)
        : (from: number, to: number) => file.read(from, to);
    return new OutputView(totalBytes, Math.max(written, memory.length), tail, this.#isOpen, read);
  }

  async discard(): Promise<void> {
    this.#memory = [];
    this.#tail = undefined;
    await this.#file?.discard();
  }

  #spill(bytes: Buffer): SpoolFile {
    const file = new SpoolFile(this.#place.directory, this.#place.fileName, () => {
      this.#onRoom?.();
      this.#onRoom = undefined;
    });
    for (const earlier of this.#memory) this.#append(file, earlier);
    this.#memory = [Buffer.concat([...this.#memory, bytes], memoryBytes)];
    return file;
  }

  #append(file: SpoolFile, bytes: Buffer): void {
    const room = this.#place.mostBytes - file.acceptedBytes;
    if (room > 0) file.append(bytes.length <= room ? bytes : bytes.subarray(0, room));
  }
}

const nothing = Buffer.alloc(0);

function joined(parts: readonly Buffer[]): Buffer {
  const [first = nothing] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : first;
}
