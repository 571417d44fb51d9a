// The addresses that a call of git talks to: those in its arguments, or those that the repository has for its remotes.

import { dirname, resolve } from 'node:path';
import { type GitSetting, readGitSettings } from '../../../documents/read-git-settings.js';
import { isInside } from '../../../machine/paths/is-inside.js';
import { realPathFrom } from '../../../machine/paths/real-path.js';
import { readSmallFile } from '../read-small-file.js';
import { hasUrlScheme } from './address.js';

const mostBytes = 256 * 1024;
const mostPointerBytes = 4_096;

/** Options in front of the command, with a value. */
const valued = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']);

/** Commands that talk to a remote of the repository where they name none. */
const withRemote = new Set(['fetch', 'pull', 'push', 'ls-remote']);

export interface GitNeed {
  /** As in `git fetch`. */
  readonly command: string;
  readonly urls: readonly string[];
  /** These are all: nothing else in the call could name another place. */
  readonly areAll: boolean;
}

/** Nothing where it is not known to talk to anybody. */
export function gitNeed(args: readonly string[], directory: string, workspace: string): GitNeed | undefined {
  const { command, rest, moved } = readCommand(args, directory);
  const named = rest.filter((word) => hasUrlScheme(word) || isHostAndPath(word)).map(withoutOption);
  // What has a colon may be a place by another spelling, such as `host:path`.
  const areAll = rest.filter((word) => word.includes(':')).length === named.length;
  if (command === 'clone') return { command, urls: named, areAll };
  if (command === 'submodule') return { command, urls: rest.includes('update') ? named : [], areAll: false };
  const talks = withRemote.has(command) || (command === 'remote' && /^(?:update|show|prune)$/.test(rest[0] ?? ''));
  if (!talks) return undefined;
  if (named.length > 0) return { command, urls: named, areAll };
  const settings = repositorySettings(moved, workspace);
  const chosen = remotesIn(rest, settings, command);
  return { command, urls: chosen.map((url) => rewrite(url, settings)), areAll: areAll && chosen.length > 0 };
}

function readCommand(args: readonly string[], directory: string) {
  let moved = directory;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '-C') moved = resolve(moved, args[at + 1] ?? '.');
    if (valued.has(word)) at++;
    else if (!word.startsWith('-')) return { command: word, rest: args.slice(at + 1), moved };
  }
  return { command: '', rest: [], moved };
}

/** `user@host:path`, which is ssh. */
function isHostAndPath(word: string): boolean {
  return /^[\w.-]+@[\w.-]+:/.test(word);
}

function withoutOption(word: string): string {
  return word.replace(/^--[\w-]+=/, '');
}

function remotesIn(rest: readonly string[], settings: readonly GitSetting[], command: string): readonly string[] {
  const ofRemotes = settings.filter(({ section, subsection }) => section === 'remote' && subsection !== undefined);
  const names = [...new Set(ofRemotes.map(({ subsection = '' }) => subsection))];
  const told = rest.filter((word) => names.includes(word));
  const usual = names.includes('origin') ? ['origin'] : names.length === 1 ? names : [];
  const meant = rest.includes('--all') || rest[0] === 'update' ? names : told.length > 0 ? told.slice(0, 1) : usual;
  return meant.flatMap((remote) => {
    const urls = (key: string) =>
      ofRemotes
        .filter(({ subsection, name }) => subsection === remote && name === key)
        .flatMap(({ value }) => value ?? []);
    const pushed = command === 'push' ? urls('pushurl') : [];
    return pushed.length > 0 ? pushed : urls('url');
  });
}

/** `url.<base>.insteadOf`: the longest beginning that fits is replaced. */
function rewrite(url: string, settings: readonly GitSetting[]): string {
  const fitting = settings
    .filter(({ section, name, value = '' }) => section === 'url' && name === 'insteadof' && url.startsWith(value))
    .sort((one, other) => (other.value ?? '').length - (one.value ?? '').length);
  const [first] = fitting;
  return first?.subsection === undefined ? url : first.subsection + url.slice((first.value ?? '').length);
}

/** Of the nearest repository, where that lies in the workspace. */
function repositorySettings(directory: string, workspace: string): readonly GitSetting[] {
  for (let here = directory; isInside(here, workspace); here = dirname(here)) {
    const found = realPathFrom(here, '.git');
    const folder = found?.entry?.isDirectory() ? found.real : found?.entry && followPointer(found.real, here);
    if (folder !== undefined && isInside(folder, workspace)) return settingsIn(folder);
    if (here === workspace) break;
  }
  return [];
}

/** Of a work tree: what it shares with the others is where `commondir` says. */
function followPointer(file: string, directory: string): string | undefined {
  const [, path] = /^gitdir: ([^\n\r]+)/.exec(textOf(file, mostPointerBytes)) ?? [];
  const own = path === undefined ? undefined : realPathFrom(directory, path)?.real;
  const common = own === undefined ? '' : textOf(`${own}/commondir`, mostPointerBytes).trim();
  return own === undefined || common === '' ? own : realPathFrom(own, common)?.real;
}

function settingsIn(folder: string): readonly GitSetting[] {
  return readGitSettings(textOf(`${folder}/config`, mostBytes)) ?? [];
}

function textOf(file: string, most: number): string {
  const read = readSmallFile(file, most);
  return read instanceof Buffer ? read.toString('utf8') : '';
}
