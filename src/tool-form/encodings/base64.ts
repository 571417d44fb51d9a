import { derived, isLiteral, toValue } from '../node.js';
import { toText } from '../text.js';
import type { Encoding } from './encoding.js';

const headers = Object.freeze({ 'content-type': 'application/base64' });

/** Base64 of bytes, of a string's UTF-8, or of any other value's JSON text. `$content` takes the place of the input. */
export const encodeBase64: Encoding = (node, context) => {
  const source = context.content() ?? node;
  const value = toValue(source);
  if (value === undefined) return source;
  const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(toText(value, context.at), 'utf8');
  const text = bytes.toString('base64');
  context.budget.produce(text.length, context.at);
  return derived(text, isLiteral(source), context.at, headers);
};
