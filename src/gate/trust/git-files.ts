// What git obeys in a workspace, found as git finds it: its settings with all that they include, its hooks wherever the
// settings say they are, and the same for submodules and other work trees.

import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type GitSetting, readGitSettings } from '../../documents/read-git-settings.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { classifySetting } from '../../policy/understanding/git/classify-setting.js';
import type { Watched, WatchedSet } from './watched.js';

const mostSettingBytes = 256 * 1024;
const mostPointerBytes = 4_096;
/** Repositories, settings and hooks together: a workspace that has more is not followed to its end. */
const mostFiles = 2_000;
/** `.git/modules/libraries/network/name`. */
const deepestModule = 5;

export function findGitFiles(workspace: string): WatchedSet {
  const finder = new GitFiles(workspace);
  finder.findAll();
  return { files: [...finder.files.values()], folders: [...finder.folders] };
}

class GitFiles {
  readonly files = new Map<string, Watched>();
  readonly folders = new Set<string>();
  readonly #workspace: string;
  readonly #ofUser: GitSetting[] = [];

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  findAll(): void {
    for (const file of settingsOfUser()) this.#ofUser.push(...this.#settings(file, this.#workspace));
    const dotGit = join(this.#workspace, '.git');
    this.#watch(dotGit);
    const repository = isDirectory(dotGit) ? dotGit : followPointer(dotGit);
    if (repository !== undefined) this.#repository(repository, this.#workspace);
    // A directory can be a repository without a work tree.
    if (isFile(join(this.#workspace, 'HEAD')) && isDirectory(join(this.#workspace, 'objects'))) {
      this.#repository(this.#workspace, this.#workspace);
    }
  }

  #watch(path: string, form: Watched['form'] = 'text'): boolean {
    if (this.files.has(path) || this.files.size >= mostFiles) return false;
    this.files.set(path, { path, obeyedBy: 'git', form });
    return true;
  }

  #repository(repository: string, workTree: string): void {
    const pointer = join(repository, 'commondir');
    const common = textOf(pointer, mostPointerBytes)?.trim();
    const shared = common ? resolve(repository, common) : repository;
    this.#watch(pointer, { leadsTo: shared === repository ? repository : shared });
    const settings = [
      ...this.#ofUser,
      ...this.#settings(join(shared, 'config'), workTree),
      ...this.#settings(join(repository, 'config.worktree'), workTree),
    ];
    this.#hooks(settings, join(shared, 'hooks'), workTree);
    this.#workTrees(join(shared, 'worktrees'), shared);
    this.#modules(join(shared, 'modules'), 1);
  }

  /** With those of every file that is included, whatever the condition. */
  #settings(file: string, workTree: string): readonly GitSetting[] {
    if (!this.#watch(file, 'settings')) return [];
    const settings = readGitSettings(textOf(file, mostSettingBytes) ?? '') ?? [];
    return settings.flatMap((setting) => {
      const { section, subsection, name, value = '' } = setting;
      const kind = classifySetting(section, subsection, name);
      if (kind === 'includes') return this.#settings(atHome(value, dirname(file)), workTree);
      if (kind !== 'harmless') this.#scripts(value, workTree);
      return [setting];
    });
  }

  /** A setting that names a program may name one of the workspace: what is in it counts as well. */
  #scripts(value: string, workTree: string): void {
    for (const word of value.split(/[\s'"!;&|()]+/).slice(0, 16)) {
      const path = word.includes('/') ? atHome(word, workTree) : undefined;
      if (path !== undefined && isFile(path)) this.#watch(path);
    }
  }

  #hooks(settings: readonly GitSetting[], usual: string, workTree: string): void {
    const named = settings.findLast(({ section, subsection, name }) => {
      return section === 'core' && subsection === undefined && name === 'hookspath';
    })?.value;
    const folders = new Set([usual, ...(named ? [atHome(named, workTree)] : [])]);
    for (const folder of folders) {
      this.#hookFolder(folder);
      // What husky has there runs the file of the same name one directory above.
      if (basename(folder) === '_') this.#hookFolder(dirname(folder));
    }
  }

  #hookFolder(folder: string): void {
    this.folders.add(folder);
    for (const { name, isFolder } of entriesOf(folder)) {
      if (!isFolder && !name.endsWith('.sample')) this.#watch(join(folder, name));
    }
  }

  #workTrees(folder: string, shared: string): void {
    this.folders.add(folder);
    for (const { name, isFolder } of entriesOf(folder)) {
      if (!isFolder) continue;
      this.#watch(join(folder, name, 'commondir'), { leadsTo: shared });
      this.#settings(join(folder, name, 'config.worktree'), this.#workspace);
    }
  }

  #modules(folder: string, depth: number): void {
    this.folders.add(folder);
    for (const { name, isFolder } of entriesOf(folder)) {
      const path = join(folder, name);
      if (!isFolder || depth > deepestModule || this.files.size >= mostFiles) continue;
      if (isFile(join(path, 'HEAD'))) this.#repository(path, this.#workspace);
      else this.#modules(path, depth + 1);
    }
  }
}

/** The last one wins, so the user's own come after those of the machine. */
function settingsOfUser(): readonly string[] {
  const home = homeDirectory();
  const chosen = process.env.XDG_CONFIG_HOME;
  const shared = chosen !== undefined && isAbsolute(chosen) ? chosen : home && join(home, '.config');
  return [
    '/etc/gitconfig',
    ...(shared ? [join(shared, 'git/config')] : []),
    ...(home ? [join(home, '.gitconfig')] : []),
  ];
}

function followPointer(file: string): string | undefined {
  const [, path] = /^gitdir: ([^\n\r]+)/.exec(textOf(file, mostPointerBytes) ?? '') ?? [];
  return path === undefined ? undefined : resolve(dirname(file), path);
}

function atHome(path: string, base: string): string {
  return path.startsWith('~/') ? join(homeDirectory() ?? base, path.slice(2)) : resolve(base, path);
}

function homeDirectory(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function textOf(file: string, mostBytes: number): string | undefined {
  try {
    return readPlainFile(file, mostBytes)?.toString('utf8');
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
