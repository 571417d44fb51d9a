// The language of patterns: JavaScript's regular expressions with the flags `u` and `m`, without what needs memory of
// the text (backreferences) or looks around in it. A needless backslash and a brace that repeats nothing are forgiven,
// as they are in JavaScript without `u`.

import { type CharacterRanges, rangesOf, rangesOfAnyCase } from './character-ranges.js';
import { PatternProblem } from './pattern-problem.js';
import type { AssertionName, PatternTree } from './pattern-tree.js';

const longestPattern = 1_000;
const mostRepetitions = 1_000;
const deepestNesting = 50;

/** Each goes through all characters that there are, which takes some milliseconds. */
const mostProperties = 10;

const writeItPlain = 'Patterns are regular expressions of JavaScript without lookaround and backreferences';

export interface PatternOptions {
  readonly ignoreCase: boolean;
  /** A match may hold line feeds. */
  readonly spansLines?: boolean;
  /** In I-Regexp (RFC 9485) `.` stands for all but `\n` and `\r`; JavaScript knows two more line ends. */
  readonly dot?: 'javascript' | 'i-regexp';
}

/** Throws a `PatternProblem` where it is not in the language. */
export function parsePattern(pattern: string, options: PatternOptions): PatternTree {
  const characters = [...pattern];
  if (characters.length > longestPattern) {
    throw new PatternProblem(
      `The pattern has more than ${longestPattern} characters`,
      longestPattern + 1,
      'Search for a simpler pattern',
    );
  }
  return new PatternParser(characters, options).parse();
}

const assertions = new Map<string, AssertionName>([
  ['^', 'begin'],
  ['$', 'end'],
  ['\\b', 'boundary'],
  ['\\B', 'inside'],
]);

/** What stands behind `(?`, and why it is refused. */
const refusedGroups: readonly (readonly [start: string, name: string, hint: string])[] = [
  ['=', 'Lookahead', 'Match the text itself; the answer shows the whole line'],
  ['!', 'Lookahead', 'Match the text itself; the answer shows the whole line'],
  ['<=', 'Lookbehind', 'Match the text itself; the answer shows the whole line'],
  ['<!', 'Lookbehind', 'Match the text itself; the answer shows the whole line'],
];

class PatternParser {
  readonly #characters: readonly string[];
  readonly #ignoreCase: boolean;
  readonly #spansLines: boolean;
  readonly #dot: string;
  readonly #known = new Map<string, CharacterRanges>();
  #at = 0;
  #depth = 0;
  #properties = 0;

  constructor(characters: readonly string[], { ignoreCase, spansLines = false, dot }: PatternOptions) {
    this.#characters = characters;
    this.#ignoreCase = ignoreCase;
    this.#spansLines = spansLines;
    this.#dot = dot === 'i-regexp' ? '[^\\n\\r]' : '.';
  }

  parse(): PatternTree {
    const tree = this.#choice();
    if (this.#at < this.#characters.length) this.#fail('A ")" closes nothing', 'Write "\\)" for the character itself');
    return tree;
  }

  #choice(): PatternTree {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (this.#at < this.#characters.length && !this.#peek('|') && !this.#peek(')')) parts.push(this.#term());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  #term(): PatternTree {
    const assertion = this.#assertion();
    const start = this.#at;
    if (assertion) {
      if (this.#quantifier()) this.#fail('There is nothing to repeat', 'Repeat a character or a group', start);
      return assertion;
    }
    if (this.#quantifier()) this.#fail('There is nothing to repeat', 'Write "\\" before the character itself', start);
    const part = this.#atom();
    const behind = this.#at;
    const quantifier = this.#quantifier();
    if (!quantifier) return part;
    const [least, most] = quantifier;
    if (most < least)
      this.#fail('The numbers of a repetition are in the wrong order', 'Write the smaller first', behind);
    if (least > mostRepetitions || (most > mostRepetitions && most !== Number.POSITIVE_INFINITY)) {
      this.#fail(
        `Nothing can be repeated more than ${mostRepetitions} times by number`,
        'Use "*" or "+" where the number does not matter',
        behind,
      );
    }
    const again = this.#at;
    if (this.#quantifier()) this.#fail('There is nothing to repeat', 'Put a group around what is repeated', again);
    return { kind: 'repeat', part, least, most };
  }

  #assertion(): PatternTree | undefined {
    for (const [written, name] of assertions) {
      if (this.#take(written)) return { kind: 'assertion', name };
    }
    return undefined;
  }

  /** Whether it is lazy makes no difference to where something is found. */
  #quantifier(): readonly [least: number, most: number] | undefined {
    const found = this.#simpleQuantifier() ?? this.#numberedQuantifier();
    if (found) this.#take('?');
    return found;
  }

  #simpleQuantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    return this.#take('?') ? [0, 1] : undefined;
  }

