// Says what is wrong with JSON that can be read, but does not mean one thing or means more than can be kept.

import type { JsonHazard } from '../vocabulary/find-json-hazard.js';
import { redactText } from '../vocabulary/look-alikes.js';

export interface DescribedHazard {
  readonly code: string;
  /** Goes on behind "it is wrong because": `a key is written twice ("id") at column 9`. */
  readonly what: string;
  readonly hint: string;
}

/** Quotes nothing but a key that looks like a name: a key that is none of a command's could be anything, a secret too. */
export function describeJsonHazard({ kind, column, key }: JsonHazard, place = 'column'): DescribedHazard {
  const [code, what, hint] = hazards[kind];
  const shown = key !== undefined && /^[A-Za-z_][\w-]{0,63}$/.test(key) ? ` ("${redactText(key)}")` : '';
  return { code, what: `${what}${shown} at ${place} ${column}`, hint };
}

const hazards = {
  'repeated-key': ['REPEATED_KEY', 'a key appears twice', 'Write each key once'],
  'long-number': [
    'NUMBER_OUT_OF_RANGE',
    'a number is beyond 2^53 and would lose precision',
    'If the command accepts text here, write it as text in double quotes',
  ],
  'too-deep': ['LIMIT_EXCEEDED', 'values are nested deeper than 200 levels', 'Reduce the nesting'],
} as const;
