// The text of a line, and how far it was read.

import type { Unread } from './syntax-tree.js';

/** The text cannot be bash at all, or it is too much of it. */
export class SyntaxProblem extends Error {
  readonly at: number;
  readonly instead: string;

  constructor(at: number, message: string, instead: string) {
    super(message);
    this.at = at;
    this.instead = instead;
  }
}

/** Scripts in scripts: whoever needs more of them writes a file. */
const deepest = 32;

export class TextCursor {
  readonly text: string;
  /** Code of a shell, which has words of its own: `$1`, `"$@"`. A line has none. */
  readonly isCode: boolean;
  at = 0;
  #depth = 0;
  /** What was understood as bash, but is not done here. */
  readonly unread: Unread[] = [];

  constructor(text: string, isCode: boolean) {
    this.text = text;
    this.isCode = isCode;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  /** Whether this comes next. */
  sees(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Passes it where it comes next. */
  takes(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  /** What a pattern with the flag `y` matches here, which is passed then. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  refuse(what: string, instead: string, at = this.at): void {
    // The same thing twice in a line is mended in the same way.
    if (!this.unread.some((one) => one.what === what)) this.unread.push({ at, what, instead });
  }

  fail(message: string, instead: string, at = this.at): never {
    throw new SyntaxProblem(at, message, instead);
  }

  /** For what may stand in itself. */
  within<T>(read: () => T): T {
    if (++this.#depth > deepest) {
      this.fail(`is nested more than ${deepest} levels deep`, 'Write it to a script file and run that');
    }
    const value = read();
    this.#depth--;
    return value;
  }
}
