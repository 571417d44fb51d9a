// `$((…))`: whole numbers of 64 bits, as bash counts. Nothing is assigned.

import { ExpansionProblem } from './expansion-problem.js';

type Operate = (a: bigint, b: bigint) => bigint;

const truth = (is: boolean): bigint => (is ? 1n : 0n);

/** From the weakest. */
const levels: readonly Readonly<Record<string, Operate>>[] = [
  { '||': (a, b) => truth(a !== 0n || b !== 0n) },
  { '&&': (a, b) => truth(a !== 0n && b !== 0n) },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => truth(a === b), '!=': (a, b) => truth(a !== b) },
  {
    '<=': (a, b) => truth(a <= b),
    '>=': (a, b) => truth(a >= b),
    '<': (a, b) => truth(a < b),
    '>': (a, b) => truth(a > b),
  },
  { '<<': (a, b) => a << (b & 63n), '>>': (a, b) => a >> (b & 63n) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': divide, '%': (a, b) => a - divide(a, b) * b },
];

const tokens = /\s*(\d+|\$?\{?[A-Za-z_]\w*\}?|\*\*|<<=?|>>=?|[<>=!+*/%&|^-]=|&&|\|\||\+\+|--|[-+*/%<>()!~?:&|^=,])/y;
const deepest = 64;

/** Throws an ExpansionProblem for what is no such expression. */
export function evaluate(expression: string, variable: (name: string) => string): string {
  return new Reader(expression, variable).read().toString();
}

class Reader {
  readonly #words: readonly string[];
  readonly #variable: (name: string) => string;
  #at = 0;
  #depth = 0;

  constructor(expression: string, variable: (name: string) => string) {
    this.#variable = variable;
    const words: string[] = [];
    const text = expression.trim();
    tokens.lastIndex = 0;
    while (tokens.lastIndex < text.length) {
      const word = tokens.exec(text)?.[1];
      if (word === undefined) throw new ExpansionProblem(`$((${expression})) is more than simple arithmetic`);
      words.push(word);
    }
    this.#words = words;
  }

  read(): bigint {
    if (this.#words.length === 0) return 0n;
    const value = this.#choice();
    if (this.#at < this.#words.length) this.#fail();
    return value;
  }

  #choice(): bigint {
    if (++this.#depth > deepest) this.#fail();
    const value = this.#level(0);
    if (this.#words[this.#at] !== '?') {
      this.#depth--;
      return value;
    }
    this.#at++;
    const yes = this.#choice();
    if (this.#words[this.#at++] !== ':') this.#fail();
    const no = this.#choice();
    this.#depth--;
    return value === 0n ? no : yes;
  }

  #level(depth: number): bigint {
    const operators = levels[depth];
    if (!operators) return this.#unary();
    let value = this.#level(depth + 1);
    for (;;) {
      const operator = this.#words[this.#at] ?? '';
      const operate = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
      if (!operate) return value;
      this.#at++;
      value = BigInt.asIntN(64, operate(value, this.#level(depth + 1)));
    }
  }

  #unary(): bigint {
    const word = this.#words[this.#at++];
    switch (word) {
      case '-':
        return BigInt.asIntN(64, -this.#unary());
      case '+':
        return this.#unary();
      case '!':
        return truth(this.#unary() === 0n);
      case '~':
        return ~this.#unary();
      case '(': {
        const value = this.#choice();
        if (this.#words[this.#at++] !== ')') this.#fail();
        return value;
      }
      default:
        return this.#value(word ?? '');
    }
  }

  #value(word: string): bigint {
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(word)?.[1];
    const text = name === undefined ? word : this.#variable(name).trim() || '0';
    // 010 is eight in a shell, and few know it.
    if (!/^-?(?:0|[1-9]\d{0,17})$/.test(text)) this.#fail();
    return BigInt(text);
  }

  #fail(): never {
    throw new ExpansionProblem(`$((${this.#words.join(' ')})) is more than simple arithmetic`);
  }
}

function divide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new ExpansionProblem('division by zero');
  return a / b;
}
