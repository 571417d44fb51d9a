// Files that decide what the gate, git and other tools will do tomorrow. A program may not write them, nor move the
// directory away that they are in. What is missing cannot be mounted; it is watched (guard/).

import { accessSync, type BigIntStats, constants, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { RepositoryAccess } from '../../vocabulary/sandbox.js';
import { type GitPath, gitDirectory } from './git-paths.js';
import type { Identity, Mount } from './mounts.js';
import { type Repository, repositoriesIn } from './repositories.js';

/** Absolute paths. */
export interface Protection {
  /** Can be read where it is seen at all. */
  readonly readOnly: readonly string[];
  /** Is not seen: the ledger, answers of people. */
  readonly hidden: readonly string[];
  /** Where things go that a program must not have made. Outside of everything that programs can write to. */
  readonly quarantine?: string;
}

export interface ProtectedPaths {
  readonly mounts: readonly Mount[];
  /** What the gate or git would obey at once, and is missing. Of what lies deeper, the first directory that is missing. */
  readonly absent: readonly string[];
  /** The same, which gates make themselves. */
  readonly absentOfGates: readonly string[];
  /** Of what waits for a person: links, with where they lead. Nothing can be mounted there. */
  readonly links: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

export interface Reach {
  readonly workspace: string;
  /** What can be written to, the workspace too unless it is read-only. */
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  /** What the owner lets programs write although it would be protected. */
  readonly allowed: readonly string[];
  /** What this program may do to the repository; reading it unless given. */
  readonly repository?: RepositoryAccess | undefined;
}

/** Where a gate keeps its files unless the owner names another place. */
const ofGate = '.cmdgate';

/** `traps` are there now, and wait for a person. */
export function protectPaths(
  { readOnly, hidden }: Protection,
  reach: Reach,
  traps: readonly string[] = [],
  repositories: readonly Repository[] = repositoriesIn(reach.workspace),
): ProtectedPaths {
  const guard = new Guard(reach);
  for (const path of outermostOf(hiddenPaths({ hidden }, reach.workspace))) guard.hide(path);
  const ofGit = repositories.flatMap((repository) => pathsOf(repository, reach));
  const settings = new Set(ofGit.filter(({ isSetting }) => isSetting).map(({ path }) => path));
  const obeyed = new Set([...readOnly, ...ofGit.map(({ path }) => path)]);
  for (const path of outerFirst([...obeyed, ...traps])) {
    if (obeyed.has(path)) guard.keep(path, settings.has(path));
    else guard.keepTrap(path);
  }
  return guard;
}

/** What of a repository the program has to leave alone. */
function pathsOf({ kept, obeyed }: Repository, { repository = 'read', allowed }: Reach): readonly GitPath[] {
  const isInRepository = (path: string) => kept.some((one) => isInside(path, one));
  if (repository === 'everything') return obeyed.filter(({ path }) => !isInRepository(path));
  if (repository === 'git') return obeyed.filter(({ isOfGit }) => !isOfGit);
  // Where the owner opens a part of it, the rest has to be left as it was: a part cannot be replaced within a whole.
  const whole = kept.filter((path) => !allowed.some((one) => isInside(one, path)));
  return [...whole.map((path) => ({ path, isSetting: false, isOfGit: false })), ...obeyed];
}

/** Seen by no program, whether they are there yet or not. */
export function hiddenPaths({ hidden }: Pick<Protection, 'hidden'>, workspace: string): readonly string[] {
  return [...hidden, join(workspace, ofGate)];
}

function outerFirst(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort((one, other) => one.length - other.length);
}

/** What lies in another one goes with it. */
function outermostOf(paths: readonly string[]): readonly string[] {
  const sorted = outerFirst(paths);
  return sorted.filter((path, index) => !sorted.slice(0, index).some((outer) => isInside(path, outer)));
}

class Guard implements ProtectedPaths {
  readonly mounts: Mount[] = [];
  readonly absent: string[] = [];
  readonly absentOfGates: string[] = [];
  readonly links = new Map<string, string>();
  readonly problems: Problem[] = [];
  readonly #reach: Reach;
  readonly #pinned = new Set<string>();
  readonly #covered: string[] = [];

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  keep(path: string, isSetting: boolean): void {
    const root = outermost(path, this.#reach.writable);
    if (root === undefined || this.#isAllowed(path, isSetting)) return;
    this.#cover(root, path, 'protected');
  }

  keepTrap(path: string): void {
    const root = outermost(path, this.#reach.writable);
    if (root === undefined || this.#isAllowed(path, false)) return;
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) this.links.set(path, readlinkSync(path));
    else if (entry) this.#cover(root, path, 'protected');
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
    // What lies in something protected is protected with it; a pin there would make it writable again.
    if (this.#covered.some((outer) => isInside(path, outer))) return;
    let at = root;
    for (const [index, name] of names.entries()) {
      at = join(at, name);
      const entry = lstatSync(at, { bigint: true, throwIfNoEntry: false });
      if (!entry) {
        this.#expectAbsent(at, kind);
        return;
      }
      if (entry.isSymbolicLink()) {
        this.problems.push(isLink(at));
        return;
      }
      const identity = identityOf(entry);
      const isLast = index === names.length - 1;
      if (isLast) {
        this.#covered.push(path);
        this.mounts.push({ kind: kind === 'empty' && entry.isDirectory() ? 'empty' : 'protected', path, identity });
      } else if (!this.#pinned.has(at)) {
        this.#pinned.add(at);
        this.mounts.push({ kind: entry.isDirectory() ? 'pinned' : 'protected', path: at, identity });
      }
      // Nothing is below a file, such as the .git of a worktree.
      if (!entry.isDirectory()) return;
    }
  }

  #expectAbsent(path: string, kind: 'protected' | 'empty'): void {
    // A whole repository that git makes, or that the owner lets programs make; its settings are looked at afterwards.
    const { workspace, repository = 'read' } = this.#reach;
    if (path === gitDirectory(workspace) && (repository !== 'read' || this.#isAllowed(path, false))) return;
    if (isLocked(dirname(path))) this.problems.push(cannotBeKept(path));
    else (kind === 'empty' ? this.absentOfGates : this.absent).push(path);
  }

  /** Named itself, or within something of the workspace that is: not with the workspace as a whole. */
  #isAllowed(path: string, isSetting: boolean): boolean {
    const { allowed, workspace } = this.#reach;
    const tooWide = new Set([workspace, ...(isSetting ? [gitDirectory(workspace)] : [])]);
    return allowed.some(
      (one) => one === path || (!tooWide.has(one) && isInside(one, workspace) && isInside(path, one)),
    );
  }
}

function identityOf({ dev, ino }: BigIntStats): Identity {
  return { device: dev, inode: ino };
}

/** A mount in a mount starts at the inner one, but what can be renamed is decided by the outer one. */
function outermost(path: string, roots: readonly string[]): string | undefined {
  const around = roots.filter((root) => isInside(path, root));
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

function cannotBeKept(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${dirname(path)} is not writable, and the sandbox cannot keep a program from making it writable and creating ${path}.`,
    hint: `Make ${dirname(path)} writable (chmod u+w), or set "workspace" of "sandbox" to "read-only"`,
  };
}

function isLink(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${path} is a link, and the sandbox cannot keep a program from replacing it.`,
    hint: `Replace the link by its target, or allow programs to write it with "writable" of "sandbox"`,
  };
}
