// What expressions can see: the arguments, and the names that `$each` binds on top of them.
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
    // Asked for by name, not by value: an item that is null still hides the argument behind it.
    return this.#bindings?.has(name) ? this.#bindings.get(name) : ownValue(this.#base, name);
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

/** The arguments reduced to the given places inside objects; to a template, the rest does not exist. */
export function onlyReadable(value: Value, paths: readonly (readonly string[])[]): Value {
  if (paths.some((path) => path.length === 0)) return value;
  const result: Record<string, Value> = {};
  for (const path of paths) copyPath(value, result, path);
  return result;
}

function copyPath(from: Value, to: Record<string, Value>, [name, ...rest]: readonly string[]): void {
  const found = name === undefined ? undefined : ownValue(from, name);
  if (name === undefined || found === undefined) return;
  if (rest.length === 0) {
    setOwn(to, name, found);
    return;
  }
  // Nothing is inside of a null, a text or a list that a name could lead to.
  if (!isObject(found)) return;
  const before = ownValue(to, name);
  // A copy, because a wider path may have put the caller's own object here.
  const inner: Record<string, Value> = isObject(before) ? { ...before } : {};
  copyPath(found, inner, rest);
  setOwn(to, name, inner);
}
