import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { newId } from '../vocabulary/new-id.js';
import type { Caller, Session } from '../vocabulary/request.js';

/** Who asks where nobody else is named. */
export const localCaller: Caller = { name: 'local', may: 'everything' };

/** A session whose relative paths start in `directory`, or in the workspace when that lies outside of it. */
export function openSession(workspace: string, directory = workspace): Session {
  const id = `session_${newId()}`;
  return { id, workspace, directory: isInside(workspace, directory) ? realpathSync(directory) : workspace };
}

function isInside(workspace: string, directory: string): boolean {
  try {
    const path = relative(workspace, realpathSync(directory));
    return path !== '..' && !path.startsWith(`..${sep}`);
  } catch {
    return false;
  }
}
