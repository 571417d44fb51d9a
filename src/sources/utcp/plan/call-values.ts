// What the placeholders of one step stand for in one call. A value is put where it belongs as it is, and never read again.

import type { Input } from '../../../vocabulary/command.js';
import type { Part, Parts } from '../tool.js';
import type { Findings } from './findings.js';
import type { Piece } from './piece.js';
import { textOf } from './value-text.js';

export class CallValues {
  readonly #input: Input;
  readonly #variables: ReadonlyMap<string, string>;
  readonly #outputOf: (step: number) => string | undefined;
  readonly #findings: Findings;

  /** `outputOf` gives nothing for a step that has not run yet. */
  constructor(
    input: Input,
    variables: ReadonlyMap<string, string>,
    outputOf: (step: number) => string | undefined,
    findings: Findings,
  ) {
    this.#input = input;
    this.#variables = variables;
    this.#outputOf = outputOf;
    this.#findings = findings;
  }

  /** `undefined` and `null` count as not given. */
  given(name: string): unknown {
    return Object.hasOwn(this.#input, name) ? (this.#input[name] ?? undefined) : undefined;
  }

  fill(parts: Parts): readonly Piece[] {
    return parts.map((part) => this.#fillOne(part));
  }

  /** A value that is an argument of its own. */
  fillItem(name: string, value: unknown, isItem: boolean): Piece {
    const result = textOf(value);
    if (!result.ok) this.#findings.refuse(name, 'INVALID_VALUE', result.reason, 'Give another value');
    const text = result.ok ? result.text : '';
    return { kind: 'input', name, value, text, ...(isItem && { isItem }) };
  }

  #fillOne(part: Part): Piece {
    switch (part.kind) {
      case 'text':
        return { kind: 'written', text: part.text };
      case 'variable':
        return { kind: 'written', text: this.#variables.get(part.name) ?? '' };
      case 'output': {
        const text = this.#outputOf(part.step);
        return text === undefined
          ? { kind: 'foreseen', text: `$CMD_${part.step}_OUTPUT` }
          : { kind: 'output', step: part.step, text };
      }
      case 'input': {
        const value = Object.hasOwn(this.#input, part.name) ? this.#input[part.name] : undefined;
        if (value !== undefined) return this.fillItem(part.name, value, false);
        this.#findings.refuse(part.name, 'MISSING_ARGUMENT', 'is required', 'Give it a value');
        return { kind: 'input', name: part.name, value, text: '' };
      }
    }
  }
}
