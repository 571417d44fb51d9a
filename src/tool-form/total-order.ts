import { isArray, isObject, type Value } from './value.js';

/**
 * The total order of values: undefined, null, booleans, numbers, strings, arrays, objects. Bytes come last: the
 * language gives them no rank, and sorting must not fail over them.
 */
export function compareValues(left: Value | undefined, right: Value | undefined): number {
  const rank = rankOf(left);
  const difference = rank - rankOf(right);
  if (difference !== 0) return difference;
  if (typeof left === 'boolean') return Number(left) - Number(right);
  if (typeof left === 'number') return compareNumbers(left, right as number);
  if (typeof left === 'string') return compareStrings(left, right as string);
  if (isArray(left)) return compareArrays(left, right as readonly Value[]);
  if (isObject(left) && isObject(right)) {
    return compareArrays(sortedEntries(left), sortedEntries(right), compareEntries);
  }
  return 0;
}

function rankOf(value: Value | undefined): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (typeof value === 'boolean') return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  if (isArray(value)) return 5;
  return isObject(value) ? 6 : 7;
}

/** NaN is the greatest number and equals itself; the two zeros are equal. */
function compareNumbers(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left < right ? -1 : Number(left > right);
}

/** By code point. Comparing UTF-16 units would put U+10000 before U+FF5E. */
export function compareStrings(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const one = left.charCodeAt(index);
    const other = right.charCodeAt(index);
    if (one === other) continue;
    // Only a surrogate can be out of order, and it stands for something above every other unit.
    return rankUnit(one) - rankUnit(other);
  }
  return left.length - right.length;
}

function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareArrays<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number = compareValues as (left: T, right: T) => number,
): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const order = compare(left[index] as T, right[index] as T);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const sortedEntries = (value: Value & object) =>
  Object.entries(value as Record<string, Value>).sort(([left], [right]) => compareStrings(left, right));

const compareEntries = (left: [string, Value], right: [string, Value]) =>
  compareStrings(left[0], right[0]) || compareValues(left[1], right[1]);
