// One timer for all runs: starting and stopping a timer for each would cost more than most handlers do.

/**
 * How long the timer sleeps at most. It is what keeps the process alive while a handler waits for nothing,
 * so it must also be what lets the process go soon after the last run.
 */
const longestSleepMs = 100;

/** A link in the list of the runs that are going on. */
export abstract class Expiring {
  /** On the clock of `performance.now()`. */
  abstract readonly deadline: number;
  previous: Expiring | undefined;
  next: Expiring | undefined;

  abstract expire(): void;
  abstract cancel(): void;
}

export class Deadlines {
  #first: Expiring | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  add(run: Expiring): void {
    run.next = this.#first;
    if (this.#first) this.#first.previous = run;
    this.#first = run;
    if (run.deadline < this.#wakeAt) this.#wakeFor(run.deadline);
  }

  /** Once only for each run. */
  remove(run: Expiring): void {
    if (run.previous) run.previous.next = run.next;
    else if (this.#first === run) this.#first = run.next;
    if (run.next) run.next.previous = run.previous;
    run.previous = undefined;
    run.next = undefined;
  }

  /** Nobody waits for them any more. */
  cancelAll(): void {
    for (let run = this.#first; run; run = this.#first) run.cancel();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wakeFor(deadline: number): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const sleepMs = Math.min(longestSleepMs, Math.max(0, Math.ceil(deadline - now)));
    this.#wakeAt = now + sleepMs;
    this.#timer = setTimeout(() => this.#wake(), sleepMs);
  }

  #wake(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const expired: Expiring[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    for (let run = this.#first; run; run = run.next) {
      if (run.deadline <= now) expired.push(run);
      else if (run.deadline < nearest) nearest = run.deadline;
    }
    for (const run of expired) run.expire();
    if (nearest !== Number.POSITIVE_INFINITY) this.#wakeFor(nearest);
  }
}
