// What a gate obeys because of its configuration: the files themselves, and what they held when they were read.

import type { Configuration } from '../../configuration/configuration.js';
import { realPlace } from '../../configuration/trust/require-trust.js';
import { changedAtMs, readHeld } from '../../machine/files/file-digest.js';
import { findImports } from '../../sources/typescript/find-imports.js';
import { trustedFiles } from '../opening/open-configured-policy.js';

/** By path. */
export type Obeyed = ReadonlyMap<string, string>;

/** Nobody can tell what it held when it was read. */
const unknown = 'unknown';

export function findObeyed(configuration: Configuration): readonly string[] {
  const { rules, sources } = trustedFiles(configuration);
  return [...new Set(findImports([...rules, ...sources]).map(realPlace))];
}

export function readObeyed(paths: readonly string[]): Obeyed {
  return new Map(paths.map((path) => [path, readHeld(path).digest]));
}

/** The same, for files that were read after `since`. What was touched later may have held something else then. */
export function readObeyedSince(paths: readonly string[], since: number): Obeyed {
  return new Map(paths.map((path) => [path, changedAtMs(path) < since ? readHeld(path).digest : unknown]));
}

export function isSame(one: Obeyed, other: Obeyed): boolean {
  return one.size === other.size && [...one].every(([path, digest]) => other.get(path) === digest);
}
