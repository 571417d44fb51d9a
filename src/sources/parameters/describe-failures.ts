// What a JSON Schema does not accept, in plain words: each with the option as it is written, and never with a secret.

import type { ErrorObject } from 'ajv/dist/2020.js';
import { below, follow, readPointer } from '../../tool-form/json-pointer.js';
import type { Value } from '../../tool-form/value.js';
import type { Input, Parameter } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import { isNamedLikeSecret } from '../../vocabulary/look-alikes.js';

export function describeFailures(
  errors: readonly ErrorObject[],
  input: Input,
  parameters: readonly Parameter[],
): Problem[] {
  return withoutBranches(errors)
    .slice(0, mostFailures)
    .map((error) => describe(error, input, parameters));
}

/** A list can have a wrong item a million times. */
const mostFailures = 100;

/** Where no branch of `anyOf` or `oneOf` fits, what is wrong with each of them says less than that none fits. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const broken = errors.filter(({ keyword }) => branching.has(keyword));
  // Each once: every item of a list breaks the same rule.
  const rules = [...new Set(broken.map(({ schemaPath }) => `${schemaPath}/`))];
  return errors.filter(({ schemaPath }) => !rules.some((rule) => schemaPath.startsWith(rule)));
}

const branching: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'propertyNames', 'contains']);

function describe(error: ErrorObject, input: Input, parameters: readonly Parameter[]): Problem {
  const { keyword, instancePath, params } = error;
  const missing = keyword === 'required' ? String(params.missingProperty) : undefined;
  const [name, ...rest] = readPointer(missing === undefined ? instancePath : below(instancePath, missing)) ?? [];
  const parameter = parameters.find(({ key }) => key === name);
  const label = parameter?.label ?? (name === undefined ? undefined : JSON.stringify(name));
  if (missing !== undefined && rest.length === 0) {
    return {
      code: 'MISSING_ARGUMENT',
      field: label ?? missing,
      message: `The ${label} argument is required`,
      hint: `Add ${label}`,
    };
  }
  const secret = parameter?.secret ?? false;
  const place =
    rest.length === 0 || secret ? '' : ` at ${rest.reduce<string>((pointer, part) => below(pointer, part), '')}`;
  const subject = label === undefined ? 'The input' : `The ${label} argument${place}`;
  const { message, hint } = secret && revealing.has(keyword) ? notValid : sayWhy(error, parameters);
  const value = name === undefined ? undefined : follow(input as Value, [name, ...rest]);
  const shown = isScalar(value) && parameter !== undefined && !secret && !isNamedLikeSecret(parameter.label);
  return {
    code: missing === undefined ? (codes[keyword] ?? 'INVALID_VALUE') : 'MISSING_ARGUMENT',
    field: label ?? 'input',
    message: `${subject} ${message}`,
    ...(shown && { value }),
    hint,
  };
}

/** What these say repeats a part of the value. */
const revealing: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames']);

const notValid: Words = { message: 'is not valid', hint: 'See the schema of the command' };

const codes: Readonly<Record<string, string>> = {
  type: 'INVALID_TYPE',
  enum: 'INVALID_CHOICE',
  const: 'INVALID_CHOICE',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  exclusiveMinimum: 'OUT_OF_RANGE',
  exclusiveMaximum: 'OUT_OF_RANGE',
  additionalProperties: 'UNKNOWN_FIELD',
  unevaluatedProperties: 'UNKNOWN_FIELD',
};

interface Words {
  /** Continues the sentence "The --max argument …". */
  readonly message: string;
  readonly hint: string;
}

function sayWhy({ keyword, params, message = 'is not valid' }: ErrorObject, parameters: readonly Parameter[]): Words {
  const labelOf = (name: unknown) => parameters.find(({ key }) => key === name)?.label ?? JSON.stringify(name);
  const limit = String(params.limit);
  switch (keyword) {
    case 'required':
      return { message: 'is required', hint: `Add the field ${JSON.stringify(params.missingProperty)}` };
    case 'type':
      return { message: `must be ${typeText(params.type)}`, hint: `Use ${typeText(params.type)}` };
    case 'enum':
      return {
        message: 'is not one of the allowed values',
        hint: `Use one of ${(params.allowedValues as unknown[]).map(toText).join(', ')}`,
      };
    case 'const':
      return { message: 'is not the only allowed value', hint: `Use ${toText(params.allowedValue)}` };
    case 'minimum':
      return { message: 'is out of range', hint: `Use a number of ${limit} or more` };
    case 'maximum':
      return { message: 'is out of range', hint: `Use a number up to ${limit}` };
    case 'exclusiveMinimum':
      return { message: 'is out of range', hint: `Use a number above ${limit}` };
    case 'exclusiveMaximum':
      return { message: 'is out of range', hint: `Use a number below ${limit}` };
    case 'multipleOf':
      return {
        message: `is not a multiple of ${params.multipleOf}`,
        hint: `Use a multiple of ${params.multipleOf}`,
      };
    case 'minLength':
      return { message: 'is too short', hint: `Use at least ${count(limit, 'character')}` };
    case 'maxLength':
      return { message: 'is too long', hint: `Use at most ${count(limit, 'character')}` };
    case 'pattern':
      return { message: 'does not match the required pattern', hint: `It must match ${params.pattern}` };
    case 'minItems':
      return { message: 'has too few items', hint: `Use at least ${count(limit, 'item')}` };
    case 'maxItems':
      return { message: 'has too many items', hint: `Use at most ${count(limit, 'item')}` };
    case 'uniqueItems':
      return { message: 'contains the same item twice', hint: 'List each item once' };
    case 'minProperties':
      return { message: 'has too few fields', hint: `Use at least ${count(limit, 'field')}` };
    case 'maxProperties':
      return { message: 'has too many fields', hint: `Use at most ${count(limit, 'field')}` };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = JSON.stringify(params.additionalProperty ?? params.unevaluatedProperty);
      return { message: `has an unknown field ${name}`, hint: `Remove ${name}` };
    }
    case 'dependentRequired':
    case 'dependencies': {
      const wanted = labelOf(params.missingProperty);
      return {
        message: `needs ${wanted} when ${labelOf(params.property)} is given`,
        hint: `Add ${wanted}, or remove ${labelOf(params.property)}`,
      };
    }
    case 'oneOf':
      return {
        message: 'must match exactly one of the allowed forms',
        hint: 'See the schema of the command for the forms',
      };
    case 'anyOf':
      return { message: 'matches none of the allowed forms', hint: 'See the schema of the command for the forms' };
    case 'not':
      return {
        message: 'has a form that is not allowed',
        hint: 'See the schema of the command for the excluded forms',
      };
    case 'false schema':
      return { message: 'is not allowed', hint: 'Remove it' };
    case 'limit':
      return { message, hint: 'Use shorter or fewer values' };
    default:
      return { ...notValid, message };
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function typeText(types: unknown): string {
  const names = (Array.isArray(types) ? types : [types]) as readonly string[];
  return names.map((name) => typeNames[name] ?? name).join(' or ');
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const count = (limit: string, what: string): string => `${limit} ${what}${limit === '1' ? '' : 's'}`;

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
