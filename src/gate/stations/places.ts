// How many run at the same time. Whoever finds no place waits for a turn, each caller in turn.

import type { FairQueue } from '../../policy/fair-queue.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';
import { canceled, unavailable } from '../refusals.js';
import type { Activity } from '../reloading/activity.js';
import type { Run } from '../run/run.js';

export class Places {
  readonly #queue: FairQueue;
  readonly #activity: Activity;

  constructor(queue: FairQueue, activity: Activity) {
    this.#queue = queue;
    this.#activity = activity;
  }

  /** Whether it has a place at once. */
  tryTake(): boolean {
    const hasEntered = this.#queue.tryEnter();
    if (hasEntered) this.#activity.begin();
    return hasEntered;
  }

  /** Resolves when it has one, or to why it will never have. */
  wait({ signal, caller }: Run): Promise<GateError | undefined> {
    // It may have been canceled before it came here, and then nothing would tell of it.
    if (signal?.aborted) return Promise.resolve(canceled('validation'));
    return new Promise((resolve) => {
      const waiting = this.#queue.enter(caller.name, () => {
        forgetSignal?.();
        this.#activity.begin();
        resolve(undefined);
      });
      if (waiting === 'full') {
        resolve(unavailable('too many requests are waiting'));
        return;
      }
      const forgetSignal =
        signal &&
        whenAborted(signal, () => {
          this.#queue.withdraw(waiting);
          resolve(canceled('validation'));
        });
    });
  }

  leave(): void {
    this.#activity.end();
    // The answer goes first: those who wait for the place may take long.
    if (this.#queue.isAwaited) queueMicrotask(this.#leaveNow);
    else this.#queue.leave();
  }

  readonly #leaveNow = () => this.#queue.leave();
}
