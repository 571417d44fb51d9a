// One word of a line: its quotes, and what is to be put in its place later.

import { readEscapes } from './read-escapes.js';
import { readParameter } from './read-parameter.js';
import type { Script, Word, WordPart } from './syntax-tree.js';
import { TextCursor } from './text-cursor.js';

/** What reads the script in `$(…)`: it needs words itself. */
export type ReadInner = (cursor: TextCursor, end: ')' | '') => Script;

/** Ends a word that is not quoted. */
const isMeta = (character: string) => ' \t\n;&|<>()'.includes(character);

export class WordReader {
  readonly #cursor: TextCursor;
  readonly #readInner: ReadInner;
  readonly #parts: WordPart[] = [];

  constructor(cursor: TextCursor, readInner: ReadInner) {
    this.#cursor = cursor;
    this.#readInner = readInner;
  }

  /** Until something that no word has in it, or until `ends` says so; nothing where there is no word. */
  read(ends: (character: string) => boolean = isMeta): Word | undefined {
    const cursor = this.#cursor;
    const from = cursor.at;
    this.#readTilde();
    while (!cursor.isAtEnd && !ends(cursor.peek())) this.#readPiece(ends);
    return cursor.at === from ? undefined : joined(this.#parts);
  }

  /** The text of a here-document: quotes are characters there. */
  readDocument(): Word {
    while (!this.#cursor.isAtEnd) this.#readInQuotes('');
    return joined(this.#parts);
  }

  /** Inside of `${NAME:-…}`, up to the brace that closes it. */
  readInBraces(quoted: boolean): Word {
    const cursor = this.#cursor;
    if (!quoted) return this.read((character) => character === '}') ?? [];
    while (!cursor.isAtEnd && cursor.peek() !== '}') {
      if (cursor.peek() === '"') {
        cursor.refuse(`nested quotes in \${…}`, 'Remove the inner quotes');
        cursor.at++;
      } else this.#readInQuotes('}');
    }
    return joined(this.#parts);
  }

  #readPiece(ends: (character: string) => boolean): void {
    const cursor = this.#cursor;
    switch (cursor.peek()) {
      case "'":
        this.#readSingle();
        return;
      case '"':
        cursor.at++;
        this.#readDouble();
        return;
      case '\\':
        this.#readEscape();
        return;
      case '$':
        this.#readDollar(false);
        return;
      case '`':
        this.#readBackticks(false);
        return;
      default:
        this.#readPlain(ends);
    }
  }

  #readPlain(ends: (character: string) => boolean): void {
    const cursor = this.#cursor;
    const from = cursor.at;
    while (!cursor.isAtEnd && !ends(cursor.peek()) && !'\'"\\$`'.includes(cursor.peek())) cursor.at++;
    this.#add(cursor.text.slice(from, cursor.at), false);
  }

  #readSingle(): void {
    const cursor = this.#cursor;
    const end = cursor.text.indexOf("'", cursor.at + 1);
    if (end === -1) cursor.fail('has a single quote that is not closed', "Close it with '");
    this.#add(cursor.text.slice(cursor.at + 1, end), true);
    cursor.at = end + 1;
  }

  #readDouble(): void {
    const cursor = this.#cursor;
    const from = cursor.at - 1;
    this.#add('', true);
    while (!cursor.takes('"')) {
      if (cursor.isAtEnd) cursor.fail('has a double quote that is not closed', 'Close it with "', from);
      this.#readInQuotes('"');
    }
  }

