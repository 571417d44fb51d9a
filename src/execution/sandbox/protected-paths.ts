// Files that decide what the gate and git will do tomorrow. A program may not write them, nor make them where they are
// missing, nor move the directory away that they are in.

import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Problem } from '../../vocabulary/gate-error.js';
import { gitPaths, standInFileAt } from './git-paths.js';
import { isStandIn } from './missing-paths.js';
import { isWithin, type Mount } from './mounts.js';

/** Absolute paths. */
export interface Protection {
  /** Can be read where it is seen at all. */
  readonly readOnly: readonly string[];
  /** Is not seen: the ledger, answers of people. */
  readonly hidden: readonly string[];
}

export interface ProtectedPaths {
  readonly mounts: readonly Mount[];
  /** What is missing: something has to stand there while the program runs, or nothing could be mounted. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

export interface Reach {
  readonly workspace: string;
  /** What can be written to, the workspace too unless it is read-only. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** What the owner lets programs write although it would be protected. */
  readonly allowed: readonly string[];
}

/** Where a gate keeps its files unless the owner names another place. */
const ofGate = '.cmdgate';

export function protectPaths({ readOnly, hidden }: Protection, reach: Reach): ProtectedPaths {
  const guard = new Guard(reach);
  for (const path of inside(hiddenPaths({ hidden }, reach.workspace))) guard.hide(path);
  const kept = [...readOnly, ...gitPaths(reach.workspace)];
  for (const path of inside(kept)) guard.keep(path);
  return guard;
}

/** Seen by no program, whether they are there yet or not. */
export function hiddenPaths({ hidden }: Pick<Protection, 'hidden'>, workspace: string): readonly string[] {
  return [...hidden, join(workspace, ofGate)];
}

/** Outer ones first, and what lies in another one is protected with it. */
function inside(paths: readonly string[]): readonly string[] {
  const sorted = [...new Set(paths)].sort((one, other) => one.length - other.length);
  return sorted.filter((path, index) => !sorted.slice(0, index).some((outer) => isWithin(path, outer)));
}

class Guard implements ProtectedPaths {
  readonly mounts: Mount[] = [];
  readonly missing: string[] = [];
  readonly problems: Problem[] = [];
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  keep(path: string): void {
    const root = outermost(path, this.#reach.writable);
    if (root === undefined || this.#isAllowed(path)) return;
    this.#cover(root, path, 'protected');
  }

  hide(path: string): void {
    const writable = outermost(path, this.#reach.writable);
    if (writable !== undefined) this.#cover(writable, path, 'empty');
    else if (outermost(path, this.#reach.readable) !== undefined && isDirectory(path)) {
      this.mounts.push({ kind: 'empty', path });
    }
  }

  /** Everything between the root and the path is pinned: a directory that nothing is mounted at could be renamed. */
  #cover(root: string, path: string, kind: 'protected' | 'empty'): void {
    const names = relative(root, path).split('/').filter(Boolean);
    let at = root;
    for (const [index, name] of names.entries()) {
      at = join(at, name);
      const entry = lstatSync(at, { throwIfNoEntry: false });
      if (!entry || (!entry.isSymbolicLink() && isStandIn(at))) {
        this.#coverMissing(at);
        return;
      }
      if (entry.isSymbolicLink()) {
        this.problems.push(isLink(at));
        return;
      }
      if (index === names.length - 1) break;
      this.mounts.push({ kind: entry.isDirectory() ? 'pinned' : 'protected', path: at });
      // Nothing is below a file, such as the .git of a worktree.
      if (!entry.isDirectory()) return;
    }
    this.mounts.push({ kind: kind === 'empty' && isDirectory(path) ? 'empty' : 'protected', path });
  }

  #coverMissing(path: string): void {
    if (isLocked(dirname(path))) {
      this.problems.push(cannotStandIn(path));
      return;
    }
    this.missing.push(path);
    this.mounts.push({ kind: standInFileAt(path) ? 'protected' : 'empty', path });
  }

  /** Named itself, or within something of the workspace that is: not with the workspace as a whole. */
  #isAllowed(path: string): boolean {
    const { allowed, workspace } = this.#reach;
    return allowed.some(
      (one) => one === path || (one !== workspace && isWithin(one, workspace) && isWithin(path, one)),
    );
  }
}

/** A mount in a mount starts at the inner one, but what can be renamed is decided by the outer one. */
function outermost(path: string, roots: readonly string[]): string | undefined {
  const around = roots.filter((root) => isWithin(path, root));
  return around.sort((one, other) => one.length - other.length)[0];
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether nothing can be made there as long as its owner does not change that, as any program of his can. */
function isLocked(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return false;
  } catch (error) {
    const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES';
    return isForbidden && lstatSync(directory).uid === process.getuid?.();
  }
}

function cannotStandIn(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${dirname(path)} is not writable, and the sandbox cannot keep a program from making it so, and ${path} in it.`,
    hint: `Make ${dirname(path)} writable (chmod u+w), or set "workspace" of "sandbox" to "read-only"`,
  };
}

function isLink(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${path} is a link, and the sandbox cannot keep a program from replacing it.`,
    hint: `Put what it leads to in its place, or let programs write it with "writable" of "sandbox"`,
  };
}
