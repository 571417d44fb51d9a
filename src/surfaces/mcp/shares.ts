/**
 * So many places for everybody. Whoever has as many as are left gets no more: one alone has half of them, two a third
 * each, and there is always one for somebody who has none.
 */
export class Shares {
  readonly #places: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Whether `count` can enter, one after the other. */
  hasRoomFor(name: string, count = 1): boolean {
    const before = count - 1;
    const left = this.#places - this.#total - before;
    return left > 0 && this.countOf(name) + before < Math.max(1, left);
  }

  countOf(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  enter(name: string, count: number): void {
    this.#total += count;
    this.#taken.set(name, this.countOf(name) + count);
  }

  leave(name: string, count: number): void {
    this.#total -= count;
    const left = this.countOf(name) - count;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
