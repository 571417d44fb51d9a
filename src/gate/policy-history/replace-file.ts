// A new text in the place of a file, whole or not at all.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { type OpenedFile, openIfThere } from '../../machine/files/open-file.js';
import { newId } from '../../vocabulary/new-id.js';

/** A file as it was read. */
export interface ReadFile {
  readonly text: string;
  readonly stats: Stats;
}

/** Undefined where there is none. Throws where it is a link, or no file. */
export function readOwnFile(file: string): ReadFile | undefined {
  const opened = open(file);
  if (!opened) return undefined;
  try {
    return { text: readFileSync(opened.descriptor, 'utf8'), stats: opened.stats };
  } finally {
    closeSync(opened.descriptor);
  }
}

function open(file: string): OpenedFile | undefined {
  try {
    return openIfThere(file, 'refused', 'it');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new Error('it is a symbolic link, and links are not followed');
  }
}

/**
 * Writes beside the file, lets the new one be checked, and puts it in its place. `before` is what is replaced, and
 * must still be there; undefined where there must be nothing.
 */
export async function replaceFile(
  file: string,
  text: string,
  before: ReadFile | undefined,
  check: (next: string) => Promise<void>,
): Promise<void> {
  // With its extension: it is read like the file that it becomes.
  const next = join(dirname(file), `.${basename(file, extname(file))}.${newId()}${extname(file)}`);
  try {
    writeNew(next, text, before?.stats);
    await check(next);
    if (!before) {
      // Unlike a rename it fails where somebody has made one meanwhile.
      linkSync(next, file);
      rmSync(next);
      return;
    }
    if (readOwnFile(file)?.text !== before.text) throw new Error('somebody else has changed it in the meantime');
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

const modeOfNew = 0o644;

function writeNew(file: string, text: string, like: Stats | undefined): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    const own = fstatSync(descriptor);
    if (like && (like.uid !== own.uid || like.gid !== own.gid)) fchownSync(descriptor, like.uid, like.gid);
    fchmodSync(descriptor, (like?.mode ?? modeOfNew) & 0o7777);
    // After a power cut there is the old file or the new one, not an empty one.
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
