// Where a path really leads: links are followed name by name, and what does not exist yet counts by its nearest
// existing parent.

import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isInside } from './is-inside.js';

export interface RealPath {
  readonly real: string;
  /** What lies there now. */
  readonly entry: Stats | undefined;
  /** Where each link on the way lies, as a real path up to its own name: who may write there decides where it leads. */
  readonly links: readonly string[];
}

/** More links than this lead in a circle; it is the system's own number. */
const mostLinks = 40;
const longestPath = 4_096;

/** Nothing where the path cannot be resolved. `base` is a real path. */
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
  const links: string[] = [];
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
    links.push(here);
    if (links.length > mostLinks) return undefined;
    const target = readlinkSync(here);
    names.push(...target.split(sep).reverse());
    here = isAbsolute(target) ? sep : dirname(here);
    entry = undefined;
  }
  return { real: here, entry: exists ? (entry ?? lstatSync(here, { throwIfNoEntry: false })) : undefined, links };
}

/** Of what exists and can be reached; undefined otherwise. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Where it leads, as far as it can be followed. */
export function realPathSoFar(path: string): string {
  const real = realPathOf(path) ?? realPathFrom(sep, resolve(path))?.real;
  if (real !== undefined) return real;
  const parent = dirname(path);
  return parent === path ? path : join(realPathSoFar(parent), basename(path));
}

/** Where a path really leads, as far as that can be seen: a link may lie outside. `directory` is a real path. */
export function leadsInside(path: string, directory: string): boolean {
  return isInside(realPathOf(path) ?? path, directory);
}
