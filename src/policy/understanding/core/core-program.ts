// How one program of the closed core is written down. The core is what runs without asking where nothing enforces the
// scope: programs, options and operands whose whole behaviour is stated here. Everything that is not listed asks.

import type { Program } from '../program.js';

export interface CoreProgram {
  /** In the notation of programs/index.ts. Only exact names count: an abbreviation asks. Kinds are in words.ts. */
  readonly options?: string;
  readonly operands?: string;
  readonly commands?: Readonly<Record<string, CoreProgram>>;
  /** How the arguments are read where it is not by options and operands. */
  readonly reads?: 'text' | 'find' | 'version' | 'command' | 'words' | 'shell';
  /** Options end at the first operand. */
  readonly order?: 'first';
  /** Not every version ends its options at `--`. */
  readonly withoutDashes?: true;
  /** Options that must be given, by one of their names as they are written in `options`. */
  readonly needs?: readonly string[];
  /** With commands: that it may also be called without one. */
  readonly alone?: true;
  /** `cp` and `mv`: the last operand gets what the others name. */
  readonly transfers?: 'copies' | 'moves';
  /** Names that its file may have besides its own. */
  readonly files?: RegExp;
  /** Calls that run without asking, in the workspace of the test of these examples. */
  readonly runs: readonly string[];
  /** Calls that look alike and ask. */
  readonly asks: readonly string[];
}

export type CorePrograms = Readonly<Record<string, CoreProgram>>;

const programs = new WeakMap<CoreProgram, Program>();

/** What the readers of arguments need of it. */
export function asProgram(core: CoreProgram): Program {
  const { options, operands, order, commands } = core;
  const program = programs.get(core) ?? {
    ...(options !== undefined && { options }),
    ...(operands !== undefined && { operands }),
    ...(order && { order }),
    // They are read one by one; that there are some ends the options at the first operand.
    ...(commands && { commands: {} }),
  };
  programs.set(core, program);
  return program;
}

const byName = new WeakMap<CorePrograms, ReadonlyMap<string, CoreProgram>>();

/** `'head|tail'` is one entry for two programs. */
export function findByName(all: CorePrograms, name: string): CoreProgram | undefined {
  const known = byName.get(all) ?? indexOf(all);
  byName.set(all, known);
  return known.get(name);
}

function indexOf(all: CorePrograms): ReadonlyMap<string, CoreProgram> {
  const entries = Object.entries(all);
  return new Map(entries.flatMap(([names, core]) => names.split('|').map((name) => [name, core] as const)));
}
