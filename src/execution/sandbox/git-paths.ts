// What git runs and reads before anything else, whoever calls it.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin } from './mounts.js';

export interface GitPath {
  readonly path: string;
  /**
   * Whether it is protected although the owner lets programs write to `.git` as a whole: settings name programs that git
   * runs at once (`core.fsmonitor` with every `git status`), and these say where git finds them.
   */
  readonly isSetting: boolean;
}

/** One says where git has its config and its hooks, and git believes it wherever it lies; another is read after `config`. */
const settings = ['config', 'config.worktree', 'commondir'];

/** Of other working trees and of repositories within this one, each with hooks and a config of its own. */
const ofOthers = ['worktrees', 'modules'];

export function gitDirectory(workspace: string): string {
  return join(workspace, '.git');
}

/** Those that are missing, too; but not of others, which git makes when somebody adds one. */
export function gitPaths(workspace: string): readonly GitPath[] {
  const git = gitDirectory(workspace);
  const existing = ofOthers.filter((name) => existsSync(join(git, name)));
  return [
    { path: join(git, 'hooks'), isSetting: false },
    ...[...settings, ...existing].map((name) => ({ path: join(git, name), isSetting: true })),
    ...namedIn(readText(join(git, 'config')), workspace, git).map((path) => ({ path, isSetting: false })),
  ];
}

/** Hooks and settings that lie elsewhere in the workspace, as those of husky do. What is in `.git` is kept already. */
function namedIn(config: string, workspace: string, git: string): readonly string[] {
  const named = [...config.matchAll(/^\s*(hooksPath|path)\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(
    ([, key = '', path = '']) => resolve(key.toLowerCase() === 'path' ? git : workspace, path),
  );
  return named.filter((path) => path !== workspace && isWithin(path, workspace) && !isWithin(path, git));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
