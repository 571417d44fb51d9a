// Puts the files that a pattern matches in its place, as a shell would: only inside the workspace, and never further
// than a few thousand of them.

import { lstatSync, opendirSync } from 'node:fs';
import { isInReach } from '../../machine/paths/own-place.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { shown } from '../../planning/show-text.js';
import {
  type FilePattern,
  type PatternOptions,
  readPattern,
  withoutEscapes,
} from '../../shell-language/file-pattern.js';
import type { Problem } from '../../vocabulary/gate-error.js';

export interface GlobScope {
  /** Real paths. */
  readonly directory: string;
  readonly workspace: string;
}

export type ExpandedArguments =
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly problem: Problem };

/** For all patterns of one call together. */
const mostMatches = 10_000;
const mostEntries = 200_000;
const deepest = 64;

/** `indexes` says which of the arguments are patterns. One that matches nothing stays as it is. */
export function expandGlobs(args: readonly string[], indexes: readonly number[], scope: GlobScope): ExpandedArguments {
  const patterns = new Set(indexes);
  const search = new Search(scope);
  const expanded: string[] = [];
  for (const [index, argument] of args.entries()) {
    try {
      const matches = patterns.has(index) ? search.find(argument) : [];
      // Not spread: there can be more of them than a call can have arguments.
      for (const match of matches) expanded.push(withoutDash(match));
      if (matches.length === 0) expanded.push(argument);
    } catch (error) {
      if (!(error instanceof SearchRefused)) throw error;
      return { ok: false, problem: refuse(index, argument, error.message) };
    }
  }
  return { ok: true, args: expanded };
}

/** The files that a pattern of a line stands for, which has a backslash before what is quoted; or why not. */
export function findFiles(pattern: string, scope: GlobScope): readonly string[] | string {
  try {
    return new Search(scope, { escapes: true }).find(pattern).map(withoutDash);
  } catch (error) {
    if (!(error instanceof SearchRefused)) throw error;
    return error.message;
  }
}

/** A file must not become an option by its name. */
function withoutDash(match: string): string {
  return match.startsWith('-') ? `./${match}` : match;
}

function refuse(index: number, argument: string, reason: string): Problem {
  return {
    code: 'LIMIT_EXCEEDED',
    field: `parameters[${index}]`,
    message: `The pattern${shown(argument)} ${reason}`,
    hint: 'Use a narrower pattern, or a program that searches by itself (e.g., find . -name "*.ts")',
  };
}

class SearchRefused extends Error {}

class Search {
  readonly #scope: GlobScope;
  #found = new Set<string>();
  #matchesLeft = mostMatches;
  #entriesLeft = mostEntries;

  /** As bash reads patterns: what is quoted is marked, and `**` is a star. */
  readonly #options: PatternOptions;

  constructor(scope: GlobScope, options: PatternOptions = { escapes: false }) {
    this.#scope = scope;
    this.#options = options;
  }

  find(pattern: string): readonly string[] {
    const { directory } = this.#scope;
    const { escapes } = this.#options;
    // A file that is called so is meant itself: `pages/[id].tsx`.
    if (!escapes && realPathFrom(directory, pattern)?.entry) return [];
    this.#found = new Set();
    const parts = pattern.split('/').filter((part, at, all) => part !== '**' || all[at - 1] !== '**');
    if (parts[0] === '') this.#enter('/', '/', parts, 1, 0);
    else this.#enter('', directory, parts, 0, 0);
    return [...this.#found].sort();
  }

  /** `text` is what a match begins with, `place` the real directory that it leads to. */
  #enter(text: string, place: string, parts: readonly string[], at: number, depth: number): void {
    const part = parts[at] as string;
    const isLast = at === parts.length - 1;
    if (part === '') {
      if (!isLast) this.#enter(`${text}/`, place, parts, at + 1, depth);
      // A slash at the end: only directories.
      else if (isInReach(place, this.#scope.workspace)) this.#add(text);
      return;
    }
    if (part === '**' && !this.#options.escapes) {
      this.#descend(text, place, parts, at, depth);
      return;
    }
    const pattern = readPattern(part, this.#options);
    const name = this.#options.escapes ? withoutEscapes(part) : part;
    if (pattern) this.#match(text, place, parts, at, depth, pattern);
    else if (!isLast) this.#open(`${text}${name}/`, place, name, parts, at + 1, depth);
    else if (isInReach(place, this.#scope.workspace) && exists(`${place}/${name}`)) this.#add(text + name);
  }

  #match(text: string, place: string, parts: readonly string[], at: number, depth: number, pattern: FilePattern): void {
    const isLast = at === parts.length - 1;
    for (const { name } of this.#list(place)) {
      if (!pattern.matches(name)) continue;
      if (isLast) this.#add(text + name);
      else this.#open(`${text}${name}/`, place, name, parts, at + 1, depth);
    }
  }

  /** Goes on in a directory, through a link if need be, but not out of the workspace. */
  #open(text: string, place: string, name: string, parts: readonly string[], at: number, depth: number): void {
    const next = realPathFrom(place, name);
    if (next?.entry?.isDirectory()) this.#enter(text, next.real, parts, at, depth);
  }

  /** `**`: here, and in every directory below that is no link and not hidden. */
  #descend(text: string, place: string, parts: readonly string[], at: number, depth: number): void {
    if (depth > deepest) throw new SearchRefused(`goes more than ${deepest} directories deep`);
    const rest = at === parts.length - 1 ? [...parts, '*'] : parts;
    this.#enter(text, place, rest, at + 1, depth);
    for (const { name, isDirectory } of this.#list(place)) {
      if (isDirectory && !name.startsWith('.'))
        this.#descend(`${text}${name}/`, `${place}/${name}`, parts, at, depth + 1);
    }
  }

  #list(place: string): readonly Entry[] {
    if (!isInReach(place, this.#scope.workspace)) return [];
    const entries: Entry[] = [];
    for (const entry of readDirectory(place)) {
      if (--this.#entriesLeft < 0) throw new SearchRefused(`goes through more than ${mostEntries} files`);
      if (isInReach(`${place}/${entry.name}`, this.#scope.workspace)) entries.push(entry);
    }
    return entries;
  }

  #add(match: string): void {
    if (this.#found.has(match)) return;
    if (match.includes('\uFFFD') && !exists(this.#absolute(match))) {
      throw new SearchRefused('matches a file whose name is not valid text');
    }
    if (--this.#matchesLeft < 0) throw new SearchRefused(`matches more than ${mostMatches} files`);
    this.#found.add(match);
  }

  #absolute(match: string): string {
    return match.startsWith('/') ? match : `${this.#scope.directory}/${match}`;
  }
}

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** What may not be read has nothing to match, as in a shell. */
function* readDirectory(path: string): Generator<Entry> {
  let directory: ReturnType<typeof opendirSync>;
  try {
    directory = opendirSync(path, { bufferSize: 1_000 });
  } catch {
    return;
  }
  try {
    for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
      yield { name: entry.name, isDirectory: entry.isDirectory() };
    }
  } finally {
    directory.closeSync();
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
