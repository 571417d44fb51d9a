// What is found while a call is read, and where its paths lead.

import type { Stats } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import { isInReach } from '../../machine/paths/own-place.js';
import { type RealPath, realPathFrom } from '../../machine/paths/real-path.js';
import { withoutScheme } from './path-candidates.js';
import type { Effect } from './program.js';
import type { Word } from './read-arguments.js';

export interface Evidence {
  readonly effect: Effect | 'outside' | 'hooks' | 'unknown-program' | 'unknown-option' | 'unreadable' | 'beyond-core';
  readonly argument?: string;
  readonly why: string;
  /** The program that does it, by its name in the table: `rm`, `git rm`. */
  readonly by?: string;
}

export interface PathUse {
  readonly argument: string;
  /** The path text in it. */
  readonly text: string;
  readonly real: string | undefined;
  readonly inside: boolean;
  readonly use: 'read' | 'write' | 'unknown';
}

export interface Step {
  readonly name: string;
  readonly program: string | undefined;
  readonly args: readonly string[];
  /** It stands in code that a shell is given: the call is one of the shell all the same. */
  readonly inCode?: true;
}

/** Devices that hold nothing, and the streams that the gate gives every program. */
const harmlessDevices = new Set([
  '/dev/null',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
]);

/** What every sandbox shows: the programs of the system. */
const shownInside = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/**
 * Whether a program in a sandbox has something harmless there: what belongs to the system, to read, and a directory for
 * temporary files of its own. What lies in that of others it does not see, and whoever names it means something else.
 */
function isShownInside({ real, entry }: RealPath, use: PathUse['use']): boolean {
  if (real === '/tmp') return use !== 'write';
  if (isInside(real, '/tmp')) return entry === undefined;
  return use !== 'write' && shownInside.some((place) => isInside(real, place));
}

/** Longer ones are no paths anyway. */
const longestAddress = 4_096;

/** The repository as a whole, or something in it. */
function sentenceOf(real: string): string {
  return /\/\.git$/i.test(real)
    ? 'is the git repository: its commits, branches and stashes would be lost'
    : 'is part of the git repository, which only git itself should change';
}

export interface FindingsOptions {
  readonly workspace: string;
  readonly args: readonly string[];
  readonly owners?: readonly string[] | undefined;
  readonly isHeld?: boolean | undefined;
  readonly isUnguarded?: boolean | undefined;
}

/** A program that a setting of the repository of the workspace names. No program in the sandbox can write that setting. */
export interface NamedBySetting {
  /** As git would give it to a shell. */
  readonly command: string;
  /** Where git would run it. */
  readonly directory: string;
}

export class Findings {
  readonly steps: Step[] = [];
  readonly effects = new Set<Effect>();
  readonly paths: PathUse[] = [];
  readonly globs = new Set<number>();
  /** Which of the arguments are operands that name a file or directory each. */
  readonly files = new Set<number>();
  readonly evidence: Evidence[] = [];
  /** Which of the arguments are code for a shell, whether it can be read or not. */
  readonly code = new Set<number>();
  understood = true;
  /** Whether it runs code beside what settings of the owner name. */
  runsUnseenCode = false;
  readonly namedBySettings: NamedBySetting[] = [];
  readonly #call: FindingsOptions;
  #isInCode = false;
  readonly #told = new Set<string>();
  readonly #seen = new Set<string>();

  constructor(call: FindingsOptions) {
    this.#call = call;
  }

  /** Whether nothing keeps git from running what a repository names. */
  get isUnguarded(): boolean {
    return this.#call.isUnguarded === true;
  }

  /** What is read meanwhile stands in code that a shell is given. */
  withinCode(read: () => void): void {
    const before = this.#isInCode;
    this.#isInCode = true;
    read();
    this.#isInCode = before;
  }

