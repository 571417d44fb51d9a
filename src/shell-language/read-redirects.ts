// `>file`, `2>&1`, here-documents: what a command reads from and prints to.

import { type ReadInner, WordReader } from './read-word.js';
import type { Redirect, Word } from './syntax-tree.js';
import { TextCursor } from './text-cursor.js';

/** A here-document whose text is not read yet: it begins with the next line. */
interface Awaited {
  readonly from: number;
  readonly end: string;
  readonly isQuoted: boolean;
  readonly tabs: boolean;
  readonly text: { word: Word };
}

const operators = /(?:&>>|&>|\d*(?:<<<|<<-|<<|<>|<&|>>|>\||>&|<|>))/y;

export class RedirectReader {
  readonly #cursor: TextCursor;
  readonly #readWord: () => Word | undefined;
  readonly #readInner: ReadInner;
  #awaited: Awaited[] = [];

  constructor(cursor: TextCursor, readWord: () => Word | undefined, readInner: ReadInner) {
    this.#cursor = cursor;
    this.#readWord = readWord;
    this.#readInner = readInner;
  }

  /** Nothing where there is none here. */
  read(): readonly Redirect[] | undefined {
    const cursor = this.#cursor;
    const from = cursor.at;
    if (cursor.sees('<(') || cursor.sees('>(')) return undefined;
    const found = cursor.match(operators);
    if (found === undefined) {
      if (/^\{\w+\}[<>]/.test(cursor.text.slice(from, from + 40))) {
        cursor.refuse('a named descriptor', 'Use 1 and 2', from);
        cursor.match(/\{\w+\}/y);
        return this.read();
      }
      return undefined;
    }
    const [, digits = '', operator = ''] = /^(\d*)(.+)$/.exec(found) ?? [];
    const descriptor = digits === '' ? (operator.startsWith('<') ? 0 : 1) : Number(digits);
    if (descriptor > 9) cursor.refuse('a file descriptor above 9', 'Use 0 to 9', from);
    cursor.match(/(?:[ \t]|\\\n)+/y);
    if (operator.startsWith('<<') && operator !== '<<<') return [this.#document(descriptor, operator === '<<-', from)];
    const word = this.#readWord() ?? cursor.fail(`misses a file name after ${found}`, 'Name the file');
    return this.#meaning(operator, descriptor, word, digits !== '', from);
  }

  #meaning(operator: string, descriptor: number, word: Word, hasDigits: boolean, from: number): readonly Redirect[] {
    const file = (mode: 'read' | 'write' | 'append', number = descriptor) =>
      ({ kind: 'file', descriptor: number, mode, path: word }) as const;
    switch (operator) {
      case '<<<':
        return [{ kind: 'text', descriptor, text: [...word, { kind: 'text', text: '\n', quoted: true }] }];
      case '<':
        return [file('read')];
      case '>':
      case '>|':
        return [file('write')];
      case '>>':
        return [file('append')];
      case '&>':
        return [file('write', 1), { kind: 'copy', descriptor: 2, of: 1 }];
      case '&>>':
        return [file('append', 1), { kind: 'copy', descriptor: 2, of: 1 }];
      case '>&':
      case '<&':
        return this.#copy(operator, descriptor, word, hasDigits, from);
      default:
        this.#cursor.refuse('<>', 'Use < or >', from);
        return [];
    }
  }

  #copy(operator: string, descriptor: number, word: Word, hasDigits: boolean, from: number): readonly Redirect[] {
    const text = word.every((part) => part.kind === 'text')
      ? word.map((part) => ('text' in part ? part.text : '')).join('')
      : '';
    if (text === '-') return [{ kind: 'close', descriptor }];
    if (/^\d$/.test(text)) return [{ kind: 'copy', descriptor, of: Number(text) }];
    if (operator === '>&' && !hasDigits && !/^\d/.test(text)) {
      return [
        { kind: 'file', descriptor: 1, mode: 'write', path: word },
        { kind: 'copy', descriptor: 2, of: 1 },
      ];
    }
    this.#cursor.refuse('a file descriptor that is not a plain number', 'Use >&1 or >&2', from);
    return [];
  }

  #document(descriptor: number, tabs: boolean, from: number): Redirect {
    const cursor: TextCursor = this.#cursor;
    const written = cursor.match(/(?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s;&|<>()'"\\])+/y);
    if (written === undefined) cursor.fail('has a here-document without a delimiter', "Write <<'EOF'", from);
    const end = written.replace(
      /'([^']*)'|"([^"]*)"|\\(.)/g,
      (_, single = '', double = '', escaped = '') => single + double + escaped,
    );
    const text: Awaited['text'] = { word: [] };
    this.#awaited.push({ from, end, isQuoted: end !== written, tabs, text });
    return {
      kind: 'text',
      descriptor,
      get text() {
        return text.word;
      },
    };
  }

  /** At the end of a line: the texts that were announced in it. */
  readDocuments(): void {
    const awaited = this.#awaited;
    this.#awaited = [];
    for (const one of awaited) one.text.word = this.#readText(one);
  }

  /** What was announced has to be there. */
  finish(): void {
    const [open] = this.#awaited;
    if (open) this.#cursor.fail('has a here-document that does not end', `End it with a line ${open.end}`, open.from);
  }

  #readText({ from, end, isQuoted, tabs }: Awaited): Word {
    const cursor = this.#cursor;
    const lines: string[] = [];
    for (;;) {
      if (cursor.isAtEnd) cursor.fail('has a here-document that does not end', `End it with a line ${end}`, from);
      const stop = cursor.text.indexOf('\n', cursor.at);
      const line = cursor.text.slice(cursor.at, stop === -1 ? undefined : stop);
      const meant = tabs ? line.replace(/^\t+/, '') : line;
      // `EOF)` closes what it stands in, as bash reads it where no line follows.
      cursor.at = stop === -1 ? cursor.text.length : stop + 1;
      if (meant === end) break;
      lines.push(`${meant}\n`);
    }
    const text = lines.join('');
    if (isQuoted) return [{ kind: 'text', text, quoted: true }];
    const inner = new TextCursor(text, cursor.isCode);
    const word = new WordReader(inner, this.#readInner).readDocument();
    for (const { what, instead } of inner.unread) cursor.refuse(what, instead, from);
    return word;
  }
}
