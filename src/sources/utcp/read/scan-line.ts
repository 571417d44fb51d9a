// A command line as a shell would read it: its words with the quotes around each piece, its placeholders, and all that
// only a shell can do. Whatever is not certain is said to be unclear, and nothing is put there.

import type { Dialect, Placeholder, Reference } from './placeholders.js';

export type Quote = 'none' | 'single' | 'double';

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly quote: Quote }
  | ({ readonly kind: 'placeholder'; readonly quote: Quote; readonly start: number } & Placeholder);

export interface Word {
  readonly kind: 'word';
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
}

export interface Operator {
  readonly kind: 'operator';
  readonly text: string;
  readonly start: number;
}

/** What only a shell can do. */
export interface Need {
  readonly kind: 'list' | 'pipe' | 'file' | 'expansion' | 'pattern' | 'home' | 'comment' | 'group';
  readonly text: string;
}

export interface HiddenPlaceholder {
  readonly reference: Reference;
  readonly byShell: boolean;
}

export interface ScannedLine {
  readonly tokens: readonly (Word | Operator)[];
  readonly needs: readonly Need[];
  /** Placeholders inside of what a shell evaluates by itself, or behind a backslash. */
  readonly hidden: readonly HiddenPlaceholder[];
  /** What a shell replaces: `$(…)`, `${…}` and backticks, as they are written. */
  readonly replaced: readonly string[];
  /** Why it is not certain which quotes hold where. */
  readonly unclear: string | undefined;
}

const operators = '&>> <<- <<< && || ;; |& >> << <> >& <& >| &> | & ; < > ( )'.split(' ');

export function scanLine(text: string, dialect: Dialect): ScannedLine {
  return new LineScanner(text, dialect).scan();
}

class LineScanner {
  readonly #text: string;
  readonly #dialect: Dialect;
  /** Behind it there are only blanks. */
  readonly #end: number;
  readonly #tokens: (Word | Operator)[] = [];
  readonly #needs: Need[] = [];
  readonly #hidden: HiddenPlaceholder[] = [];
  readonly #replaced: string[] = [];
  #unclear: string | undefined;
  #at = 0;
  #pieces: Piece[] | undefined;
  #start = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
    this.#end = text.trimEnd().length;
  }

  scan(): ScannedLine {
    while (this.#at < this.#text.length) this.#plain();
    this.#endWord();
    return {
      tokens: this.#tokens,
      needs: this.#needs,
      hidden: this.#hidden,
      replaced: this.#replaced,
      unclear: this.#unclear,
    };
  }

  #plain(): void {
    const character = this.#text.charAt(this.#at);
    if (character === ' ' || character === '\t') {
      this.#endWord();
      this.#at++;
    } else if (character === '\n') this.#newline();
    else if (character === '#' && !this.#pieces) this.#comment();
    else if (character === "'") this.#singleQuoted();
    else if (character === '"') this.#doubleQuoted();
    else if (character === '\\') this.#escaped();
    else if ('|&;<>()'.includes(character)) this.#operator();
    else if (!this.#placeholder('none') && !this.#expansion('none')) {
      this.#pattern(character);
      this.#add(character, 'none');
      this.#at++;
    }
  }

  #newline(): void {
    this.#endWord();
    this.#at++;
    const isBetween = this.#tokens.length > 0 && this.#at < this.#end;
    if (!isBetween) return;
    this.#tokens.push({ kind: 'operator', text: '\n', start: this.#at - 1 });
    this.#needs.push({ kind: 'list', text: 'a line break' });
  }

  #comment(): void {
    this.#needs.push({ kind: 'comment', text: '#' });
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #singleQuoted(): void {
    this.#open();
    this.#at++;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "'") {
      const found = this.#find();
      if (found && !found.byShell) this.#put(found, 'single');
      else this.#add(this.#text.charAt(this.#at++), 'single');
    }
    this.#at++;
  }

  #doubleQuoted(): void {
    this.#open();
    this.#at++;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] === '\\') this.#escapedInQuotes();
      else if (!this.#placeholder('double') && !this.#expansion('double')) {
        this.#add(this.#text.charAt(this.#at++), 'double');
      }
    }
    this.#at++;
  }

  /** As our tokenizer reads it, which knows `\n` and `\t`, too. */
  #escapedInQuotes(): void {
    const next = this.#text.charAt(this.#at + 1);
    this.#hide(this.#at + 1);
    if (next === 'n') this.#add('\n', 'double');
    else if (next === 't') this.#add('\t', 'double');
    else if (next !== '\n') this.#add('"\\`$'.includes(next) ? next : `\\${next}`, 'double');
    this.#at += 2;
  }

  #escaped(): void {
    const next = this.#text.charAt(this.#at + 1);
    this.#hide(this.#at + 1);
    if (next !== '\n') this.#add(next, 'single');
    this.#at += 2;
  }

  /** Behind a backslash: one that a shell puts there is text then, and any other would be torn. */
  #hide(at: number): void {
    const found = this.#find(at);
    if (found && !found.byShell) this.#hidden.push({ reference: found.reference, byShell: false });
  }

  #operator(): void {
    const text = operators.find((one) => this.#text.startsWith(one, this.#at)) ?? '';
    this.#endWord();
    this.#tokens.push({ kind: 'operator', text, start: this.#at });
    this.#at += text.length;
    this.#needs.push({ kind: needOf(text), text });
    if (text.startsWith('<<') && text !== '<<<') this.#unclear ??= 'it has a here-document';
    if (text === '(' && this.#text[this.#at] === '(') this.#unclear ??= 'it calculates with (( ))';
  }

  #placeholder(quote: Quote): boolean {
    const found = this.#find();
    if (!found) return false;
    if (this.#text[this.#at - 1] === '$') this.#unclear ??= 'a placeholder follows a "$"';
    this.#put(found, quote);
    return true;
  }

  #find(at = this.#at): Placeholder | undefined {
    const character = this.#text[at];
    return character === '$' || character === 'U' ? this.#dialect(this.#text, at) : undefined;
  }

  /** What a shell replaces by something else, other than by placeholders. */
  #expansion(quote: Quote): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    if (rest.startsWith('`')) return this.#opaque(quote, endOfBackticks(this.#text, this.#at), '`…`');
    if (rest.startsWith('$(')) return this.#opaque(quote, endOfSubstitution(this.#text, this.#at), '$(…)');
    // Some shells still calculate what stands in these.
    if (rest.startsWith('$[')) return this.#opaque(quote, endOfBrackets(this.#text, this.#at), '$[…]');
    if (rest.startsWith('${')) return this.#opaque(quote, endOfBraces(this.#text, this.#at), `\${…}`);
    if (/^\$[0-9@*#?$!-]/.test(rest)) this.#needs.push({ kind: 'expansion', text: rest.slice(0, 2) });
    else if (quote === 'none' && rest.startsWith("$'")) this.#unclear ??= "shells disagree on the meaning of $'…'";
    return false;
  }

  #opaque(quote: Quote, { end, unclear }: Extent, text: string): true {
    this.#needs.push({ kind: 'expansion', text });
    if (unclear) this.#unclear ??= `it has ${text} with more than plain words in it`;
    for (let at = this.#at; at < end; at++) {
      const found = this.#find(at);
      if (found) this.#hidden.push({ reference: found.reference, byShell: found.byShell });
    }
    this.#replaced.push(this.#text.slice(this.#at, end));
    this.#add(this.#text.slice(this.#at, end), quote);
    this.#at = end;
    return true;
  }

  #pattern(character: string): void {
    if (!'~*?[{'.includes(character)) return;
    const begin = this.#pieces ? this.#start : this.#at;
    const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(this.#text.slice(begin, this.#at));
    if (character === '~' && !this.#pieces) this.#needs.push({ kind: 'home', text: '~' });
    if (character === '*' || (character === '?' && !isAddress)) this.#needs.push({ kind: 'pattern', text: character });
    const choice = character === '[' ? /\[[^\s\]]+\]/y : /\{[^\s{}]*(?:,|\.\.)[^\s{}]*\}/y;
    choice.lastIndex = this.#at;
    const found = character === '[' || character === '{' ? choice.exec(this.#text)?.[0] : undefined;
    if (found !== undefined) this.#needs.push({ kind: 'pattern', text: found });
  }

  #open(): Piece[] {
    if (!this.#pieces) {
      this.#pieces = [];
      this.#start = this.#at;
    }
    return this.#pieces;
  }

  #add(text: string, quote: Quote): void {
    const pieces = this.#open();
    const last = pieces.at(-1);
    if (last?.kind === 'text' && last.quote === quote) pieces[pieces.length - 1] = { ...last, text: last.text + text };
    else pieces.push({ kind: 'text', text, quote });
  }

  #put(found: Placeholder, quote: Quote): void {
    this.#open().push({ kind: 'placeholder', quote, start: this.#at, ...found });
    this.#at += found.length;
  }

  #endWord(): void {
    if (!this.#pieces) return;
    this.#tokens.push({ kind: 'word', pieces: this.#pieces, start: this.#start, end: this.#at });
    this.#pieces = undefined;
  }
}

