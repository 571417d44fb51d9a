// Reading the log from the oldest entry on, or from where the reader was before.

import { openHandleIfThere } from '../../machine/files/open-file.js';
import { ChainReader, type ReadPosition } from './chain-reader.js';
import { judgeSeal, type LedgerEntry, largestLineBytes, readEntry } from './entry.js';
import { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';
import { type LedgerRecord, mergeByTime } from './merge-by-time.js';
import type { Place } from './open-starts.js';

/** How far the chain of each gate was read. What is not named is read from its beginning. */
export type LedgerPosition = Readonly<Record<string, ReadPosition>>;

/**
 * The entries of all gates, by their times, to the ends that the chains have when they are reached. A line that a
 * living gate has not finished is not there yet. Does not check the hashes: that is what `verifyLedger` is for.
 */
export async function* readLedger(
  directory: string,
  { from = {} }: { readonly from?: LedgerPosition } = {},
): AsyncGenerator<LedgerRecord, void, void> {
  const places = new LedgerDirectory(directory);
  if (!places.isThere()) return;
  const chains = places.listChains().filter((gate) => places.hasChain(gate));
  const readers = chains.map((gate) => {
    const known = Object.hasOwn(from, gate) ? from[gate] : undefined;
    return new ChainReader(places, gate, known ?? { segment: 1, offset: 0 });
  });
  yield* mergeByTime(readers, (left, right) => left < right);
}

/** Where to read on after a record, in the chain of its gate. */
export function positionAfter({ place }: LedgerRecord): ReadPosition {
  return { segment: place.segment, offset: place.offset + place.length };
}

/** The entry at its place; undefined where there is none that is whole and unchanged. */
export async function readEntryAt(
  directory: string,
  gate: string,
  { segment, offset, length }: Place,
  key?: LedgerKey,
): Promise<LedgerEntry | undefined> {
  if (length < 1 || length > largestLineBytes) return undefined;
  const handle = await openHandleIfThere(new LedgerDirectory(directory).segment(gate, segment));
  if (!handle) return undefined;
  try {
    const line = Buffer.alloc(length - 1);
    const { bytesRead } = await handle.read(line, 0, line.length, offset);
    const entry = bytesRead === line.length ? readEntry(line) : undefined;
    return entry?.gate === gate && judgeSeal(entry, line, key) !== 'broken' ? entry : undefined;
  } finally {
    await handle.close();
  }
}
