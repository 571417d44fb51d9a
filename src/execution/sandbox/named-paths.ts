// Places within the workspace that the owner names for some programs. They are mounted by their path, and bubblewrap
// follows links: a program that could put a link in such a place would decide what the next one sees.

import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isWithin, type Mount } from './mounts.js';

export class NamedPaths {
  readonly #known = new Set<string>();

  /** Also for programs for which they were not named. */
  remember(paths: readonly string[]): void {
    for (const path of paths) this.#known.add(path);
  }

  /** Where something is mounted, nothing can be renamed: neither these places nor what leads to them. */
  pin(workspace: string): readonly Mount[] {
    const inside = [...this.#known].filter((path) => path !== workspace && isWithin(path, workspace));
    return inside.filter(isItself).flatMap((path) => {
      const names = relative(workspace, path).split('/');
      return names.map((_, index): Mount => ({ kind: 'pinned', path: join(workspace, ...names.slice(0, index + 1)) }));
    });
  }
}

function isItself(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}
