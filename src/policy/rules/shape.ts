// Descriptions of values in a file. Each reads a value and tells everything that is wrong with it, and each can say
// itself as JSON Schema: so the check and what editors know are the same.

import { nearestOf } from '../../command-line/nearest.js';
import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import type { JsonSchema } from '../../vocabulary/command.js';

export interface PolicyProblem {
  /** Which part of the place is meant; the value unless told. */
  readonly part?: 'key' | 'value';
  readonly message: string;
  readonly fix: string;
}

export type Report = (path: KeyPath, problem: PolicyProblem) => void;

export interface Shape<T> {
  /** What the value is, after "must be". */
  readonly what: string;
  readonly example: unknown;
  readonly schema: JsonSchema;
  /** What is right in a value; `undefined` when nothing of it can be used. */
  read(value: unknown, path: KeyPath, report: Report): T | undefined;
}

export type Shapes = Readonly<Record<string, Shape<unknown>>>;

type ValueOf<S> = S extends Shape<infer T> ? T : never;

/** The same value, with a sentence for whoever writes the file. */
export function described<T>(description: string, shape: Shape<T>): Shape<T> {
  return { ...shape, schema: { description, ...shape.schema } };
}

interface TextOptions {
  readonly what: string;
  readonly example: string;
  readonly pattern?: RegExp;
  readonly longest?: number;
  /** What is wrong with a text that fits the pattern. */
  readonly refuse?: (text: string) => string | undefined;
}

export function text({ what, example, pattern = line, longest = 1_000, refuse }: TextOptions): Shape<string> {
  return {
    what,
    example,
    schema: { type: 'string', pattern: pattern.source, maxLength: longest, examples: [example] },
    read(value, path, report) {
      const fix = `For example: ${JSON.stringify(example)}.`;
      if (typeof value !== 'string') {
        const isPlain = typeof value === 'number' || typeof value === 'boolean';
        return wrongKind(what, value, path, report, isPlain ? 'Put it in quotes.' : fix);
      }
      if (value.length > longest) {
        report(path, { message: `Must have at most ${longest} characters, not ${value.length}.`, fix });
        return undefined;
      }
      const problem = pattern.test(value) ? refuse?.(value) : `Must be ${what}, not ${quoteForReport(value)}.`;
      if (problem === undefined) return value;
      report(path, { message: problem, fix });
      return undefined;
    },
  };
}

/** Something that can be seen, on one line. */
const line = /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]*$/u;

export function choice<const T extends string>(values: readonly T[], example = values[0]): Shape<T> {
  const what = `one of ${values.join(', ')}`;
  return {
    what,
    example,
    schema: { enum: values },
    read(value, path, report) {
      const found = values.find((one) => one === value);
      if (found !== undefined) return found;
      if (typeof value !== 'string') return wrongKind(what, value, path, report, `Write "${example}", for example.`);
      const near = nearestOf(value, values);
      report(path, {
        message: `Must be ${what}, not ${quoteForReport(value)}.`,
        fix: near === undefined ? 'Write one of them.' : `Did you mean "${near}"?`,
      });
      return undefined;
    },
  };
}

export const trueOrFalse: Shape<boolean> = {
  what: 'true or false',
  example: true,
  schema: { type: 'boolean' },
  read: (value, path, report) =>
    typeof value === 'boolean' ? value : wrongKind('true or false', value, path, report, 'Write it without quotes.'),
};

interface ListOptions {
  readonly least: number;
  readonly most: number;
  readonly what?: string;
  readonly example?: readonly unknown[];
}

export function listOf<T>(items: Shape<T>, options: ListOptions): Shape<readonly T[]> {
  const { least, most, what = `a list, with ${items.what} in each place`, example = [items.example] } = options;
  return {
    what,
    example,
    schema: { type: 'array', items: items.schema, minItems: least, maxItems: most },
    read(value, path, report) {
      if (!Array.isArray(value)) {
        return wrongKind(what, value, path, report, `Write a list, even for one: ${JSON.stringify(example)}.`);
      }
      if (value.length < least || value.length > most) {
        const count = value.length < least ? `at least ${least}` : `at most ${most}`;
        report(path, {
          message: `Must have ${count} in its list, not ${value.length}.`,
          fix: value.length < least ? `For example: ${JSON.stringify(example)}.` : 'Remove some.',
        });
        return undefined;
      }
      return value
        .map((item: unknown, index) => items.read(item, [...path, index], report))
        .filter((item) => item !== undefined);
    },
  };
}

/** One, or a list of alternatives; always read as a list. */
export function oneOrMore<T>(items: Shape<T>): Shape<readonly T[]> {
  const list = listOf(items, { least: 1, most: mostAlternatives });
  return {
    what: items.what,
    example: items.example,
    schema: { anyOf: [items.schema, list.schema] },
    read(value, path, report) {
      if (Array.isArray(value)) return list.read(value, path, report);
      const one = items.read(value, path, report);
      return one === undefined ? undefined : [one];
    },
  };
}

const mostAlternatives = 1_000;

/** The first that takes this kind of value reads it. */
export function either<A, B>(isFirst: (value: unknown) => boolean, first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return {
    what: `${first.what}, or ${second.what}`,
    example: first.example,
    schema: { anyOf: [first.schema, second.schema] },
    read: (value, path, report) => (isFirst(value) ? first : second).read(value, path, report),
  };
}

export function object<const S extends Shapes>(
  what: string,
  shapes: S,
  required: readonly (keyof S & string)[] = [],
): Shape<{ readonly [Key in keyof S]?: ValueOf<S[Key]> }> {
  const keys = Object.keys(shapes);
  const shown = keys.filter((key) => key !== '$schema').join(', ');
  return {
    what,
    example: Object.fromEntries(required.map((key) => [key, shapes[key]?.example])),
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(keys.map((key) => [key, shapes[key]?.schema])),
    },
    read(value, path, report) {
      if (!isRecord(value)) return wrongKind(what, value, path, report, `Its keys: ${shown}.`);
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(shapes, key)) continue;
        const near = nearestOf(key, keys);
        report([...path, key], {
          part: 'key',
          message: `There is no key ${quoteForReport(key)} in ${what}.`,
          fix: near === undefined ? `The keys are: ${shown}.` : `Did you mean "${near}"?`,
        });
      }
      for (const key of required) {
        if (Object.hasOwn(value, key)) continue;
        report(path, {
          part: 'key',
          message: `The key "${key}" is missing in ${what}.`,
          fix: `Add it, for example: ${JSON.stringify({ [key]: shapes[key]?.example }).slice(1, -1)}.`,
        });
      }
      // In the order of the description, not of the file: the same rules read the same, however they are written.
      const right: Record<string, unknown> = {};
      for (const key of keys) {
        if (!Object.hasOwn(value, key)) continue;
        const read = shapes[key]?.read(value[key], [...path, key], report);
        if (read !== undefined) right[key] = read;
      }
      return right as { readonly [Key in keyof S]?: ValueOf<S[Key]> };
    },
  };
}

function wrongKind(what: string, value: unknown, path: KeyPath, report: Report, fix: string): undefined {
  report(path, { message: `Must be ${what}, not ${kindOf(value)}.`, fix });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
