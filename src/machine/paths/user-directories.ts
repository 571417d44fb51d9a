// Where this user's gates keep what they need from one time to the next: answers, the key of the ledger, translated
// modules. Whoever can write there decides what a gate does with its next start.

import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isInside } from './is-inside.js';
import { realPathSoFar } from './real-path.js';

/** The first that is not below a workspace is used for it. */
export function stateDirectories(): [string, ...string[]] {
  const state = process.env.XDG_STATE_HOME;
  const home = homeDirectory();
  const temporary = join(tmpdir(), `cmdgate-${process.getuid?.() ?? 'user'}`);
  const lasting = [
    ...(state !== undefined && isAbsolute(state) ? [join(state, 'cmdgate')] : []),
    ...(home === undefined ? [] : [join(home, '.local', 'state', 'cmdgate')]),
  ];
  const [first = temporary, ...others] = [...lasting, temporary];
  return [first, ...others];
}

/** Undefined for a user without a home: then nothing is kept. */
export function cacheDirectory(): string | undefined {
  const chosen = process.env.XDG_CACHE_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'cmdgate');
  try {
    const home = homedir();
    return isAbsolute(home) ? join(home, '.cache', 'cmdgate') : undefined;
  } catch {
    return undefined;
  }
}

/** Of the user, not of the environment: a terminal may have another HOME than the gate. */
function homeDirectory(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return process.env.HOME;
  }
}

/** All of them, as they are written: where a workspace lies around one, nothing in it is for agents. */
export function userDirectories(): readonly string[] {
  const cache = cacheDirectory();
  return [...stateDirectories(), ...(cache === undefined ? [] : [cache])];
}

let known: { readonly decidedBy: string; readonly real: readonly string[] } | undefined;

/** Whether a real path leads into one of them. A workspace inside of one is a workspace like any other. */
export function isUsersOwnPlace(real: string, workspace: string): boolean {
  return realUserDirectories().some((directory) => isInside(real, directory) && !isInside(workspace, directory));
}

/** Asked for every path that is looked at, and the same as long as the variables are that decide about it. */
function realUserDirectories(): readonly string[] {
  const { XDG_STATE_HOME, XDG_CACHE_HOME, HOME, TMPDIR } = process.env;
  const decidedBy = `${XDG_STATE_HOME}\n${XDG_CACHE_HOME}\n${HOME}\n${TMPDIR}`;
  if (known?.decidedBy !== decidedBy) {
    known = { decidedBy, real: [...new Set(userDirectories().map(realPathSoFar))] };
  }
  return known.real;
}
