// Waits for a lock of the workspace, and tells who has it where that takes too long.

import { join } from 'node:path';
import { acquireLock, type LockHolder } from '../../ledger/locks/named-lock.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import type { LockOptions } from '../../vocabulary/context.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { pause } from '../../vocabulary/pause.js';

export interface WantedLock {
  readonly workspace: string;
  readonly name: string;
  readonly runId: string;
  readonly signal: AbortSignal;
}

const usualWaitMs = 5_000;
const betweenLooksMs = 25;
const retryAfterMs = 1_000;

/** Gives what frees it. Throws LOCK_HELD when the time is over, and an AbortError when the run ends. */
export async function waitForLock(
  { workspace, name, runId, signal }: WantedLock,
  { timeoutMs = usualWaitMs }: LockOptions,
): Promise<() => void> {
  const directory = join(ownDirectory(workspace), 'locks');
  const last = performance.now() + timeoutMs;
  for (;;) {
    if (signal.aborted) throw new DOMException('The run has ended.', 'AbortError');
    const acquired = await acquireLock(directory, name, runId);
    if (acquired.state === 'taken') {
      if (!signal.aborted) return acquired.free;
      acquired.free();
      continue;
    }
    if (performance.now() >= last) throw isHeld(name, acquired.holder);
    await pause(betweenLooksMs, signal);
  }
}

function isHeld(name: string, holder: LockHolder | undefined): CommandError {
  const by = holder ? ` by process ${holder.pid} since ${holder.since}` : '';
  return new CommandError('LOCK_HELD', `The lock "${name}" is held${by}`, {
    hint: 'Wait until the other run has ended, then send it again',
    retryAfterMs,
    ...(holder && { data: { holder: { ...holder, age_ms: Math.max(0, Date.now() - Date.parse(holder.since)) } } }),
  });
}
