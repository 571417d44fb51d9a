// Whether the fields of a definition hold what they should: definitions also come from plain JavaScript.
import { editDistance, nearestOf } from '../../command-line/nearest.js';
import { readHostEntry } from '../../execution/sandbox/network/host-list.js';
import { type ItemType, parameterTypes } from '../../vocabulary/command.js';
import type { Report } from './report.js';

type FieldCheck = readonly [wanted: string, holds: (value: unknown) => boolean];

const text: FieldCheck = ['a text', (value) => typeof value === 'string'];
const truth: FieldCheck = ['true or false', (value) => typeof value === 'boolean'];
const number: FieldCheck = ['a number', (value) => Number.isFinite(value)];
const callable: FieldCheck = ['a function', (value) => typeof value === 'function'];
const texts: FieldCheck = ['a list of texts', (value) => isListOf(value, (item) => typeof item === 'string')];
const anything: FieldCheck = ['anything', () => true];

export const itemTypes = parameterTypes.filter(
  (type): type is ItemType => type !== 'array' && type !== 'flag' && type !== 'object',
);

/** What an argument shares, however it is described. */
const detailFields: Readonly<Record<string, FieldCheck>> = {
  description: text,
  examples: texts,
  short: text,
  aliases: texts,
  variadic: truth,
  secret: truth,
  path: truth,
  maxBytes: ['a whole number from 1 on', (value) => Number.isInteger(value) && (value as number) > 0],
};

/** A field of an argument may be a rule: one that nobody keeps must not look as if it were kept. */
export const argumentFields: Readonly<Record<string, FieldCheck>> = {
  ...detailFields,
  name: text,
  type: anything,
  required: truth,
  default: anything,
  positional: truth,
  format: ['"path" or "id"', (value) => value === 'path' || value === 'id'],
  pattern: text,
  validate: callable,
  enum: [
    'a list of texts or numbers that is not empty',
    (value) => isListOf(value, (item) => typeof item === 'string' || typeof item === 'number') && value.length > 0,
  ],
  items: [`one of ${itemTypes.join(', ')}`, (value) => itemTypes.includes(value as ItemType)],
  minimum: number,
  maximum: number,
};

export const schemaArgumentFields: Readonly<Record<string, FieldCheck>> = {
  ...detailFields,
  schema: anything,
  type: [`one of ${parameterTypes.join(', ')}`, (value) => (parameterTypes as readonly unknown[]).includes(value)],
  positional: ['true, false or a place', (value) => typeof value === 'boolean' || Number.isInteger(value)],
};

export const commandFields: Readonly<Record<string, FieldCheck>> = {
  name: text,
  description: text,
  aliases: texts,
  examples: texts,
  danger: anything,
  timeoutMs: anything,
  isolated: truth,
  sandbox: ['an object { network, workspace, readable, writable }', isCommandSandbox],
  outputSchema: ['an object', (value) => typeof value === 'object' && value !== null],
  arguments: ['a list or an object', (value) => typeof value === 'object' && value !== null],
  args: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  handler: callable,
  dryRun: ['true, false or a function', (value) => typeof value === 'boolean' || typeof value === 'function'],
  subcommands: ['an object or a list', (value) => typeof value === 'object' && value !== null],
  exitCodes: ['an object of exit codes', isRecord],
  requiredScopes: texts,
  requires: [
    'an object of lists of arguments',
    (value) => isRecord(value) && Object.values(value).every((item) => texts[1](item)),
  ],
  exclusive: ['a list of lists of arguments', (value) => isListOf(value, texts[1])],
  interactive: truth,
  steps: texts,
  safeDefault: truth,
  lists: truth,
  optionPlacement: ['"interspersed" or "strict"', (value) => value === 'interspersed' || value === 'strict'],
  deprecated: [
    'an object { since, replacement } of texts',
    (value) => isRecord(value) && isText(value.since) && (value.replacement === undefined || isText(value.replacement)),
  ],
  subprocess: [
    'an object { program, arguments } without a shell: the name of one program, and which arguments it gets',
    (value) => isRecord(value) && isProgram(value.program) && texts[1](value.arguments) && !('shell' in value),
  ],
  auth: [
    'an object { variables, login }',
    (value) => isRecord(value) && texts[1](value.variables) && (value.login === undefined || isText(value.login)),
  ],
  job: [
    'an object { status, cancel } of lines',
    (value) => isRecord(value) && isText(value.status) && isText(value.cancel) && Object.keys(value).length === 2,
  ],
  writesSettings: truth,
  environment: [
    'an object of texts, by the names of variables',
    (value) => isRecord(value) && Object.values(value).every(isText),
  ],
};

/** Reports every field that holds something else, and unknown fields that are near to a known one. */
export function checkFields(
  definition: object,
  fields: Readonly<Record<string, FieldCheck>>,
  owner: string,
  report: Report,
  unknown: 'rules refused' | 'ignored',
): boolean {
  let sound = true;
  for (const [field, value] of Object.entries(definition)) {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const nearest = check ? undefined : meantField(field, Object.keys(fields));
    if (!check && (nearest || (unknown === 'rules refused' && rules.has(field)))) {
      const fix = nearest ? `Did you mean "${nearest}"?` : 'Remove it: cmdgate would not keep to it. Use validate.';
      report(`${owner} has a field "${field}".`, fix);
      sound = false;
    }
    if (check && value !== undefined && !check[1](value)) {
      report(`the field ${field} of ${owner} is not ${check[0]}.`, `Give ${check[0]}.`);
      sound = false;
    }
  }
  return sound;
}

/** What JSON Schema calls a rule, and arguments do not have: to ignore it would be to break a promise. */
const rules: ReadonlySet<string> = new Set(
  (
    'minLength maxLength min max exclusiveMinimum exclusiveMaximum multipleOf const minItems maxItems ' +
    'uniqueItems properties additionalProperties oneOf anyOf allOf not nullable choices'
  ).split(' '),
);

/** A mistyped field; a short word that only resembles one is an author's own. */
function meantField(field: string, known: readonly string[]): string | undefined {
  const nearest = nearestOf(field, known);
  if (nearest === undefined || field.length > 5) return nearest;
  return nearest[0] === field[0] && editDistance(field, nearest, 1) === 1 ? nearest : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

const ofSandbox: Readonly<Record<string, (value: unknown) => boolean>> = {
  network: (value) => typeof value === 'boolean' || isListOf(value, isHost),
  workspace: (value) => value === 'writable' || value === 'read-only',
  readable: (value) => isListOf(value, isText),
  writable: (value) => isListOf(value, isText),
};

/** A field that means nothing may be a mistyped one that takes something away. */
function isCommandSandbox(value: unknown): boolean {
  return isRecord(value) && Object.entries(value).every(([key, one]) => ofSandbox[key]?.(one) === true);
}

function isHost(value: unknown): boolean {
  return typeof value === 'string' && readHostEntry(value).ok;
}

/** No line of a shell: a name has no blanks, though a path may have. */
function isProgram(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && (value.includes('/') || !/\s/.test(value));
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(holds);
}
