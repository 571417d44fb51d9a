// Directories appear and disappear whole, by one rename: nobody sees half of one, and of several who try only one
// succeeds. Unlike hard links, every file system can do it.

import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../vocabulary/new-id.js';

/** What lies there for longer was left by a process that died. */
const abandonedMs = 60_000;

export type Placed = 'placed' | 'occupied' | 'no_parent';

/** Makes the directory `target` with one file in it. `moving` is a directory on the same file system. */
export function placeDirectory(moving: string, target: string, name: string, text: string): Placed {
  const made = join(moving, newId());
  mkdirSync(made, { mode: 0o700 });
  try {
    writeFileSync(join(made, name), text, { flag: 'wx', mode: 0o600 });
    renameSync(made, target);
    return 'placed';
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'no_parent';
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return 'occupied';
    throw error;
  }
}

/** Where the directory lies after it was taken away; undefined for all but one of those who take it. */
export function takeDirectory(moving: string, target: string): string | undefined {
  const taken = join(moving, newId());
  try {
    renameSync(target, taken);
    return taken;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes what was taken. What cannot be removed now is abandoned, and so removed later. */
export function removeTaken(taken: string): void {
  try {
    rmSync(taken, { recursive: true, force: true });
  } catch {
    // Nobody looks for it there.
  }
}

export function removeAbandoned(moving: string, now: number): void {
  for (const name of readdirSync(moving)) {
    const path = join(moving, name);
    const changed = lstatSync(path, { throwIfNoEntry: false })?.ctimeMs;
    if (changed !== undefined && now - changed > abandonedMs) removeTaken(path);
  }
}
