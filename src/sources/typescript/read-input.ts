// One schema for all arguments → Parameters, and the check of all of them together.
import { nearestOf } from '../../command-line/nearest.js';
import { isObject } from '../../shape/kind-of.js';
import { below, readPointer } from '../../tool-form/json-pointer.js';
import type { Command, JsonSchema, Parameter } from '../../vocabulary/command.js';
import { compileLater, findSchemaProblems } from '../parameters/json-schema.js';
import type { CommandDefinition } from './definition.js';
import { readSchemaArgument } from './read-schema-argument.js';
import type { Report } from './report.js';
import { readEntries } from './schema-structure.js';
import {
  checkInputWithSchema,
  describeAsJsonSchema,
  isStandardSchema,
  type StandardSchema,
} from './standard-schema.js';

interface WholeInput {
  readonly parameters: readonly Parameter[];
  readonly checkInput?: Command['checkInput'];
}

const nothing: WholeInput = { parameters: [] };

/** `undefined` where the arguments are described one by one. */
export function readInput(definition: CommandDefinition, report: Report): WholeInput | undefined {
  const { input, positional = [], details = {} } = definition;
  if (input === undefined) {
    for (const field of ['positional', 'details'] as const) {
      if (definition[field] !== undefined) report(`it has ${field} and no input.`, `Add input, or remove ${field}.`);
    }
    return undefined;
  }
  const schema = isStandardSchema(input) ? input : fromJsonSchema(input, report);
  const entries = schema && entriesOf(schema);
  if (!schema) return nothing;
  if (!entries) {
    report('its input does not say which properties it has.', howToDescribe(schema));
    return nothing;
  }
  const names = Object.keys(entries);
  checkNames('positional', positional, names, report);
  checkNames('details', Object.keys(details), names, report);
  const ordered = [...positional.filter((name) => names.includes(name)), ...names];
  const last = positional.at(-1);
  const parameters = [...new Set(ordered)].map((key) => {
    const { schema: entry, required } = entries[key] as Entry;
    const known = { ...details[key], schema: entry, positional: positional.includes(key) };
    const parameter = readSchemaArgument(key, known, report, 'together');
    if (!parameter) return undefined;
    return {
      ...parameter,
      ...(required !== undefined && parameter.type !== 'flag' && { required }),
      // As in every shell: the words that are left are the list.
      ...(key === last && parameter.type === 'array' && details[key]?.variadic === undefined && { variadic: true }),
    };
  });
  return {
    parameters: parameters.filter((parameter) => parameter !== undefined),
    checkInput: (value) => checkInputWithSchema(schema, value),
  };
}

interface Entry {
  readonly schema: StandardSchema;
  /** Only where the schema of the property does not say it itself. */
  readonly required?: boolean;
}

function entriesOf(schema: StandardSchema): Readonly<Record<string, Entry>> | undefined {
  const entries = Object.entries(readEntries(schema) ?? {});
  if (entries.length > 0 && entries.every(([, entry]) => isStandardSchema(entry))) {
    return Object.fromEntries(entries.map(([key, entry]) => [key, { schema: entry as StandardSchema }]));
  }
  const described = describeAsJsonSchema(schema);
  const whole = described && resolve(described, described);
  if (whole?.type !== 'object' || !isObject(whole.properties)) return undefined;
  const required = Array.isArray(whole.required) ? whole.required : [];
  return Object.fromEntries(
    Object.entries(whole.properties).map(([key, property]) => {
      const own = resolve(isObject(property) ? property : {}, described as JsonSchema);
      const isRequired = required.includes(key) && own.default === undefined;
      return [key, { schema: propertySchema(own, isRequired), required: isRequired }];
    }),
  );
}

/** A property on its own, with the definitions that it refers to. */
function resolve(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema;
  const path = typeof $ref === 'string' && $ref.startsWith('#/') ? readPointer($ref.slice(1)) : undefined;
  const found = path?.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    whole,
  );
  const own = isObject(found) ? { ...found, ...rest } : schema;
  const definitions = ['$defs', 'definitions'].filter((name) => JSON.stringify(own).includes(`"#/${name}/`));
  return { ...own, ...Object.fromEntries(definitions.map((name) => [name, whole[name]])) };
}

/** Of a library that describes the whole and cannot be asked for its parts. */
function propertySchema(schema: JsonSchema, required: boolean): StandardSchema {
  const check = compileLater(schema);
  return {
    '~standard': {
      version: 1,
      vendor: 'cmdgate',
      validate: (value) => {
        const isRight = value === undefined ? !required : check(value).length === 0;
        return isRight ? { value: value ?? schema.default } : { issues: [{ message: 'is not valid' }] };
      },
      ...{ jsonSchema: { input: () => schema } },
    },
  };
}

function fromJsonSchema(input: unknown, report: Report): StandardSchema | undefined {
  const schema = isObject(input) ? input : {};
  const problems = findSchemaProblems(schema);
  for (const { path, message } of problems) {
    report(`its input is not a JSON Schema at ${path.join('.') || 'its root'}: ${message}`, 'Use JSON Schema 2020-12.');
  }
  if (problems.length > 0) return undefined;
  const check = compileLater(schema);
  const defaults = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([key, property]) =>
    isObject(property) && property.default !== undefined ? [[key, property.default] as const] : [],
  );
  return {
    '~standard': {
      version: 1,
      vendor: 'cmdgate',
      validate: (given) => {
        const value = { ...structuredClone(Object.fromEntries(defaults)), ...(given as object) };
        const errors = check(value);
        if (errors.length === 0) return { value };
        return {
          issues: errors.map(({ instancePath, message = 'is not valid', params }) => {
            const missing = (params as { missingProperty?: string }).missingProperty;
            return { message, path: readPointer(missing ? below(instancePath, missing) : instancePath) ?? [] };
          }),
        };
      },
      ...{ jsonSchema: { input: () => schema } },
    },
  };
}

function howToDescribe(schema: StandardSchema): string {
  const { vendor } = schema['~standard'];
  if (vendor === 'effect') return 'Use Schema.toStandardSchemaV1(Schema.toStandardJSONSchemaV1(schema)).';
  return 'Use the schema of one object, such as z.object({ … }). For variants of it, define a subcommand for each.';
}

function checkNames(field: string, given: readonly string[], names: readonly string[], report: Report): void {
  for (const name of given) {
    if (names.includes(name)) continue;
    const near = nearestOf(name, names);
    const fix = near ? `Did you mean "${near}"?` : `Its properties are: ${names.join(', ')}.`;
    report(`its ${field} names ${JSON.stringify(name)}, which its input does not have.`, fix);
  }
  if (new Set(given).size < given.length) report(`its ${field} names a property twice.`, 'Name each once.');
}
