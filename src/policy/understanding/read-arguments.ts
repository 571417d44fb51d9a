// Reads the arguments of a call as the program itself would: which are options, which are their values, which are
// operands. What each of them means is not decided here.

import type { Grammar, Option } from './read-notation.js';

/** One argument, and which one of the call's it is; below 0 for a word that only stands inside another argument. */
export interface Word {
  readonly text: string;
  readonly index: number;
}

/** Words of one program that are no arguments of the call: no two of them are taken for the same. */
export function innerWords(texts: readonly string[]): readonly Word[] {
  return texts.map((text, at) => ({ text, index: -2 - at }));
}

export interface GivenOption {
  readonly option: Option;
  readonly word: Word;
  readonly value: Word | undefined;
  /** Whether the value is a word of its own behind an operand: not every program looks for options there. */
  readonly late?: boolean;
  /** The command that it runs, where it takes a whole one: `find -exec rm {} ;`. */
  readonly command?: readonly Word[];
}

export interface Operand {
  readonly operand: Word;
  /** After `--`, where nothing is an option. */
  readonly literal: boolean;
}

export interface UnknownOption {
  readonly unknown: Word;
  /** What it may be short for. */
  readonly near: readonly Option[];
}

export type Piece = GivenOption | Operand | UnknownOption;

/** `rest` starts at the first operand where a program ends its options there. */
export interface ReadArguments {
  readonly pieces: readonly Piece[];
  readonly rest: readonly Word[];
  /** Whether a value is missing at the end. */
  readonly incomplete: boolean;
}

export function readArguments(grammar: Grammar, args: readonly Word[]): ReadArguments {
  const { program } = grammar;
  const reader = new Reader(grammar, args);
  if (program.bundle) reader.readBundle();
  return reader.read(program.order === 'first' || program.commands !== undefined);
}

class Reader {
  readonly #grammar: Grammar;
  readonly #args: readonly Word[];
  readonly #pieces: Piece[] = [];
  #next = 0;
  #pastOperand = false;
  #incomplete = false;

  constructor(grammar: Grammar, args: readonly Word[]) {
    this.#grammar = grammar;
    this.#args = args;
  }

  read(stops: boolean): ReadArguments {
    const single = this.#grammar.program.dashes === 'single';
    let literal = false;
    for (let word = this.#args[this.#next]; word !== undefined; word = this.#args[this.#next]) {
      if (!literal && word.text === '--' && !this.#grammar.program.endless) {
        literal = true;
        this.#next++;
        continue;
      }
      const known = !literal && this.#isOption(word.text, single);
      if (!known) {
        if (stops) break;
        this.#pieces.push({ operand: word, literal });
        this.#pastOperand = true;
        this.#next++;
        continue;
      }
      this.#next++;
      if (single) this.#readSingle(word);
      else if (word.text.startsWith('--')) this.#readLong(word);
      else this.#readShort(word);
    }
    return { pieces: this.#pieces, rest: this.#args.slice(this.#next), incomplete: this.#incomplete };
  }

  readBundle(): void {
    const first = this.#args[0];
    if (first === undefined || first.text.startsWith('-')) return;
    this.#next = 1;
    for (const letter of first.text) {
      const option = this.#grammar.options.get(`-${letter}`);
      if (!option) this.#pieces.push({ unknown: first, near: [] });
      else this.#give(option, first, option.value === 'required' ? this.#take() : undefined);
    }
  }

  #isOption(text: string, single: boolean): boolean {
    if (single && this.#grammar.options.has(text)) return true;
    if (text.length > 1 && text.startsWith('-')) return true;
    return (
      text.length > 1 &&
      text.startsWith('+') &&
      (this.#grammar.options.has(text.slice(0, 2)) || this.#beginning(text) !== undefined)
    );
  }

  #take(): Word | undefined {
    const word = this.#args[this.#next];
    if (word === undefined) this.#incomplete = true;
    this.#next++;
    return word;
  }

  #takeCommand(): Word[] {
    const start = this.#next;
    for (; this.#next < this.#args.length; this.#next++) {
      const text = this.#args[this.#next]?.text;
      if (text === ';' || (text === '+' && this.#args[this.#next - 1]?.text === '{}')) break;
    }
    if (this.#next === this.#args.length) this.#incomplete = true;
    return this.#args.slice(start, this.#next++);
  }

  #give(option: Option, word: Word, value: Word | undefined): void {
    const late = this.#pastOperand && value !== undefined && value.index !== word.index;
    this.#pieces.push({ option, word, value, late });
    for (const kind of option.more)
      this.#pieces.push({ option: { ...option, kind, more: [] }, word, value: this.#take() });
  }

  /** An option that is known by its beginning: the word is its own value. */
  #giveBegun(option: Option, word: Word): void {
    this.#give(option, word, option.value === 'none' ? undefined : word);
  }

  #readLong(word: Word): void {
    const equals = word.text.indexOf('=');
    const name = equals === -1 ? word.text : word.text.slice(0, equals);
    const attached = equals === -1 ? undefined : { text: word.text.slice(equals + 1), index: word.index };
    const exact = this.#grammar.options.get(name);
    const near = exact ? [] : this.#startingWith(name);
    const option = exact ?? (this.#grammar.program.abbreviates && near.length === 1 ? near[0] : undefined);
    const begun = option ? undefined : this.#beginning(word.text);
    if (begun) {
      this.#giveBegun(begun, word);
      if (near.length > 0) this.#pieces.push({ unknown: word, near });
      return;
    }
    if (!option || (option.value === 'none' && attached)) {
      this.#pieces.push({ unknown: word, near: option ? [option] : near });
      return;
    }
    this.#give(option, word, attached ?? (option.value === 'required' ? this.#take() : undefined));
  }

  #beginning(text: string): Option | undefined {
    return this.#grammar.beginnings.find(([beginning]) => text.startsWith(beginning))?.[1];
  }

