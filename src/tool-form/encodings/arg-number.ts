import type { Node } from '../node.js';
import { refusal } from './arg-token.js';

/** The one text of a number. One that was rounded when it was read is refused: it is not what was meant. */
export function numberToText(value: number, node: Node): string {
  if (!Number.isFinite(value)) throw refusal(node, 'The number is not finite.');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refusal(node, 'The number is too large to be exact; pass it as a string.');
  }
  return String(value);
}
