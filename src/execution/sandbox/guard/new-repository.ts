// Where the owner lets programs make a repository, they also write its first settings. Those that could name a program
// are put aside: git works without, and the owner can look at them.

import { join } from 'node:path';
import { readPlainFile } from '../../../machine/files/read-plain-file.js';
import { gitPaths } from '../git-paths.js';
import { settingsPutAside } from './guard-messages.js';
import { isHarmless } from './harmless-settings.js';
import type { Quarantine } from './quarantine.js';

/** `isNew`: there was none when the program started. `isNamed`: whether the owner lets programs write exactly this. */
export function judgeNewRepository(
  workspace: string,
  isNew: boolean,
  isNamed: (path: string) => boolean,
  quarantine: Quarantine,
): readonly string[] {
  if (!isNew) return [];
  const settings = gitPaths(workspace).filter(({ path, isSetting }) => isSetting && !isNamed(path));
  return settings.flatMap(({ path }) => {
    const isPlain = path === join(workspace, '.git', 'config') && isHarmless(readPlainly(path));
    const to = isPlain ? undefined : quarantine.take(path, workspace);
    return to === undefined ? [] : [settingsPutAside(path, to)];
  });
}

const mostBytes = 1024 * 1024;

/** As settings that are not harmless. */
const unreadable = '[unreadable]';

/** A link or a pipe in its place is not read. */
function readPlainly(file: string): string {
  try {
    return readPlainFile(file, mostBytes, 'refused')?.toString('utf8') ?? unreadable;
  } catch {
    return unreadable;
  }
}