  #startingWith(beginning: string): Option[] {
    const found = new Set<Option>();
    for (const [name, option] of this.#grammar.options) if (name.startsWith(beginning)) found.add(option);
    return [...found];
  }

  /** A cluster: the first option with a value takes the rest of the word. */
  #readShort(word: Word): void {
    const { options } = this.#grammar;
    const begun = options.has(word.text.slice(0, 2)) ? undefined : this.#beginning(word.text);
    if (begun) {
      this.#giveBegun(begun, word);
      return;
    }
    const number = options.get('-#');
    if (number && /^[-+]\d+[a-zA-Z]?$/.test(word.text)) {
      this.#give(number, word, undefined);
      return;
    }
    const letters = [...word.text.slice(1)];
    const sign = word.text.charAt(0);
    for (let at = 0; at < letters.length; at++) {
      const pair = options.get(`${sign}${letters[at]}${letters[at + 1]}`);
      if (pair) at++;
      const letter = letters[at] as string;
      const option = pair ?? options.get(`${sign}${letter}`) ?? (number && /\d/.test(letter) ? number : undefined);
      if (!option) {
        this.#pieces.push({ unknown: word, near: [] });
        // The letters behind it may be its value, or options that evaluate: both are told.
        this.#suspect(word, letters.slice(at + 1));
        return;
      }
      if (option.value === 'none') {
        this.#give(option, word, undefined);
        continue;
      }
      const after = letters.slice(at + 1).join('');
      if (option.kind === 'digits') {
        this.#give(option, word, undefined);
        at += /^[0-7]*/.exec(after)?.[0].length ?? 0;
        continue;
      }
      const attached = after === '' ? undefined : { text: after, index: word.index };
      this.#give(option, word, attached ?? (option.value === 'required' ? this.#take() : undefined));
      return;
    }
  }

  #suspect(word: Word, letters: readonly string[]): void {
    const near = letters
      .map((letter) => this.#grammar.options.get(`-${letter}`))
      .filter((option) => option !== undefined);
    if (near.length > 0) this.#pieces.push({ unknown: word, near });
  }

  #readSingle(word: Word): void {
    const { options } = this.#grammar;
    const text = word.text.startsWith('--') && !options.has(word.text) ? word.text.slice(1) : word.text;
    const exact = options.get(word.text) ?? options.get(text);
    if (exact) {
      if (exact.kind === 'command-until-semicolon')
        this.#pieces.push({ option: exact, word, value: undefined, command: this.#takeCommand() });
      else this.#give(exact, word, exact.value === 'required' ? this.#take() : undefined);
      return;
    }
    const equals = text.indexOf('=');
    const named =
      equals > 1 ? (options.get(text.slice(0, equals)) ?? options.get(`-${text.slice(0, equals)}`)) : undefined;
    if (named && named.value !== 'none') {
      this.#give(named, word, { text: text.slice(equals + 1), index: word.index });
      return;
    }
    const short = options.get(text.slice(0, 2));
    if (short && short.value !== 'none' && !word.text.startsWith('--')) {
      this.#give(short, word, { text: text.slice(2), index: word.index });
      return;
    }
    const begun = this.#beginning(text) ?? this.#beginning(word.text);
    if (begun) this.#giveBegun(begun, word);
    else this.#pieces.push({ unknown: word, near: this.#startingWith(equals > 1 ? text.slice(0, equals) : text) });
  }
}
