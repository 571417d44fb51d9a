// Looks at the repositories that a call of git would use, for settings that run a program or lead out of the workspace.
// What the environment overrides is in guarded-environment.ts; this is for the rest.

import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type GitSetting, readGitSettings } from '../../../documents/read-git-settings.js';
import { isInside } from '../../../machine/paths/is-inside.js';
import { realPathFrom } from '../../../machine/paths/real-path.js';
import { entryAt } from '../entry-at.js';
import type { Findings } from '../findings.js';
import { readSmallFile } from '../read-small-file.js';
import { classifySetting } from './classify-setting.js';
import { findSubmodules } from './find-submodules.js';

const mostSettingBytes = 256 * 1024;
const mostIndexBytes = 64 * 1024 * 1024;
const mostPointerBytes = 4_096;
/** Submodules, work trees and files that include each other. */
const mostPlaces = 100;

/** What git reads and writes below its folder, besides objects and branches. */
const deeperPaths = [
  'objects/info',
  'objects/pack',
  'refs/heads',
  'logs/HEAD',
  'logs/refs',
  'info/exclude',
  'info/attributes',
];

/** From `directory` up to the workspace, all of them: git takes the first that is whole, and what is whole it decides. */
export function inspectRepositories(findings: Findings, workspace: string, directory: string): void {
  if (!isInside(directory, workspace)) return;
  const inspector = new Inspector(findings, workspace);
  for (let here = directory; ; here = dirname(here)) {
    inspector.inspectDirectory(here);
    if (here === workspace) return;
  }
}

class Inspector {
  readonly #findings: Findings;
  readonly #workspace: string;
  readonly #seen = new Set<string>();

  constructor(findings: Findings, workspace: string) {
    this.#findings = findings;
    this.#workspace = workspace;
  }

  inspectDirectory(directory: string): void {
    const inner = realPathFrom(directory, '.git');
    if (!inner) this.#doubts(`${this.#name(directory)}/.git cannot be resolved`);
    else if (inner.entry?.isDirectory()) this.#inspectRepository(inner.real, directory);
    else if (inner.entry) this.#followPointer(inner.real, directory);
    // A directory can be a repository without a work tree.
    const has = (name: string) => entryAt(`${directory}/${name}`) !== undefined;
    if (has('HEAD') && (has('objects') || has('commondir'))) this.#inspectRepository(directory, directory);
  }

  /** A `.git` that is a file: `gitdir: ../somewhere`. */
  #followPointer(file: string, directory: string): void {
    if (!this.#isInside(file, `${this.#name(directory)}/.git`)) return;
    const [, path] = /^gitdir: ([^\n\r]+)/.exec(this.#text(file, mostPointerBytes) ?? '') ?? [];
    const target = path === undefined ? undefined : realPathFrom(directory, path);
    if (!target) this.#doubts(`${this.#name(file)} cannot be read`);
    else this.#inspectRepository(target.real, directory);
  }

  #inspectRepository(repository: string, workTree: string): void {
    if (!this.#visits(repository) || !this.#isInside(repository, this.#name(repository))) return;
    const names = this.#inspectFolder(repository);
    const common = names.has('commondir') ? this.#common(repository) : repository;
    const settings = [
      ...this.#settings(join(common, 'config'), workTree),
      ...(names.has('config.worktree') ? this.#settings(join(repository, 'config.worktree'), workTree) : []),
    ];
    const elsewhere = settings
      .filter(({ section, name }) => section === 'core' && name === 'worktree')
      .flatMap(({ value = '' }) => realPathFrom(repository, value)?.real ?? []);
    const indexes = [...names].filter((name) => name === 'index' || name.startsWith('sharedindex.'));
    for (const name of indexes) this.#inspectSubmodules(join(repository, name), [workTree, ...elsewhere]);
  }

  /** Where a work tree of its own keeps what it shares with others. */
  #common(repository: string): string {
    const common = realPathFrom(
      repository,
      this.#text(join(repository, 'commondir'), mostPointerBytes)?.trimEnd() ?? '',
    );
    if (!common) this.#doubts(`${this.#name(repository)}/commondir cannot be resolved`);
    else if (this.#isInside(common.real, `${this.#name(repository)}/commondir`)) {
      this.#inspectFolder(common.real);
      return common.real;
    }
    return repository;
  }

  /** git follows links in its own folder, and reads objects from wherever `alternates` says. */
  #inspectFolder(repository: string): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { name, link } of entriesIn(repository)) {
      names.add(name);
      if (link) this.#followLink(repository, name);
    }
    for (const path of deeperPaths)
      if (entryAt(`${repository}/${path}`)?.isSymbolicLink()) this.#followLink(repository, path);
    if (entryAt(`${repository}/objects/info/alternates`)) this.#followAlternates(repository);
    if (this.#findings.isUnguarded) this.#inspectHooks(join(repository, 'hooks'));
    // Some commands run this one without having read any setting.
    const hook = join(repository, 'hooks/reference-transaction');
    if (this.#findings.effects.has('changes') && entryAt(hook))
      this.#runs(`${this.#name(hook)} is a hook that some commands run whatever their settings are`);
    return names;
  }

  /** Where nothing keeps git from running them. What changes nothing may still bring the index up to date. */
  #inspectHooks(directory: string): void {
    const onlyReads = this.#onlyReads();
    for (const { name } of entriesIn(directory)) {
      if (name.endsWith('.sample') || (onlyReads && name !== 'post-index-change')) continue;
      this.#runs(`${this.#name(join(directory, name))} is a hook that git may run`);
    }
  }

