import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnPlace, ownName } from '../machine/paths/own-place.js';

/**
 * The ledger that an earlier version kept in the workspace, where the gates of today write elsewhere. It is not read
 * without being asked for: whoever can write in the workspace can make one.
 */
export function findEarlierLedger(workspace: string, directory: string): string | undefined {
  const earlier = join(workspace, ownName);
  return !isOwnPlace(directory, workspace) && existsSync(join(earlier, 'log', 'gates')) ? earlier : undefined;
}

/** What its owner can do with it. */
export function howToKeep(earlier: string): string {
  return (
    'It is no longer read, because anything that can write to the workspace can forge it. To continue it, set ' +
    `"ledger": { "directory": ".cmdgate" } in the configuration; otherwise move ${earlier} away`
  );
}
