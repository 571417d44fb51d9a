// Where a protected path is missing, a directory stands in its place while programs run that must not make it, or a file
// that changes nothing. Gates share it: each has a file of its own in the directory, or for a file in one beside it, and
// whoever takes the last one out removes it. Programs see none of that.

import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { judgeHolder, nameHolder, newHolder, readHolder } from '../../own-files/holder.js';
import { standInFileAt } from './git-paths.js';

/** Of those who need the directory itself, and of those who need a file beside it. */
const marks = { directory: '.cmdgate-keeps-this-path-free.', file: '.cmdgate-keeps-a-file-beside-it-free.' } as const;

/** Between two steps another gate may have removed it; that it does so each time is past believing. */
const attempts = 20;

export class MissingPaths {
  /** How many programs of this gate need each. */
  readonly #held = new Map<string, number>();
  readonly #name = nameHolder(newHolder());

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
    // The last ones first: who needs a file is told in a directory that may be one of these.
    for (const path of [...paths].reverse()) {
      const left = (this.#held.get(path) ?? 1) - 1;
      if (left > 0) this.#held.set(path, left);
      else this.#leave(path);
    }
  }

  #hold(path: string): boolean {
    const count = this.#held.get(path) ?? 0;
    if (count === 0 && !this.#enter(path)) return false;
    this.#held.set(path, count + 1);
    return true;
  }

  #enter(path: string): boolean {
    const { directory, mark, file } = placeOf(path);
    for (let attempt = 1; ; attempt++) {
      try {
        if (!make(directory)) return false;
        writeFileSync(join(directory, mark + this.#name), '');
        if (file) makeFile(path, file.text);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === attempts) throw error;
      }
    }
  }

  /** What somebody else has put something into stays. */
  #leave(path: string): void {
    const { directory, mark, file } = placeOf(path);
    this.#held.delete(path);
    rmSync(join(directory, mark + this.#name), { force: true });
    const holders = () => readNames(directory).filter((name) => name.startsWith(mark));
    for (const name of holders()) {
      if (isOfDeadGate(name.slice(mark.length), directory)) rmSync(join(directory, name), { force: true });
    }
    if (holders().length > 0) return;
    try {
      if (!file) rmdirSync(directory);
      else if (isStandIn(path)) rmSync(path);
    } catch {
      // It is used, or gone already.
    }
  }
}

/** Where is told who needs it, and how. */
function placeOf(path: string) {
  const file = standInFileAt(path);
  if (file) return { directory: file.holders, mark: `${marks.file}${basename(path)}.`, file };
  return { directory: path, mark: marks.directory, file };
}

/** Whether a gate put it where nothing was. */
export function isStandIn(path: string): boolean {
  const file = standInFileAt(path);
  if (file) return readText(path) === file.text;
  const names = readNames(path);
  const isOurs = (name: string) => Object.values(marks).some((mark) => name.startsWith(mark));
  return names.some((name) => name.startsWith(marks.directory)) && names.every(isOurs);
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
  const holder = readHolder(name);
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
