// Reading the log from its newest entry backwards. Only as much is read as is asked for.

import { BackwardReader } from './backward-reader.js';
import type { ChainPiece } from './chain-reader.js';
import { LedgerDirectory } from './ledger-directory.js';
import { type LedgerRecord, type LineSource, mergeByTime } from './merge-by-time.js';

/** The entries of all gates, the newest first. Stop when you have enough. */
export async function* tailLedger(directory: string): AsyncGenerator<LedgerRecord, void, void> {
  const places = new LedgerDirectory(directory);
  if (!places.isThere()) return;
  const chains = places.listChains().filter((gate) => places.hasChain(gate));
  yield* mergeByTime(
    chains.map((gate) => new BackwardChain(places, gate)),
    (left, right) => left > right,
  );
}

class BackwardChain implements LineSource {
  readonly #directory: LedgerDirectory;
  readonly #gate: string;
  /** Those that were not read yet, in their order. */
  readonly #segments: number[];
  #segment = 0;
  #reader: BackwardReader | undefined;

  constructor(directory: LedgerDirectory, gate: string) {
    this.#directory = directory;
    this.#gate = gate;
    this.#segments = [...directory.listSegments(gate)];
  }

  async next(): Promise<ChainPiece | undefined> {
    for (;;) {
      const lines = await this.#reader?.next();
      if (lines) return { segment: this.#segment, lines };
      await this.close();
      const segment = this.#segments.pop();
      if (segment === undefined) return undefined;
      this.#segment = segment;
      this.#reader = await BackwardReader.open(this.#directory.segment(this.#gate, segment));
    }
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = undefined;
  }
}
