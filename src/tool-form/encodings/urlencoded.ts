import { derived, isLiteral, toValue } from '../node.js';
import { ToolFormError } from '../tool-form-error.js';
import { isArray, isObject, type Value } from '../value.js';
import type { Encoding } from './encoding.js';

const headers = Object.freeze({ 'content-type': 'application/x-www-form-urlencoded' });

/** `name=value` pairs; names of nested values are joined by dots. */
export const encodeUrl: Encoding = (node, context) => {
  const value = toValue(node);
  const pairs: string[] = [];
  if (isObject(value)) for (const [name, inner] of Object.entries(value)) addPairs(pairs, name, inner, context.at);
  const text = pairs.join('&');
  context.budget.produce(text.length, context.at);
  return derived(text, isLiteral(node), context.at, headers);
};

function addPairs(pairs: string[], name: string, value: Value, at: string): void {
  if (value === null || value === undefined) return;
  if (value instanceof Uint8Array) {
    throw new ToolFormError('INVALID_RESULT', 'Bytes cannot be URL-encoded.', at);
  }
  if (isArray(value)) {
    for (const [index, item] of value.entries()) addPairs(pairs, `${name}.${index}`, item, at);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) addPairs(pairs, `${name}.${key}`, inner, at);
  } else {
    pairs.push(`${encode(name)}=${encode(String(value))}`);
  }
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
