// Whether a gate has started this process, however indirectly: then it is no place for a person's answer.

import { readLimits } from '../../../machine/processes/process-limits.js';
import { parentOf } from '../../../machine/processes/process-stat.js';

/** Deeper than any tree of processes; a loop in what the system shows would be endless. */
const mostAncestors = 1_000;

/** What this process was before it marked itself. */
let wasStartedByGate: boolean | undefined;

/**
 * Whether this process, or one above it, carries the mark of a gate. The mark is inherited, and only who may raise the
 * limits of the system can take it off (CAP_SYS_RESOURCE); one who did still stands below others that carry it. Where
 * processes cannot be marked it is false.
 */
export function isStartedByGate(): boolean {
  return wasStartedByGate ?? (isMarked(readLimits('self')) || hasMarkedAncestor());
}

/** To be called by a gate before it marks its own process: what it does to itself says nothing about who started it. */
export function rememberWhoStartedThis(): void {
  wasStartedByGate ??= isStartedByGate();
}

/**
 * Nobody has had a reason to limit file locks since Linux 2.4. So any hard limit is a mark: who carries one can lower it
 * and never remove it. The soft one alone, in the range of the tokens, is what older gates leave.
 */
export function isMarked(limits: string): boolean {
  const [, soft = 'unlimited', hard = 'unlimited'] = /^Max file locks +(\S+) +(\S+)/m.exec(limits) ?? [];
  if (hard !== 'unlimited') return true;
  return /^\d+$/.test(soft) && BigInt(soft) >> 61n === 1n;
}

function hasMarkedAncestor(): boolean {
  let pid = parentOf('self');
  for (let steps = 0; pid > 0 && steps < mostAncestors; steps++) {
    if (isMarked(readLimits(pid))) return true;
    pid = parentOf(pid);
  }
  return false;
}
