// Puts aside what a program made and must not have made. Nothing is lost: it lies where the user keeps his own files, and
// can be moved back.

import { randomBytes } from 'node:crypto';
import { closeSync, constants, cpSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/** Where it is now; undefined where there was nothing any more; `false` where it could not be moved. */
export type PutAside = string | undefined | false;

export class Quarantine {
  readonly #directory: string;

  /** Made when it is needed. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `root` is a directory that nobody can replace, and `path` lies in it. Never throws. */
  take(path: string, root: string): PutAside {
    const parent = openBelow(root, dirname(relative(root, path)));
    if (parent === undefined) return undefined;
    // A program that still runs may put a link in the place of a directory: from here on it is the one that was opened.
    const from = join('/proc/self/fd', String(parent), basename(path));
    try {
      return lstatSync(from, { throwIfNoEntry: false }) ? this.#move(from, basename(path)) : undefined;
    } catch {
      return false;
    } finally {
      closeSync(parent);
    }
  }

  #move(from: string, name: string): string {
    const place = join(this.#directory, `${timeOf(new Date())}-${randomBytes(3).toString('hex')}`);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const to = join(place, name);
    try {
      renameSync(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      copyAndRemove(from, to);
    }
    return to;
  }
}

/** On another disk it is first taken out of its place, which is done at once, and then copied. */
function copyAndRemove(from: string, to: string): void {
  const aside = join(dirname(from), `.cmdgate-put-aside-${randomBytes(6).toString('hex')}`);
  renameSync(from, aside);
  const isPlain = (path: string) => {
    const entry = lstatSync(path);
    return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  };
  cpSync(aside, to, { recursive: true, verbatimSymlinks: true, filter: isPlain });
  rmSync(aside, { recursive: true, force: true });
}

/** Through directories alone. Undefined where a link is on the way, or nothing. */
function openBelow(root: string, way: string): number | undefined {
  let directory: number | undefined;
  try {
    directory = openSync(root, O_RDONLY | O_DIRECTORY);
    for (const name of way.split('/').filter((part) => part !== '' && part !== '.')) {
      const next = openSync(`/proc/self/fd/${directory}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      closeSync(directory);
      directory = next;
    }
    return directory;
  } catch {
    if (directory !== undefined) closeSync(directory);
    return undefined;
  }
}

function timeOf(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(':', '-');
}
