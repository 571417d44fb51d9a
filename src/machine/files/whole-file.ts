// Files by which processes tell each other something: each appears with all that it holds, or not at all.

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newId } from '../../vocabulary/new-id.js';

/** Whether it is new: of several who try at once, one succeeds. */
export function createWhole(file: string, text: string): boolean {
  const temporary = `${file}.${newId()}.new`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** `undefined` where there is no such file. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
