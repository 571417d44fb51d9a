// Reads a file of the workspace. Whoever made the workspace chose what lies there: a pipe must not hang the gate, and a
// huge file must not fill it.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Nothing where there is no such file; `unreadable` where it is something else, too large or not ours to read. */
export function readSmallFile(path: string, mostBytes: number): Buffer | 'unreadable' | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'unreadable';
  }
  try {
    const entry = fstatSync(descriptor);
    if (!entry.isFile() || entry.size > mostBytes) return 'unreadable';
    const bytes = Buffer.allocUnsafe(entry.size);
    return readSync(descriptor, bytes, 0, entry.size, 0) === entry.size ? bytes : 'unreadable';
  } catch {
    return 'unreadable';
  } finally {
    closeSync(descriptor);
  }
}
