// What the gate keeps for itself inside a workspace is nobody else's.

import { isInside, pathWithin } from './is-inside.js';
import { isUsersOwnPlace } from './user-directories.js';

/** The directory of the gate, in a workspace. */
export const ownName = '.cmdgate';

/** Whether a real path leads there. Some file systems do not tell large letters from small ones. */
export function isOwnPlace(real: string, workspace: string): boolean {
  return /^\.cmdgate(?:[/\\]|$)/i.test(pathWithin(real, workspace) ?? '');
}

/** Whether agents may name what lies at a real path: in the workspace everything, but for what gates keep there. */
export function isInReach(real: string, workspace: string): boolean {
  return isInside(real, workspace) && !isOwnPlace(real, workspace) && !isUsersOwnPlace(real, workspace);
}
