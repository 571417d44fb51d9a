// The JSON Schema of a definition's parameters → options that words can be read into. The schema itself is kept to when the
// call is planned, on the whole input: options only say how words become values.

import { longNames } from '../../command-line/grammar.js';
import { nearestOf } from '../../command-line/nearest.js';
import { standardOptions } from '../../command-line/standard-options.js';
import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { isObject, kindOf } from '../../shape/kind-of.js';
import type { JsonSchema, Parameter } from '../../vocabulary/command.js';
import { type Fields, fieldOf } from './check-fields.js';
import type { DefinitionReport } from './definition-report.js';
import { checkReferences, checkSecretPlaces, findPathPlaces } from './guarded-schemas.js';
import type { InputParameters, PathRule } from './input-parameters.js';
import { findSchemaProblems } from './json-schema.js';
import { toNewestDialect } from './older-dialect.js';
import { readParameter } from './read-parameter.js';
import { schemaKeywords, walkSchema } from './walk-schema.js';

const optionName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Where none are described, there are none. */
const nothing: InputParameters = {
  schema: { type: 'object', properties: {}, additionalProperties: false },
  parameters: [],
  pathPlaces: [],
};

/** `path` is the place of the schema in its definition. */
export function readParameters(
  value: unknown,
  path: KeyPath,
  paths: PathRule,
  report: DefinitionReport,
): InputParameters {
  if (value === undefined) return nothing;
  if (!isObject(value)) {
    report.error(path, `Must be a JSON Schema, not ${kindOf(value)}.`, 'Write {"type": "object", "properties": {…}}.');
    return nothing;
  }
  if (fieldOf(value, 'type') !== 'object') {
    report.error(path, 'The schema of the parameters is not that of an object.', 'Write "type": "object".');
  }
  const schema = toNewestDialect(value, path, report);
  if (schema === undefined) return nothing;
  checkKeywords(schema, path, report);
  for (const problem of findSchemaProblems(schema)) {
    report.error([...path, ...problem.path], problem.message, 'Write it according to JSON Schema 2020-12.');
  }
  checkSecretPlaces(schema, path, report);
  checkReferences(schema, path, report);
  return {
    schema,
    parameters: readProperties(schema, path, paths, report),
    pathPlaces: findPathPlaces(schema, path, report),
  };
}

function readProperties(
  schema: JsonSchema,
  base: KeyPath,
  paths: PathRule,
  report: DefinitionReport,
): readonly Parameter[] {
  const properties = fieldOf(schema, 'properties') ?? {};
  if (!isObject(properties)) return [];
  const written = fieldOf(schema, 'required');
  const required: readonly unknown[] = Array.isArray(written) ? written : [];
  const parameters: Parameter[] = [];
  for (const [key, property] of Object.entries(properties)) {
    const path = [...base, 'properties', key];
    if (!optionName.test(key)) {
      const fix = 'Use a letter, then letters, digits, "-" and "_".';
      report.error(path, `${quoteForReport(key)} cannot be the name of an option.`, fix, 'key');
      continue;
    }
    parameters.push(readParameter(key, isObject(property) ? property : {}, required.includes(key), paths));
  }
  for (const [index, name] of required.entries()) {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) continue;
    const message = `${quoteForReport(name)} is required, but there is no such property: the command could never run.`;
    const nearest = nearestOf(name, Object.keys(properties));
    const fix = nearest ? `Did you mean "${nearest}"?` : 'Describe it under "properties".';
    report.error([...base, 'required', index], message, fix);
  }
  checkNames(parameters, base, report);
  return parameters;
}

/** Whoever types one of these must be able to rely on it. */
const runsNothing: ReadonlySet<string> = new Set(['dry-run', 'validate-only']);

