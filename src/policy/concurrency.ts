/** Lets so many runs go on at once; the others wait in the order they came. */
export class Concurrency {
  readonly #limit: number;
  readonly #longestQueue: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #handingOut = false;

  constructor(limit: number, longestQueue = 10_000) {
    this.#limit = limit;
    this.#longestQueue = longestQueue;
  }

  /** Takes a place if one is free. */
  tryEnter(): boolean {
    if (this.#running >= this.#limit) return false;
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
    try {
      while (this.#waiting.length > 0 && this.tryEnter()) this.#waiting.shift()?.();
    } finally {
      this.#handingOut = false;
    }
  }
}
