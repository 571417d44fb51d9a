// The values that are shown: as many as there is room for, and of the first that is too large how it looks.

import { isArray, isObject, type Value } from '../../../../tool-form/value.js';
import { deepestValue } from './json-query.js';

export interface SelectedValue {
  readonly value: unknown;
  /** Which line it is from, where each line is a value of its own. */
  readonly line?: number;
}

/** A value that does not fit an answer by itself. */
export interface LargeValue {
  /** Which of all selected values it is, counted from 0. */
  readonly index: number;
  readonly line?: number;
  readonly type: 'object' | 'array' | 'string' | 'number';
  /** As JSON; unknown where it is nested too deeply to be written. */
  readonly bytes: number | undefined;
  /** How many members, items or characters it has. */
  readonly length: number;
  /** The first names of an object. */
  readonly names?: readonly string[];
}

const mostNames = 20;
const longestName = 100;

export class ValueList {
  readonly values: SelectedValue[] = [];
  /** How many were selected so far. */
  count = 0;
  tooLarge: LargeValue | undefined;
  /** Whether a whole number is so large that reading it may have rounded it. */
  roundsNumbers = false;
  #next: number | undefined;
  readonly #from: number;
  #roomBytes: number;
  readonly #limitBytes: number;

  constructor(from: number, limitBytes: number) {
    this.#from = from;
    this.#roomBytes = limitBytes;
    this.#limitBytes = limitBytes;
  }

  add(value: Value, line?: number): void {
    const index = this.count++;
    if (index < this.#from || this.#next !== undefined) return;
    const where = line === undefined ? {} : { line };
    const known = examine(value, 0);
    const bytes = known.tooDeep ? undefined : Buffer.byteLength(JSON.stringify(value));
    if (bytes !== undefined && bytes <= this.#roomBytes) {
      this.#roomBytes -= bytes;
      this.roundsNumbers ||= known.rounds;
      this.values.push({ value, ...where });
      return;
    }
    const fitsAlone = bytes !== undefined && bytes <= this.#limitBytes;
    this.#next = fitsAlone || this.values.length > 0 ? index : index + 1;
    if (!fitsAlone && this.values.length === 0) this.tooLarge = { index, ...where, ...outline(value), bytes };
  }

  /** The first value that was not shown and could be; `undefined` while there is none. */
  get next(): number | undefined {
    return this.#next !== undefined && this.#next < this.count ? this.#next : undefined;
  }
}

function examine(value: Value, depth: number): { tooDeep: boolean; rounds: boolean } {
  if (typeof value === 'number')
    return { tooDeep: false, rounds: Number.isInteger(value) && !Number.isSafeInteger(value) };
  if (!isArray(value) && !isObject(value)) return { tooDeep: false, rounds: false };
  if (depth > deepestValue) return { tooDeep: true, rounds: false };
  let rounds = false;
  for (const inner of Object.values(value)) {
    const known = examine(inner, depth + 1);
    if (known.tooDeep) return known;
    rounds ||= known.rounds;
  }
  return { tooDeep: false, rounds };
}

function outline(value: Value): Pick<LargeValue, 'type' | 'length' | 'names'> {
  if (isArray(value)) return { type: 'array', length: value.length };
  if (!isObject(value)) return { type: 'string', length: String(value).length };
  const names = Object.keys(value);
  return {
    type: 'object',
    length: names.length,
    names: names.slice(0, mostNames).map((name) => name.slice(0, longestName)),
  };
}
