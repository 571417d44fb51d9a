import { readFileSync } from 'node:fs';

/** The limits of a process as rows of text; empty where they cannot be read. */
export function readLimits(pid: number | 'self'): string {
  try {
    return readFileSync(`/proc/${pid}/limits`, 'latin1');
  } catch {
    return '';
  }
}
