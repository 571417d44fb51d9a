// Where a protected path is missing, a directory stands in its place while programs run that must not make it. Gates
// share one: each has a file in it, and whoever takes the last one out removes it. Programs see neither.

import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeHolder, nameHolder, newHolder, readHolder } from '../../own-files/holder.js';

const mark = '.cmdgate-keeps-this-path-free.';

/** Between two steps another gate may have removed it; that it does so each time is past believing. */
const attempts = 20;

export class MissingPaths {
  /** How many programs of this gate need each. */
  readonly #held = new Map<string, number>();
  readonly #name = `${mark}${nameHolder(newHolder())}`;

  /** Gives those that stand there now; the others cannot be made, by a program neither. */
  hold(paths: readonly string[]): ReadonlySet<string> {
    const held = new Set<string>();
    try {
      for (const path of new Set(paths)) if (this.#hold(path)) held.add(path);
    } catch (error) {
      this.release(held);
      throw error;
    }
    return held;
  }

  release(paths: ReadonlySet<string>): void {
    for (const path of paths) {
      const left = (this.#held.get(path) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(path, left);
      } else {
        this.#held.delete(path);
        this.#leave(path);
      }
    }
  }

  #hold(path: string): boolean {
    const count = this.#held.get(path) ?? 0;
    if (count === 0 && !this.#enter(path)) return false;
    this.#held.set(path, count + 1);
    return true;
  }

  #enter(path: string): boolean {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!make(path)) return false;
        writeFileSync(join(path, this.#name), '');
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error;
      }
    }
  }

  /** What somebody else has put something into stays. */
  #leave(path: string): void {
    rmSync(join(path, this.#name), { force: true });
    for (const name of readNames(path)) if (isOfDeadGate(name, path)) rmSync(join(path, name), { force: true });
    try {
      rmdirSync(path);
    } catch {
      // Another gate needs it, it is used, or gone already.
    }
  }
}

/** Whether a gate put it where nothing was. */
export function isPlaceholder(directory: string): boolean {
  const names = readNames(directory);
  return names.length > 0 && names.every((name) => name.startsWith(mark));
}

/** False where nobody could. */
function make(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

function isOfDeadGate(name: string, directory: string): boolean {
  const holder = name.startsWith(mark) ? readHolder(name.slice(mark.length)) : undefined;
  return holder !== undefined && judgeHolder(holder, directory) === 'dead';
}

function readNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
