// The directory that a program starts in: a real path, checked now, because a missing directory and a missing
// program look the same when the program is started.

import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isInside } from '../execution/process/planning/is-inside.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { isPlain, shown } from './show-text.js';

export interface DirectoryScope {
  /** Where a relative path starts, and the directory where none is written. */
  readonly base: string;
  /** A real path. */
  readonly workspace: string;
  readonly paths: 'workspace' | 'any';
}

export type ResolvedDirectory =
  | { readonly ok: true; readonly directory: string }
  | { readonly ok: false; readonly problem: Problem };

/** What the gate keeps for itself inside a workspace: no program starts there. */
const ownDirectory = '.cmdgate';
const longestPath = 4_095;

/** `undefined` is the base, which is checked like any other: it may be gone by now. */
export function resolveDirectory(written: unknown, scope: DirectoryScope): ResolvedDirectory {
  if (written === undefined) return open(scope.base, scope.base, scope);
  if (typeof written !== 'string') return missing('The working directory is not a text.', 'Write a path as text');
  if (written === '') return missing('The working directory is empty.', 'Write a path, or leave the directory out');
  if (!isPlain(written)) return missing('The working directory contains a control character.', 'Write a plain path');
  if (Buffer.byteLength(written) > longestPath) {
    return missing(`The working directory has more than ${longestPath} bytes.`, 'Write a shorter path');
  }
  return open(written, isAbsolute(written) ? written : `${scope.base}/${written}`, scope);
}

function open(written: string, path: string, scope: DirectoryScope): ResolvedDirectory {
  let directory: string;
  try {
    // The native one follows links before `..`, as the system does.
    directory = realpathSync.native(path);
  } catch (error) {
    return refuseMissing(written, error);
  }
  if (scope.paths === 'workspace' && !isInside(directory, scope.workspace)) {
    return blocked(`The working directory${shown(written)} leads out of the workspace.`);
  }
  if (isInside(directory, join(scope.workspace, ownDirectory))) {
    return blocked(`The working directory${shown(written)} leads into the gate's own directory.`);
  }
  try {
    // With the dot, a file is refused too.
    accessSync(`${directory}/.`, constants.R_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return refuseMissing(written, error);
    return missing(`The working directory${shown(written)} is not a directory.`, 'Name a directory, not a file');
  }
  return { ok: true, directory };
}

function refuseMissing(written: string, error: unknown): ResolvedDirectory {
  const what = `The working directory${shown(written)}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return missing(`${what} may not be entered by this user.`, 'Choose another directory, or change its permissions');
    case 'ENOTDIR':
      return missing(`${what} leads through a file.`, 'Name a directory, not a file');
    case 'ELOOP':
      return missing(`${what} leads in a circle of links.`, 'Name the directory itself');
    case 'ENOENT':
      return missing(`${what} does not exist.`, 'Create the directory first, or choose another');
    default:
      return missing(`${what} cannot be opened.`, 'Choose another directory');
  }
}

function missing(message: string, hint: string): ResolvedDirectory {
  return { ok: false, problem: { code: 'DIRECTORY_NOT_FOUND', field: 'directory', message, hint } };
}

function blocked(message: string): ResolvedDirectory {
  const hint = 'Use a directory inside the workspace (e.g., reports)';
  return { ok: false, problem: { code: 'PATH_TRAVERSAL_BLOCKED', field: 'directory', message, hint } };
}
