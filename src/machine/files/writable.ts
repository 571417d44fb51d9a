// Whether something can be written, asked before there is anything to write.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The path itself, or the nearest one above it that is there: what is missing would be made in it. */
export function nearestThere(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestThere(parent);
}

/** Why a file or directory can neither be written nor made. */
export function whyUnwritable(path: string, kind: 'directory' | 'file'): string | undefined {
  const place = nearestThere(path);
  const isFile = kind === 'file' && place === path;
  try {
    if (statSync(place).isDirectory() === isFile) return `${place} is ${isFile ? 'a' : 'not a'} directory`;
    accessSync(place, isFile ? constants.W_OK : constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EROFS' ? `${place} is on a read-only file system` : `this user may not write to ${place}`;
  }
}
