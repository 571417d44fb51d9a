import { isInside } from '../machine/paths/is-inside.js';
import { realPathOf } from '../machine/paths/real-path.js';
import { newId } from '../vocabulary/new-id.js';
import type { Caller, Session } from '../vocabulary/request.js';

/** Who asks where nobody else is named. */
export const localCaller: Caller = { name: 'local', may: 'everything' };

/** A session whose relative paths start in `directory`, or in the workspace when that lies outside of it. */
export function openSession(workspace: string, directory = workspace): Session {
  const real = realPathOf(directory);
  const isUsable = real !== undefined && isInside(real, workspace);
  return { id: `session_${newId()}`, workspace, directory: isUsable ? real : workspace };
}
