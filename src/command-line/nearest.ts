// The nearest known name to a mistyped one.

/** The nearest of a few names, or none that is near enough. */
export function nearestOf(word: string, names: readonly string[]): string | undefined {
  const limit = word.length < 4 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of names) {
    const distance = editDistance(word, name, bestDistance - 1);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best ?? names.find((name) => word.length >= 3 && (name.startsWith(word) || word.startsWith(`${name}-`)));
}

/**
 * How many letters have to be changed, added, removed or swapped with their neighbour; `limit + 1` when more
 * than `limit`. Upper and lower case count as the same.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (limit < 0 || Math.abs(left.length - right.length) > limit) return limit + 1;
  const from = left.toLowerCase();
  const to = right.toLowerCase();
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/**
 * Finds near names among thousands at the cost of finding them among ten: each name is filed under itself with one
 * or two letters left out, so that a mistyped word meets it there without a walk over all names. What is filed with
 * two letters left out is larger, and made and asked only when one letter finds nothing.
 */
export class NearestIndex {
  readonly #names: readonly string[];
  readonly #filed: (Map<string, string[]> | undefined)[] = [];
  #byPrefix: Map<string, string[]> | undefined;

  constructor(names: Iterable<string>) {
    this.#names = [...names];
  }

  /** Up to `count` names, nearest first. */
  find(word: string, count = 3): string[] {
    if (word.length > longestWord) return [];
    const near = this.#within(word, 1);
    const ranked = near.length > 0 || word.length < 4 ? near : this.#within(word, 2);
    const completions = word.length >= 2 ? (this.#prefixes().get(keyOf(word)) ?? []) : [];
    return [...new Set([...ranked, ...completions])].slice(0, count);
  }

  #within(word: string, distance: 1 | 2): string[] {
    const index = this.#indexFor(distance);
    const found = new Set<string>();
    for (const variant of withLettersLeftOut(keyOf(word), distance)) {
      for (const name of index.get(variant) ?? []) found.add(name);
    }
    return [...found]
      .map((name) => ({ name, distance: editDistance(word, name, distance) }))
      .filter((one) => one.distance <= distance)
      .sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
      .map(({ name }) => name);
  }

  #indexFor(distance: 1 | 2): Map<string, string[]> {
    let index = this.#filed[distance];
    if (!index) {
      index = new Map();
      for (const name of this.#names) {
        for (const variant of withLettersLeftOut(keyOf(name), distance)) file(index, variant, name);
      }
      this.#filed[distance] = index;
    }
    return index;
  }

  #prefixes(): Map<string, string[]> {
    if (!this.#byPrefix) {
      this.#byPrefix = new Map();
      for (const name of this.#names) {
        const key = keyOf(name);
        for (let length = 2; length <= key.length; length++) file(this.#byPrefix, key.slice(0, length), name);
      }
    }
    return this.#byPrefix;
  }
}

const filedLength = 10;
const longestWord = 64;
/** More names than this under one variant tell nothing apart, and a query must stay cheap. */
const namesPerVariant = 8;

function keyOf(word: string): string {
  return word.slice(0, filedLength).toLowerCase();
}

function file(map: Map<string, string[]>, variant: string, name: string): void {
  const names = map.get(variant);
  if (!names) map.set(variant, [name]);
  else if (names.length < namesPerVariant) names.push(name);
}

function withLettersLeftOut(word: string, most: 1 | 2): Set<string> {
  const variants = new Set([word]);
  let last = [word];
  for (let round = 0; round < most; round++) {
    const next: string[] = [];
    for (const text of last) {
      for (let place = 0; place < text.length; place++) {
        const variant = text.slice(0, place) + text.slice(place + 1);
        if (variants.has(variant)) continue;
        variants.add(variant);
        next.push(variant);
      }
    }
    last = next;
  }
  return variants;
}
