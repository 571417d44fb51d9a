// Files by which processes tell each other something: each appears with all that it holds, or not at all.

import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { newId } from '../../vocabulary/new-id.js';

/** Whether it is new: of several who try at once, one succeeds. */
export function createWhole(file: string, text: string, options: Pick<WholeOptions, 'mode'> = {}): boolean {
  try {
    place(file, text, options, (next) => {
      linkSync(next, file);
      rmSync(next, { force: true });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export interface WholeOptions {
  /** For this user alone where nothing else is said. */
  readonly mode?: number;
  /** After a power cut there is the old file or the new one, not an empty one. It costs milliseconds. */
  readonly survivesPowerCut?: boolean;
  /** Right before it takes its place: what throws here leaves the old one. */
  readonly check?: () => void;
}

/** In the place of whatever is there. */
export function replaceWhole(file: string, content: string | Uint8Array, options: WholeOptions = {}): void {
  place(file, content, options, (next) => renameSync(next, file));
}

function place(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, survivesPowerCut, check }: WholeOptions,
  put: (next: string) => void,
): void {
  const next = `${file}.${newId()}.new`;
  try {
    const descriptor = openSync(next, 'wx', mode);
    try {
      writeFileSync(descriptor, content);
      if (survivesPowerCut) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    check?.();
    put(next);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
