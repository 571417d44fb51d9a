// One run at a time does something that has a name.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { becomeClaimant } from '../../machine/claims/claimant.js';
import { parseLock, type TriedLock, tryLock } from '../../machine/claims/lock.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
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

/** Does not wait for the lock. Rejects with a GateError where the directory is in other hands. */
export async function acquireLock(directory: string, name: string, run: string): Promise<Acquired> {
  makeTrustedDirectory(directory, 'Locks');
  const file = join(directory, `${createHash('sha256').update(name).digest('hex')}.lock`);
  const claimant = await becomeClaimant(directory);
  let tried: TriedLock | undefined;
  try {
    const since = new Date().toISOString();
    tried = await tryLock(file, { pid: process.pid, holder: claimant.name, run, since, use: newId() });
  } finally {
    if (tried?.state !== 'taken') claimant.release();
  }
  if (tried.state === 'held') return { state: 'held', holder: holderIn(tried.text ?? '') };
  const { free } = tried;
  return {
    state: 'taken',
    free: () => {
      free();
      claimant.release();
    },
  };
}

function holderIn(text: string): LockHolder | undefined {
  const { pid, run, since } = parseLock(text);
  return typeof run === 'string' ? ({ pid, run, since } as LockHolder) : undefined;
}
