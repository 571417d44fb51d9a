// Reads the lines of one chain through all its segments. May be asked again after its end, for what came meanwhile.

import type { LedgerDirectory } from './ledger-directory.js';
import { type Line, SegmentReader } from './segment-reader.js';

/** Where in a chain to read on. */
export interface ReadPosition {
  readonly segment: number;
  readonly offset: number;
}

export interface ChainPiece {
  readonly segment: number;
  readonly lines: readonly Line[];
}

/** Told of every segment that nothing is appended to any more: how many bytes lie behind its last line. */
export type OnSegmentEnd = (segment: number, rest: number) => void;

export class ChainReader {
  readonly #directory: LedgerDirectory;
  readonly #gate: string;
  readonly #onSegmentEnd: OnSegmentEnd;
  #segment: number;
  #offset: number;
  #reader: SegmentReader | undefined;
  #following: number | undefined;

  constructor(
    directory: LedgerDirectory,
    gate: string,
    { segment, offset }: ReadPosition,
    onSegmentEnd: OnSegmentEnd = () => {},
  ) {
    this.#directory = directory;
    this.#gate = gate;
    this.#segment = segment;
    this.#offset = offset;
    this.#onSegmentEnd = onSegmentEnd;
  }

  get position(): ReadPosition {
    return { segment: this.#segment, offset: this.#reader?.offset ?? this.#offset };
  }

  /** How many bytes without a line end there were at the end of the chain. */
  get rest(): number {
    return this.#reader?.rest ?? 0;
  }

  /** Some more lines; undefined at the end of the chain, as it is now. A segment that is missing is passed over. */
  async next(): Promise<ChainPiece | undefined> {
    for (;;) {
      this.#reader ??= await SegmentReader.open(this.#directory.segment(this.#gate, this.#segment), this.#offset);
      const lines = await this.#reader?.next();
      if (lines) return { segment: this.#segment, lines };
      if (this.#following !== undefined || !this.#reader) {
        if (!(await this.#goOn())) return undefined;
      } else {
        this.#following = this.#findFollowing();
        if (this.#following === undefined) return undefined;
        // Its writer has gone on to the next one: what it wrote here before that may not have been read yet.
      }
    }
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = undefined;
  }

  async #goOn(): Promise<boolean> {
    const following = this.#following ?? this.#findFollowing();
    if (following === undefined) return false;
    if (this.#reader) this.#onSegmentEnd(this.#segment, this.#reader.rest);
    await this.close();
    this.#segment = following;
    this.#offset = 0;
    this.#following = undefined;
    return true;
  }

  #findFollowing(): number | undefined {
    return this.#directory.listSegments(this.#gate).find((segment) => segment > this.#segment);
  }
}
