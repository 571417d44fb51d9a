// JSON as people and models write it: JSON5, with comments, single quotes, bare keys and commas too many. It is read
// only where plain JSON was not enough.

import { findJsonHazard, type JsonHazard } from '../vocabulary/find-json-hazard.js';

interface JsonText {
  readonly value: unknown;
}

interface NotJson {
  /** Counted from 1. */
  readonly character: number;
  /** What was most likely meant, as JSON. */
  readonly corrected?: string;
  /** It can be read, and does not mean one thing. */
  readonly hazard?: JsonHazard;
}

export function readJson5(text: string): JsonText | NotJson {
  try {
    const value = JSON.parse(text) as unknown;
    const hazard = findJsonHazard(text, value);
    return hazard ? { character: hazard.column, hazard } : { value };
  } catch {
    const strict = read(text, 'json5');
    if ('value' in strict || strict.hazard) return strict;
    const guessed = read(text, 'guess');
    const corrected = 'value' in guessed ? JSON.stringify(guessed.value) : undefined;
    return corrected === undefined ? strict : { ...strict, corrected };
  }
}

function read(text: string, mode: Mode): JsonText | NotJson {
  const reader = new Json5Reader(text, mode);
  try {
    return { value: reader.document() };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { kind, key } = error;
    if (kind === undefined || mode === 'guess') return { character: reader.at + 1 };
    const column = [...text.slice(0, reader.at)].length + 1;
    return { character: column, hazard: { kind, column, ...(key !== undefined && { key }) } };
  }
}

/** `guess` also takes what is only meant as JSON: text without its end, Python's words, missing commas. */
type Mode = 'json5' | 'guess';

class Unreadable extends Error {
  constructor(
    readonly kind?: JsonHazard['kind'],
    readonly key?: string,
  ) {
    super();
  }
}

/** Deeper values are refused: reading must not use up the stack. */
const deepest = 200;

