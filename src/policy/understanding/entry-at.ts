import { lstatSync, type Stats } from 'node:fs';

/** What lies at a path, links not followed. Nothing also where nobody may look. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
