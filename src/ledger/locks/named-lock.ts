// One run at a time does something that has a name. A lock whose process has ended counts as free, in whichever container
// that was, so that nobody has to clean up after a sudden death.

import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { becomeClaimant, type Claimant, hasClaimantEnded } from '../../machine/claims/claimant.js';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { createWhole } from '../../machine/files/whole-file.js';
import { mayBeRunning, readIdentity } from '../../machine/processes/process-identity.js';
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

/** Does not wait for the lock. Rejects with a GateError where the directory is in other hands. */
export async function acquireLock(directory: string, name: string, run: string): Promise<Acquired> {
  makeTrustedDirectory(directory, 'Locks');
  const file = join(directory, `${createHash('sha256').update(name).digest('hex')}.lock`);
  const claimant = await becomeClaimant(directory);
  let acquired: Acquired | undefined;
  try {
    acquired = await acquire(file, directory, claimant, run);
  } finally {
    if (acquired?.state !== 'taken') claimant.release();
  }
  return acquired;
}

async function acquire(file: string, directory: string, claimant: Claimant, run: string): Promise<Acquired> {
  const since = new Date().toISOString();
  const text = JSON.stringify({ pid: process.pid, holder: claimant.name, run, since, use: newId() });
  if (createWhole(file, text)) return taken(file, claimant);
  const seen = readOwnText(file);
  if (seen === undefined) return { state: 'held', holder: undefined };
  if ((await isFree(seen, directory)) && breakLock(file, seen) && createWhole(file, text)) return taken(file, claimant);
  return { state: 'held', holder: holderIn(seen) };
}

function taken(file: string, claimant: Claimant): Acquired {
  return {
    state: 'taken',
    free: () => {
      rmSync(file, { force: true });
      claimant.release();
    },
  };
}

/** It appears with all that it holds: what says nothing was emptied by a power cut. */
async function isFree(text: string, directory: string): Promise<boolean> {
  const { holder } = parse(text);
  if (typeof holder === 'string') return await hasClaimantEnded(holder, directory);
  // As earlier versions wrote it.
  const identity = readIdentity(text);
  return !identity || !mayBeRunning(identity);
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
    if (readOwnText(file) !== seen) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(breaking, { force: true });
  }
}

function holderIn(text: string): LockHolder | undefined {
  const { pid, run, since } = parse(text);
  return typeof run === 'string' ? ({ pid, run, since } as LockHolder) : undefined;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
