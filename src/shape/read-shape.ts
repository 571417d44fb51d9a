// Reads a value by its description: everything that is wrong with it is told, each at its place, and what is right in it
// is given.

import { nearestOf } from '../command-line/nearest.js';
import type { KeyPath } from '../documents/document.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import { isObject, isRecord, kindOf } from './kind-of.js';
import type {
  ChoiceShape,
  EitherShape,
  ListShape,
  NamedShape,
  ObjectShape,
  Problem,
  Report,
  Shape,
  TextShape,
  ValueOf,
} from './shape.js';
import { exampleOf, keyList, whatOf } from './words.js';

/** What differs between readers of a description: a policy names its parts, a configuration their places. */
export interface Wording {
  /** What is wanted of a value of another kind, after "must be". */
  wanted(shape: Shape): string;
  /** What to do about a value that is empty. */
  readonly empty?: string;
  unknownKey(key: string, shape: ObjectShape, path: KeyPath): Problem;
  missingKey(key: string, shape: ObjectShape): Problem;
}

/** What is right in a value; `undefined` when nothing of it can be used. */
export function readShape<S extends Shape>(
  shape: S,
  value: unknown,
  path: KeyPath,
  report: Report,
  wording: Wording = byName,
): ValueOf<S> | undefined {
  return new Reader(report, wording).read(shape, value, path) as ValueOf<S> | undefined;
}

/** Whether all of a value is right. */
export function fits(shape: Shape, value: unknown): boolean {
  let isRight = true;
  readShape(shape, value, [], () => {
    isRight = false;
  });
  return isRight;
}

class Reader {
  readonly #report: Report;
  readonly #wording: Wording;

  constructor(report: Report, wording: Wording) {
    this.#report = report;
    this.#wording = wording;
  }

  read(shape: Shape, value: unknown, path: KeyPath): unknown {
    switch (shape.type) {
      case 'text':
        return this.#readText(shape, value, path);
      case 'choice':
        return this.#readChoice(shape, value, path);
      case 'integer':
        if (typeof value !== 'number') return this.#otherKind(shape, value, path);
        if (Number.isInteger(value) && value >= shape.minimum && value <= shape.maximum) return value;
        return this.#wrong(path, `Must be ${whatOf(shape)}, not ${value}.`, adviceOn(shape, value));
      case 'boolean':
        return typeof value === 'boolean' ? value : this.#otherKind(shape, value, path);
      case 'list':
        return this.#readList(shape, value, path);
      case 'object':
        return this.#readObject(shape, value, path);
      case 'named':
        return this.#readNamed(shape, value, path);
      case 'either':
        return this.#readEither(shape, value, path);
      case 'own':
        return shape.holds(value) ? value : this.#otherKind(shape, value, path);
      case 'unread':
        return value;
      default:
        return shape satisfies never;
    }
  }

