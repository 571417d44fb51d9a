import type { KeyPath } from '../../documents/document.js';
import { isObject } from '../../shape/kind-of.js';
import type { Fields } from './check-fields.js';

/** Keywords under which a schema stands, a list of them, or schemas by name. */
export const schemaKeywords = {
  one: [
    ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
    ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'],
} as const;

/** Visits a JSON Schema and every schema in it. */
export function walkSchema(schema: unknown, path: KeyPath, visit: (schema: Fields, path: KeyPath) => void): void {
  if (!isObject(schema)) return;
  visit(schema, path);
  const enter = (inner: unknown, ...steps: (string | number)[]) => walkSchema(inner, [...path, ...steps], visit);
  for (const [keyword, value] of Object.entries(schema)) {
    if (isIn(schemaKeywords.one, keyword)) enter(value, keyword);
    else if (isIn(schemaKeywords.list, keyword) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) enter(item, keyword, index);
    } else if (isIn(schemaKeywords.named, keyword) && isObject(value)) {
      for (const [name, item] of Object.entries(value)) enter(item, keyword, name);
    }
  }
}

const isIn = (keywords: readonly string[], keyword: string): boolean => keywords.includes(keyword);