const space = /[\s\u00a0\u2028\u2029\ufeff]/;
/** A carriage return alone ends a line, too. */
const lineEnd = /[\n\r\u2028\u2029]/g;
const nameStart = /[\p{ID_Start}$_]/u;
const namePart = /[\p{ID_Continue}$_-]/u;
const number =
  /[+-]?(?:0[xX][\da-fA-F]+|Infinity|NaN|(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y;

const wholeNumber = /^[+-]?(?:0[xX][\da-fA-F]+|\d+)$/;

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const wordsOfPython: Readonly<Record<string, unknown>> = { True: true, False: false, None: null, undefined: null };
/** By the quote that opens, all that close. */
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'" };
const curlyQuotes: Readonly<Record<string, string>> = { '“': '”“', '”': '”', '‘': '’‘', '’': '’' };

class Json5Reader {
  at = 0;
  readonly #text: string;
  readonly #guesses: boolean;
  #depth = 0;

  constructor(text: string, mode: Mode) {
    this.#text = text;
    this.#guesses = mode === 'guess';
  }

  document(): unknown {
    const value = this.#value();
    this.#skip();
    if (this.at < this.#text.length) throw new Unreadable();
    return value;
  }

  #value(): unknown {
    this.#skip();
    const next = this.#peek();
    if (next === '{') return this.#nested(() => this.#object());
    if (next === '[') return this.#nested(() => this.#list());
    if (this.#closing(next) !== undefined) return this.#string();
    number.lastIndex = this.at;
    const found = number.exec(this.#text)?.[0];
    if (found !== undefined && !this.#isNamePart(this.at + found.length)) {
      const value = toNumber(found);
      if (wholeNumber.test(found) && !Number.isSafeInteger(value)) throw new Unreadable('long-number');
      this.at += found.length;
      return value;
    }
    return this.#word();
  }

  #nested<T>(readInner: () => T): T {
    if (++this.#depth > deepest) throw new Unreadable('too-deep');
    this.at++;
    const value = readInner();
    this.#depth--;
    return value;
  }

  #object(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const keys = new Set<string>();
    while (!this.#ends('}')) {
      const start = this.at;
      const key = this.#key();
      if (keys.has(key)) {
        this.at = start;
        throw new Unreadable('repeated-key', key);
      }
      keys.add(key);
      this.#skip();
      if (this.#peek() !== ':' && !(this.#guesses && this.#peek() === '=')) throw new Unreadable();
      this.at++;
      entries.push([key, this.#value()]);
      this.#comma('}');
    }
    // A key like `__proto__` is a key like any other.
    return Object.fromEntries(entries);
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    while (!this.#ends(']')) {
      items.push(this.#value());
      this.#comma(']');
    }
    return items;
  }

  /** Whether the object or list is over. What has no end at all may be meant to end here. */
  #ends(bracket: string): boolean {
    this.#skip();
    if (this.#peek() === bracket) {
      this.at++;
      return true;
    }
    return this.#guesses && this.at >= this.#text.length;
  }

  #comma(bracket: string): void {
    this.#skip();
    const next = this.#peek();
    if (next === ',') this.at++;
    else if (next !== bracket && !this.#guesses) throw new Unreadable();
  }

  #key(): string {
    return this.#closing(this.#peek()) === undefined ? this.#name() : this.#string();
  }

  #name(): string {
    const start = this.at;
    const first = this.#character();
    if (first === undefined || !nameStart.test(first)) throw new Unreadable();
    while (this.#isNamePart(this.at)) this.at += (this.#character() as string).length;
    return this.#text.slice(start, this.at);
  }

  #word(): unknown {
    const start = this.at;
    const name = this.#name();
    const known = this.#guesses ? { ...words, ...wordsOfPython } : words;
    if (Object.hasOwn(known, name)) return known[name];
    if (this.#guesses) return name;
    this.at = start;
    throw new Unreadable();
  }

  #string(): string {
    const closing = this.#closing(this.#peek()) as string;
    this.at++;
    let value = '';
    for (;;) {
      const next = this.#text[this.at];
      if (next === undefined && this.#guesses) return value;
      if (next === undefined || ((next === '\n' || next === '\r') && !this.#guesses)) throw new Unreadable();
      this.at++;
      if (closing.includes(next)) return value;
      value += next === '\\' ? this.#escape() : next;
    }
  }

  #escape(): string {
    const next = this.#text[this.at++];
    if (next === undefined) throw new Unreadable();
    if (next === 'x' || next === 'u') {
      const digits = this.#text.slice(this.at, this.at + (next === 'x' ? 2 : 4));
      if (!/^(?:[\da-fA-F]{2}){1,2}$/.test(digits) || digits.length !== (next === 'x' ? 2 : 4)) throw new Unreadable();
      this.at += digits.length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    // A line that ends with it goes on in the next one.
    if (next === '\r' && this.#text[this.at] === '\n') this.at++;
    if (next === '\n' || next === '\r' || next === '\u2028' || next === '\u2029') return '';
    return escapes[next] ?? next;
  }

  /** Spaces and comments. */
  #skip(): void {
    for (;;) {
      while (space.test(this.#peek())) this.at++;
      const two = this.#text.slice(this.at, this.at + 2);
      if (two !== '//' && two !== '/*') return;
      if (two === '//') {
        lineEnd.lastIndex = this.at;
        this.at = lineEnd.exec(this.#text)?.index ?? this.#text.length;
      } else {
        const end = this.#text.indexOf('*/', this.at + 2);
        if (end === -1) throw new Unreadable();
        this.at = end + 2;
      }
    }
  }

  #closing(quote: string): string | undefined {
    return quotes[quote] ?? (this.#guesses ? curlyQuotes[quote] : undefined);
  }

  #peek(): string {
    return this.#text[this.at] ?? '';
  }

  #character(): string | undefined {
    const point = this.#text.codePointAt(this.at);
    return point === undefined ? undefined : String.fromCodePoint(point);
  }

  #isNamePart(at: number): boolean {
    const point = this.#text.codePointAt(at);
    if (point === undefined) return false;
    const character = String.fromCodePoint(point);
    return namePart.test(character) && (this.#guesses || character !== '-');
  }
}

function toNumber(text: string): number {
  const unsigned = text.replace(/^[+-]/, '');
  return text.startsWith('-') ? -Number(unsigned) : Number(unsigned);
}