function needOf(operator: string): Need['kind'] {
  if (operator === '&&' || operator === ';') return 'list';
  if (operator.includes('<') || operator.includes('>')) return 'file';
  return operator === '(' || operator === ')' ? 'group' : 'pipe';
}

interface Extent {
  readonly end: number;
  /** Whether it may end elsewhere. */
  readonly unclear: boolean;
}

function endOfBackticks(text: string, from: number): Extent {
  const plain = /`[^`\\'"]*`/y;
  plain.lastIndex = from;
  if (plain.test(text)) return { end: plain.lastIndex, unclear: false };
  const end = text.indexOf('`', from + 1);
  return { end: end === -1 ? text.length : end + 1, unclear: true };
}

function endOfBrackets(text: string, from: number): Extent {
  const end = text.indexOf(']', from);
  return { end: end === -1 ? text.length : end + 1, unclear: true };
}

function endOfBraces(text: string, from: number): Extent {
  const plain = /\$\{[^}'"\\`$]*\}/y;
  plain.lastIndex = from;
  if (plain.test(text)) return { end: plain.lastIndex, unclear: false };
  const end = text.indexOf('}', from);
  return { end: end === -1 ? text.length : end + 1, unclear: true };
}

/** Only plain words and quotes are followed: `case`, comments and here-documents have brackets of their own. */
function endOfSubstitution(text: string, from: number): Extent {
  const step = /'[^']*'|"(?:[^"\\`$]|\$(?![({]))*"|\\[\s\S]|(?:[^'"\\`#()<$]|\$(?!\{))+|<(?!<)|[()]/y;
  let depth = 0;
  for (let at = from + 1; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text)?.[0];
    if (found === undefined || /\bcase\b/.test(found)) break;
    if (found === '(') depth++;
    if (found === ')') depth--;
    if (depth === 0) return { end: step.lastIndex, unclear: false };
  }
  const end = text.lastIndexOf(')');
  return { end: end < from ? text.length : end + 1, unclear: true };
}
