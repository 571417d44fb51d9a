// Writes where a chain ends: its head, and the witness of that. They cost as much as the lines that they tell of, so that they
// may follow when a turn is over, once for all writes of that turn.

import { fdatasync, fdatasyncSync } from 'node:fs';
import { type Head, HeadFile, type HeadReading } from './head-file.js';
import type { WitnessFile } from './witness.js';

/** What a gate that dies leaves behind its head is read again: it should not be much. */
const mostAhead = 64;

export class HeadWriter {
  readonly #head: HeadFile;
  readonly #witness: WitnessFile | undefined;
  #told: Head | undefined;
  #isOnDisk = false;
  /** The end that the head does not tell of yet, and how many writes it lacks. */
  #untold: Head | undefined;
  #ahead = 0;

  constructor(file: string, head: HeadReading | undefined, witness: WitnessFile | undefined) {
    this.#head = new HeadFile(file, head);
    this.#witness = witness;
  }

  /** Why nobody outside of the ledger knows where the chain ends. */
  get witnessTrouble(): Error | undefined {
    return this.#witness?.trouble;
  }

  tell({ seq, hash, segment, bytes }: Head): void {
    const head = { seq, hash, segment, bytes };
    this.#head.write(head);
    // Last: it never tells of what was taken back.
    this.#witness?.write(head);
    this.#told = head;
    this.#isOnDisk = false;
    this.#untold = undefined;
    this.#ahead = 0;
  }

  tellLater(head: Head): void {
    if (!this.#untold) setImmediate(this.#tellLate);
    this.#untold = head;
    this.#ahead++;
  }

  /** Now, where it was put off. */
  tellRest(): void {
    if (this.#untold) this.tell(this.#untold);
  }

  /** Before the next write: where it falls behind. */
  catchUp(): void {
    if (this.#ahead >= mostAhead) this.tellRest();
  }

  sync(): void {
    if (this.#isOnDisk || this.#head.descriptor === undefined) return;
    fdatasyncSync(this.#head.descriptor);
    this.#isOnDisk = true;
  }

  /** The same without blocking. */
  async syncLater(): Promise<void> {
    if (this.#isOnDisk || this.#head.descriptor === undefined) return;
    const told = this.#told;
    const problem = await syncLater(this.#head.descriptor);
    if (!problem && this.#told === told) this.#isOnDisk = true;
  }

  close(): void {
    this.#tellLate();
    this.#untold = undefined;
    this.#head.close();
    this.#witness?.close();
  }

  readonly #tellLate = () => {
    try {
      this.tellRest();
    } catch {
      // Nothing is written before it could be told.
      this.#ahead = mostAhead;
    }
  };
}

export function syncLater(descriptor: number): Promise<Error | null> {
  return new Promise((resolve) => fdatasync(descriptor, resolve));
}
