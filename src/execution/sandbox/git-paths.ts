// What git runs and reads before anything else, whoever calls it.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from './mounts.js';

const hooks = 'hooks';
const always = [hooks, 'config'];

/** Of other working trees and of repositories within this one, each with hooks and a config of its own. */
const ofOthers = ['worktrees', 'modules'];

/**
 * By what stands there when they are missing. One says where git has its config and its hooks, and git believes it
 * wherever it lies. The other is read after `config` where that says so, as it does after `git sparse-checkout`.
 */
const changingNothing: Readonly<Record<string, string>> = {
  commondir: '.\n',
  'config.worktree': '# Nothing is set.\n',
};

export function gitPaths(workspace: string): readonly string[] {
  const git = join(workspace, '.git');
  // In a repository that is missing, nothing can be made anyway.
  if (!existsSync(git)) return always.map((name) => join(git, name));
  const existing = ofOthers.filter((name) => existsSync(join(git, name)));
  const config = readText(join(git, 'config'));
  const more = /worktreeConfig/i.test(config) ? Object.keys(changingNothing) : ['commondir'];
  return [...[...always, ...existing, ...more].map((name) => join(git, name)), ...namedIn(config, workspace, git)];
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

/** Where git would not work with a directory in the place of a missing file: a file that changes nothing. */
export interface StandInFile {
  readonly text: string;
  /** A directory that no program can write to either. Gates keep track there of who needs the file. */
  readonly holders: string;
}

export function standInFileAt(path: string): StandInFile | undefined {
  const text = changingNothing[basename(path)];
  return text === undefined ? undefined : { text, holders: join(dirname(path), hooks) };
}
