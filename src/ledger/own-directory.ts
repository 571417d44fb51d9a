// What people answered lies outside of the workspace: whoever can make, remove or bring back files in a workspace, with
// `git stash` for example, must not be able to do so with answers.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';

/** Where the gates and terminals of one user keep what belongs to a workspace, which is given as a real path. */
export function ownDirectory(workspace: string): string {
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 16);
  const name = basename(workspace)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40);
  return join(stateDirectory(workspace), `${name}-${hash}`);
}

/** Where the ends of a ledger's chains are kept once more: whoever can roll back the ledger cannot do so with them. */
export function witnessDirectory(workspace: string): string {
  return join(ownDirectory(workspace), 'witness');
}

/** Whether agents can name what lies there: in the workspace everything, but for the gate's own directory. */
export function isInReachOfAgents(directory: string, workspace: string): boolean {
  const real = realPath(directory);
  return !isOutside(real, workspace) && isOutside(real, join(workspace, '.cmdgate'));
}

/** Where this user's programs keep what they need from one time to the next; never below the workspace. */
function stateDirectory(workspace: string): string {
  const state = process.env.XDG_STATE_HOME;
  const home = homeDirectory();
  const candidates = [
    ...(state !== undefined && isAbsolute(state) ? [join(state, 'cmdgate')] : []),
    ...(home === undefined ? [] : [join(home, '.local', 'state', 'cmdgate')]),
    join(tmpdir(), `cmdgate-${process.getuid?.() ?? 'user'}`),
  ];
  return candidates.find((directory) => isOutside(directory, workspace)) ?? '/var/tmp/cmdgate';
}

/** Of the user, not of the environment: a terminal may have another HOME than the gate. */
function homeDirectory(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return process.env.HOME;
  }
}

function isOutside(path: string, workspace: string): boolean {
  const way = relative(workspace, realPath(path));
  return way === '..' || way.startsWith('../') || isAbsolute(way);
}

/** Where it leads, as far as it exists: a link could lead into the workspace. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
