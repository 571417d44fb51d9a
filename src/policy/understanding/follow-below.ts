// Looks for links below a directory that lead out of the workspace, for programs that follow them on their way down.

import { readdirSync } from 'node:fs';
import { realPathFrom } from '../../machine/paths/real-path.js';

/** More entries than this are not looked through: judging a call must not take longer than the call. */
const mostEntries = 5_000;

/** The first link that leads out; `too-much` where that could not be found out. */
export function findLinkOut(directory: string, isInside: (real: string) => boolean): string | 'too-much' | undefined {
  const waiting = [directory];
  const seen = new Set(waiting);
  let entries = 0;
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    let found: ReturnType<typeof list>;
    try {
      found = list(here);
    } catch {
      return 'too-much';
    }
    entries += found.length;
    if (entries > mostEntries) return 'too-much';
    for (const entry of found) {
      const path = `${here}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isSymbolicLink()) continue;
      const target = realPathFrom(here, entry.name);
      if (!target || !isInside(target.real)) return path;
      if (target.entry?.isDirectory() && !seen.has(target.real)) {
        seen.add(target.real);
        waiting.push(target.real);
      }
    }
  }
  return undefined;
}

function list(directory: string) {
  return readdirSync(directory, { withFileTypes: true });
}
