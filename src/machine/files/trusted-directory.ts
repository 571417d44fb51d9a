// Whoever can write where the gate keeps its own can approve, or change what is remembered. So it has to belong to this
// user alone.

import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { GateError } from '../../vocabulary/gate-error.js';

/** Whether the directory is there. Throws a GateError when it is in other hands. */
export function isTrustedDirectory(directory: string, kept = 'Approvals'): boolean {
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  if (!entry) return false;
  refuseUntrusted(entry, directory, kept);
  return true;
}

/** Makes the directory where it is missing. Throws a GateError when it cannot be trusted. */
export function makeTrustedDirectory(directory: string, kept = 'Approvals'): void {
  try {
    if (isTrustedDirectory(directory, kept)) return;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof GateError) throw error;
    throw notCreated(error as NodeJS.ErrnoException, directory, kept);
  }
  // Somebody else may have made it in the same moment.
  isTrustedDirectory(directory, kept);
}

/** Throws a GateError when what was found there is no directory, or is in other hands. */
export function refuseUntrusted(entry: Stats, directory: string, kept: string): void {
  const problem = findProblem(entry, directory);
  if (!problem) return;
  throw new GateError('UNAVAILABLE', `${kept} cannot be kept in ${directory}: ${problem.what}`, {
    hint: `The owner must ${problem.fix}`,
  });
}

/** As for a user without a home, or in a container with one that is read-only. */
function notCreated(cause: NodeJS.ErrnoException, directory: string, kept: string): GateError {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left',
    ENOTDIR: 'a part of the path is not a directory',
  };
  const reason = reasons[cause.code ?? ''] ?? cause.code ?? cause.message;
  return new GateError('UNAVAILABLE', `${kept} cannot be kept in ${directory}: it cannot be created (${reason})`, {
    hint: 'The owner must let this user write there, or set XDG_STATE_HOME to a directory outside the workspace that this user can write to. `ledger.directory` in the configuration moves the ledger',
    cause,
  });
}

function findProblem(entry: Stats, directory: string): { readonly what: string; readonly fix: string } | undefined {
  if (entry.isSymbolicLink()) return { what: 'it is a symbolic link', fix: 'put a directory in its place' };
  if (!entry.isDirectory()) return { what: 'it is not a directory', fix: 'move it away' };
  if (process.getuid !== undefined && entry.uid !== process.getuid()) {
    return { what: 'it belongs to another user', fix: 'run all gates and terminals of a workspace as the same user' };
  }
  const writableByOthers = (entry.mode & 0o022) !== 0;
  return writableByOthers ? { what: 'other users can write there', fix: `run: chmod go-w '${directory}'` } : undefined;
}
