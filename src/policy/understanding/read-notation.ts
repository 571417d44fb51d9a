// Turns the notation of a program into an index that calls are read by. Done once for each program, when it is first met.

import type { Effect, Program } from './program.js';

export interface Option {
  readonly names: readonly string[];
  readonly value: 'none' | 'required' | 'optional';
  readonly kind: string;
  /** Kinds of further values: `jq --arg name value`. */
  readonly more: readonly string[];
  readonly effects: readonly Effect[];
  readonly mode: string | undefined;
  /** It takes the place of the first or the last operand: `grep -e`, `cp -t`. */
  readonly replaces: 'first' | 'last' | undefined;
}

export interface Operands {
  readonly leading: readonly string[];
  readonly repeated: string | undefined;
  readonly trailing: readonly string[];
}

export interface Grammar {
  readonly program: Program;
  readonly options: ReadonlyMap<string, Option>;
  /** Options that are known by their beginning: `-W*`. */
  readonly beginnings: readonly (readonly [string, Option])[];
  readonly operands: Operands;
  readonly commands: ReadonlyMap<string, Program> | undefined;
  readonly asks: ReadonlySet<string>;
}

const grammars = new WeakMap<Program, Map<Grammar | undefined, Grammar>>();

/** Commands may be written down once for several programs, whose own options differ. */
export function grammarOf(program: Program, parent?: Grammar): Grammar {
  let byParent = grammars.get(program);
  if (!byParent) {
    byParent = new Map();
    grammars.set(program, byParent);
  }
  let grammar = byParent.get(parent);
  if (!grammar) {
    grammar = build(program, parent);
    byParent.set(parent, grammar);
  }
  return grammar;
}

export function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== '');
}

export function effectsIn(text: string | undefined): readonly Effect[] {
  return words(text) as Effect[];
}

/** `read|write: …` is one entry for several names. */
export function indexByName(programs: Readonly<Record<string, Program>>): ReadonlyMap<string, Program> {
  return new Map(
    Object.entries(programs).flatMap(([names, program]) => names.split('|').map((name) => [name, program])),
  );
}

function build(program: Program, parent: Grammar | undefined): Grammar {
  const options = new Map<string, Option>(informational.names.map((name) => [name, informational]));
  const beginnings: (readonly [string, Option])[] = [];
  if (parent?.program.everywhere) {
    for (const [name, option] of parent.options) options.set(name, option);
    beginnings.push(...parent.beginnings);
  }
  for (const word of words(program.options)) {
    const option = readOption(word);
    for (const name of namesOf(option, program)) {
      if (name.endsWith('*') && name.length > 1) beginnings.push([name.slice(0, -1), option]);
      else options.set(name, option);
    }
  }
  // The longest beginning is the right one: `-Wl,*` before `-W*`.
  beginnings.sort(([a], [b]) => b.length - a.length);
  return {
    program,
    options,
    beginnings,
    operands: readOperands(program.operands),
    commands: program.commands && indexByName(program.commands),
    asks: new Set(program.asks === '' ? [] : ['--help', '--version', ...words(program.asks)]),
  };
}

/** `-abc` is three options, unless long options have one dash; `-TT=text` is one with two letters. */
function namesOf({ names, value }: Option, { dashes }: Program): string[] {
  if (dashes === 'single' || value !== 'none') return [...names];
  return names.flatMap((name) => {
    const [, sign, letters] = /^([-+])([^-]{2,})$/.exec(name) ?? [];
    return letters === undefined || name.endsWith('*') ? name : [...letters].map((letter) => `${sign}${letter}`);
  });
}

const form =
  /^(?<names>[^=[~^$!]+|!)(?:=(?<required>[^~^$!]+)|\[=(?<optional>[^\]]+)\])?(?<marks>(?:[~!][\w-]+|[\^$])*)$/;

function readOption(word: string): Option {
  const { names = '', required, optional, marks = '' } = form.exec(word)?.groups ?? {};
  // The table is the gate's own: a mistake in it is found by its test, and must not pass as an option.
  if (names === '') throw new Error(`The table of programs has an option that cannot be read: ${word}`);
  const [kind = 'text', ...more] = (required ?? optional ?? 'text').split('+');
  return {
    // A comma may belong to a name: `-Wl,*`.
    names: names.split(/,(?=[-+])/),
    value: required !== undefined ? 'required' : optional !== undefined ? 'optional' : 'none',
    kind,
    more,
    effects: [...marks.matchAll(/!([\w-]+)/g)].map(([, effect]) => effect as Effect),
    mode: /~([\w-]+)/.exec(marks)?.[1],
    replaces: marks.includes('^') ? 'first' : marks.includes('$') ? 'last' : undefined,
  };
}

const informational = readOption('--help,--version');

const operandsByNotation = new Map<string, Operands>();

export function readOperands(notation = ''): Operands {
  let operands = operandsByNotation.get(notation);
  if (!operands) {
    const kinds = words(notation);
    const star = kinds.findIndex((kind) => kind.endsWith('*'));
    operands = {
      leading: star === -1 ? kinds : kinds.slice(0, star),
      repeated: kinds[star]?.slice(0, -1),
      trailing: star === -1 ? [] : kinds.slice(star + 1),
    };
    operandsByNotation.set(notation, operands);
  }
  return operands;
}

/** The kind of each of so many operands. The last ones come only after the first ones. */
export function kindsOfOperands({ leading, repeated, trailing }: Operands, count: number): (string | undefined)[] {
  const kinds: (string | undefined)[] = leading.slice(0, count);
  const ending = Math.min(trailing.length, Math.max(0, count - leading.length - (repeated === undefined ? 0 : 1)));
  while (kinds.length < count - ending) kinds.push(repeated);
  return [...kinds, ...trailing.slice(trailing.length - ending)];
}
