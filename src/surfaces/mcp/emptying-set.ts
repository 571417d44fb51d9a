/** A set that can be waited for until nothing is in it any more. */
export class EmptyingSet<T> {
  readonly #members = new Set<T>();
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#members.size;
  }

  [Symbol.iterator](): Iterator<T> {
    return [...this.#members][Symbol.iterator]();
  }

  has(member: T): boolean {
    return this.#members.has(member);
  }

  add(member: T): void {
    this.#members.add(member);
  }

  delete(member: T): void {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    for (const resume of [...this.#waiting]) resume();
  }

  /** Resolves when it is empty, or after `timeoutMs`. */
  async whenEmpty(timeoutMs: number): Promise<void> {
    if (this.#members.size === 0) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(done);
    });
  }
}
