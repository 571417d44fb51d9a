// Places within the workspace that the owner names for some programs. They are mounted by their path, and bubblewrap
// follows links: a program that could put a link in such a place would decide what the next one sees.

import { join } from 'node:path';
import { pathWithin } from '../../machine/paths/is-inside.js';
import { realPathOf } from '../../machine/paths/real-path.js';
import type { Mount } from './mounts.js';

export class NamedPaths {
  readonly #known = new Set<string>();
  /** For each program that runs and can write to the workspace, where it can rename nothing. */
  readonly #running = new Set<ReadonlySet<string>>();

  /** Also for programs for which they were not named. */
  remember(paths: readonly string[]): void {
    for (const path of paths) this.#known.add(path);
  }

  /** Where something is mounted, nothing can be renamed: neither these places nor what leads to them. */
  pin(workspace: string): readonly Mount[] {
    return [...this.#known].flatMap((path) => {
      const names = pathWithin(path, workspace)?.split('/').filter(Boolean) ?? [];
      if (names.length === 0 || realPathOf(path) !== path) return [];
      return names.map((_, index): Mount => ({ kind: 'pinned', path: join(workspace, ...names.slice(0, index + 1)) }));
    });
  }

  /** Gives what to call when the program has ended. */
  begin(mounts: readonly Mount[]): () => void {
    const fixed = new Set(mounts.map(({ path }) => path));
    this.#running.add(fixed);
    return () => void this.#running.delete(fixed);
  }

  /** Where a program that runs already could put a link: it began before these were named, or before they were there. */
  findReplaceable(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => [...this.#running].some((fixed) => !fixed.has(path)));
  }
}
