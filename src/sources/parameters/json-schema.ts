// JSON Schema 2020-12. The validator takes long to load, so it is loaded by the first who needs it.

import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, FuncKeywordDefinition, Options } from 'ajv/dist/2020.js';
import type { KeyPath } from '../../documents/document.js';
import { readPointer } from '../../tool-form/json-pointer.js';
import { runWithin, tookTooLong } from '../../tool-form/run-within.js';
import type { Fields } from './check-fields.js';
import { isMultiple } from './is-multiple.js';
import { patternEngine, TakesTooLong } from './pattern-engine.js';
import { findWrongKeywords, isSimpleSchema } from './simple-schema.js';
import { walkSchema } from './walk-schema.js';

/** What is wrong with a value; nothing where it is right. */
export type Validate = (value: unknown) => readonly ErrorObject[];

export interface SchemaProblem {
  /** The place in the schema. */
  readonly path: KeyPath;
  readonly message: string;
}

const load = createRequire(import.meta.url);

const options: Options = {
  allErrors: true,
  strict: false,
  validateFormats: false,
  // A property is one that somebody wrote: `constructor` is missing where it was not given.
  ownProperties: true,
  logger: false,
  code: { regExp: patternEngine },
};

let quick: Ajv2020 | undefined;
let careful: Ajv2020 | undefined;

/** For schemas that are known to be right: their rules are not looked up. */
function quickValidator(): Ajv2020 {
  quick ??= newValidator({ ...options, meta: false, validateSchema: false });
  return quick;
}

function carefulValidator(): Ajv2020 {
  careful ??= newValidator(options);
  return careful;
}

function newValidator(settings: Options): Ajv2020 {
  const module = load('ajv/dist/2020.js') as { readonly Ajv2020: new (settings: Options) => Ajv2020 };
  const validator = new module.Ajv2020(settings);
  // Its own divides binary fractions, by which 19.99 is no multiple of 0.01.
  validator.removeKeyword('multipleOf');
  validator.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    errors: true,
    validate: checkMultiple,
  });
  return validator;
}

const checkMultiple: FuncKeywordDefinition['validate'] & { errors?: Partial<ErrorObject>[] } = (
  divisor: number,
  value: number,
) => {
  if (isMultiple(value, divisor)) return true;
  checkMultiple.errors = [
    { keyword: 'multipleOf', message: `must be multiple of ${divisor}`, params: { multipleOf: divisor } },
  ];
  return false;
};

/** Everything that keeps a schema from being one. Costs nothing where the schema is simple. */
export function findSchemaProblems(schema: Fields): readonly SchemaProblem[] {
  if (isSimpleSchema(schema)) return [];
  const wrong = findWrongKeywords(schema);
  if (wrong.length > 0) {
    return wrong.map((path) => ({ path, message: `This cannot be the value of ${JSON.stringify(path.at(-1))}.` }));
  }
  const validator = carefulValidator();
  if (!validator.validateSchema(schema)) {
    // The rules of JSON Schema are made of several parts, and most mistakes break more than one of them.
    const places = new Map((validator.errors ?? []).toReversed().map((error) => [error.instancePath, error]));
    return [...places.values()].toReversed().map(({ instancePath, message = 'is not valid' }) => ({
      path: readPointer(instancePath) ?? [],
      message: `This is not JSON Schema: it ${message}.`,
    }));
  }
  try {
    compile(validator, schema);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be compiled';
    return [{ path: [], message: `The schema cannot be used: ${reason}.` }];
  }
}

/** Compiles at the first value. The schema has no problems. */
export function compileLater(schema: Fields): Validate {
  let validate: Validate | undefined;
  return (value) => {
    validate ??= compile(isSimpleSchema(schema) ? quickValidator() : carefulValidator(), schema);
    return validate(value);
  };
}

/** Throws if it is no schema. */
export function compileNow(schema: unknown): Validate {
  return compile(carefulValidator(), schema as Fields);
}

function compile(validator: Ajv2020, schema: Fields): Validate {
  const check = validator.compile(schema);
  // The validator would keep it for ever, and templates can make new ones with every call.
  validator.removeSchema(schema);
  const isSlow = mayTakeLong(schema);
  const find: Validate = (value) => (check(value) ? [] : (check.errors ?? []));
  return (value) => (isSlow || isLarge(value) ? findInTime(() => find(value)) : find(value));
}

/** Nobody may hold up the gate by a value that is costly to check. */
const longestCheckMs = 1_000;

function findInTime(find: () => readonly ErrorObject[]): readonly ErrorObject[] {
  try {
    const found = runWithin(longestCheckMs, find);
    return found === tookTooLong ? [refusal('takes too long to check')] : found;
  } catch (error) {
    if (error instanceof RangeError) return [refusal('is nested too deeply')];
    if (error instanceof TakesTooLong) return [refusal('takes too long to check')];
    throw error;
  }
}

/** `message` continues the sentence "The input …". */
const refusal = (message: string): ErrorObject => ({
  keyword: 'limit',
  instancePath: '',
  schemaPath: '#',
  params: {},
  message,
});

/** Keywords with which a short value can take for ever: most regular expressions have a text that they are slow on. */
const slow = ['pattern', 'patternProperties', 'uniqueItems', '$ref', '$dynamicRef'];

function mayTakeLong(schema: Fields): boolean {
  let found = false;
  walkSchema(schema, [], (inner) => {
    found ||= slow.some((keyword) => Object.hasOwn(inner, keyword));
  });
  return found;
}

const manyValues = 1_000;

function isLarge(value: unknown): boolean {
  const open = [value];
  let seen = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inner = Array.isArray(one) ? one : Object.values(one);
    seen += inner.length;
    if (seen > manyValues) return true;
    for (const item of inner) open.push(item);
  }
  return false;
}
