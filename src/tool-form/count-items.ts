import { isArray, isObject, type Value } from './value.js';

/** Code points of a string, elements of an array, properties of an object; nothing else has a length. */
export function countItems(value: Value | undefined): number | undefined {
  if (typeof value === 'string') return countCodePoints(value);
  if (isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
