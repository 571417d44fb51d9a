// What git runs and reads before anything else, whoever calls it.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

const always = ['hooks', 'config'];

/** Of other working trees and of repositories within this one, each with hooks and a config of its own. */
const ofOthers = ['worktrees', 'modules'];

/** Says where git has its config and its hooks, and git believes it wherever it lies. */
const elsewhere = 'commondir';

export function gitPaths(workspace: string): readonly string[] {
  const git = join(workspace, '.git');
  const existing = ofOthers.filter((name) => existsSync(join(git, name)));
  // In a repository that is missing, nothing can be made anyway.
  const names = [...always, ...existing, ...(existsSync(git) ? [elsewhere] : [])];
  return names.map((name) => join(git, name));
}

/** What a file that is missing says in its place, where git would not work with an empty directory there. */
export function standInText(path: string): string | undefined {
  return basename(path) === elsewhere ? '.\n' : undefined;
}
