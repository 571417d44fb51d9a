// Opens files in places where others may have put something else: a link must not choose what is read or written, a pipe
// must not make anybody wait, and a device has no end. A look before the opening does not help: something else may be
// there by then.

import { closeSync, constants, fstatSync, openSync, type Stats, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** `followed` where whoever may write there may as well choose another file. */
export type Links = 'refused' | 'followed';

export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

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

/** Throws where it is missing, no file, or a link that is not followed. */
export function openToRead(path: string): OpenedFile {
  return openPlain(path, O_RDONLY | O_NOFOLLOW, path);
}

export function openToWrite(path: string): OpenedFile {
  return openPlain(path, O_WRONLY | O_NOFOLLOW, path);
}

/** Undefined where there is nothing. `called` is its name in the message where it is no file. */
export function openIfThere(path: string, links: Links = 'refused', called = path): OpenedFile | undefined {
  try {
    return openPlain(path, O_RDONLY | (links === 'refused' ? O_NOFOLLOW : 0), called);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The same, to be read bit by bit while others have their turn. */
export async function openHandleIfThere(path: string): Promise<FileHandle | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw notAFile(path);
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function openPlain(path: string, flags: number, called: string): OpenedFile {
  const descriptor = openSync(path, flags | O_NONBLOCK);
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw notAFile(called);
}

function notAFile(called: string): Error {
  return new Error(`${called} is not a file`);
}
