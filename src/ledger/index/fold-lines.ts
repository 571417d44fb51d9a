// Brings lines of a chain together with what is known of their runs.

import type { ChainPiece } from '../log/chain-reader.js';
import { type LedgerEntry, readEntry } from '../log/entry.js';
import { foldEntry } from './fold-entry.js';
import { type StoredRun, toText } from './run-row.js';

export interface EntryAt {
  readonly entry: LedgerEntry;
  readonly segment: number;
  /** Where its line begins. */
  readonly offset: number;
  /** Where the next line begins. */
  readonly after: number;
}

/** Lines that are no entries of this chain are passed over: to name them is what `verifyLedger` is for. */
export function readEntries(gate: string, { segment, lines }: ChainPiece): readonly EntryAt[] {
  return lines.flatMap(({ bytes, offset, length }) => {
    const entry = bytes && readEntry(bytes);
    return entry?.gate === gate ? { entry, segment, offset, after: offset + length } : [];
  });
}

/** The run that an entry is about, as it is written in the index. */
export function runOf({ run }: LedgerEntry): string | undefined {
  return typeof run === 'string' ? toText(run) : undefined;
}

/** Changes `runs` to what is known after the entry. */
export function foldInto(runs: Map<string, StoredRun>, run: string, { entry, segment }: EntryAt): void {
  const known = runs.get(run);
  const record = foldEntry(known?.record, entry);
  if (!record) return;
  runs.set(run, { record, firstSegment: known?.firstSegment ?? segment, lastSegment: segment });
}