  starts(step: Step): void {
    this.steps.push(this.#isInCode ? { ...step, inCode: true } : step);
  }

  has(effect: Effect, why: string, word?: Word, by?: string): void {
    this.effects.add(effect);
    if (effect === 'runs-code' || effect === 'inline-code') this.runsUnseenCode = true;
    this.#tell(effect, why, word, by);
  }

  /** As code that the owner chose. */
  runsByOwner(why: string, named: NamedBySetting): void {
    this.effects.add('runs-code');
    this.namedBySettings.push(named);
    this.#tell('runs-code', why);
  }

  /** Something that is not understood: it can be anything. */
  doubts(effect: 'unknown-program' | 'unknown-option' | 'unreadable', why: string, word?: Word): void {
    this.understood = false;
    // Which program the call comes down to is known: the shell.
    this.#tell(effect === 'unreadable' && this.#isInCode ? 'unknown-option' : effect, why, word);
  }

  runsHooks(why: string): void {
    this.#tell('hooks', why);
  }

  argumentOf(word: Word): string {
    return this.#call.args[word.index] ?? word.text;
  }

  /** Notes a path in an argument and gives what lies there. */
  path(bases: readonly string[], text: string, word: Word, use: PathUse['use']): Stats | undefined {
    let entry: Stats | undefined;
    for (const base of bases) entry = this.#pathFrom(base, text, word, use) ?? entry;
    return entry;
  }

  /** As a path that is written; what lies below it goes along. */
  moves(bases: readonly string[], text: string, word: Word): void {
    this.path(bases, text, word, 'write');
    const places = bases.flatMap((base) => realPathFrom(base, text)?.real ?? []);
    if (places.some((place) => (this.#call.owners ?? []).some((path) => isInside(path, place))))
      this.has('system', 'changes files that control the gate', word);
  }

  /** Something that no argument names leads out of the workspace. */
  leadsOut(from: string, real: string): void {
    this.paths.push({ argument: from, text: real, real, inside: false, use: 'unknown' });
    this.#tell('outside', `${from} resolves to ${real}, outside the workspace`);
  }

  isWorkspace(bases: readonly string[], text: string): boolean {
    return bases.some((base) => realPathFrom(base, text)?.real === this.#call.workspace);
  }

  isInside(real: string): boolean {
    return isInReach(real, this.#call.workspace);
  }

  #pathFrom(base: string, text: string, word: Word, use: PathUse['use']): Stats | undefined {
    if (harmlessDevices.has(text)) return undefined;
    // Some programs take an address for a file, some take it literally: both are looked at.
    const address = /^file:/i.test(text) && text.length <= longestAddress ? withoutScheme(text) : undefined;
    if (address !== undefined && address !== text) this.#pathFrom(base, address, word, use);
    const argument = this.argumentOf(word);
    if (text.startsWith('~')) {
      this.#leads(argument, text, undefined, use, 'leads to a home directory', word);
      return undefined;
    }
    const found = realPathFrom(base, text);
    // Some programs take `..` out of the text, others follow the links in front of it first: both are looked at.
    const collapsed = text.includes('..') ? resolve(base, text) : text;
    if (collapsed !== text && realPathFrom(base, collapsed)?.real !== found?.real)
      this.#pathFrom(base, collapsed, word, use);
    if (!found) {
      this.paths.push({ argument, text, real: undefined, inside: false, use });
      this.doubts('unreadable', 'is a path that cannot be resolved', word);
      return undefined;
    }
    const key = `${word.index}\0${use}\0${found.real}`;
    if (this.#seen.has(key)) return found.entry;
    this.#seen.add(key);
    if (this.isInside(found.real)) this.#insideAt(found, argument, text, word, use);
    else if (this.#call.isHeld && isShownInside(found, use))
      this.paths.push({ argument, text, real: found.real, inside: true, use });
    else this.#leads(argument, text, found.real, use, `resolves to ${found.real}, outside the workspace`, word);
    return found.entry;
  }

  #insideAt({ real, entry }: RealPath, argument: string, text: string, word: Word, use: PathUse['use']): void {
    this.paths.push({ argument, text, real, inside: true, use });
    if (entry && !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink())
      this.doubts('unknown-option', 'is a pipe, a socket or a device, not a file', word);
    if (use !== 'read' && entry?.isFile() && entry.nlink > 1)
      this.doubts('unknown-option', 'is a file with a second name (hard link), which may be anywhere', word);
    if (
      use !== 'read' &&
      /\/\.git(?:\/|$)/i.test(real.slice(this.#call.workspace.length)) &&
      basename(real) !== 'COMMIT_EDITMSG'
    ) {
      this.has('runs-code', 'changes files inside .git, where hooks and settings are run', word);
      if (use === 'write') this.has('repository', sentenceOf(real), word);
    }
    if (use !== 'read' && this.#isOwners(real)) this.has('system', 'changes files that control the gate', word);
  }

  #isOwners(real: string): boolean {
    return /^cmdgate\.config\./i.test(basename(real)) || (this.#call.owners ?? []).some((path) => isInside(real, path));
  }

  #leads(argument: string, text: string, real: string | undefined, use: PathUse['use'], why: string, word: Word): void {
    this.paths.push({ argument, text, real, inside: false, use });
    this.#tell('outside', why, word);
  }

  #tell(effect: Evidence['effect'], why: string, word?: Word, by?: string): void {
    const argument = word && this.argumentOf(word);
    const key = `${effect}\0${argument}\0${why}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.evidence.push({
      effect,
      ...(argument !== undefined && { argument }),
      why,
      ...(by !== undefined && { by }),
    });
  }
}
