// What became of a call of SQLite that failed.

import { GateError } from '../../../vocabulary/gate-error.js';
import { DamagedIndex } from '../database.js';

const busy = new Set([5, 6]);

/** No such table, corrupt, no database. */
const damaged = new Set([1, 11, 26]);

export function isBusy(error: unknown): boolean {
  return busy.has(codeOf(error));
}

export function isDamaged(error: unknown): boolean {
  return error instanceof DamagedIndex || damaged.has(codeOf(error));
}

/** What the disk refuses is for the owner to look at; everything else is a mistake of ours. */
export function toGateError(error: unknown, directory: string): unknown {
  if (error instanceof GateError) return error;
  const isOfDisk = (error as NodeJS.ErrnoException).syscall !== undefined || codeOf(error) !== 0;
  if (!isOfDisk) return error;
  if (isBusy(error)) {
    return new GateError('UNAVAILABLE', 'Another process has locked the index of the ledger', {
      hint: `Try again in a moment. If the problem persists, the owner has to look for a stopped process that uses ${directory}`,
      cause: error,
    });
  }
  return new GateError('UNAVAILABLE', `The index of the ledger cannot be used: ${(error as Error).message}`, {
    hint: `The owner must check ${directory}: whether there is space, and whether it is writable`,
    cause: error,
  });
}

/** SQLite's own number; 0 where it is not from there. */
function codeOf(error: unknown): number {
  const { errcode, rawCode } = (error ?? {}) as { readonly errcode?: unknown; readonly rawCode?: unknown };
  const code = errcode ?? rawCode;
  return typeof code === 'number' ? code & 0xff : 0;
}
