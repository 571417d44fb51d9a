// Whether the fields of a definition hold what they should: definitions also come from plain JavaScript.
import { editDistance, nearestOf } from '../../command-line/nearest.js';
import { readHostEntry } from '../../execution/sandbox/network/host-list.js';
import { isObject } from '../../shape/kind-of.js';
import { fits } from '../../shape/read-shape.js';
import {
  choice,
  either,
  list,
  named,
  object,
  own,
  type Shape,
  type Shapes,
  text,
  trueOrFalse,
} from '../../shape/shape.js';
import { whatOf } from '../../shape/words.js';
import { type ItemType, parameterTypes } from '../../vocabulary/command.js';
import { hostsOfPreset } from '../../vocabulary/network-presets.js';
import type { Arg } from './arg.js';
import type { ArgumentDefinition, CommandDefinition } from './definition.js';
import type { Report } from './report.js';

/** A field is told as a whole, in words of its own. */
const told = <S extends Shape>(kind: string, shape: S): S => ({ ...shape, kind });

/** For every field of a type: one that is forgotten here would be one that nobody knows. */
type FieldsOf<T> = { readonly [Key in keyof T]-?: Shape };

const anyText = text({ what: 'a text', example: '' });
const someText = text({ what: 'a non-empty string', pattern: '[\\s\\S]', example: 'text' });
const number = own<number>('a number', Number.isFinite);
const callable = own('a function', (value) => typeof value === 'function');
const texts = list(anyText, { what: 'a list of strings' });
const anything = own('anything', () => true);
const isTruth = (value: unknown) => typeof value === 'boolean';
const isAnyObject = (value: unknown) => typeof value === 'object' && value !== null;

export const itemTypes = parameterTypes.filter(
  (type): type is ItemType => type !== 'array' && type !== 'flag' && type !== 'object',
);

/** What an argument shares, however it is described. */
const detailFields = {
  description: anyText,
  examples: texts,
  short: anyText,
  aliases: texts,
  variadic: trueOrFalse,
  secret: trueOrFalse,
  path: trueOrFalse,
  mustExist: told('"file" or "directory"', choice(['file', 'directory'])),
  complete: callable,
  maxBytes: own('a whole number of 1 or more', (value) => Number.isInteger(value) && (value as number) > 0),
};

/** A field of an argument may be a rule: one that nobody keeps must not look as if it were kept. */
export const argumentFields: FieldsOf<ArgumentDefinition> & Shapes = {
  ...detailFields,
  name: anyText,
  type: anything,
  required: trueOrFalse,
  default: anything,
  positional: trueOrFalse,
  format: told('"path" or "id"', choice(['path', 'id'])),
  pattern: anyText,
  validate: callable,
  enum: told(
    'a non-empty list of strings or numbers',
    list(
      either(
        (item) => typeof item === 'string',
        anyText,
        own('a number', (item) => typeof item === 'number'),
      ),
      { minItems: 1 },
    ),
  ),
  items: choice(itemTypes),
  minimum: number,
  maximum: number,
};

export const schemaArgumentFields: FieldsOf<Arg> & Shapes = {
  ...detailFields,
  schema: anything,
  type: choice(parameterTypes),
  positional: own('true, false or a place', (value) => isTruth(value) || Number.isInteger(value)),
};

/** No line of a shell: a name has no blanks, though a path may have. */
const program = text({ what: 'a program', pattern: '/|^\\S+$', example: 'git' });

const subprocess = object({ program, arguments: texts }, { required: ['program', 'arguments'], open: true });

const host = text({
  what: 'a host and a port, or a preset',
  example: 'example.org:443',
  refuse: (entry) =>
    hostsOfPreset(entry) || readHostEntry(entry).ok ? undefined : 'Must be a host and a port, or a preset.',
});

/** A field that means nothing may be a mistyped one that takes something away. */
const sandbox = object({
  network: either(isTruth, trueOrFalse, list(host)),
  workspace: choice(['writable', 'read-only']),
  readable: list(someText),
  writable: list(someText),
});

export const commandFields: FieldsOf<Omit<CommandDefinition, 'dispatches'>> & Shapes = {
  name: anyText,
  description: anyText,
  aliases: texts,
  examples: texts,
  load: callable,
  hidden: trueOrFalse,
  category: someText,
  danger: anything,
  timeoutMs: anything,
  isolated: trueOrFalse,
  sandbox: told('an object { network, workspace, readable, writable }', sandbox),
  outputSchema: own('a Standard Schema or a JSON Schema', (value) => isAnyObject(value) || typeof value === 'function'),
  arguments: own('a list or an object', isAnyObject),
  args: own('an object', isObject),
  input: own('a Standard Schema or a JSON Schema', (value) => isAnyObject(value) || typeof value === 'function'),
  positional: texts,
  details: own('an object', isObject),
  handler: callable,
  dryRun: own('true, false or a function', (value) => isTruth(value) || typeof value === 'function'),
  confirm: callable,
  subcommands: own('an object or a list', isAnyObject),
  exitCodes: own('an object of exit codes', isObject),
  requiredScopes: texts,
  requires: told('an object of lists of arguments', named(undefined, texts)),
  exclusive: told('a list of lists of arguments', list(texts)),
  interactive: trueOrFalse,
  steps: texts,
  safeDefault: trueOrFalse,
  lists: trueOrFalse,
  optionPlacement: told('"interspersed" or "strict"', choice(['interspersed', 'strict'])),
  deprecated: told(
    'an object { since, replacement } of strings',
    object({ since: someText, replacement: someText }, { required: ['since'], open: true }),
  ),
  subprocess: own(
    'an object { program, arguments } without a shell: the name of one program, and the arguments it gets',
    (value) => fits(subprocess, value) && !('shell' in (value as object)),
  ),
  auth: told(
    'an object { variables, login }',
    object({ variables: texts, login: someText }, { required: ['variables'], open: true }),
  ),
  job: told(
    'an object { status, cancel } of lines',
    object({ status: someText, cancel: someText }, { required: ['status', 'cancel'] }),
  ),
  writesSettings: trueOrFalse,
  environment: told('an object of strings, keyed by variable name', named(undefined, someText)),
};

/** Reports every field that holds something else, and unknown fields that are near to a known one. */
export function checkFields(
  definition: object,
  fields: Shapes,
  owner: string,
  report: Report,
  unknown: 'rules refused' | 'ignored',
): boolean {
  let sound = true;
  for (const [field, value] of Object.entries(definition)) {
    const shape = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const nearest = shape ? undefined : meantField(field, Object.keys(fields));
    if (!shape && (nearest || (unknown === 'rules refused' && rules.has(field)))) {
      const fix = nearest ? `Did you mean "${nearest}"?` : 'Remove it: cmdgate does not enforce it. Use validate.';
      report(`unknown field "${field}" of ${owner}.`, fix);
      sound = false;
    }
    if (shape && value !== undefined && !fits(shape, value)) {
      const wanted = shape.kind ?? whatOf(shape);
      report(`the field ${field} of ${owner} is not ${wanted}.`, `Give ${wanted}.`);
      sound = false;
    }
  }
  return sound;
}

/**
 * The definition without its wrong fields, so that the rest of it can be checked, too: a misspelt field counts as the
 * one that was meant.
 */
export function withoutWrongFields<T extends object>(definition: T, fields: Shapes): T {
  const sound: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(definition)) {
    const name = Object.hasOwn(fields, field) ? field : meantField(field, Object.keys(fields));
    const shape = name === undefined ? undefined : fields[name];
    if (name !== undefined && shape && fits(shape, value)) sound[name] ??= value;
  }
  return sound as T;
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
