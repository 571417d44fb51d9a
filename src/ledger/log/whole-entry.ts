// The entry that ends a run does not repeat what the one that began it has said, where both stand in the same segment:
// it says where that one stands. Segments are removed whole, so the other one is there as long as it is.

import type { LedgerEntry } from './entry.js';
import { opensRun, type Place } from './open-starts.js';

/** Where the entry stands that an entry of this segment leaves the rest to; undefined where it tells everything itself. */
export function beginningOf({ begun }: LedgerEntry, segment: number): Place | undefined {
  if (!Array.isArray(begun)) return undefined;
  const [offset, length] = begun;
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) ? { segment, offset, length } : undefined;
}

/** The entry with all that is known of its request. `beginning` may be anything that was found at that place. */
export function completeEntry(entry: LedgerEntry, beginning: LedgerEntry | undefined): LedgerEntry {
  const { begun, ...said } = entry;
  if (begun === undefined || !beginning || !opensRun(beginning.type) || beginning.run !== entry.run) return entry;
  const { command, parsed_command, user_context, decision, created_at, own, background } = beginning;
  const left = { command, parsed_command, user_context, decision, created_at, own, background };
  const told = Object.entries(left).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(told), ...said } as LedgerEntry;
}
