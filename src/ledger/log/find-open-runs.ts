// Which runs of a chain go on, or were left by a gate that died and that nobody has recovered yet.

import { ChainReader } from './chain-reader.js';
import { chainState } from './chain-state.js';
import { readEntry } from './entry.js';
import { LedgerDirectory } from './ledger-directory.js';
import { type OpenStart, OpenStarts } from './open-starts.js';
import { findWhereToRead } from './resume-chain.js';

export interface OpenRuns {
  /** Whether the gate that has them may be alive. */
  readonly isHeld: boolean;
  /** By the id of the run, where the newest entry about it stands. */
  readonly places: ReadonlyMap<string, OpenStart>;
}

/** Reads the newest segment only, which tells what was open when it was begun. */
export async function findOpenRuns(directory: string, gate: string): Promise<OpenRuns> {
  const places = new LedgerDirectory(directory);
  const state = chainState(places, gate);
  // Nothing is open where a gate has closed its chain, and that is most of them.
  if (state === 'closed') return { isHeld: false, places: new Map() };
  const starts = new OpenStarts();
  const reader = new ChainReader(places, gate, { segment: await findWhereToRead(places, gate, undefined), offset: 0 });
  try {
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      for (const { bytes, offset, length } of piece.lines) {
        const entry = bytes && readEntry(bytes);
        if (entry) starts.noteEntry(entry, { segment: piece.segment, offset, length });
      }
    }
  } finally {
    await reader.close();
  }
  return { isHeld: state === 'held', places: new Map(starts.list().map((start) => [start.run, start])) };
}
