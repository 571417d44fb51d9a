import { isAbsolute, relative } from 'node:path';

/** Whether a path is the directory itself or something in it. Both are absolute paths; links are not followed. */
export function isInside(path: string, directory: string): boolean {
  return pathWithin(path, directory) !== undefined;
}

/** How a path is written from a directory that it lies in: empty for the directory itself, undefined outside of it. */
export function pathWithin(path: string, directory: string): string | undefined {
  if (!isAbsolute(path) || !isAbsolute(directory)) return undefined;
  if (path === directory) return '';
  // The text alone tells it, for less than `relative` costs.
  if (isShortest(path) && isShortest(directory)) {
    return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : undefined;
  }
  const way = relative(directory, path);
  return way === '..' || way.startsWith('../') ? undefined : way;
}

/** False also for some that have no shorter form. */
function isShortest(path: string): boolean {
  return !path.includes('/.') && !path.includes('//') && !path.endsWith('/');
}
