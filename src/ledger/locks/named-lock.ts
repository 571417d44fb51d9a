// One run at a time does something that has a name. A lock whose process has ended counts as free, so that nobody has
// to clean up after a sudden death.

import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeRunning, ownIdentity, readIdentity } from '../../own-files/process-identity.js';
import { makeTrustedDirectory } from '../../own-files/trusted-directory.js';
import { createWhole, readIfThere } from '../../own-files/whole-file.js';
import { newId } from '../../vocabulary/new-id.js';

export interface LockHolder {
  readonly pid: number;
  readonly run: string;
  readonly since: string;
}

export type Acquired =
  | { readonly state: 'taken'; free(): void }
  /** Undefined where it was freed in the same moment. */
  | { readonly state: 'held'; readonly holder: LockHolder | undefined };

/** Whoever breaks a lock does so at once. */
const longestBreakMs = 10_000;

/** Does not wait. Throws a GateError where the directory is in other hands. */
export function acquireLock(directory: string, name: string, run: string): Acquired {
  makeTrustedDirectory(directory, 'Locks');
  const file = join(directory, `${createHash('sha256').update(name).digest('hex')}.lock`);
  const text = JSON.stringify({ ...ownIdentity(), run, since: new Date().toISOString(), use: newId() });
  if (createWhole(file, text)) return taken(file);
  const seen = readIfThere(file);
  if (seen === undefined) return { state: 'held', holder: undefined };
  const identity = readIdentity(seen);
  // It appears with all that it holds: what says nothing was emptied by a power cut.
  const isFree = !identity || !mayBeRunning(identity);
  if (isFree && breakLock(file, seen) && createWhole(file, text)) return taken(file);
  return { state: 'held', holder: holderIn(seen) };
}

function taken(file: string): Acquired {
  return { state: 'taken', free: () => rmSync(file, { force: true }) };
}

/**
 * Only one process at a time may break a lock, and only the one that it saw: otherwise a slow one could take away the
 * lock that a fast one has got meanwhile.
 */
function breakLock(file: string, seen: string): boolean {
  const breaking = `${file}.breaking`;
  if (!createWhole(breaking, '')) {
    const since = statSync(breaking, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > longestBreakMs) rmSync(breaking, { force: true });
    return false;
  }
  try {
    if (readIfThere(file) !== seen) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(breaking, { force: true });
  }
}

function holderIn(text: string): LockHolder | undefined {
  try {
    const { pid, run, since } = JSON.parse(text) as LockHolder;
    return { pid, run, since };
  } catch {
    return undefined;
  }
}
