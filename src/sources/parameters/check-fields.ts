// Whether an object of a definition has only fields that mean something. One that is ignored would be a broken promise.

import { nearestOf } from '../../command-line/nearest.js';
import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import type { DefinitionReport } from './definition-report.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a field holds, of its own. */
export function fieldOf(object: Fields, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** `elsewhere` says of names that are often taken for fields what to write. They are never read as if they were. */
export function checkFieldNames(
  object: Fields,
  path: KeyPath,
  known: readonly string[],
  report: DefinitionReport,
  elsewhere: Readonly<Record<string, string>> = {},
): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name)) continue;
    const nearest = nearestOf(name, known);
    const advice = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
    const fix = advice ?? (nearest ? `Did you mean "${nearest}"?` : `The fields are: ${known.join(', ')}.`);
    report.error([...path, name], `Unknown field ${quoteForReport(name)}.`, fix, 'key');
  }
}
