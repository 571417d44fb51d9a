// Which repositories of a workspace are protected as a whole: the one that the workspace is, or, where it is none, those
// of the projects in it. Repositories inside of a repository are like other files: builds and tests make and remove them.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathOf } from '../../machine/paths/real-path.js';
import { type GitPath, gitDirectory, gitPaths } from './git-paths.js';

export interface Repository {
  /** What holds its history: nobody but git changes anything there. */
  readonly kept: readonly string[];
  /** What git obeys, there and elsewhere. */
  readonly obeyed: readonly GitPath[];
  /** Files of settings, which git itself may write. */
  readonly settings: readonly string[];
}

/** How deep projects are looked for in a workspace that is no repository: `projects/name/.git`. */
const deepestProject = 2;
const mostRepositories = 50;
const mostDirectories = 1_000;
const mostPointerBytes = 4_096;

/** What a repository without a work tree consists of. */
const partsOfBare = [
  ...['HEAD', 'objects', 'refs', 'packed-refs', 'config', 'config.worktree', 'hooks', 'info', 'logs'],
  ...['worktrees', 'modules', 'commondir'],
];

/** The first is that of the workspace itself, which may be missing. */
export function repositoriesIn(workspace: string): readonly Repository[] {
  const entry = lstatSync(gitDirectory(workspace), { throwIfNoEntry: false });
  const own = repositoryAt(workspace, workspace);
  if (entry) return [own];
  if (isBare(workspace)) return [own, bareRepository(workspace)];
  return [own, ...projectsIn(workspace).map((project) => repositoryAt(project, workspace))];
}

function repositoryAt(workTree: string, workspace: string): Repository {
  const dotGit = gitDirectory(workTree);
  const elsewhere = followPointer(dotGit, workspace);
  const directories = [dotGit, ...elsewhere];
  return {
    kept: directories,
    obeyed: [...gitPaths(workTree), ...elsewhere.flatMap((directory) => gitPaths(workTree, directory))],
    settings: directories.flatMap(settingsIn),
  };
}

function bareRepository(directory: string): Repository {
  const parts = partsOfBare.map((name) => join(directory, name));
  return {
    kept: parts.filter((path) => lstatSync(path, { throwIfNoEntry: false })),
    obeyed: [],
    settings: settingsIn(directory),
  };
}

function settingsIn(directory: string): readonly string[] {
  return ['config', 'config.worktree'].map((name) => join(directory, name));
}

/** A `.git` that is a file: `gitdir: ../somewhere`. With what that shares with other work trees. */
function followPointer(dotGit: string, workspace: string): readonly string[] {
  if (!lstatSync(dotGit, { throwIfNoEntry: false })?.isFile()) return [];
  const [, path] = /^gitdir: ([^\n\r]+)/.exec(textOf(dotGit)) ?? [];
  const directory = path === undefined ? undefined : realPathOf(resolve(dirname(dotGit), path));
  if (directory === undefined || !isBelow(directory, workspace)) return [];
  const common = textOf(join(directory, 'commondir')).trim();
  const shared = common === '' ? undefined : realPathOf(resolve(directory, common));
  return [directory, ...(shared !== undefined && isBelow(shared, workspace) ? [shared] : [])];
}

function isBelow(path: string, workspace: string): boolean {
  return path !== workspace && isInside(path, workspace);
}

function projectsIn(workspace: string): readonly string[] {
  const found: string[] = [];
  let level = [workspace];
  let looked = 0;
  for (let depth = 0; depth < deepestProject; depth++) {
    const below: string[] = [];
    for (const directory of level) {
      for (const { name } of directoriesIn(directory)) {
        looked += 1;
        if (looked > mostDirectories || found.length >= mostRepositories) return found;
        const path = join(directory, name);
        if (lstatSync(gitDirectory(path), { throwIfNoEntry: false })) found.push(path);
        else below.push(path);
      }
    }
    level = below;
  }
  return found;
}

function directoriesIn(directory: string): readonly Dirent[] {
  try {
    const isProject = (entry: Dirent) =>
      entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    return readdirSync(directory, { withFileTypes: true }).filter(isProject);
  } catch {
    return [];
  }
}

function isBare(directory: string): boolean {
  const isThere = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false }) !== undefined;
  return ['HEAD', 'objects', 'refs'].every(isThere);
}

function textOf(file: string): string {
  try {
    return readPlainFile(file, mostPointerBytes)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}