  #readText(shape: TextShape, value: unknown, path: KeyPath): string | undefined {
    const { pattern, maxLength = Number.POSITIVE_INFINITY, example, secret } = shape;
    const isFitting = typeof value === 'string' && value.length <= maxLength && matches(pattern, value);
    if (!isFitting && secret) return this.#wrong(path, `Must be ${shape.what}.`, secret(path));
    if (typeof value !== 'string') return this.#otherKind(shape, value, path);
    const fix = `For example: ${JSON.stringify(example)}.`;
    if (value.length > maxLength) {
      return this.#wrong(path, `Must have at most ${maxLength} characters, not ${value.length}.`, fix);
    }
    const problem = isFitting ? shape.refuse?.(value) : `Must be ${shape.what}, not ${quoteForReport(value)}.`;
    return problem === undefined ? value : this.#wrong(path, problem, fix);
  }

  #readChoice(shape: ChoiceShape, value: unknown, path: KeyPath): string | undefined {
    if (typeof value !== 'string') return this.#otherKind(shape, value, path);
    if (shape.values.includes(value)) return value;
    const near = nearestOf(value, shape.values);
    const fix = near === undefined ? 'Write one of them.' : `Did you mean "${near}"?`;
    return this.#wrong(path, `Must be ${whatOf(shape)}, not ${quoteForReport(value)}.`, fix);
  }

  #readList(shape: ListShape, value: unknown, path: KeyPath): readonly unknown[] | undefined {
    if (!Array.isArray(value)) return this.#otherKind(shape, value, path);
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape;
    if (value.length < minItems || value.length > maxItems) {
      const count = value.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`;
      const fix = value.length < minItems ? `For example: ${JSON.stringify(exampleOf(shape))}.` : 'Remove some.';
      return this.#wrong(path, `The list must have ${count}, not ${value.length}.`, fix);
    }
    const right = value
      .map((item: unknown, index) => this.read(shape.items, item, [...path, index]))
      .filter((item) => item !== undefined);
    const refused = shape.refuse?.(right);
    return refused === undefined ? right : this.#wrong([...path, refused.index], refused.message, refused.fix);
  }

  #readObject(shape: ObjectShape, value: unknown, path: KeyPath): object | undefined {
    if (shape.open ? !isObject(value) : !isRecord(value)) return this.#otherKind(shape, value, path);
    const { keys, required = [] } = shape;
    const given = value as Readonly<Record<string, unknown>>;
    // A program may leave a key out by giving it no value; in a file there is no such thing.
    const isGiven = (key: string) => (shape.open ? given[key] !== undefined : Object.hasOwn(given, key));
    for (const key of shape.open ? [] : Object.keys(given)) {
      if (!Object.hasOwn(keys, key)) this.#report([...path, key], this.#wording.unknownKey(key, shape, path));
    }
    for (const key of required) {
      if (!isGiven(key)) this.#report(path, this.#wording.missingKey(key, shape));
    }
    // In the order of the description, not of the file: the same rules read the same, however they are written.
    const right: [string, unknown][] = [];
    for (const [key, member] of Object.entries(keys)) {
      const read = isGiven(key) ? this.read(member, given[key], [...path, key]) : undefined;
      if (read !== undefined) right.push([key, read]);
    }
    return Object.fromEntries(right);
  }

  #readNamed(shape: NamedShape, value: unknown, path: KeyPath): object | undefined {
    if (!isRecord(value)) return this.#otherKind(shape, value, path);
    const { pattern, maxLength = Number.POSITIVE_INFINITY } = shape.names ?? {};
    const right: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const isPlain = name.length <= maxLength && matches(pattern, name);
      if (!isPlain) {
        this.#report([...path, name], {
          part: 'key',
          message: `${quoteForReport(name)} is not a plain name.`,
          fix: `Start with a letter, then use letters, digits, "_", "-" and "."; at most ${maxLength} characters.`,
        });
      }
      const read = this.read(shape.values, member, [...path, name]);
      if (isPlain && read !== undefined) right.push([name, read]);
    }
    return Object.fromEntries(right);
  }

  #readEither(shape: EitherShape, value: unknown, path: KeyPath): unknown {
    if (!shape.isFirst(value)) return this.read(shape.second, value, path);
    const read = this.read(shape.first, value, path);
    return shape.wrapsFirst && read !== undefined ? [read] : read;
  }

  /** Says only what kind of value was found: the value itself may be a secret in the wrong place. */
  #otherKind(shape: Shape, value: unknown, path: KeyPath): undefined {
    const { wanted, empty } = this.#wording;
    const isEmpty = value === null && path.length > 0;
    const fix = (isEmpty ? empty : undefined) ?? adviceOn(shape, value);
    return this.#wrong(path, `Must be ${shape.kind ?? wanted(shape)}, not ${kindOf(value)}.`, fix);
  }

  #wrong(path: KeyPath, message: string, fix: string): undefined {
    this.#report(path, { message, fix });
  }
}

/** Texts are compared by the same few patterns again and again. */
const compiled = new Map<string, RegExp>();

function matches(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = new RegExp(pattern, 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(value);
}

function adviceOn(shape: Shape, value: unknown): string {
  if (shape.advice !== undefined) return shape.advice;
  switch (shape.type) {
    case 'text':
      if (typeof value === 'number' || typeof value === 'boolean') return 'Put it in quotes.';
      return `For example: ${JSON.stringify(shape.example)}.`;
    case 'choice':
      return `Write "${shape.example}", for example.`;
    case 'integer':
      return 'Write a number in that range, without quotes or units.';
    case 'list':
      return `Write a list, even for one item: ${JSON.stringify(exampleOf(shape))}.`;
    case 'object':
      return `Its keys: ${keyList(shape)}.`;
    case 'named': {
      const { values } = shape;
      if (values.type === 'object') return `Its keys are names; each value has the keys ${keyList(values)}.`;
      return `Its keys are names; each value looks like ${JSON.stringify(exampleOf(values))}.`;
    }
    default:
      return 'Fix the value, or remove the key.';
  }
}

function suggestKey(key: string, shape: ObjectShape): string {
  const near = nearestOf(key, Object.keys(shape.keys));
  return near === undefined ? `The keys are: ${keyList(shape)}.` : `Did you mean "${near}"?`;
}

const byName: Wording = {
  wanted: whatOf,
  unknownKey: (key, shape) => ({
    part: 'key',
    message: `Unknown key ${quoteForReport(key)} in ${whatOf(shape)}.`,
    fix: suggestKey(key, shape),
  }),
  missingKey: (key, shape) => ({
    part: 'key',
    message: `The key "${key}" is missing in ${whatOf(shape)}.`,
    fix: `Add it, for example: ${JSON.stringify({ [key]: exampleOf(shape.keys[key] as Shape) }).slice(1, -1)}.`,
  }),
};
