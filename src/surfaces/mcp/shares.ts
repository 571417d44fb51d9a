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

  hasRoomFor(name: string): boolean {
    const left = this.#places - this.#total;
    return left > 0 && this.countOf(name) < Math.max(1, left);
  }

  countOf(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  enter(name: string): void {
    this.#total++;
    this.#taken.set(name, this.countOf(name) + 1);
  }

  leave(name: string): void {
    this.#total--;
    const left = this.countOf(name) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
