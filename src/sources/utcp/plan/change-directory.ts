import { resolve } from 'node:path';
import { resolveDirectory } from '../../../execution/process/planning/resolve-directory.js';
import { resolveAnywhereInside } from '../../../policy/path-scope.js';
import type { PathRule } from '../../parameters/input-parameters.js';
import type { Findings } from './findings.js';
import { joined, type Piece } from './piece.js';

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
  const { problem } = resolved;
  if (problem.code === 'PATH_TRAVERSAL_BLOCKED') {
    findings.refused.push(problem);
    // From outside, every value would seem to lead out as well.
    return base;
  }
  if (!(foreseen && text !== '' && mayComeYet(path, change))) findings.obstacles.push(problem);
  return path;
}

function mayComeYet(path: string, { workspace, base, paths }: DirectoryChange): boolean {
  return paths === 'any' || 'path' in resolveAnywhereInside(path, { workspace, directory: base });
}
