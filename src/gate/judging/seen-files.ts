// The programs of a plan as they were when it was made: another file in their place is another program.

import { type BigIntStats, statSync } from 'node:fs';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import { isStillThere } from './same-plan.js';

export interface SeenFiles {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly programs: readonly string[];
}

/** Longer ago, whatever was seen has to be looked at anew. */
const freshMs = 50;

export function seeFiles(plan: ProgramPlan): SeenFiles {
  return { at: performance.now(), programs: stepsOf(plan).map(({ program }) => identityOf(program).join(' ')) };
}

/** Whether nothing needs a closer look: it was planned just now, and what it names is what it was. */
export function isFresh({ at, programs }: SeenFiles, plan: ProgramPlan): boolean {
  if (performance.now() - at > freshMs) return false;
  return stepsOf(plan).every(
    (step, index) => identityOf(step.program).join(' ') === programs[index] && isStillThere(step),
  );
}

/** A file that was replaced or written to is another one. What lies in a directory counts where it would be changed. */
export function identityOf(path: string): readonly string[] {
  const stats = statsOf(path);
  if (!stats) return [path, 'missing'];
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [path, ...(stats.isFile() ? [dev, ino, size, mtimeNs, ctimeNs] : [dev, ino]).map(String)];
}

export function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    // Nobody can start or read what cannot even be found.
    return undefined;
  }
}
