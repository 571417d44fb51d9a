import type { Budget } from './budget.js';
import { type Node, toValue } from './node.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

/** How a value reads inside a string: strings as they are, nothing for undefined, JSON for the rest. */
export function toText(value: Value | undefined, at: string): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : toJson(value, at);
}

/** JSON text. Bytes have none: somebody has to choose an encoding for them. */
export function toJson(value: Value, at: string, indent = 0): string {
  if (holdsBytes(value)) throw new ToolFormError('INVALID_RESULT', 'Bytes cannot be written as JSON.', at);
  return JSON.stringify(value, undefined, indent);
}

function holdsBytes(value: Value): boolean {
  if (value instanceof Uint8Array) return true;
  if (isArray(value)) return value.some(holdsBytes);
  return isObject(value) && Object.values(value).some(holdsBytes);
}

/** Pieces as one string that remembers how much of its start the template wrote. Charged before it grows. */
export function concatenate(pieces: readonly Node[], at: string, budget: Budget): Node {
  let value = '';
  let lead: number | undefined;
  for (const piece of pieces) {
    if (lead === undefined && piece.kind !== 'literal' && piece.kind !== 'undefined') {
      lead = value.length + (piece.kind === 'text' ? piece.lead : 0);
    }
    const text = toText(toValue(piece), at);
    budget.produce(text.length, at);
    value += text;
  }
  return lead === undefined ? { kind: 'literal', value, at } : { kind: 'text', value, lead, at };
}
