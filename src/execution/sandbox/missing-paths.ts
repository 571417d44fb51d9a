// Where a protected path is missing, an empty directory stands in its place while programs run that must not make it,
// or a file that changes nothing.

import { mkdirSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { standInText } from './git-paths.js';

export class MissingPaths {
  /** How many programs need each. */
  readonly #held = new Map<string, number>();

  /** Gives those that stand there now; the others cannot be made, by a program neither. */
  hold(paths: readonly string[]): ReadonlySet<string> {
    return new Set([...new Set(paths)].filter((path) => this.#hold(path)));
  }

  /** What somebody else has put something into stays. */
  release(paths: ReadonlySet<string>): void {
    for (const path of paths) {
      const left = (this.#held.get(path) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(path, left);
        continue;
      }
      this.#held.delete(path);
      try {
        remove(path);
      } catch {
        // It is used, or gone already.
      }
    }
  }

  #hold(path: string): boolean {
    try {
      make(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another gate may have made it; what is not a directory any more has to be looked at again.
      if (code !== 'EEXIST') return false;
    }
    this.#held.set(path, (this.#held.get(path) ?? 0) + 1);
    return true;
  }
}

function make(path: string): void {
  const text = standInText(path);
  if (text === undefined) mkdirSync(path);
  else writeFileSync(path, text, { flag: 'wx' });
}

function remove(path: string): void {
  const text = standInText(path);
  if (text === undefined) rmdirSync(path);
  else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
}
