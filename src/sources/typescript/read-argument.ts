// One argument of the specification's form → Parameter. What is wrong with it is told, all of it.
import { nearestOf } from '../../command-line/nearest.js';
import { checkValue, readValue } from '../../command-line/read-value.js';
import {
  type CheckResult,
  type ItemType,
  type JsonSchema,
  type Parameter,
  type ParameterType,
  parameterTypes,
} from '../../vocabulary/command.js';
import { jsonType } from '../../vocabulary/json-type.js';
import { argumentFields, checkFields, itemTypes, withoutWrongFields } from './check-fields.js';
import type { ArgumentDefinition } from './definition.js';
import type { Report } from './report.js';
import { matching, patternOf, withMostBytes, withTextRule } from './text-rules.js';

const positionalName = /^[A-Za-z][A-Za-z0-9_-]*$/;
const optionName = /^--[A-Za-z][A-Za-z0-9_-]*$/;

export function readArgument(definition: ArgumentDefinition, report: Report): Parameter | undefined {
  if (typeof definition !== 'object' || definition === null) {
    report('an argument is not an object.', 'Give { name, type, description }.');
    return undefined;
  }
  const { name } = definition;
  if (typeof name !== 'string' || !(positionalName.test(name) || optionName.test(name))) {
    report(
      `an argument is called ${JSON.stringify(name)}.`,
      'Name it like "--max" (an option) or "fileId" (a positional).',
    );
    return undefined;
  }
  const isKnown = isKnownType(definition, report);
  if (!checkFields(definition, argumentFields, name, report, 'rules refused') || !isKnown) {
    // To find what else is wrong. What goes with a type is not, where the type is.
    const sound = withoutWrongFields(definition, argumentFields);
    const { enum: _, default: __, examples, minimum, maximum, pattern, maxBytes, ...rest } = sound;
    return readArgument(isKnown ? sound : { ...rest, type: 'string' }, report);
  }
  const isPath = definition.path === true || definition.format === 'path';
  const type = isPath && definition.type === 'string' ? 'path' : definition.type;
  const positional = !name.startsWith('--');
  const pattern = patternOf(definition, report);
  if (pattern !== undefined && !holdsText(type, definition.items)) {
    report(`${name} is a ${type} and has a pattern.`, 'Only text can match a pattern: use the type string.');
  }
  const plain: Parameter = {
    key: positional ? name : name.slice(2),
    label: name,
    positional,
    type,
    itemType: definition.items ?? (isItemType(type) ? type : type === 'flag' ? 'boolean' : 'string'),
    aliases: (definition.aliases ?? []).map((alias) => alias.replace(/^--/, '')),
    short: definition.short?.replace(/^-/, ''),
    variadic: definition.variadic ?? false,
    required: (definition.required ?? false) && (definition.default ?? undefined) === undefined,
    default: definition.default ?? (type === 'flag' && !definition.required ? false : undefined),
    choices: definition.enum,
    minimum: definition.minimum,
    maximum: definition.maximum,
    ...(definition.maxBytes !== undefined && { maxBytes: definition.maxBytes }),
    ...(definition.complete && { complete: definition.complete.bind(definition) }),
    description: definition.description ?? '',
    examples: definition.examples ?? [],
    secret: definition.secret ?? false,
    path: pathRule(type === 'array' ? (definition.items ?? 'string') : type, definition.path),
    ...(definition.mustExist && { mustExist: definition.mustExist }),
    schema: {},
    guessType: false,
    ownRules: false,
    check: definition.validate ? checkWith(definition.validate.bind(definition)) : undefined,
  };
  checkMostBytes(name, type, definition.items, definition.maxBytes, report);
  if (definition.mustExist && plain.path !== 'inside') {
    report(`${name} has mustExist and is not a path.`, "Use type: 'path', or path: true.");
  }
  const matched = pattern === undefined ? plain : withTextRule(plain, matching(pattern));
  const parameter = withMostBytes(matched);
  if ((definition.minimum ?? -Infinity) > (definition.maximum ?? Infinity)) {
    report(`the minimum of ${name} is above its maximum.`, 'Swap them.');
  }
  if (definition.default !== undefined && definition.default !== null) checkDefault(parameter, report);
  checkArgumentExamples(parameter, report);
  return { ...parameter, schema: schemaOf(parameter, pattern) };
}