  #numberedQuantifier(): readonly [number, number] | undefined {
    if (!this.#peek('{')) return undefined;
    const found = /^\{(\d{1,9})(,?)(\d{0,9})\}/.exec(this.#rest(24));
    if (!found || (found[2] === '' && found[3] !== '')) return undefined;
    this.#at += found[0].length;
    const least = Number(found[1]);
    if (found[2] === '') return [least, least];
    return [least, found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])];
  }

  #atom(): PatternTree {
    if (this.#peek('(')) return this.#group();
    if (this.#peek('[')) return this.#class();
    if (this.#peek('\\')) {
      const { source, code } = this.#escape('outside');
      return code === undefined ? this.#character(source, []) : this.#literal(code);
    }
    const character = this.#next();
    return character === '.' ? this.#character(this.#dot, []) : this.#literal(character.codePointAt(0) ?? 0);
  }

  #group(): PatternTree {
    const start = this.#at;
    if (++this.#depth > deepestNesting) this.#fail('The groups are nested too deeply', 'Search for a simpler pattern');
    this.#at++;
    if (this.#take('?')) this.#groupKind(start);
    const inside = this.#choice();
    if (!this.#take(')')) this.#fail('A "(" is not closed', 'Write "\\(" for the character itself', start);
    this.#depth--;
    return inside;
  }

  #groupKind(start: number): void {
    for (const [written, name, hint] of refusedGroups) {
      if (this.#peek(written)) this.#fail(`${name} is not supported`, hint, start);
    }
    if (this.#take(':')) return;
    const name = /^<[A-Za-z_$][\w$]*>/.exec(this.#rest(longestPattern))?.[0];
    if (name === undefined) {
      this.#fail('This kind of group is not supported', 'Case is ignored for the whole pattern or not at all', start);
    }
    this.#at += name.length;
  }

  #class(): PatternTree {
    const start = this.#at++;
    if (/^:[a-z]+:\]/.test(this.#rest(12))) this.#failPosix(start);
    let source = this.#take('^') ? '[^' : '[';
    const written: number[] = [];
    while (!this.#peek(']')) {
      if (this.#at >= this.#characters.length) {
        this.#fail('A "[" is not closed', 'Write "\\[" for the character itself', start);
      }
      if (/^\[:[a-z]+:\]/.test(this.#rest(12))) this.#failPosix(this.#at);
      if (this.#take('-')) {
        source += '-';
        written.push(0x2d);
        continue;
      }
      const item = this.#peek('\\') ? this.#escape('inside') : plain(this.#next());
      source += item.source;
      if (item.code !== undefined) written.push(item.code);
    }
    this.#at++;
    return this.#character(`${source}]`, written, start);
  }

  /** A character that is escaped, or what its letter stands for. */
  #escape(where: 'inside' | 'outside'): Item {
    const start = this.#at++;
    if (this.#at >= this.#characters.length) {
      this.#fail('The pattern ends with a "\\"', 'Write "\\\\" for the character itself', start);
    }
    const letter = this.#next();
    if (/[dDwWsS]/.test(letter)) return { source: `\\${letter}`, code: undefined };
    if (/[pP]/.test(letter)) return { source: `\\${letter}${this.#property(start)}`, code: undefined };
    if (letter === 'n' && where === 'outside' && !this.#spansLines) {
      this.#fail('A match cannot span several lines', 'Look for each line by itself, with context', start);
    }
    if (letter === 'b' && where === 'inside') return plain('\b');
    const control = controls.get(letter);
    if (control !== undefined) return plain(control);
    if (/[xuc]/.test(letter)) return plain(this.#numbered(letter, start));
    if (letter === '0' && !/^\d/.test(this.#rest(1))) return plain('\0');
    if (/[0-9k]/.test(letter)) this.#fail('Backreferences are not supported', writeItPlain, start);
    if (/[A-Za-z]/.test(letter)) this.#fail(`"\\${letter}" is not a valid escape`, writeItPlain, start);
    return plain(letter);
  }

  #property(start: number): string {
    const found = /^\{[\w=]+\}/.exec(this.#rest(100))?.[0];
    if (found === undefined) this.#fail('"\\p" needs a property', 'Write it like \\p{L} or \\p{Script=Greek}', start);
    this.#at += found.length;
    return found;
  }

  #numbered(letter: string, start: number): string {
    const form = { x: /^[\da-f]{2}/i, u: /^(?:\{[\da-f]{1,6}\}|[\da-f]{4})/i, c: /^[a-z]/i }[letter];
    const found = form?.exec(this.#rest(8))?.[0];
    const code =
      letter === 'c' ? (found?.codePointAt(0) ?? 0) % 32 : Number.parseInt(found?.replace(/[{}]/g, '') ?? '', 16);
    if (found === undefined || !(code <= 0x10ffff)) {
      this.#fail(`"\\${letter}" needs the number of a character`, 'Write it like \\x41, \\u00e9 or \\u{1f600}', start);
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      this.#fail('Half a surrogate pair never matches', 'Write the whole one, like \\u{1f600}', start);
    }
    this.#at += found.length;
    return String.fromCodePoint(code);
  }

  #literal(code: number): PatternTree {
    if (code === 0x0a && !this.#spansLines) {
      this.#fail('A match cannot span several lines', 'Look for each line by itself, with context', this.#at - 1);
    }
    return { kind: 'character', ranges: this.#ignoreCase ? rangesOfAnyCase(code) : [[code, code]] };
  }

  #character(source: string, written: readonly number[], start = this.#at): PatternTree {
    const known = this.#known.get(source);
    if (known) return { kind: 'character', ranges: known };
    if (/\\p/i.test(source) && ++this.#properties > mostProperties) {
      return this.#fail(
        `The pattern has more than ${mostProperties} classes with "\\p"`,
        'Search for a simpler pattern',
        start,
      );
    }
    try {
      const ranges = rangesOf(source, written, this.#ignoreCase);
      this.#known.set(source, ranges);
      return { kind: 'character', ranges };
    } catch (error) {
      const reason = (error as Error).message.split(': ').at(-1);
      return this.#fail(`The class is not valid: ${reason}`, writeItPlain, start);
    }
  }

  #failPosix(at: number): never {
    return this.#fail('Classes such as [:alpha:] are not supported', 'Use \\p{L}, \\d, \\s or \\w', at);
  }

  #peek(expected: string): boolean {
    return this.#characters[this.#at] === expected[0] && this.#rest(expected.length) === expected;
  }

  #take(expected: string): boolean {
    if (!this.#peek(expected)) return false;
    this.#at += expected.length;
    return true;
  }

  #next(): string {
    return this.#characters[this.#at++] ?? '';
  }

  #rest(most: number): string {
    return this.#characters.slice(this.#at, this.#at + most).join('');
  }

  #fail(message: string, hint: string, at = this.#at): never {
    throw new PatternProblem(message, at + 1, hint);
  }
}

/** Something in a class: how it is written for JavaScript, and which character it is where it is one. */
interface Item {
  readonly source: string;
  readonly code: number | undefined;
}

const controls = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['v', '\v'],
  ['f', '\f'],
]);

function plain(character: string): Item {
  const code = character.codePointAt(0) ?? 0;
  return { source: sourceOf(code), code };
}

function sourceOf(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
