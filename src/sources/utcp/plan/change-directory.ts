import { resolve } from 'node:path';
import { resolveDirectory } from '../../../planning/resolve-directory.js';
import { shown } from '../../../planning/show-text.js';
import { resolveAnywhereInside } from '../../../policy/path-scope.js';
import type { Problem } from '../../../vocabulary/gate-error.js';
import type { PathRule } from '../../parameters/input-parameters.js';
import type { Findings } from './findings.js';
import { isForeign, joined, type Piece } from './piece.js';

export interface DirectoryChange {
  /** Where a relative path starts. */
  readonly base: string;
  readonly workspace: string;
  readonly paths: PathRule;
  /** Whether a step before it has not run yet, which may be what makes the directory. */
  readonly foreseen: boolean;
}

/** Where the steps after it run. What cannot be known yet stays as it is written. */
export function changeDirectory(written: readonly Piece[] | undefined, change: DirectoryChange, findings: Findings) {
  const { base, workspace, paths, foreseen } = change;
  const text = written && joined(written);
  const path = resolve(base, text ?? '');
  if (!findings.isEmpty || written?.some(({ kind }) => kind === 'foreseen')) return path;
  const resolved = resolveDirectory(text, { base, workspace, paths });
  if (resolved.ok) return resolved.directory;
  const blocked = findBlocked(path, change);
  if (blocked !== undefined) {
    const given = written?.findLast(isForeign);
    if (given)
      findings.blame(given, { code, reason: blocked, hint: 'Use a directory inside the workspace (e.g., reports)' });
    else findings.refused.push(tellOwner(text ?? '', blocked));
    // From outside, every value would seem to lead out as well.
    return base;
  }
  // A step before it may make it yet.
  if (!foreseen || text === '') findings.obstacles.push(resolved.problem);
  return path;
}

const code = 'PATH_TRAVERSAL_BLOCKED';

/** No argument is to blame. */
function tellOwner(text: string, reason: string): Problem {
  return {
    code,
    field: 'directory',
    message: `The working directory${shown(text)} ${reason}.`,
    hint: 'Nothing that you give changes that: ask the owner to set "paths": "any" for this manual',
  };
}

/** First of all, so that nobody is told which directories there are outside of the workspace. */
function findBlocked(path: string, { workspace, base, paths }: DirectoryChange): string | undefined {
  if (paths === 'any') return undefined;
  const found = resolveAnywhereInside(path, { workspace, directory: base });
  return 'path' in found ? undefined : found.reason;
}
