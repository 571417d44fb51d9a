// The directory that a program starts in: a real path, checked now, because a missing directory and a missing
// program look the same when the program is started.

import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isInside } from '../machine/paths/is-inside.js';
import { findOwnPlace, type PathScope, resolveAnywhereInside } from '../policy/path-scope.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { isPlain, shown } from './show-text.js';

/** A relative path starts in its directory, which is also what is meant where none is written. */
export interface DirectoryScope extends PathScope {
  readonly paths: 'workspace' | 'any';
}

export type ResolvedDirectory =
  | { readonly ok: true; readonly directory: string }
  | {
      readonly ok: false;
      readonly problem: Problem;
      /** Why it may not be entered, whether it is there or not. */
      readonly blocked?: string;
    };

const longestPath = 4_095;

/** `undefined` is where relative paths start, which is checked like any other: it may be gone by now. */
export function resolveDirectory(written: unknown, scope: DirectoryScope): ResolvedDirectory {
  if (written === undefined) return open(scope.directory, scope.directory, scope);
  if (typeof written !== 'string') return missing('The working directory is not text.', 'Write a path as text');
  if (written === '') return missing('The working directory is empty.', 'Write a path, or leave out the directory');
  if (!isPlain(written)) return missing('The working directory contains a control character.', 'Write a plain path');
  if (Buffer.byteLength(written) > longestPath) {
    return missing(`The working directory has more than ${longestPath} bytes.`, 'Write a shorter path');
  }
  return open(written, isAbsolute(written) ? written : `${scope.directory}/${written}`, scope);
}

function open(written: string, path: string, scope: DirectoryScope): ResolvedDirectory {
  let directory: string;
  try {
    // The native one follows links before `..`, as the system does.
    directory = realpathSync.native(path);
  } catch (error) {
    const reason = findBlocked(path, scope);
    return reason === undefined ? refuseMissing(written, error) : blocked(written, reason);
  }
  const leadsOut = scope.paths === 'workspace' && !isInside(directory, scope.workspace);
  const reason = leadsOut ? 'is outside the workspace' : findOwnPlace(directory, scope);
  if (reason !== undefined) return blocked(written, reason);
  try {
    // With the dot, a file is refused too.
    accessSync(`${directory}/.`, constants.R_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return refuseMissing(written, error);
    return missing(`The working directory${shown(written)} is not a directory.`, 'Name a directory, not a file');
  }
  return { ok: true, directory };
}

/** Of what cannot be opened, so that nobody is told which directories there are outside of the workspace. */
function findBlocked(path: string, scope: DirectoryScope): string | undefined {
  if (scope.paths === 'any') return undefined;
  const plain = resolve(path);
  const found = resolveAnywhereInside(plain, scope);
  if ('path' in found) return undefined;
  if (found.reason !== 'cannot be resolved') return found.reason;
  return isInside(plain, scope.workspace) ? undefined : 'is outside the workspace';
}

function refuseMissing(written: string, error: unknown): ResolvedDirectory {
  const what = `The working directory${shown(written)}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return missing(`${what} cannot be entered by this user.`, 'Choose another directory, or change its permissions');
    case 'ENOTDIR':
      return missing(`${what} passes through a file.`, 'Name a directory, not a file');
    case 'ELOOP':
      return missing(`${what} is a circular symbolic link.`, 'Name the directory itself');
    case 'ENOENT':
      return missing(`${what} does not exist.`, 'Create the directory first, or choose another');
    default:
      return missing(`${what} cannot be opened.`, 'Choose another directory');
  }
}

function missing(message: string, hint: string): ResolvedDirectory {
  return { ok: false, problem: { code: 'DIRECTORY_NOT_FOUND', field: 'directory', message, hint } };
}

function blocked(written: string, reason: string): ResolvedDirectory {
  const message = `The working directory${shown(written)} ${reason}.`;
  const hint = 'Use a directory inside the workspace (e.g., reports)';
  return { ok: false, blocked: reason, problem: { code: 'PATH_TRAVERSAL_BLOCKED', field: 'directory', message, hint } };
}
