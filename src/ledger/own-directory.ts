// What people answered and what ran lies outside of the workspace: whoever can make, remove or bring back files in a
// workspace, with `git stash` for example, must not be able to do so with answers, nor with what is remembered of them.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isInside } from '../machine/paths/is-inside.js';
import { isOwnPlace } from '../machine/paths/own-place.js';
import { realPathSoFar } from '../machine/paths/real-path.js';
import { stateDirectories } from '../machine/paths/user-directories.js';
import { adoptRenamed } from './adopt-renamed.js';

/**
 * Where the gates and terminals of one user keep what belongs to a workspace, which is given as a real path. What an
 * instance remembers is apart from others; what protects the workspace, locks and approvals, is the same for all.
 */
export function ownDirectory(workspace: string, instance?: string): string {
  const directory = join(stateDirectory(workspace), nameFor(workspace));
  adoptRenamed(directory, workspace);
  return ofInstance(directory, instance);
}

/**
 * Where the ledger behind a copy is kept, for programs that name the copy alone. It goes with that file and not with a
 * workspace: all that write to the file find what one of them lost, and have it in the copy.
 */
export function directoryOfCopy(file: string, state: string): string {
  return join(state, 'copies', nameFor(file));
}

/** Says what it is for, and is different for every path. */
function nameFor(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const name = basename(path)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40);
  return `${name}-${hash}`;
}

/** The part of a directory that an instance has for itself: all of it where none is named. */
export function ofInstance(directory: string, instance: string | undefined): string {
  return instance === undefined ? directory : join(directory, instances, instance);
}

/** Those that have left something in a directory. */
export function instancesIn(directory: string): readonly string[] {
  try {
    return readdirSync(join(directory, instances)).sort();
  } catch {
    return [];
  }
}

const instances = 'instances';

/** Where answers under idempotency keys are kept by a gate that has no ledger. */
export function keyDirectory(workspace: string, instance?: string): string {
  return join(ownDirectory(workspace, instance), 'keys');
}

/** Where things of a workspace are put that a program must not have made. Its owner finds them there. */
export function quarantineOf(workspace: string): string {
  return join(ownDirectory(workspace), 'quarantine');
}

/** Whether agents can name what lies there: in the workspace everything, but for the gate's own directory. */
export function isInReachOfAgents(directory: string, workspace: string): boolean {
  const real = realPathSoFar(directory);
  return isInside(real, workspace) && !isOwnPlace(real, workspace);
}

/** Where this user's gates keep what they need from one time to the next; never below the workspace. */
export function stateDirectory(workspace: string): string {
  return stateDirectories().find((directory) => !isInside(realPathSoFar(directory), workspace)) ?? '/var/tmp/cmdgate';
}

/** Where they keep what is the same from every directory, wherever it lies. */
export function usualStateDirectory(): string {
  return stateDirectories()[0];
}
