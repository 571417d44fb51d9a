import { readPlainFile } from '../../machine/files/read-plain-file.js';

/** Nothing where there is no such file; `unreadable` where it is something else, too large or not ours to read. */
export function readSmallFile(path: string, mostBytes: number): Buffer | 'unreadable' | undefined {
  try {
    return readPlainFile(path, mostBytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? undefined : 'unreadable';
  }
}
