import { type Stats, statSync } from 'node:fs';

/** Nothing where nothing is, or where it may not be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
