// Which schemas can be compiled without being checked first: only well-known keywords, each with a value that is
// certainly right. Checking a schema by the rules of JSON Schema takes as long as starting the whole gate.

import type { KeyPath } from '../../documents/document.js';
import { isObject } from '../../shape/kind-of.js';
import type { Fields } from './check-fields.js';
import { walkSchema } from './walk-schema.js';

type Holds = (value: unknown) => boolean;

const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'null',
] as const);

const anything: Holds = () => true;
const isText: Holds = (value) => typeof value === 'string';
const isTruth: Holds = (value) => typeof value === 'boolean';
const isNumber: Holds = (value) => Number.isFinite(value);
const isCount: Holds = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isSchema: Holds = (value) => isObject(value) || typeof value === 'boolean';
const isNamed = (holds: Holds) => (value: unknown) => isObject(value) && Object.values(value).every(holds);
const isListOf = (holds: Holds) => (value: unknown) => Array.isArray(value) && value.every(holds);
const isFilledListOf = (holds: Holds) => (value: unknown) => isListOf(holds)(value) && (value as []).length > 0;
const isNameList: Holds = (value) =>
  isListOf(isText)(value) && new Set(value as string[]).size === (value as []).length;

const keywords: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ['type', (value) => typeNames.has(value) || isTypeList(value)],
  ['properties', isNamed(isSchema)],
  ['required', isNameList],
  ['additionalProperties', isSchema],
  ['items', isSchema],
  ['enum', isFilledListOf(anything)],
  ['const', anything],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, isNumber] as const),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [name, isCount] as const),
  ...['minProperties', 'maxProperties'].map((name) => [name, isCount] as const),
  ['pattern', isPattern],
  ['uniqueItems', isTruth],
  ...['allOf', 'anyOf', 'oneOf'].map((name) => [name, isFilledListOf(isSchema)] as const),
  ['not', isSchema],
  ['dependentRequired', isNamed(isNameList)],
  ...['title', 'description', 'format', '$comment'].map((name) => [name, isText] as const),
  ...['deprecated', 'readOnly', 'writeOnly'].map((name) => [name, isTruth] as const),
  ['default', anything],
  ['examples', isListOf(anything)],
]);

/** Keywords that have a value which JSON Schema does not allow. */
export function findWrongKeywords(schema: Fields): readonly KeyPath[] {
  const wrong: KeyPath[] = [];
  walkSchema(schema, [], (inner, path) => {
    for (const [keyword, value] of Object.entries(inner)) {
      if (keywords.get(keyword)?.(value) === false) wrong.push([...path, keyword]);
    }
  });
  return wrong;
}

export function isSimpleSchema(schema: Fields): boolean {
  let simple = true;
  walkSchema(schema, [], (inner) => {
    simple &&= Object.entries(inner).every(([keyword, value]) => keywords.get(keyword)?.(value) ?? false);
  });
  return simple;
}

function isTypeList(value: unknown): boolean {
  return isFilledListOf((item) => typeNames.has(item))(value) && isNameList(value);
}

/** Whether it is a regular expression as JSON Schema wants it. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}
