// Removes what is too old, and the oldest of what is too much. It looks at everything twice instead of keeping a list: a
// million files must not fill the memory.

import type { OpenDirectory } from '../../../../../machine/files/open-directory.js';
import type { Pace } from './pace.js';
import type { Retention } from './retention.js';
import { type FoundFile, walkOutput } from './walk-output.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whose run goes on touches its files more often than that. */
export const silentMs = 10 * minuteMs;

export async function sweepOutput(
  output: OpenDirectory,
  { keepBytes, keepDays }: Retention,
  pace: Pace,
  time: number | 'unknown' = Date.now(),
): Promise<void> {
  const now = Date.now();
  const oldest = time === 'unknown' ? Number.NEGATIVE_INFINITY : time - keepDays * dayMs;
  const byMinute = new Map<number, number>();
  let bytes = 0;
  for await (const file of pace.through(walkOutput(output))) {
    const isRemovable = !mayGrow(file, now);
    // A single file that is larger than all may be is none of ours, and must not drive out those that are.
    if (isRemovable && (file.time < oldest || file.bytes > keepBytes)) {
      file.remove();
      continue;
    }
    bytes += file.bytes;
    const minute = minuteOf(file, now);
    if (isRemovable) byMinute.set(minute, (byMinute.get(minute) ?? 0) + file.bytes);
  }
  const excess = chooseOldest(byMinute, bytes - keepBytes);
  if (excess.size === 0) return;
  for await (const file of pace.through(walkOutput(output))) {
    const minute = minuteOf(file, now);
    const left = excess.get(minute) ?? 0;
    if (left <= 0 || mayGrow(file, now)) continue;
    file.remove();
    excess.set(minute, left - file.bytes);
  }
}

/** How much has to go of each minute. */
function chooseOldest(byMinute: ReadonlyMap<number, number>, excess: number): Map<number, number> {
  const chosen = new Map<number, number>();
  let left = excess;
  for (const [minute, bytes] of [...byMinute].sort(([one], [other]) => one - other)) {
    if (left <= 0) break;
    chosen.set(minute, Math.min(left, bytes));
    left -= bytes;
  }
  return chosen;
}

/** A gate that died leaves files that are not sealed, and that nobody touches any more. */
function mayGrow({ isSealed, time }: FoundFile, now: number): boolean {
  return !isSealed && Math.abs(now - time) < silentMs;
}

/** Files that come from the future, because a clock was wrong, count as new. */
function minuteOf({ time }: FoundFile, now: number): number {
  return Math.floor(Math.min(time, now) / minuteMs);
}
