// Patterns over commands, and over the programs of the command that runs any: `gmail send`, `gmail *`, `shell npm`.

import { basename } from 'node:path';
import { isInside } from '../machine/paths/is-inside.js';
import { type CommandPattern, matches, readPattern } from './command-pattern.js';

export interface ProgramPattern {
  readonly command: CommandPattern;
  /** The name of one program of `shell`; any program where there is none. */
  readonly program: string | undefined;
}

/** What is started: the real path of its file, and what it was called. */
export interface StartedProgram {
  readonly program: string;
  readonly name: string;
}

const ofShell = /^shell (.+)$/u;

const programName = /^[^\s/*~]+$/u;

/** The pattern, or what is wrong with it. */
export function readProgramPattern(text: string): ProgramPattern | string {
  const program = ofShell.exec(text)?.[1];
  if (program !== undefined && !programName.test(program)) {
    return `${JSON.stringify(text)} does not name a program: write "shell" and a program name, without path and arguments`;
  }
  const command = readPattern(program === undefined ? text : 'shell');
  return typeof command === 'string' ? command : { command, program };
}

/** Only surely: a program of the workspace can be called anything, and behind another one nobody looks for it. */
export function meansProgram(
  { command, program }: ProgramPattern,
  path: readonly string[],
  started: StartedProgram,
  workspace: string,
): boolean {
  if (!matches(command, path)) return false;
  if (program === undefined) return true;
  // What was called by a path may be a link with any name.
  return !isInside(started.program, workspace) && [started.name, basename(started.program)].includes(program);
}

/** What is said about fewer commands comes later. */
export function byWidth(one: ProgramPattern, other: ProgramPattern): number {
  return narrowness(one) - narrowness(other);
}

function narrowness({ command: { words, below }, program }: ProgramPattern): number {
  return words.length * 2 + (below ? 0 : 1) + (program === undefined ? 0 : 1);
}
