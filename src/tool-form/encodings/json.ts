import { derived, isLiteral, toValue } from '../node.js';
import { toJson } from '../text.js';
import { isArray, isObject, type Value } from '../value.js';
import type { Encoding } from './encoding.js';

const headers = Object.freeze({ 'content-type': 'application/json' });

/** JSON text; `$indent: true` means two spaces, a number that many. */
export const encodeJson: Encoding = (node, context) => {
  const value = toValue(node);
  if (value === undefined) return node;
  const given = context.indent();
  const indent = given && toValue(given);
  const spaces = indent === true ? 2 : readIndent(indent);
  if (spaces > 0) context.budget.produce(spaces * countIndents(value, 0), context.at);
  const text = toJson(value, context.at, spaces);
  context.budget.produce(text.length, context.at);
  return derived(text, isLiteral(node), context.at, headers);
};

/** JSON.stringify indents by ten spaces at most. */
function readIndent(indent: unknown): number {
  return typeof indent === 'number' && Number.isInteger(indent) && indent > 0 ? Math.min(indent, 10) : 0;
}

/** How many steps of indentation the text will hold: in deep values, more than it holds text. */
function countIndents(value: Value, depth: number): number {
  if (!isArray(value) && !isObject(value)) return depth;
  return Object.values(value).reduce((sum: number, inner: Value) => sum + countIndents(inner, depth + 1), 2 * depth);
}
