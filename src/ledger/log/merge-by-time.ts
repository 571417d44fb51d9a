// Brings the entries of several chains into one order by their times. The order inside each chain stays as it is, even
// where its clock was set back.

import type { ChainPiece } from './chain-reader.js';
import { type LedgerEntry, readEntry } from './entry.js';
import type { Place } from './open-starts.js';

export interface LedgerRecord {
  readonly entry: LedgerEntry;
  /** Its bytes, without the line end: what its hash is made of. */
  readonly line: Buffer;
  /** Where the entry is in the chain of its gate. */
  readonly place: Place;
}

/** What gives the lines of one chain, in the order in which they are wanted. */
export interface LineSource {
  next(): Promise<ChainPiece | undefined>;
  close(): Promise<void>;
}

/** `isBefore` tells which of two times comes first. Lines that are no entries are passed over: `verifyLedger` names them. */
export async function* mergeByTime(
  sources: readonly LineSource[],
  isBefore: (left: string, right: string) => boolean,
): AsyncGenerator<LedgerRecord, void, void> {
  const cursors = sources.map((source) => new Cursor(source));
  try {
    for (const cursor of cursors) await cursor.advance();
    let left = cursors.filter(({ record }) => record);
    while (left.length > 0) {
      const first = left.reduce((best, cursor) => (isBefore(cursor.time, best.time) ? cursor : best));
      if (first.record) yield first.record;
      if (!first.step()) {
        await first.advance();
        if (!first.record) left = left.filter((cursor) => cursor !== first);
      }
    }
  } finally {
    for (const source of sources) await source.close();
  }
}

class Cursor {
  record: LedgerRecord | undefined;
  readonly #source: LineSource;
  #piece: ChainPiece = { segment: 0, lines: [] };
  #index = 0;

  constructor(source: LineSource) {
    this.#source = source;
  }

  get time(): string {
    return this.record?.entry.at ?? '';
  }

  /** Whether there was another entry in what is read already. */
  step(): boolean {
    const { segment, lines } = this.#piece;
    while (this.#index < lines.length) {
      const line = lines[this.#index++];
      const entry = line?.bytes && readEntry(line.bytes);
      if (!entry) continue;
      this.record = { entry, line: line.bytes as Buffer, place: { segment, offset: line.offset, length: line.length } };
      return true;
    }
    return false;
  }

  /** Without a record afterwards, the chain is at its end. */
  async advance(): Promise<void> {
    while (!this.step()) {
      const piece = await this.#source.next();
      if (!piece) {
        this.record = undefined;
        return;
      }
      this.#piece = piece;
      this.#index = 0;
    }
  }
}
