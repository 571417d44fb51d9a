// Counts requests that are alike, so that a long history becomes a short list. Memory stays small: beyond a number of
// kinds, what is of yet another kind is only counted.

export interface Counted {
  readonly times: number;
  /** When the last of them came. */
  readonly last: string;
  /** The last of them. */
  readonly run: string;
}

const mostKinds = 10_000;

export class Tally<Kind extends object> {
  readonly #kinds = new Map<string, { readonly kind: Kind; times: number; last: string; run: string }>();
  /** All of them. */
  times = 0;
  /** Those that no row tells of. */
  uncounted = 0;

  add(kind: Kind, { at, run }: { readonly at: string; readonly run: string }): void {
    this.times++;
    const key = JSON.stringify(kind);
    const known = this.#kinds.get(key);
    if (known) {
      known.times++;
      if (at >= known.last) Object.assign(known, { last: at, run });
    } else if (this.#kinds.size < mostKinds) this.#kinds.set(key, { kind, times: 1, last: at, run });
    else this.uncounted++;
  }

  /** The most frequent first, then the newest. */
  rows(): readonly (Kind & Counted)[] {
    return [...this.#kinds.values()]
      .map(({ kind, times, last, run }) => ({ ...kind, times, last, run }))
      .sort((left, right) => right.times - left.times || (left.last < right.last ? 1 : -1));
  }
}
