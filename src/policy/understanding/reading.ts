// One program of a call while its arguments are read: what the kinds of arguments need to know about it.

import type { Findings } from './findings.js';
import type { Effect } from './program.js';
import type { Word } from './read-arguments.js';

export interface Reading {
  readonly findings: Findings;
  /** The program's name in the table. */
  readonly name: string;
  /** Where relative paths start. More than one where it depends on what the table does not say. */
  bases: readonly string[];
  readonly modes: ReadonlySet<string>;
  /** The operands, as words. */
  readonly operands: readonly Word[];
  /** Whether there is something to read for it. */
  readonly hasInput: boolean;
  /** Whether all that the call can do is known. It is looked up when it is asked for. */
  isCore(): boolean;
  /** Looks through code of a shell, for the programs in it. */
  readCode(text: string): void;
}

/** What an argument of one kind means. */
export type Kind = (word: Word, reading: Reading, literal: boolean) => void;

export function tell(reading: Reading, effect: Effect, why: string, word: Word): void {
  reading.findings.has(effect, `${reading.name} ${why}`, word, reading.name);
}

/** Which files it touches cannot be told; that it runs no other program can. */
export function unsure(reading: Reading, why: string, word: Word): void {
  reading.findings.doubts('unknown-option', `${reading.name} ${why}`, word);
}

/** It may do anything, and run any program. */
export function doubt(reading: Reading, why: string, word: Word): void {
  reading.findings.doubts('unreadable', `${reading.name} ${why}`, word);
}
