// What git runs and reads before anything else, whoever calls it.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readGitSettings } from '../../documents/read-git-settings.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { isInside } from '../../machine/paths/is-inside.js';

export interface GitPath {
  readonly path: string;
  /**
   * Whether it is protected although the owner lets programs write to `.git` as a whole: settings name programs that git
   * runs at once (`core.fsmonitor` with every `git status`), and these say where git finds them.
   */
  readonly isSetting: boolean;
  /** Whether git itself may change it. What it says is compared afterwards, or says nothing that git would run. */
  readonly isOfGit: boolean;
}

/** One says where git has its config and its hooks, and git believes it wherever it lies; another is read after `config`. */
const settings = ['config', 'config.worktree', 'commondir'];

/** Of other working trees and of repositories within this one, each with hooks and a config of its own. */
const ofOthers = ['worktrees', 'modules'];

export function gitDirectory(workspace: string): string {
  return join(workspace, '.git');
}

/** Those that are missing, too; but not of others, which git makes when somebody adds one. */
export function gitPaths(workspace: string, git = gitDirectory(workspace)): readonly GitPath[] {
  const existing = ofOthers.filter((name) => existsSync(join(git, name)));
  return [
    { path: join(git, 'hooks'), isSetting: false, isOfGit: false },
    ...[...settings, ...existing].map((name) => ({
      path: join(git, name),
      isSetting: true,
      isOfGit: name !== 'commondir',
    })),
    ...namedIn(workspace, git).map((path) => ({ path, isSetting: false, isOfGit: false })),
  ];
}

/** Hooks and settings that lie elsewhere in the workspace, as those of husky do. What is in `.git` is kept already. */
function namedIn(workspace: string, git: string): readonly string[] {
  const named = new Set<string>();
  for (const name of ['config', 'config.worktree']) addNamed(join(git, name), workspace, named, 0);
  return [...named].filter((path) => path !== workspace && isInside(path, workspace) && !isInside(path, git));
}

/** Whatever the condition under which a file is included, and whichever of several directories of hooks counts. */
function addNamed(file: string, workspace: string, named: Set<string>, depth: number): void {
  for (const { section, subsection, name, value } of readGitSettings(readText(file)) ?? []) {
    if (value === undefined) continue;
    if (section === 'core' && subsection === undefined && name === 'hookspath') {
      const hooks = atHome(value, workspace);
      named.add(hooks);
      // What husky has there runs the file of the same name one directory above.
      if (basename(hooks) === '_') named.add(dirname(hooks));
    } else if ((section === 'include' || section === 'includeif') && name === 'path') {
      const included = atHome(value, dirname(file));
      if (named.has(included) || depth >= deepestInclude) continue;
      named.add(included);
      addNamed(included, workspace, named, depth + 1);
    }
  }
}

/** As git. */
const deepestInclude = 10;

function atHome(path: string, base: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(base, path);
}

function readText(file: string): string {
  try {
    return readPlainFile(file, mostBytes)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}

const mostBytes = 256 * 1024;
