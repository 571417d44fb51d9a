// Why a text is no JSON, and where. The parser itself does not always tell the place.

export interface JsonFault {
  readonly message: string;
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** `undefined` where the text is JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  const scanner = new JsonScanner(text);
  const message = scanner.scan();
  if (message === undefined) return undefined;
  const before = text.slice(0, scanner.at);
  const line = before.split('\n').length;
  return { message, line, column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1 };
}

/** What may come next: a value, a value or the end of its array, a name, a name or the end of its object, or neither. */
type Expected = 'value' | 'first-item' | 'name' | 'first-name' | 'end-of-value';

class JsonScanner {
  at = 0;
  readonly #text: string;
  /** What closes the objects and arrays that are open. */
  readonly #open: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  scan(): string | undefined {
    let expected: Expected = 'value';
    for (;;) {
      this.#skipBlanks();
      if (this.at >= this.#text.length && expected === 'end-of-value' && this.#open.length === 0) return undefined;
      const next = this.#step(expected);
      if ('fault' in next) return this.at >= this.#text.length ? 'The text ends too early' : next.fault;
      expected = next.expected;
    }
  }

  #step(expected: Expected): { readonly expected: Expected } | { readonly fault: string } {
    const character = this.#text[this.at] ?? '';
    const closes = character === this.#open.at(-1) && expected !== 'value' && expected !== 'name';
    if (closes) {
      this.#open.pop();
      this.at++;
      return { expected: 'end-of-value' };
    }
    if (expected === 'end-of-value') return this.#between(character);
    if (expected === 'name' || expected === 'first-name') return this.#name(character);
    if (character === '{' || character === '[') {
      this.#open.push(character === '{' ? '}' : ']');
      this.at++;
      return { expected: character === '{' ? 'first-name' : 'first-item' };
    }
    const fault = character === '"' ? this.#string() : this.#scalar();
    return fault === undefined ? { expected: 'end-of-value' } : { fault };
  }

  #between(character: string): { readonly expected: Expected } | { readonly fault: string } {
    const close = this.#open.at(-1);
    if (close === undefined) return { fault: 'There is more text after the end of the JSON' };
    if (character !== ',') return { fault: `Expected "," or "${close}"` };
    this.at++;
    return { expected: close === '}' ? 'name' : 'value' };
  }

  #name(character: string): { readonly expected: Expected } | { readonly fault: string } {
    if (character !== '"') return { fault: 'Expected a name in double quotes' };
    const fault = this.#string();
    if (fault !== undefined) return { fault };
    this.#skipBlanks();
    if (this.#text[this.at] !== ':') return { fault: 'Expected ":"' };
    this.at++;
    return { expected: 'value' };
  }

  #string(): string | undefined {
    const start = this.at++;
    for (; this.at < this.#text.length; this.at++) {
      const character = this.#text[this.at] ?? '';
      if (character === '"') {
        this.at++;
        return undefined;
      }
      if (character < ' ') return 'A control character in a string must be escaped';
      if (character !== '\\') continue;
      const escaped = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(this.#text.slice(this.at + 1, this.at + 6))?.[0];
      if (escaped === undefined) return 'This is not a JSON escape';
      this.at += escaped.length;
    }
    this.at = start;
    return 'A string is not closed';
  }

  #scalar(): string | undefined {
    const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    scalar.lastIndex = this.at;
    const found = scalar.exec(this.#text)?.[0];
    if (found === undefined) return 'Expected a value';
    this.at += found.length;
    return undefined;
  }

  #skipBlanks(): void {
    while (/[ \t\r\n]/.test(this.#text[this.at] ?? '')) this.at++;
  }
}
