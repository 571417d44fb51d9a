import { readFileSync } from 'node:fs';

/**
 * Whether this process carries the mark of a gate: a run started it, however indirectly. A gate that has run a program
 * carries one itself. Where processes are not marked it is false, and so it is for a program that took its mark off.
 */
export function isStartedByGate(limits = readLimits()): boolean {
  const limit = /^Max file locks +(\d+)/m.exec(limits)?.[1];
  // The range of the tokens: no limit that somebody would set on purpose.
  return limit !== undefined && BigInt(limit) >> 61n === 1n;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}
