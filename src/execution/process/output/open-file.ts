// Opens files in places where others may have put something else: a link must not choose what is read or written, and a
// pipe must not make anybody wait.

import { closeSync, constants, fstatSync, openSync, type Stats, unlinkSync } from 'node:fs';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** A new file. Whatever stood in its place is removed, unless it is a directory. */
export function createFile(path: string, mode: number): number {
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  try {
    return openSync(path, flags, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    unlinkSync(path);
    return openSync(path, flags, mode);
  }
}

export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

export function openToRead(path: string): OpenedFile {
  return openFile(path, O_RDONLY);
}

export function openToWrite(path: string): OpenedFile {
  return openFile(path, O_WRONLY);
}

function openFile(path: string, access: number): OpenedFile {
  const descriptor = openSync(path, access | O_NOFOLLOW | O_NONBLOCK);
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw new Error('It is not a file');
}
