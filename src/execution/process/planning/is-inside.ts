import { sep } from 'node:path';

/** Whether a path is a directory itself or something in it. Both are real, absolute paths. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