/** `maxResults` and `max-results` are typed in the same way. */
function checkNames(parameters: readonly Parameter[], base: KeyPath, report: DefinitionReport): void {
  const owners = new Map<string, string>();
  for (const parameter of parameters) {
    const path = [...base, 'properties', parameter.key];
    for (const name of longNames(parameter)) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, parameter.key);
      else report.error(path, `Both it and ${quoteForReport(owner)} are typed as --${name}.`, 'Rename one.', 'key');
    }
    const hidden = longNames(parameter).find(isOnEveryCommand);
    if (hidden === undefined) continue;
    const message = `It hides the option --${hidden} that every command has.`;
    if (runsNothing.has(hidden))
      report.error(path, `${message} Without that option, nothing may run.`, 'Choose another name.', 'key');
    else report.hint(path, message, 'Choose another name, unless that is intended.', 'key');
  }
}

function isOnEveryCommand(name: string): boolean {
  const option = standardOptions.get(name);
  return option !== undefined && option.only === undefined;
}

const keywords: readonly string[] = [
  ...schemaKeywords.one,
  ...schemaKeywords.list,
  ...schemaKeywords.named,
  ...['$ref', '$anchor', '$comment', '$id', '$schema'],
  ...['type', 'enum', 'const', 'required', 'dependentRequired', 'pattern', 'format', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType'],
];

/** Rules that the validator reads otherwise than the specification, or not at all. */
const uncheckable: ReadonlyMap<string, string> = new Map([
  ['$dynamicRef', 'Use "$ref".'],
  ['$dynamicAnchor', 'Use "$anchor", or name the schema under "$defs".'],
  ['$vocabulary', 'Remove it: it belongs to the schema of a schema.'],
  ['$recursiveRef', 'Use "$ref".'],
  ['$recursiveAnchor', 'Remove it.'],
]);

/** Formats that mean something here. JSON Schema 2020-12 takes all others for a remark. */
const knownFormats: ReadonlySet<unknown> = new Set(['path', 'password']);

/** Words that look like a rule, and are not kept to. */
function tellUnchecked(schema: Fields, path: KeyPath, report: DefinitionReport): void {
  const format = fieldOf(schema, 'format');
  if (typeof format === 'string' && !knownFormats.has(format)) {
    const message = `The format ${quoteForReport(format)} is not checked: any text is passed on.`;
    report.hint([...path, 'format'], message, 'Add a "pattern" if the program relies on it.');
  }
  for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
    if (fieldOf(schema, keyword) === undefined) continue;
    const message = `"${keyword}" is not checked: any text is passed on.`;
    report.hint([...path, keyword], message, 'Let the program check its input.', 'key');
  }
}

/** JSON Schema ignores what it does not know. A rule that nobody keeps must not look as if it were kept. */
function checkKeywords(schema: JsonSchema, base: KeyPath, report: DefinitionReport): void {
  walkSchema(schema, base, (inner: Fields, path) => {
    if (inner !== schema) checkPropertyNames(inner, path, report);
    tellUnchecked(inner, path, report);
    for (const name of Object.keys(inner)) {
      const place = [...path, name];
      if (name === '$id' || name === '$schema') {
        report.error(place, `A schema inside a schema cannot have "${name}".`, 'Remove it.', 'key');
      } else if (uncheckable.has(name)) {
        report.error(place, `"${name}" cannot be checked.`, uncheckable.get(name) ?? '', 'key');
      } else if (!keywords.includes(name) && !name.startsWith('x-')) {
        const nearest = nearestOf(name, keywords);
        const fix = nearest ? `Did you mean "${nearest}"?` : 'Remove it, or start its name with "x-".';
        report.error(place, `JSON Schema has no keyword ${quoteForReport(name)}.`, fix, 'key');
      }
    }
  });
}

/** The validator passes over a property of this name. */
function checkPropertyNames(schema: Fields, path: KeyPath, report: DefinitionReport): void {
  for (const keyword of ['properties', 'dependentSchemas', 'dependentRequired']) {
    const named = fieldOf(schema, keyword);
    if (!isObject(named) || !Object.hasOwn(named, '__proto__')) continue;
    report.error([...path, keyword, '__proto__'], 'No property can be called "__proto__".', 'Rename it.', 'key');
  }
}
