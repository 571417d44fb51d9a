// `[[ … ]]`, as far as the program `test` can answer it.

import type { Condition, Word } from './syntax-tree.js';
import type { TextCursor } from './text-cursor.js';

const unary = new Set('-e -f -d -s -r -w -x -L -h -n -z -p -S -b -c'.split(' '));
const binary = new Set('= == != -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '));

const instead = 'Use [ … ] with =, !=, -eq or -f, or grep -q for a pattern';

export class ConditionReader {
  readonly #cursor: TextCursor;
  readonly #readWord: () => Word | undefined;

  constructor(cursor: TextCursor, readWord: () => Word | undefined) {
    this.#cursor = cursor;
    this.#readWord = readWord;
  }

  /** Behind `[[`; what closes it is passed. */
  read(): Condition {
    const from = this.#cursor.at;
    const test = this.#either();
    this.#skip();
    if (!this.#cursor.takes(']]')) this.#cursor.fail('has [[ that is not closed', 'Close it with ]]', from);
    return test;
  }

  #either(): Condition {
    let left = this.#both();
    while (this.#takes('||')) left = { kind: 'or', left, right: this.#both() };
    return left;
  }

  #both(): Condition {
    let left = this.#one();
    while (this.#takes('&&')) left = { kind: 'and', left, right: this.#one() };
    return left;
  }

  #one(): Condition {
    const cursor = this.#cursor;
    this.#skip();
    if (cursor.match(/!(?=\s)/y) !== undefined) return { kind: 'not', test: cursor.within(() => this.#one()) };
    if (cursor.takes('(')) {
      const test = cursor.within(() => this.#either());
      if (!this.#takes(')')) cursor.fail('has a parenthesis in [[ that is not closed', 'Close it with )');
      return test;
    }
    return this.#test();
  }

  #test(): Condition {
    const cursor: TextCursor = this.#cursor;
    const from = cursor.at;
    const words: Word[] = [];
    for (;;) {
      this.#skip();
      if (cursor.isAtEnd || /^(?:\]\](?:\s|[;&|)]|$)|&&|\|\||\))/.test(cursor.text.slice(cursor.at, cursor.at + 3)))
        break;
      const word = this.#operator() ?? this.#readWord();
      if (!word) cursor.fail('has an invalid test in [[', instead);
      words.push(word);
    }
    const texts = words.map(plainText);
    const [first = '', second = ''] = texts;
    const isKnown =
      (words.length === 1 && !first.startsWith('-')) ||
      (words.length === 2 && unary.has(first)) ||
      (words.length === 3 && binary.has(second));
    if (!isKnown) cursor.refuse('this test in [[ … ]]', instead, from);
    const [left, , right] = words;
    if (left && right && ['=', '==', '!='].includes(second)) {
      return { kind: 'match', word: left, pattern: right, negated: second === '!=' };
    }
    return { kind: 'test', words: words.length === 1 ? [plain('-n'), ...words] : words };
  }

  /** `<` and `>` compare here; others are words. */
  #operator(): Word | undefined {
    const found = this.#cursor.match(/(?:=~|[<>])(?=\s)/y);
    return found === undefined ? undefined : plain(found);
  }

  #takes(text: string): boolean {
    this.#skip();
    return this.#cursor.takes(text);
  }

  #skip(): void {
    this.#cursor.match(/(?:\s|\\\n)+/y);
  }
}

const plain = (text: string): Word => [{ kind: 'text', text, quoted: false }];

function plainText(word: Word): string | undefined {
  const [part, ...more] = word;
  return part?.kind === 'text' && !part.quoted && more.length === 0 ? part.text : undefined;
}
