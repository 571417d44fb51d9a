import type { KeyPath } from '../../documents/document.js';

export interface Unfit {
  readonly path: KeyPath;
  readonly message: string;
}

const deepest = 64;

/** The first value that YAML can hold and JSON cannot, or that lies so deep that it may lie in itself. */
export function findUnfit(value: unknown, path: KeyPath = []): Unfit | undefined {
  if (path.length > deepest) return { path: path.slice(0, 1), message: 'Values are nested too deeply.' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'This number cannot be used.' };
  if (typeof value === 'bigint') return { path, message: 'This number is too large.' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Uint8Array || value instanceof Date || value instanceof Map || value instanceof Set) {
    return { path, message: 'This is not a JSON value.' };
  }
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) {
    const found = findUnfit(item, [...path, key]);
    if (found) return found;
  }
  return undefined;
}
