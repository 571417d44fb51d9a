// JSON Schemas as the SDKs write them → as JSON Schema 2020-12 reads them, where that means the same.

import { isObject } from '../../../shape/kind-of.js';
import { type Fields, fieldOf } from '../../parameters/check-fields.js';
import { schemaKeywords } from '../../parameters/walk-schema.js';

/** Words that other descriptions of data have, and that forbid nothing. */
const annotations = new Set(['example', 'externalDocs', 'xml', 'enumNames', 'enumDescriptions', 'markdownDescription']);

/** Keywords whose `null` may be meant: it is a value there. */
const holdsValue = new Set(['default', 'const']);

/** Places stay as they are: only fields that say nothing are left out. */
export function cleanSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const isDump = Object.entries(value).some(([name, field]) => field === null && !holdsValue.has(name));
  const kept = Object.entries(value).filter(([name, field]) => {
    if (annotations.has(name)) return false;
    if (field !== null) return true;
    return holdsValue.has(name) && mayBeNull(value, isDump);
  });
  return Object.fromEntries(kept.map(([name, field]) => [name, cleanBelow(name, field)]));
}

/** Where all that is missing is written as `null`, only a type that has it makes one of them a value. */
function mayBeNull(schema: Fields, isDump: boolean): boolean {
  const type = fieldOf(schema, 'type') ?? undefined;
  return type === undefined ? !isDump : [type].flat().includes('null');
}

function cleanBelow(keyword: string, value: unknown): unknown {
  if (isIn(schemaKeywords.one, keyword)) return cleanSchema(value);
  if (isIn(schemaKeywords.list, keyword) && Array.isArray(value)) return value.map(cleanSchema);
  if (isIn(schemaKeywords.named, keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanSchema(schema)]));
  }
  return value;
}

const isIn = (keywords: readonly string[], keyword: string): boolean => keywords.includes(keyword);
