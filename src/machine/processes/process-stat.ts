// What the system says about a process in `/proc/<pid>/stat`. The keeper, a program of its own that cannot import this,
// reads it once more.

import { existsSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  /** Counted from the start of the system: with the number, it names one process for good. */
  readonly started: string;
  /** It is only listed because nobody has asked yet how it ended, or because threads beside its first one go on. */
  readonly isEnded: boolean;
  readonly threads: number;
}

/** `untold`: there may be one, but nothing can be read of it, as where too many files are open. */
export function readStat(pid: number | 'self'): ProcessStat | 'gone' | 'untold' {
  const directory = `/proc/${pid}`;
  // To be gone is the rule, and an error would cost more than all the rest.
  if (!existsSync(directory)) return 'gone';
  try {
    return parseStat(readFileSync(`${directory}/stat`, 'latin1')) ?? 'untold';
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '') ? 'gone' : 'untold';
  }
}

/** Undefined where it is not the whole line. */
export function parseStat(line: string): ProcessStat | undefined {
  // The name in the brackets is the program's own choice and may hold anything. The state is the third of all fields.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ', 20);
  const [state = '', parent, group] = fields;
  const started = fields[19];
  if (started === undefined) return undefined;
  const [isEnded, threads] = [/[ZX]/.test(state), Number(fields[17])];
  return { parent: Number(parent), group: Number(group), started, isEnded, threads };
}

/** Undefined where the system does not tell, or where there is no such process. */
export function startOf(pid: number): string | undefined {
  const stat = readStat(pid);
  return typeof stat === 'object' ? stat.started : undefined;
}

/** 0 where there is none that can be seen from here. */
export function parentOf(pid: number | 'self'): number {
  const stat = readStat(pid);
  return typeof stat === 'object' ? stat.parent : 0;
}
