// Where a word of a call leads, and whether that is a plain file or directory of the workspace. Each check gives the
// reason why a person has to look, or nothing.

import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { isInReach } from '../../../machine/paths/own-place.js';
import { type RealPath, realPathFrom } from '../../../machine/paths/real-path.js';
import { entryAt } from '../entry-at.js';
import { findLinkOut } from '../follow-below.js';
import { isProtectedPath } from './protected-names.js';

/** What a word is judged by. */
export interface Place {
  /** The real path that relative words start from. */
  readonly base: string;
  readonly workspace: string;
  readonly owners: readonly string[];
  /** The word in whose place find puts files that it finds: they lie in the workspace, and nobody knows their names. */
  readonly standIn?: string;
  /** Whether a call may give a program a variable of this name. */
  readonly mayAssign: (name: string) => boolean;
}

/** More entries than this are not looked through. */
const mostEntries = 2_000;

export const outside = 'it may not stay in the workspace';
export const special = 'it is neither a regular file nor a directory';
export const obeyed = 'other tools obey files with this name';

/** What lies there; a text says why it is not clear. */
export function placeOf(text: string, { base, workspace }: Place): RealPath | string {
  if (text === '' || /^~|[\0\n\r]/.test(text)) return outside;
  const found = realPathFrom(base, text);
  // Some programs take `..` out of the text, some follow links first: where the two differ, nobody knows.
  const collapsed = realPathFrom(base, normalize(text));
  if (!found || found.real !== collapsed?.real || !isInReach(found.real, workspace)) return outside;
  if (found.entry && !found.entry.isFile() && !found.entry.isDirectory()) return special;
  return found;
}

export function checkRead(text: string, place: Place): string | undefined {
  if (text === '-' || text === '/dev/null') return undefined;
  const found = placeOf(text, place);
  return typeof found === 'string' ? found : undefined;
}

/** For programs that follow links on their way down. */
export function checkFollowed(text: string, place: Place): string | undefined {
  const found = text === '-' ? undefined : placeOf(text, place);
  if (text === '/dev/null' || found === undefined) return undefined;
  if (typeof found === 'string') return found;
  if (!found.entry?.isDirectory()) return undefined;
  return findLinkOut(found.real, (real) => isInReach(real, place.workspace)) === undefined ? undefined : outside;
}

/** A file that is made or added to. */
export function checkWritten(text: string, place: Place): string | undefined {
  const found = placeOf(text, place);
  if (typeof found === 'string') return found;
  if (found.entry?.isDirectory()) return special;
  return checkTarget(found, text, place);
}

/** A file that is there, and is put in its own place again. */
export function checkEdited(text: string, place: Place): string | undefined {
  const found = placeOf(text, place);
  if (typeof found === 'string') return found;
  if (!found.entry?.isFile()) return 'the file does not exist';
  return isLink(text, found, place) ? 'it is a link' : checkTarget(found, text, place);
}

export function checkMade(text: string, place: Place): string | undefined {
  const found = placeOf(text, place);
  if (typeof found === 'string') return found;
  if (found.entry && !found.entry.isDirectory()) return special;
  return checkTarget(found, text, place);
}

/** What `cp` and `mv` do with one source. `keeps`: what is there already stays. */
export function checkTransfer(
  source: string,
  target: string,
  place: Place,
  options: { readonly moves: boolean; readonly deep: boolean; readonly keeps: boolean; readonly into: boolean },
): string | undefined {
  const from = placeOf(source, place);
  const to = placeOf(target, place);
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  if (!from.entry) return undefined;
  if (isLink(source, from, place)) return 'it is a link';
  const name = basename(source);
  const into = options.into && to.entry?.isDirectory() === true;
  if ((into || options.moves) && (name === '' || name === '.' || name === '..')) return 'it does not name the result';
  const final = into ? join(target, name) : target;
  const end = placeOf(final, place);
  if (typeof end === 'string') return end;
  // A link that leads nowhere yet would be written through.
  if (isLink(final, end, place)) return 'it is a link';
  if (end.entry && !(options.keeps && end.entry.isFile())) return 'something already exists there';
  const unfit = end.entry ? undefined : checkTarget(end, final, place);
  if (unfit !== undefined) return unfit;
  if (options.moves && (checkTarget(from, source, place) !== undefined || from.real === place.workspace)) return obeyed;
  return from.entry.isDirectory() ? checkTree(from.real, end.real, place, options) : undefined;
}

/** A directory goes along with all that is in it: plain files under names that nobody obeys. */
function checkTree(
  from: string,
  to: string,
  { workspace, owners }: Place,
  { moves, deep }: { readonly moves: boolean; readonly deep: boolean },
): string | undefined {
  if (!moves && !deep) return undefined;
  if (isProtectedPath(relative(workspace, from))) return obeyed;
  if (isInside(to, from)) return 'it would be moved into itself';
  if (moves && owners.some((path) => isInside(path, from))) return obeyed;
  const waiting = [from];
  let entries = 0;
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const found = list(here);
    entries += found?.length ?? 0;
    if (!found || entries > mostEntries) return 'it contains too much to check';
    for (const entry of found) {
      const path = join(here, entry.name);
      if (isProtectedPath(relative(workspace, join(to, relative(from, path))))) return obeyed;
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) return 'it contains something that is neither a regular file nor a directory';
    }
  }
  return undefined;
}

function checkTarget({ real, entry }: RealPath, text: string, { base, workspace, owners }: Place): string | undefined {
  if (isProtectedPath(relative(workspace, real)) || isProtectedPath(relative(workspace, join(base, text))))
    return obeyed;
  if (owners.some((path) => isInside(real, path))) return obeyed;
  // Under its other name it may be anything, also a file outside of the workspace.
  return entry?.isFile() && entry.nlink > 1 ? 'the file has a second name (hard link)' : undefined;
}

function isLink(text: string, { real }: RealPath, { base }: Place): boolean {
  const parent = realPathFrom(base, dirname(text.replace(/(?<=.)\/+$/, '')));
  if (!parent) return true;
  const name = basename(text);
  if (name === '.' || name === '..') return false;
  return join(parent.real, name) !== real || entryAt(join(parent.real, name))?.isSymbolicLink() === true;
}

function list(directory: string): Dirent[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
