// Since when programs run in a workspace, for other gates: what appeared since then may be made by one of them, and be
// replaced in the next moment. One empty file for each, whose name tells whose it is and whose time when it began.

import { lstatSync, rmSync } from 'node:fs';
import { type Mark, Marks } from '../../../machine/claims/marks.js';

export class RunningPrograms {
  readonly #marks: Marks;
  #count = 0;

  constructor(directory: string) {
    this.#marks = new Marks(directory);
  }

  /** Gives what to call at the end. Where it cannot be told, other gates do not know; nothing else depends on it. */
  begin(): () => void {
    this.#count += 1;
    try {
      return this.#marks.put(this.#count);
    } catch {
      return () => undefined;
    }
  }

  /** Of those of what is there, what was made since the first program of another gate began that still runs. */
  madeSince(paths: readonly string[]): ReadonlySet<string> {
    if (paths.length === 0) return new Set();
    const since = Math.min(...this.#marks.ofOthers().map(startOf));
    if (since === Number.POSITIVE_INFINITY) return new Set();
    return new Set(paths.filter((path) => (lstatSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= since));
  }
}

function startOf({ path, isDead }: Mark): number {
  if (isDead) rmSync(path, { force: true });
  const mark = isDead ? undefined : lstatSync(path, { throwIfNoEntry: false });
  return mark?.mtimeMs ?? Number.POSITIVE_INFINITY;
}
