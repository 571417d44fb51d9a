// One timer for all runs: starting and stopping a timer for each would cost more than most handlers do.

/**
 * How long the timer sleeps at most. It is what keeps the process alive while a handler waits for nothing,
 * so it must also be what lets the process go soon after the last run.
 */
const longestSleepMs = 100;

export interface Expiring {
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  expire(): void;
}

export class Deadlines {
  readonly #live = new Set<Expiring>();
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  add(run: Expiring): void {
    this.#live.add(run);
    if (run.deadline < this.#wakeAt) this.#wakeFor(run.deadline);
  }

  remove(run: Expiring): void {
    this.#live.delete(run);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wakeFor(deadline: number): void {
    clearTimeout(this.#timer);
    const sleepMs = Math.min(longestSleepMs, Math.max(0, Math.ceil(deadline - performance.now())));
    this.#wakeAt = performance.now() + sleepMs;
    this.#timer = setTimeout(() => this.#wake(), sleepMs);
  }

  #wake(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const run of this.#live) {
      if (run.deadline <= now) {
        this.#live.delete(run);
        run.expire();
      } else if (run.deadline < next) next = run.deadline;
    }
    if (next !== Number.POSITIVE_INFINITY) this.#wakeFor(next);
  }
}
