import { setTimeout as sleep } from 'node:timers/promises';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import { tryLock } from '../../machine/claims/lock.js';
import { GateError } from '../../vocabulary/gate-error.js';

const retryMs = 10;
const longestWaitMs = 10_000;

/** Nobody holds it that long: it is held for a few file operations, without waiting for anything. */
const abandonedMs = 5_000;

/**
 * Does the work while no other process does. One that was stopped for seconds may have lost the lock meanwhile, so the
 * work asks once more right before what it cannot take back.
 */
export async function whileLocked(file: string, work: (isStillHeld: () => boolean) => void): Promise<void> {
  const holder = nameHolder(newHolder());
  const deadline = Date.now() + longestWaitMs;
  let lock = await tryLock(file, { holder }, abandonedMs);
  while (lock.state === 'held') {
    if (Date.now() > deadline) {
      throw new GateError('UNAVAILABLE', `Another process is using ${file}`, { hint: 'Try again in a moment' });
    }
    await sleep(retryMs);
    lock = await tryLock(file, { holder }, abandonedMs);
  }
  try {
    work(lock.isStillHeld);
  } finally {
    lock.free();
  }
}
