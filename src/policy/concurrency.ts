/** Lets so many runs go on at once; the others wait in the order they came. */
export class Concurrency {
  readonly #limit: number;
  readonly #longestQueue: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #handingOut = false;
  #turnStarted: number | undefined;

  constructor(limit: number, longestQueue = 10_000) {
    this.#limit = limit;
    this.#longestQueue = longestQueue;
  }

  /** Takes a place if one is free. */
  tryEnter(): boolean {
    // Nobody overtakes those who wait.
    if (this.#running >= this.#limit || this.#waiting.length > 0) return false;
    this.#running++;
    return true;
  }

  /** Calls back with a place when it is this one's turn; `full` when too many wait already. */
  enter(onTurn: () => void): 'waiting' | 'full' {
    if (this.#waiting.length >= this.#longestQueue) return 'full';
    this.#waiting.push(onTurn);
    return 'waiting';
  }

  /** Gives up waiting. */
  withdraw(onTurn: () => void): void {
    const index = this.#waiting.indexOf(onTurn);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  leave(): void {
    this.#running--;
    // A run that ends at once leaves while its place is being handed out: the loop goes on, and nothing piles up.
    if (this.#handingOut) return;
    this.#handingOut = true;
    this.#handOut();
  }

  /** Whether somebody waits for the place that is left next. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  #handOut(): void {
    while (this.#waiting.length > 0 && this.#running < this.#limit) {
      if (this.#turnIsLong()) {
        // Answers have to leave, and requests to come in, however long the queue is.
        setImmediate(() => this.#handOut());
        return;
      }
      this.#running++;
      this.#waiting.shift()?.();
    }
    this.#handingOut = false;
  }

  /** Counted from the first place that was handed out in this turn of the event loop. */
  #turnIsLong(): boolean {
    if (this.#turnStarted === undefined) {
      this.#turnStarted = performance.now();
      setImmediate(() => {
        this.#turnStarted = undefined;
      });
    }
    return performance.now() - this.#turnStarted > longestTurnMs;
  }
}

/** So long the queue may be worked off without a pause. */
const longestTurnMs = 10;
