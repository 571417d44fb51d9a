// The words of a configuration: its parts have no names but their places.

import { nearestOf } from '../command-line/nearest.js';
import type { KeyPath } from '../documents/document.js';
import { formatKeyPath } from '../documents/format-key-path.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import type { Wording } from '../shape/read-shape.js';
import type { ObjectShape, Shape } from '../shape/shape.js';
import { keyList, whatOf } from '../shape/words.js';

/** `whole` is where a key may have its place that was written at the wrong level. */
export function byPlace(whole?: ObjectShape): Wording {
  return {
    wanted,
    empty: 'Give it a value, or remove the key.',
    unknownKey: (key, shape, path) => ({
      part: 'key',
      message: `Unknown key ${quoteForReport(key)}${path.length === 0 ? '' : ` in ${formatKeyPath(path)}`}.`,
      fix: suggestKey(key, shape, whole),
    }),
    missingKey: (key) => ({ part: 'key', message: `The key ${quoteForReport(key)} is missing.`, fix: 'Add it.' }),
  };
}

function wanted(shape: Shape): string {
  if (shape.type === 'text') return 'text';
  return shape.type === 'list' ? 'a list' : whatOf(shape);
}

function suggestKey(key: string, shape: ObjectShape, whole: ObjectShape | undefined): string {
  const near = nearestOf(key, Object.keys(shape.keys));
  if (near !== undefined) return `Did you mean "${near}"?`;
  const elsewhere = whole && findKey(key, whole, []);
  if (elsewhere !== undefined && elsewhere.length > 1) return `Did you mean "${formatKeyPath(elsewhere)}"?`;
  const top = elsewhere === undefined ? '' : ` ${quoteForReport(key)} belongs to the top level of the configuration.`;
  return `The keys are: ${keyList(shape)}.${top}`;
}

function findKey(key: string, shape: Shape, path: KeyPath): KeyPath | undefined {
  if (shape.type !== 'object') return undefined;
  if (Object.hasOwn(shape.keys, key)) return [...path, key];
  for (const [name, member] of Object.entries(shape.keys)) {
    const found = findKey(key, member, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
