// One property of the parameters → the option that it is typed as.

import { isObject } from '../../shape/kind-of.js';
import type { CheckResult, ItemType, JsonSchema, Parameter, ParameterType } from '../../vocabulary/command.js';
import { type Fields, fieldOf } from './check-fields.js';
import { isPathSchema, isSecretSchema } from './guarded-schemas.js';
import type { PathRule } from './input-parameters.js';
import { walkSchema } from './walk-schema.js';

export function readParameter(key: string, schema: Fields, required: boolean, paths: PathRule): Parameter {
  const types = typesOf(schema);
  const type = types.length === 1 ? parameterType(types[0], schema) : 'string';
  const items = isObject(schema.items) ? schema.items : {};
  const itemTypes = typesOf(items);
  const itemType = itemTypes.length === 1 ? parameterType(itemTypes[0], items) : 'object';
  const ofScalars = itemType !== 'object' && itemType !== 'array';
  const bounds = type === 'array' ? items : schema;
  const byDefault = fieldOf(schema, 'default');
  const ownRules = type === 'array' && !ofScalars;
  const guessType = types.length !== 1;
  return {
    key,
    label: `--${toKebab(key)}`,
    positional: false,
    type,
    itemType: type === 'array' && ofScalars ? toItemType(itemType) : toItemType(type),
    aliases: [],
    short: undefined,
    variadic: false,
    required: required && byDefault === undefined,
    default: byDefault,
    choices: choicesOf(bounds),
    minimum: numberOf(bounds, 'minimum'),
    maximum: numberOf(bounds, 'maximum'),
    description: textOf(schema, 'description') ?? textOf(schema, 'title') ?? '',
    examples: examplesOf(schema, type),
    secret: holdsSecret(schema),
    path: pathRule(schema, items, paths),
    schema: schema as JsonSchema,
    guessType,
    ownRules,
    check: guessType ? checkTypes(types) : ownRules ? fillIn(required, byDefault) : undefined,
  };
}

/** What the schema says or shows about the type; empty where it can be anything. */
function typesOf(schema: Fields): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  const values = Array.isArray(schema.enum) ? schema.enum : Object.hasOwn(schema, 'const') ? [schema.const] : [];
  return [...new Set(values.map(typeOfValue))];
}

function parameterType(type: string | undefined, schema: Fields): ParameterType {
  switch (type) {
    case 'integer':
    case 'number':
    case 'array':
    case 'object':
      return type;
    case 'boolean':
      return 'flag';
    default:
      return schema.format === 'path' ? 'path' : 'string';
  }
}

function toItemType(type: ParameterType): ItemType {
  if (type === 'flag') return 'boolean';
  return type === 'array' || type === 'object' ? 'string' : type;
}

/** Of a declared path, the planner makes sure itself: after the schema, which has to see what was written. */
function pathRule(schema: Fields, items: Fields, paths: PathRule): Parameter['path'] {
  return paths === 'any' || isPathSchema(schema) || isPathSchema(items) ? 'free' : 'guarded';
}

/** A value that has a secret anywhere in it is one. */
function holdsSecret(schema: Fields): boolean {
  let found = false;
  walkSchema(schema, [], (inner) => {
    found ||= isSecretSchema(inner);
  });
  return found;
}

function choicesOf(schema: Fields): readonly unknown[] | undefined {
  const { enum: values } = schema;
  const listed = Array.isArray(values) && values.every((value) => typeof value === 'string' || Number.isFinite(value));
  return listed ? values : undefined;
}

function numberOf(schema: Fields, name: string): number | undefined {
  const value = fieldOf(schema, name);
  return typeof value === 'number' ? value : undefined;
}

function textOf(schema: Fields, name: string): string | undefined {
  const value = fieldOf(schema, name);
  return typeof value === 'string' ? value : undefined;
}

/** Examples as they are typed. */
function examplesOf(schema: Fields, type: ParameterType): readonly string[] {
  const { examples } = schema;
  if (!Array.isArray(examples) || type === 'flag' || type === 'array' || type === 'object') return [];
  return examples.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
}

/** Several types: a word is the first of text, number and boolean that is one of them. */
function checkTypes(types: readonly string[]): Parameter['check'] {
  if (types.length === 0) return undefined;
  return (value): CheckResult => {
    const type = typeOfValue(value);
    const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
    return fits ? { ok: true, value } : { ok: false, problems: [`must be ${types.join(' or ')}`] };
  };
}

/** What a list of something else than words becomes where it is not given. */
function fillIn(required: boolean, byDefault: unknown): Parameter['check'] {
  return (value) => {
    if (value !== undefined) return { ok: true, value };
    if (byDefault !== undefined) return { ok: true, value: structuredClone(byDefault) };
    return required ? { ok: false, problems: ['is required'] } : { ok: true, value: undefined };
  };
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}

/** `maxResults` and `max_results` are typed as `--max-results`. */
function toKebab(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
