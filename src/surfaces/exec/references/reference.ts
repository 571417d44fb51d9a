// `{"$line": 1, "path": "$.data.id"}`: a value from the answer of an earlier line.

import type { Fields } from '../plan-line.js';

const marker = '$line';

export interface Reference {
  readonly line: number;
  readonly path: string;
}

/**
 * Whether there can be a reference in it: most lines hold none, and need not be walked through. Looking for one
 * character costs a fraction of looking for several.
 */
export function mayRefer(text: string): boolean {
  return (text.includes('$') && text.includes(marker)) || (text.includes('\\') && text.includes('\\u'));
}

/** Whether it is one, or was meant to be one. */
export function looksLikeReference(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, marker);
}

/** `undefined` where it is written wrongly. */
export function readReference(value: Fields): Reference | undefined {
  const { [marker]: line, path, ...rest } = value;
  if (typeof line !== 'number' || !Number.isSafeInteger(line) || line < 1) return undefined;
  if (typeof path !== 'string' || !path.startsWith('$') || Object.keys(rest).length > 0) return undefined;
  return { line, path };
}

/** Deeper than that nothing is looked for, and what would have to be is refused. */
export const deepestReference = 500;

/** Also where it is nested so deeply that it cannot be told. */
export function refersSomewhere(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > deepestReference || looksLikeReference(value)) return true;
  return Object.values(value).some((item) => refersSomewhere(item, depth + 1));
}
