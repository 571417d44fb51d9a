// `--fields id,owner.name`: of an object, or of each item of a list, only these.

import { isObject } from '../../shape/kind-of.js';

interface Selected {
  readonly data: unknown;
  /** Those that nothing had. */
  readonly missing: readonly string[];
}

type Fields = Record<string, unknown>;

export function selectFields(data: unknown, names: readonly string[]): Selected {
  const missing = new Set(names);
  const paths = names.map((name) => ({ name, keys: name.split('.') }));
  const pick = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const picked: Fields = {};
    for (const { name, keys } of paths) if (copyPath(value, keys, picked)) missing.delete(name);
    return picked;
  };
  const selected = Array.isArray(data) ? data.map(pick) : pickFromObject(data, paths, pick);
  // An empty list has nothing to tell about its fields.
  const known = Array.isArray(data) && data.length === 0 ? [] : [...missing];
  return { data: selected, missing: known };
}

/** Where an object has none of the fields itself, they are those of the lists in it. */
function pickFromObject(
  data: unknown,
  paths: readonly { readonly keys: readonly string[] }[],
  pick: (value: unknown) => unknown,
): unknown {
  if (!isObject(data)) return data;
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.some(isObject));
  const own = paths.some(({ keys }) => Object.hasOwn(data, keys[0] ?? ''));
  if (own || lists.length === 0) return pick(data);
  return { ...data, ...Object.fromEntries(lists.map(([key, value]) => [key, (value as unknown[]).map(pick)])) };
}

/** Whether it is there. */
function copyPath(from: Fields, keys: readonly string[], into: Fields): boolean {
  const [key, ...rest] = keys;
  if (key === undefined || !Object.hasOwn(from, key)) return false;
  const value = from[key];
  if (rest.length === 0) {
    define(into, key, value);
    return true;
  }
  if (Array.isArray(value)) {
    const before = Object.hasOwn(into, key) ? (into[key] as unknown[]) : value.map(() => ({}));
    const found = value.map((item, index) => isObject(item) && copyPath(item, rest, before[index] as Fields));
    if (found.includes(true)) define(into, key, before);
    return found.includes(true);
  }
  if (!isObject(value)) return false;
  const inner = Object.hasOwn(into, key) && isObject(into[key]) ? into[key] : {};
  if (!copyPath(value, rest, inner)) return false;
  define(into, key, inner);
  return true;
}

/** Also for a key like `__proto__`. */
function define(into: Fields, key: string, value: unknown): void {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
