// What the placeholders of one step stand for in one call. A value is put where it belongs as it is, and never read again.

import type { Piece, Text } from '../../../planning/draft.js';
import type { Findings } from '../../../planning/findings.js';
import { isObject } from '../../../shape/kind-of.js';
import type { Input, Parameter } from '../../../vocabulary/command.js';
import { fieldOf } from '../../parameters/check-fields.js';
import { isNamedBySchema } from '../../parameters/schema-at.js';
import type { Part, Parts } from '../tool.js';
import { textOf } from './value-text.js';

export interface Values {
  readonly input: Input;
  readonly parameters: readonly Parameter[];
  readonly variables: ReadonlyMap<string, string>;
  /** Gives nothing for a step that has not run yet. */
  readonly outputOf: (step: number) => string | undefined;
}

export class CallValues {
  readonly #values: Values;
  readonly #findings: Findings;

  constructor(values: Values, findings: Findings) {
    this.#values = values;
    this.#findings = findings;
  }

  /** `undefined` and `null` count as not given. */
  given(name: string): unknown {
    const { input } = this.#values;
    return Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined;
  }

  fill(parts: Parts): Text {
    return parts.map((part) => this.#fillOne(part));
  }

  /** A value that is an argument of its own. */
  fillItem(name: string, value: unknown, isItem: boolean): Piece {
    const result = textOf(value);
    if (!result.ok) return this.#refuse(name, 'INVALID_VALUE', result.reason, 'Use another value');
    const { text } = result;
    const { label, secret, schema } = this.#find(name);
    const named = /^[-+]/.test(text) && isNamed(value, text, isItem ? schema?.items : schema);
    return { from: 'argument', text, value, label, secret, named };
  }

  #fillOne(part: Part): Piece {
    const { input, variables, outputOf } = this.#values;
    switch (part.kind) {
      case 'text':
        return { from: 'author', text: part.text };
      case 'variable':
        return { from: 'author', text: variables.get(part.name) ?? '' };
      case 'output': {
        const text = outputOf(part.step);
        return text === undefined
          ? { from: 'unknown', text: `$CMD_${part.step}_OUTPUT` }
          : { from: 'step', step: part.step, text };
      }
      case 'input': {
        const value = Object.hasOwn(input, part.name) ? input[part.name] : undefined;
        if (value !== undefined) return this.fillItem(part.name, value, false);
        return this.#refuse(part.name, 'MISSING_ARGUMENT', 'is required', 'Give it a value');
      }
    }
  }

  #refuse(name: string, code: string, reason: string, hint: string): Piece {
    const { label } = this.#find(name);
    this.#findings.refused.push({ code, field: label, message: `The ${label} argument ${reason}`, hint });
    return { from: 'unknown', text: '' };
  }

  #find(name: string): Pick<Parameter, 'label' | 'secret'> & Partial<Pick<Parameter, 'schema'>> {
    return this.#values.parameters.find(({ key }) => key === name) ?? { label: JSON.stringify(name), secret: true };
  }
}

/** Whether the schema names this value, although it looks like a flag. */
function isNamed(value: unknown, text: string, schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (typeof value !== 'number') return isNamedBySchema(schema, '', text);
  const { enum: choices, const: only } = schema;
  if (only === value || (Array.isArray(choices) && choices.includes(value))) return true;
  return ['minimum', 'exclusiveMinimum'].some((name) => Number(fieldOf(schema, name)) < 0);
}