  /** Inside of double quotes, or of a here-document, where `quote` is nothing. */
  #readInQuotes(quote: string): void {
    const cursor = this.#cursor;
    if (cursor.peek() === '$') this.#readDollar(true);
    else if (cursor.peek() === '`') this.#readBackticks(true);
    else if (cursor.peek() === '\\') this.#readEscapeInQuotes(quote);
    else {
      const from = cursor.at;
      while (!cursor.isAtEnd && !'\\$`'.includes(cursor.peek()) && cursor.peek() !== quote) cursor.at++;
      this.#add(cursor.text.slice(from, cursor.at), true);
    }
  }

  #readEscape(): void {
    const cursor: TextCursor = this.#cursor;
    const next = cursor.text.codePointAt(cursor.at + 1);
    if (next === undefined) cursor.fail('ends with a backslash', 'Remove the backslash, or quote it');
    const character = String.fromCodePoint(next);
    cursor.at += 1 + character.length;
    if (character !== '\n') this.#add(character, true);
  }

  #readEscapeInQuotes(quote: string): void {
    const cursor = this.#cursor;
    const next = cursor.peek(1);
    cursor.at++;
    if (next === '\n') cursor.at++;
    else if (next !== '' && (`$\`\\`.includes(next) || next === quote)) {
      this.#add(next, true);
      cursor.at++;
    } else this.#add('\\', true);
  }

  #readDollar(quoted: boolean): void {
    const cursor = this.#cursor;
    if (cursor.sees('$[')) cursor.refuse('$[ … ]', 'Use $(( … ))');
    if (cursor.sees('$((')) this.#readArithmetic(quoted);
    else if (cursor.sees('$(')) this.#readCommand(quoted);
    else if (!quoted && cursor.sees("$'")) {
      cursor.at += 2;
      this.#add(readEscapes(cursor), true);
    } else if (!quoted && cursor.sees('$"')) {
      cursor.at += 2;
      this.#readDouble();
    } else {
      const part = readParameter(cursor, quoted, (isQuoted) =>
        new WordReader(cursor, this.#readInner).readInBraces(isQuoted),
      );
      if (part) this.#parts.push(part);
      else {
        this.#add('$', true);
        cursor.at++;
      }
    }
  }

  #readCommand(quoted: boolean): void {
    const cursor = this.#cursor;
    const from = cursor.at;
    cursor.at += 2;
    const script = cursor.within(() => this.#readInner(cursor, ')'));
    this.#parts.push({ kind: 'command', script, quoted, source: cursor.text.slice(from, cursor.at) });
  }

  #readBackticks(quoted: boolean): void {
    const cursor = this.#cursor;
    const from = cursor.at++;
    let inner = '';
    while (!cursor.takes('`')) {
      if (cursor.isAtEnd) cursor.fail('has a backtick that is not closed', 'Close it with `, or write $(…)', from);
      const escaped = cursor.peek() === '\\' && '`\\$'.includes(cursor.peek(1)) && cursor.peek(1) !== '';
      if (escaped || (quoted && cursor.sees('\\"'))) cursor.at++;
      inner += cursor.peek();
      cursor.at++;
    }
    const within = new TextCursor(inner, cursor.isCode);
    const script = cursor.within(() => this.#readInner(within, ''));
    for (const { what, instead } of within.unread) cursor.refuse(what, instead, from);
    this.#parts.push({ kind: 'command', script, quoted, source: cursor.text.slice(from, cursor.at) });
  }

  /** Until the two parentheses that close it; others may stand inside. */
  #readArithmetic(quoted: boolean): void {
    const cursor = this.#cursor;
    const from = cursor.at;
    let open = 0;
    for (let at = from + 3; at < cursor.text.length; at++) {
      const character = cursor.text[at];
      if (character === '(') open++;
      else if (character === ')' && open > 0) open--;
      else if (character === ')') {
        if (cursor.text[at + 1] !== ')') break;
        this.#parts.push({ kind: 'arithmetic', expression: this.#readExpression(from + 3, at), quoted });
        cursor.at = at + 2;
        return;
      }
    }
    // Not closed by two of them: a group in `$(…)`.
    this.#readCommand(quoted);
  }

  /** Variables and commands are put in before anything is counted, as in double quotes. */
  #readExpression(from: number, to: number): Word {
    const cursor = this.#cursor;
    const inner = new TextCursor(cursor.text.slice(from, to), cursor.isCode);
    const word = cursor.within(() => new WordReader(inner, this.#readInner).readDocument());
    for (const { what, instead } of inner.unread) cursor.refuse(what, instead, from);
    const text = word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    if (!/^[\w\s+\-*/%<>=!&|^~?:(),]*$/.test(text)) {
      cursor.refuse(
        'arithmetic with more than numbers and variable names',
        'Use only numbers and variable names',
        from,
      );
    }
    return word;
  }

  #readTilde(): void {
    const cursor = this.#cursor;
    if (cursor.peek() !== '~') return;
    const name = /~[^/\s;&|<>()'"\\$`]*/y;
    const from = cursor.at;
    const found = cursor.match(name);
    if (found === '~') this.#parts.push({ kind: 'variable', name: 'HOME', quoted: true, change: undefined });
    else {
      if (/^~(?:[+\-\w.]+)$/.test(found ?? ''))
        cursor.refuse('the home directory of another user', 'Write the path', from);
      this.#add(found ?? '', false);
    }
  }

  #add(text: string, quoted: boolean): void {
    this.#parts.push({ kind: 'text', text, quoted });
  }
}

/** Texts of one kind that follow each other are one. */
function joined(parts: readonly WordPart[]): Word {
  const word: WordPart[] = [];
  for (const part of parts) {
    const last = word.at(-1);
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted) {
      word[word.length - 1] = { ...last, text: last.text + part.text };
    } else word.push(part);
  }
  return word;
}