function isKnownType({ name, type }: ArgumentDefinition, report: Report): boolean {
  if (parameterTypes.includes(type)) return true;
  const given = String(type);
  const nearest = parameterTypes.find((one) => one.startsWith(given)) ?? nearestOf(given, parameterTypes);
  report(
    `${name} has the unknown type ${JSON.stringify(type)}.`,
    nearest ? `Did you mean "${nearest}"?` : `Use one of ${parameterTypes.join(', ')}.`,
  );
  return false;
}

/** A rule that nobody keeps must not look as if it were kept. */
export function checkMostBytes(
  name: string,
  type: ParameterType,
  items: ItemType | undefined,
  maxBytes: number | undefined,
  report: Report,
): void {
  if (maxBytes === undefined || holdsText(type, items)) return;
  report(`${name} is a ${type} and has maxBytes.`, 'Only text is counted in bytes: use the type string.');
}

function holdsText(type: ParameterType, items: ItemType = 'string'): boolean {
  return ['string', 'path'].includes(type === 'array' ? items : type);
}

/** A declared path stays inside, a string is guarded, and only the owner can say that neither applies. */
export function pathRule(type: ParameterType, declared: boolean | undefined): Parameter['path'] {
  if (declared === false) return 'free';
  return type === 'path' || declared === true ? 'inside' : 'guarded';
}

export function checkArgumentExamples(parameter: Parameter, report: Report): void {
  if (!isItemType(parameter.type) || parameter.ownRules) return;
  for (const example of parameter.examples) {
    if (typeof example === 'string' && readValue(parameter.type, example).ok) continue;
    report(
      `the example ${JSON.stringify(example)} of ${parameter.label} is not a ${parameter.type}.`,
      `Use examples that can be typed as a ${parameter.type}.`,
    );
  }
}

function isItemType(type: ParameterType): type is ItemType {
  return (itemTypes as readonly ParameterType[]).includes(type);
}

function checkDefault(parameter: Parameter, report: Report): void {
  const why = defaultProblem(parameter);
  const { label } = parameter;
  if (why) report(`the default of ${label} ${why}.`, `Use a default that ${label} itself would accept, or none.`);
}

function defaultProblem(parameter: Parameter): string | undefined {
  const { choices, minimum, maximum, default: value } = parameter;
  const whole = checkValue(parameter.variadic ? 'array' : parameter.type, value);
  if (!whole.ok) return whole.problem.message;
  try {
    structuredClone(value);
  } catch {
    return 'cannot be copied for each run';
  }
  const isList = Array.isArray(value);
  for (const item of isList ? value : [value]) {
    const result = isList ? checkValue(parameter.itemType, item) : whole;
    if (!result.ok) return `has an item that ${result.problem.message}`;
    if (parameter.path === 'inside' && typeof item === 'string' && leadsOut(item)) return 'is outside the workspace';
    if (choices && !choices.includes(item)) return 'is not one of its choices';
    if (typeof item === 'number' && (item < (minimum ?? item) || item > (maximum ?? item)))
      return 'is outside its own range';
  }
  const checked = parameter.check?.(value);
  return checked && !(checked instanceof Promise) && !checked.ok ? checked.problems.join('; ') : undefined;
}

/** The author's `validate` as a check: a text is the reason, and one that throws has refused the value. */
function checkWith(validate: (value: unknown) => boolean | string | Promise<boolean | string>): Parameter['check'] {
  const judge = (value: unknown, verdict: boolean | string): CheckResult => {
    if (verdict === true) return { ok: true, value };
    return { ok: false, problems: [typeof verdict === 'string' ? verdict : 'has a value that is not accepted'] };
  };
  return (value) => {
    try {
      const verdict = validate(value);
      return verdict instanceof Promise
        ? verdict.then(
            (settled) => judge(value, settled),
            () => judge(value, 'could not be checked'),
          )
        : judge(value, verdict);
    } catch {
      return judge(value, 'could not be checked');
    }
  };
}

/** By its looks alone: where a workspace is, is not known yet. */
function leadsOut(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path);
}

function schemaOf(parameter: Parameter, pattern: string | undefined): JsonSchema {
  const { type, itemType, variadic, choices, minimum, maximum, description, secret } = parameter;
  const one: JsonSchema = {
    ...jsonType(type === 'array' ? itemType : type),
    ...(choices && { enum: choices }),
    ...(pattern !== undefined && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
  const shown = parameter.default !== undefined && !secret && !(type === 'flag' && parameter.default === false);
  return {
    ...(variadic || type === 'array' ? { type: 'array', items: one } : one),
    ...(shown && { default: parameter.default }),
    ...(description && { description }),
  };
}
