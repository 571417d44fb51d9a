// Where a path really leads: links are followed name by name, and what does not exist yet counts by its nearest
// existing parent.

import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';

export interface RealPath {
  readonly real: string;
  /** What lies there now. */
  readonly entry: Stats | undefined;
}

/** More links than this lead in a circle; it is the system's own number. */
const mostLinks = 40;
const longestPath = 4_096;

/** Nothing where the path cannot be followed to its end. `base` is a real path. */
export function realPathFrom(base: string, path: string): RealPath | undefined {
  if (path.includes('\0') || path.length > longestPath) return undefined;
  try {
    return follow(base, path);
  } catch {
    return undefined;
  }
}

function follow(base: string, path: string): RealPath | undefined {
  const names = path.split(sep).reverse();
  let here = isAbsolute(path) ? sep : base;
  let entry: Stats | undefined;
  let exists = true;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      // Nothing is above what does not exist, and a file has no parent that leads on.
      if (!exists || (entry && !entry.isDirectory())) return undefined;
      here = dirname(here);
      entry = undefined;
      continue;
    }
    if (entry && !entry.isDirectory()) return undefined;
    here = here === sep ? `${sep}${name}` : `${here}${sep}${name}`;
    entry = exists ? lstatSync(here, { throwIfNoEntry: false }) : undefined;
    if (!entry) exists = false;
    if (!entry?.isSymbolicLink()) continue;
    if (++links > mostLinks) return undefined;
    const target = readlinkSync(here);
    names.push(...target.split(sep).reverse());
    here = isAbsolute(target) ? sep : dirname(here);
    entry = undefined;
  }
  return { real: here, entry: exists ? (entry ?? lstatSync(here, { throwIfNoEntry: false })) : undefined };
}

export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === sep ? sep : `${directory}${sep}`);
}
