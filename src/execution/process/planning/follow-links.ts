// The real path of something that exists, followed name by name, with every link that was met on the way:
// who may write where a link lies decides where it leads.

import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';

export interface FollowedPath {
  readonly real: string;
  /** Where each link lies, as a real path up to its own name. */
  readonly links: readonly string[];
}

/** More links than this lead in a circle; it is the system's own number. */
const mostLinks = 40;

/** Nothing where the path, which is absolute, leads to nothing, in a circle, or where it may not be followed. */
export function followLinks(path: string): FollowedPath | undefined {
  try {
    return follow(path);
  } catch {
    return undefined;
  }
}

function follow(path: string): FollowedPath | undefined {
  const names = path.split(sep).reverse();
  const links: string[] = [];
  let here: string = sep;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      here = dirname(here);
      continue;
    }
    here = join(here, name);
    const entry = lstatSync(here, { throwIfNoEntry: false });
    if (!entry) return undefined;
    if (!entry.isSymbolicLink()) continue;
    links.push(here);
    if (links.length > mostLinks) return undefined;
    const target = readlinkSync(here);
    names.push(...target.split(sep).reverse());
    here = isAbsolute(target) ? sep : dirname(here);
  }
  return { real: here, links };
}
