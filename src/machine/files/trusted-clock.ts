// What is kept for a number of days is removed by the clock, and a clock can be wrong for one run: years ahead, it would
// make everything old at once. So removing believes at most one day more than the time before.

import { readOwnText } from './read-plain-file.js';
import { replaceWhole } from './whole-file.js';

const dayMs = 24 * 60 * 60_000;

/**
 * The time by which something may be called old; undefined the first time, when there is nothing to compare the clock
 * with. A clock that was set back is believed at once: it removes less.
 */
export function takeTrustedTime(file: string, now: number): number | undefined {
  const before = Number(readOwnText(file) ?? Number.NaN);
  const isKnown = Number.isFinite(before) && before > 0;
  const trusted = isKnown ? Math.min(now, before + dayMs) : now;
  replaceWhole(file, `${Math.floor(trusted)}\n`);
  return isKnown ? trusted : undefined;
}
