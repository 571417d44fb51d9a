import type { KeyPath } from '../../../documents/document.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import { given } from './given.js';

/** A field that the forms call differently. */
export function either(
  template: Fields,
  [name, other]: readonly [string, string],
  path: KeyPath,
  report: DefinitionReport,
): { readonly name: string; readonly value: unknown } {
  const [value, otherValue] = [given(template, name), given(template, other)];
  if (value !== undefined && otherValue !== undefined) {
    report.error([...path, other], `"${other}" and "${name}" mean the same.`, 'Keep one of the two.', 'key');
  }
  return value === undefined && otherValue !== undefined ? { name: other, value: otherValue } : { name, value };
}
