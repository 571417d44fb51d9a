// Finds in a directory, at any depth, what is protected by its name, and sockets. What was read once is read again only
// where the directory has changed: a walk takes a look at each directory, not at what is in it.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isTrap } from './trap-names.js';

export interface FoundInWalk {
  readonly traps: ReadonlySet<string>;
  readonly sockets: readonly string[];
  /** False where there are too many directories to look at all of them. */
  readonly isComplete: boolean;
}

/** Nobody opens an editor, git or a shell there, and they may hold more directories than all the rest. */
const passedOver = new Set([
  ...['node_modules', 'bower_components', '.pnpm-store', '.git', '.hg', '.svn', '__pycache__', '.venv', 'venv'],
  ...['.tox', '.nox', '.mypy_cache', '.pytest_cache', '.ruff_cache', 'site-packages'],
]);

/** What a walk may take: about 50 ms. */
const mostDirectories = 20_000;

/**
 * The clock of a file system moves in steps: a directory that was changed right before it was read may have been changed
 * once more within the same step.
 */
const stepOfClockMs = 50;

interface KnownDirectory {
  readonly changedMs: number;
  readonly inode: number;
  readonly readMs: number;
  readonly directories: readonly string[];
  readonly traps: readonly string[];
  readonly sockets: readonly string[];
}

export class WorkspaceWalk {
  readonly #known = new Map<string, KnownDirectory>();

  /** Never throws: what cannot be read by the gate is passed over, for its programs are the same user's. */
  find(roots: readonly string[]): FoundInWalk {
    const traps = new Set<string>();
    const sockets: string[] = [];
    // One after the other as they are found: what is near the top is looked at, however much lies below.
    const toVisit = [...roots];
    for (let index = 0; index < toVisit.length && index < mostDirectories; index++) {
      const found = this.#look(toVisit[index] as string);
      if (!found) continue;
      for (const path of found.traps) traps.add(path);
      sockets.push(...found.sockets);
      toVisit.push(...found.directories);
    }
    return { traps, sockets, isComplete: toVisit.length <= mostDirectories };
  }

  #look(directory: string): KnownDirectory | undefined {
    const entry = lstatSync(directory, { throwIfNoEntry: false });
    if (!entry?.isDirectory()) {
      this.#known.delete(directory);
      return undefined;
    }
    const known = this.#known.get(directory);
    const isSame = known?.changedMs === entry.ctimeMs && known.inode === entry.ino;
    if (known && isSame && known.readMs - known.changedMs > stepOfClockMs) return known;
    const read = readDirectory(directory, entry.ctimeMs, entry.ino);
    if (read) this.#known.set(directory, read);
    return read;
  }
}

function readDirectory(directory: string, changedMs: number, inode: number): KnownDirectory | undefined {
  const readMs = Date.now();
  const entries = listQuietly(directory);
  if (!entries) return undefined;
  const own = basename(directory);
  const traps: string[] = [];
  const directories: string[] = [];
  const sockets: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (isTrap(name, own)) traps.push(join(directory, name));
    else if (entry.isSocket()) sockets.push(join(directory, name));
    else if (entry.isDirectory() && !passedOver.has(name)) directories.push(join(directory, name));
  }
  return { changedMs, inode, readMs, directories, traps, sockets };
}

function listQuietly(directory: string): Dirent[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
