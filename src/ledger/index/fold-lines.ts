// Brings lines of a chain together with what is known of their runs.

import type { ChainPiece } from '../log/chain-reader.js';
import type { EntriesAt } from '../log/entries-at.js';
import { type LedgerEntry, readEntry } from '../log/entry.js';
import { beginningOf, completeEntry } from '../log/whole-entry.js';
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

/** Each with what it leaves to the entry that began its run, which may have been read long before. */
export async function completeEntries(entries: readonly EntryAt[], log: EntriesAt): Promise<readonly EntryAt[]> {
  const read = new Map(entries.map((at) => [`${at.segment}:${at.offset}`, at.entry]));
  const complete: EntryAt[] = [];
  for (const at of entries) {
    const place = beginningOf(at.entry, at.segment);
    const beginning = place && read.get(`${place.segment}:${place.offset}`);
    const entry = beginning ? completeEntry(at.entry, beginning) : await log.complete(at.entry, at.segment);
    complete.push({ ...at, entry });
  }
  return complete;
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
