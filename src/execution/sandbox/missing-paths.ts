// Where a protected path is missing, a directory stands in its place while programs run that must not make it, or a file
// that changes nothing. Gates share it: each has a file of its own in the directory, and whoever takes the last one out
// removes it. Programs see neither.

import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeHolder, nameHolder, newHolder, readHolder } from '../../own-files/holder.js';
import { standInFileAt } from './git-paths.js';

const mark = '.cmdgate-keeps-this-path-free.';

/** Between two steps another gate may have removed it; that it does so each time is past believing. */
const attempts = 20;

export class MissingPaths {
  /** How many programs of this gate need each directory. */
  readonly #held = new Map<string, number>();
  /** By the directory in which is told who needs it. */
  readonly #files = new Map<string, string>();
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
      const directory = standInFileAt(path)?.holders ?? path;
      const left = (this.#held.get(directory) ?? 1) - 1;
      if (left > 0) this.#held.set(directory, left);
      else this.#leave(directory);
    }
  }

  #hold(path: string): boolean {
    const file = standInFileAt(path);
    const directory = file?.holders ?? path;
    const count = this.#held.get(directory) ?? 0;
    if (count === 0 && !this.#enter(directory)) return false;
    this.#held.set(directory, count + 1);
    if (file) {
      this.#files.set(directory, path);
      makeFile(path, file.text);
    }
    return true;
  }

  #enter(directory: string): boolean {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!make(directory)) return false;
        writeFileSync(join(directory, this.#name), '');
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error;
      }
    }
  }

  /** What somebody else has put something into stays. */
  #leave(directory: string): void {
    this.#held.delete(directory);
    rmSync(join(directory, this.#name), { force: true });
    for (const name of readNames(directory)) {
      if (isOfDeadGate(name, directory)) rmSync(join(directory, name), { force: true });
    }
    const file = this.#files.get(directory);
    this.#files.delete(directory);
    if (readNames(directory).some((name) => name.startsWith(mark))) return;
    if (file !== undefined && isStandIn(file)) rmSync(file, { force: true });
    try {
      rmdirSync(directory);
    } catch {
      // It is used, or gone already.
    }
  }
}

/** Whether a gate put it where nothing was. */
export function isStandIn(path: string): boolean {
  const file = standInFileAt(path);
  if (file) return readText(path) === file.text;
  const names = readNames(path);
  return names.length > 0 && names.every((name) => name.startsWith(mark));
}

/** False where nobody could. */
function make(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

function makeFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
