import { realpathSync } from 'node:fs';
import { isInside } from './is-inside.js';

/** Where a path really leads, as far as that can be seen: a link may lie outside. `workspace` is a real path. */
export function isInWorkspace(path: string, workspace: string): boolean {
  try {
    return isInside(realpathSync.native(path), workspace);
  } catch {
    return isInside(path, workspace);
  }
}
