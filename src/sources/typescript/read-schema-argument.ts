// One argument that is described by a Standard Schema → Parameter.
import type { ItemType, JsonSchema, Parameter, ParameterType } from '../../vocabulary/command.js';
import type { Arg } from './arg.js';
import { checkFields, schemaArgumentFields } from './check-fields.js';
import { checkArgumentExamples, checkMostBytes, pathRule } from './read-argument.js';
import type { Report } from './report.js';
import { readStructure } from './schema-structure.js';
import { checkWithSchema, describeAsJsonSchema, isStandardSchema } from './standard-schema.js';
import { withMostBytes } from './text-rules.js';

/** `together`: the schema of the whole input decides, and this one only says how a word is read. */
export function readSchemaArgument(
  key: string,
  definition: Arg,
  report: Report,
  checked: 'alone' | 'together' = 'alone',
): Parameter | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(key)) {
    report(`an argument is called ${JSON.stringify(key)}.`, 'Name it like "max" or "fileId".');
    return undefined;
  }
  if (!isStandardSchema(definition?.schema)) {
    report(
      `the argument ${key} has no schema.`,
      'Write arg(schema, details), with a schema from zod, valibot or similar.',
    );
    return undefined;
  }
  if (!checkFields(definition, schemaArgumentFields, key, report, 'rules refused')) return undefined;
  const { schema } = definition;
  const structure = readStructure(schema);
  if (structure.unusable) {
    const { what, fix } = structure.unusable;
    report(`no typed word can match ${key}: its schema only accepts a program value (${what}).`, fix);
    return undefined;
  }
  const described = describeAsJsonSchema(schema) ?? structure.json;
  const known = definition.type ?? (structure.coercesDate ? 'datetime' : typeFromSchema(described));
  const declared = known ?? 'string';
  const type: ParameterType = definition.path === true && declared === 'string' ? 'path' : declared;
  const items = described?.items as JsonSchema | undefined;
  const itemType = itemTypeOf(items);
  const positional = definition.positional !== undefined && definition.positional !== false;
  const label = positional ? key : `--${toKebab(key)}`;
  const description = definition.description ?? (described?.description as string | undefined) ?? '';

  // What the schema makes of nothing is the default; one that needs time is asked again for each run.
  const missing = checkWithSchema(schema, undefined);
  const whenMissing = missing instanceof Promise ? undefined : missing;
  if (missing instanceof Promise) missing.catch(() => undefined);
  if (described?.default !== undefined && refuses(schema, described.default)) {
    report(`the default of ${label} does not match its own schema.`, 'Use a default that the schema accepts, or none.');
  }
  if (definition.variadic && type !== 'array' && known !== undefined) {
    report(
      `${label} is variadic, but its schema is not a list.`,
      'Give it the schema of the whole list, such as z.array(…).',
    );
  }
  const parameter: Parameter = {
    key,
    label,
    positional,
    type,
    itemType,
    aliases: (definition.aliases ?? []).map((alias) => alias.replace(/^--/, '')),
    short: definition.short?.replace(/^-/, ''),
    variadic: definition.variadic ?? false,
    // A flag that is not there is false, unless the schema wants to know that it is not there.
    required: type !== 'flag' && whenMissing?.ok === false,
    default: whenMissing?.ok ? whenMissing.value : type === 'flag' && whenMissing ? false : undefined,
    choices: (described?.enum ?? items?.enum) as readonly unknown[] | undefined,
    minimum: described?.minimum as number | undefined,
    maximum: described?.maximum as number | undefined,
    ...(definition.maxBytes !== undefined && { maxBytes: definition.maxBytes }),
    ...(definition.complete && { complete: definition.complete.bind(definition) }),
    description,
    examples: definition.examples ?? [],
    secret: definition.secret ?? false,
    path: pathRule(type === 'array' ? itemType : type, definition.path),
    ...(definition.mustExist && { mustExist: definition.mustExist }),
    schema: { ...(described ?? typeOnly(type)), ...(description && { description }) },
    guessType: known === undefined,
    ownRules: true,
    check: undefined,
    [checked === 'alone' ? 'check' : 'accepts']: (value: unknown) => checkWithSchema(schema, value),
  };
  if (parameter.mustExist && parameter.path !== 'inside') {
    report(`${parameter.label} has mustExist and is not a path.`, 'Add path: true.');
  }
  checkArgumentExamples(parameter, report);
  checkMostBytes(label, type, itemType, definition.maxBytes, report);
  return withMostBytes(parameter);
}

/** A library may take its default without asking its own rules. */
function refuses(schema: Arg['schema'], value: unknown): boolean {
  const result = checkWithSchema(schema, value);
  if (result instanceof Promise) result.catch(() => undefined);
  return !(result instanceof Promise) && !result.ok;
}

/** `undefined` where one word can have several types: then the schema itself decides, word by word. */
function typeFromSchema(schema: JsonSchema | undefined): ParameterType | undefined {
  switch (schema?.type) {
    case 'integer':
    case 'number':
    case 'array':
    case 'object':
      return schema.type;
    case 'boolean':
      return 'flag';
    case 'string':
      if (schema.format === 'path') return 'path';
      return schema.format === 'date-time' ? 'datetime' : 'string';
    default:
      return undefined;
  }
}

function itemTypeOf(items: JsonSchema | undefined): ItemType {
  const type = typeFromSchema(items);
  if (type === 'flag') return 'boolean';
  return type === undefined || type === 'array' || type === 'object' ? 'string' : type;
}

function typeOnly(type: ParameterType): JsonSchema {
  return type === 'string' ? {} : { type: type === 'flag' ? 'boolean' : type === 'path' ? 'string' : type };
}

/** `maxResults` and `max_results` are typed as `--max-results`. */
function toKebab(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
