// What expressions can see: the arguments, and the names that `$each` binds on top of them.
import { follow, readHostPointer } from './json-pointer.js';
import { isObject, ownValue, setOwn, type Value } from './value.js';

export class Scope {
  readonly #base: Value;
  readonly #bindings: ReadonlyMap<string, Value> | undefined;
  #root: Value | undefined;

  constructor(base: Value, bindings?: ReadonlyMap<string, Value>) {
    this.#base = base;
    this.#bindings = bindings;
  }

  /** The same scope with one more name, which hides an argument of that name. */
  bind(name: string, value: Value): Scope {
    return new Scope(this.#base, new Map(this.#bindings).set(name, value));
  }

  binds(name: string): boolean {
    return this.#bindings?.has(name) ?? false;
  }

  lookUp(name: string): Value | undefined {
    return this.#bindings?.get(name) ?? ownValue(this.#base, name);
  }

  /** All of it as one value, built only for those who ask for it. */
  get root(): Value {
    if (!this.#bindings) return this.#base;
    if (this.#root === undefined) {
      const merged: Record<string, Value> = {};
      if (isObject(this.#base)) for (const [name, value] of Object.entries(this.#base)) setOwn(merged, name, value);
      for (const [name, value] of this.#bindings) setOwn(merged, name, value);
      this.#root = merged;
    }
    return this.#root;
  }
}

/** The arguments reduced to the given places; to a template, the rest does not exist. */
export function onlyReadable(value: Value, pointers: readonly string[]): Value {
  let result: Value | undefined;
  for (const pointer of pointers) {
    const names = readHostPointer(pointer);
    const found = follow(value, names);
    if (names.length === 0) return value;
    if (found === undefined) continue;
    result ??= {};
    let here = result as Record<string, Value>;
    names.forEach((name, index) => {
      if (index === names.length - 1) return setOwn(here, name, found);
      const next = ownValue(here, name);
      // A copy, so that a wider place written before is not changed in the caller's arguments.
      const inner: Record<string, Value> = isObject(next) ? { ...next } : {};
      setOwn(here, name, inner);
      here = inner;
    });
  }
  return result ?? {};
}
