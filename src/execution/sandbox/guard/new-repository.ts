// Where the owner lets programs make a repository, they also write its first settings. Those that could name a program
// are put aside: git works without, and the owner can look at them.

import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** A link or a pipe in its place is not read. */
function readPlainly(file: string): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '[unreadable]';
  }
}
