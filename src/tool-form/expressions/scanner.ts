import { ToolFormError } from '../tool-form-error.js';

/** The deepest nesting of brackets and parentheses in one expression. */
const deepest = 32;

/** Reads an expression character by character. Whatever it does not expect is an error at its place. */
export class Scanner {
  readonly text: string;
  readonly at: string;
  position: number;
  /** How many regular expressions were read. */
  patterns = 0;
  #depth = 0;

  constructor(text: string, at: string, position = 0) {
    this.text = text;
    this.at = at;
    this.position = position;
  }

  fail(message: string, position = this.position): never {
    throw new ToolFormError('INVALID_TEMPLATE', `${message} at character ${position + 1}.`, this.at);
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`Expected "${expected}"`);
  }

  skipBlanks(): void {
    this.match(/[ \t\n\r]*/y);
  }

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** Runs the inside of a bracket. */
  nested<T>(read: () => T): T {
    if (++this.#depth > deepest) this.fail('The expression is nested too deeply');
    const result = read();
    this.#depth--;
    return result;
  }

  /** A member name that needs no quotes. */
  name(): string | undefined {
    return this.match(/[A-Za-z_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}][0-9A-Za-z_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]*/uy);
  }

  integer(): number | undefined {
    const start = this.position;
    const digits = this.match(/-?(?:0|[1-9]\d*)/y);
    if (digits === undefined) return undefined;
    const value = Number(digits);
    if (digits === '-0' || !Number.isSafeInteger(value)) this.fail('The number is not a valid index', start);
    return value;
  }

  /** A string in single or double quotes. */
  quoted(): string | undefined {
    const quote = this.text[this.position];
    if (quote !== "'" && quote !== '"') return undefined;
    const start = this.position++;
    let result = '';
    for (;;) {
      const character = this.text[this.position];
      if (character === undefined) this.fail('The string is not closed', start);
      this.position++;
      if (character === quote) break;
      if (character < ' ') this.fail('A control character must be escaped', this.position - 1);
      result += character === '\\' ? this.#escape(quote) : character;
    }
    if (!result.isWellFormed()) this.fail('The string is not valid Unicode', start);
    return result;
  }

  #escape(quote: string): string {
    const start = this.position - 1;
    const character = this.text[this.position++];
    switch (character) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case '/':
      case '\\':
        return character;
      case 'u': {
        const digits = this.match(/[0-9A-Fa-f]{4}/y);
        if (digits === undefined) return this.fail('"\\u" needs four hexadecimal digits', start);
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
      default:
        return character === quote ? quote : this.fail('Unknown escape', start);
    }
  }
}