  /** Whether every git that was found is one of the commands that run no hook. */
  #onlyReads(): boolean {
    const calls = this.#findings.steps.filter(({ name }) => basename(name) === 'git');
    return calls.length > 0 && calls.every(({ args }) => readers.has(args[0] ?? ''));
  }

  #followLink(repository: string, path: string): void {
    const target = realPathFrom(repository, path);
    if (target && this.#findings.isInside(target.real)) return;
    const name = this.#name(join(repository, path));
    if (target) this.#findings.leadsOut(name, target.real);
    else this.#doubts(`${name} cannot be resolved`);
  }

  #followAlternates(repository: string): void {
    const file = join(repository, 'objects/info/alternates');
    for (const line of this.#text(file, mostPointerBytes)?.split('\n') ?? []) {
      const target = line === '' || line.startsWith('#') ? undefined : realPathFrom(join(repository, 'objects'), line);
      if (target) this.#isInside(target.real, this.#name(file));
    }
  }

  #inspectSubmodules(file: string, workTrees: readonly string[]): void {
    const index = readSmallFile(file, mostIndexBytes);
    const submodules = index instanceof Buffer ? findSubmodules(index) : index === undefined ? [] : undefined;
    if (!submodules) this.#doubts(`the submodules in ${this.#name(file)} cannot be determined`);
    for (const path of submodules ?? []) {
      for (const workTree of workTrees) {
        const place = realPathFrom(workTree, path);
        if (place?.entry?.isDirectory() && this.#visits(`${place.real}/`)) this.inspectDirectory(place.real);
      }
    }
  }

  #settings(file: string, workTree: string): readonly GitSetting[] {
    if (!this.#visits(file)) return [];
    const text = this.#text(file, mostSettingBytes);
    if (text === undefined) return [];
    const settings = readGitSettings(text);
    if (!settings) {
      this.#runs(`settings in ${this.#name(file)} cannot be read, and can run anything`);
      return [];
    }
    return settings.flatMap((setting) => [setting, ...this.#judge(setting, file, workTree)]);
  }

  /** What an included file says counts as well. */
  #judge(setting: GitSetting, file: string, workTree: string): readonly GitSetting[] {
    const { section, subsection, name, value = '' } = setting;
    const kind = classifySetting(section, subsection, name);
    if (kind === 'harmless') return [];
    const from = `${keyOf(setting)} in ${this.#name(file)}`;
    if (kind === 'guarded') {
      if (this.#findings.isUnguarded && runsUnguarded(setting, !this.#onlyReads()))
        this.#runsNamed(`${from} can run a program`, value, file, workTree);
      return [];
    }
    switch (kind) {
      case 'remote':
        if (this.#findings.effects.has('network'))
          this.#runsNamed(`${from} can run a program to reach a repository`, value, file, workTree);
        break;
      case 'address':
        if (/^[\w-]+::/.test(value) && this.#findings.effects.has('network'))
          this.#runs(`${from} reaches a repository by running a helper`);
        break;
      case 'fetches':
        this.#findings.has('network', `git fetches missing objects here: ${from}`);
        break;
      case 'path':
        this.#followPath(value, name === 'worktree' ? dirname(file) : workTree, from);
        break;
      case 'includes':
        return this.#include(value, file, workTree, from);
      case 'runs':
        this.#runsNamed(`${from} can run a program`, value, file, workTree);
        break;
      default:
        return kind satisfies never;
    }
    return [];
  }

  #followPath(value: string, base: string, from: string): void {
    if (value === '' || value === '/dev/null') return;
    const target = /^[~%]/.test(value) ? undefined : realPathFrom(base, value);
    if (target) this.#isInside(target.real, from);
    else this.#doubts(`${from} names a file outside the workspace`);
  }

  #include(value: string, file: string, workTree: string, from: string): readonly GitSetting[] {
    const target = /^[~%]/.test(value) ? undefined : realPathFrom(dirname(file), value);
    if (target && this.#findings.isInside(target.real)) return this.#settings(target.real, workTree);
    this.#runs(`${from} takes settings from outside the workspace`);
    return [];
  }

  #visits(place: string): boolean {
    if (this.#seen.has(place)) return false;
    this.#seen.add(place);
    if (this.#seen.size <= mostPlaces) return true;
    this.#doubts('there are more linked repositories and settings than can be checked');
    return false;
  }

  #text(file: string, mostBytes: number): string | undefined {
    const bytes = readSmallFile(file, mostBytes);
    if (bytes === 'unreadable') this.#runs(`${this.#name(file)} cannot be read, and could contain anything`);
    return bytes instanceof Buffer ? bytes.toString('utf8') : undefined;
  }

  #isInside(real: string, from: string): boolean {
    if (this.#findings.isInside(real)) return true;
    this.#findings.leadsOut(from, real);
    return false;
  }

  /** What stands in the repository of the workspace is the owner's: no program in the sandbox can write it. */
  #runsNamed(why: string, command: string, file: string, directory: string): void {
    if (!isInside(file, join(this.#workspace, '.git'))) this.#runs(why);
    else this.#findings.runsByOwner(`git: ${why}`, { command, directory });
  }

  #runs(why: string): void {
    this.#findings.has('runs-code', `git: ${why}`);
  }

  #doubts(why: string): void {
    this.#findings.doubts('unreadable', `git: ${why}`);
  }

  #name(path: string): string {
    return relative(this.#workspace, path) || '.';
  }
}

function keyOf({ section, subsection, name }: GitSetting): string {
  return subsection === undefined ? `${section}.${name}` : `${section}.${subsection}.${name}`;
}

function entriesIn(folder: string): readonly { readonly name: string; readonly link: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      link: entry.isSymbolicLink(),
    }));
  } catch {
    return [];
  }
}

/** Commands of git that run no hook but the one for the index. */
const readers = new Set(
  'blame cat-file describe diff grep log ls-files ls-tree merge-base rev-list rev-parse shortlog show status'.split(
    ' ',
  ),
);

/** Of the settings that are overridden for programs of the gate: those that matter where they are not. */
function runsUnguarded({ section, name, value = '' }: GitSetting, changes: boolean): boolean {
  const key = `${section}.${name}`;
  if (key === 'core.fsmonitor') return !/^(?:true|false|)$/i.test(value);
  if (section === 'pager' || key === 'core.pager' || key === 'interactive.difffilter') return true;
  if (section === 'alias' || section === 'gc' || section === 'safe') return false;
  // Hooks elsewhere may have one for the index.
  return changes || key === 'core.hookspath';
}
