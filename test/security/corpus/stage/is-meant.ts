// Different programs are installed under the same name. An attack on one of them shows nothing about another.

import { spawnSync } from 'node:child_process';
import { programPath } from './program-path.js';

/** How the program that the corpora mean tells its version. */
const versions: Readonly<Record<string, { readonly option: string; readonly says: string }>> = {
  convert: { option: '-version', says: 'Version: ImageMagick' },
  // There is one of moreutils, too.
  parallel: { option: '--version', says: 'GNU parallel' },
};

const known = new Map<string, boolean>();

/** Whether a program is installed under this name, and is the one that is meant. */
export function isMeant(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = look(name);
  known.set(name, is);
  return is;
}

function look(name: string): boolean {
  const path = programPath(name);
  const version = versions[name];
  if (path === undefined || version === undefined) return path !== undefined;
  const { status, stdout } = spawnSync(path, [version.option], { encoding: 'utf8', input: '', timeout: 10_000 });
  return status === 0 && stdout.startsWith(version.says);
}
