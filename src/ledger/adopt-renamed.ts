// What is kept for a workspace is found by its path. A workspace that was renamed or moved is the same directory under
// another path: what is kept for it follows it there, as soon as nothing is at the old path any more.

import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readOwnText } from '../machine/files/read-plain-file.js';
import { isTrustedDirectory } from '../machine/files/trusted-directory.js';
import { replaceWhole } from '../machine/files/whole-file.js';

interface Known {
  /** The name of the directory that is kept for it. */
  readonly kept: string;
  readonly path: string;
  /** When the directory was made: the number of one that was removed is given to another. */
  readonly born: string;
}

/** Notes which directory the workspace is, where that is not known yet. Never throws: it is there for later. */
export function rememberWorkspace(kept: string, workspace: string): void {
  try {
    const identity = identify(workspace);
    if (!identity) return;
    const file = placeOf(dirname(kept), identity.name);
    const known = readKnown(file);
    if (known?.path === workspace && known.born === identity.born && known.kept === basename(kept)) return;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const text: Known = { kept: basename(kept), path: workspace, born: identity.born };
    replaceWhole(file, JSON.stringify(text));
  } catch {
    // Then it is as if nobody had noted it.
  }
}

/** Moves what is kept for the workspace here, where it was renamed and nothing is kept for its new path yet. */
export function adoptRenamed(kept: string, workspace: string): void {
  if (existsSync(kept)) return;
  try {
    const identity = identify(workspace);
    const known = identity && readKnown(placeOf(dirname(kept), identity.name));
    if (!known || known.born !== identity.born || known.path === workspace) return;
    // A second way to the same directory is not a move.
    if (identify(known.path)?.name === identity.name) return;
    const before = join(dirname(kept), known.kept);
    if (basename(before) === known.kept && isTrustedDirectory(before)) renameSync(before, kept);
  } catch {
    // Another process was faster, or it cannot be moved: then the workspace begins anew.
  }
}

function identify(workspace: string): { readonly name: string; readonly born: string } | undefined {
  const stats = statSync(workspace, { bigint: true, throwIfNoEntry: false });
  // Where a file system does not tell when a directory was made, one cannot be told from another.
  if (!stats?.isDirectory() || stats.birthtimeNs === 0n) return undefined;
  return { name: `${stats.dev}-${stats.ino}`, born: String(stats.birthtimeNs) };
}

function placeOf(state: string, name: string): string {
  return join(state, 'workspaces', `${name}.json`);
}

function readKnown(file: string): Known | undefined {
  const text = readOwnText(file);
  if (text === undefined) return undefined;
  const { kept, path, born } = JSON.parse(text) as Partial<Known>;
  return typeof kept === 'string' && typeof path === 'string' && typeof born === 'string'
    ? { kept, path, born }
    : undefined;
}
