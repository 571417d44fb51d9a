import { readFileSync } from 'node:fs';

/** When a process was started, in ticks of the system's clock; undefined where there is none, or no way to tell. */
export function startedAt(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name may hold anything; the first field behind it is the third of all.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return undefined;
  }
}
