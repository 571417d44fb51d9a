/** Lets so many work at once. The others wait in the order they came. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  async do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Its place goes on to the next.
      if (next) next();
      else this.#free++;
    }
  }
}
