// One process at a time changes a file. A lock whose process has ended is broken.

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeClaimant } from '../../machine/claims/claimant.js';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { newId } from '../../vocabulary/new-id.js';
import { readSmallFile } from './read-small-file.js';

const retryMs = 10;
const longestWaitMs = 10_000;

/** Nobody holds it that long: it is held for a few file operations, without waiting for anything. */
const abandonedMs = 5_000;

/**
 * Does the work while no other process does. In the moment in which a dead lock is broken two can believe that they
 * have it, so the work asks once more right before what it cannot take back.
 */
export async function withLock(lock: string, work: (isStillHeld: () => boolean) => void): Promise<void> {
  const text = JSON.stringify({ holder: nameHolder(newHolder()) });
  const deadline = Date.now() + longestWaitMs;
  while (!acquire(lock, text)) {
    if (Date.now() > deadline) {
      throw new GateError('UNAVAILABLE', `Another process holds ${lock}`, { hint: 'Try again in a moment' });
    }
    if (!breakAbandoned(lock)) await sleep(retryMs);
  }
  const isStillHeld = () => readSmallFile(lock) === text;
  try {
    work(isStillHeld);
  } finally {
    if (isStillHeld()) rmSync(lock, { force: true });
  }
}

function acquire(lock: string, text: string): boolean {
  try {
    writeFileSync(lock, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function breakAbandoned(lock: string): boolean {
  const seen = readSmallFile(lock);
  if (seen === undefined || !isAbandoned(lock, seen)) return false;
  const broken = `${lock}.${newId()}`;
  try {
    renameSync(lock, broken);
    // Another process was faster, and what was taken away is its new lock.
    if (readSmallFile(broken) !== seen) renameSync(broken, lock);
    rmSync(broken, { force: true });
    return true;
  } catch {
    return false;
  }
}

function isAbandoned(lock: string, text: string): boolean {
  const holder = /^\{"holder":"([^"]*)"\}$/.exec(text)?.[1] ?? '';
  if (judgeClaimant(holder, dirname(lock)) === 'dead') return true;
  const changed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && Date.now() - changed > abandonedMs;
}
