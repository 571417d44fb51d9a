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
      if (!this.#reader && !(await this.#open())) return undefined;
      if (!this.#reader) continue;
      const lines = await this.#reader.next();
      if (lines) return { segment: this.#segment, lines };
      if (this.#following === undefined) {
        this.#following = this.#directory.findSegment(this.#gate, this.#segment + 1);
        if (this.#following === undefined) return undefined;
        // Its writer has gone on to the next one: what it wrote here before that may not have been read yet.
      } else {
        await this.#goOn(this.#following);
      }
    }
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = undefined;
  }

  /** Whether there is anything to read. */
  async #open(): Promise<boolean> {
    const found = this.#directory.findSegment(this.#gate, this.#segment);
    if (found === undefined) return false;
    if (found !== this.#segment) this.#offset = 0;
    this.#segment = found;
    // Where it was removed meanwhile, the next look finds another one.
    this.#reader = await SegmentReader.open(this.#directory.segment(this.#gate, found), this.#offset);
    return true;
  }

  async #goOn(following: number): Promise<void> {
    this.#onSegmentEnd(this.#segment, this.rest);
    await this.close();
    this.#segment = following;
    this.#offset = 0;
    this.#following = undefined;
  }
}
