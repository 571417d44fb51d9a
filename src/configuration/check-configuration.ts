import { nearestOf } from '../command-line/nearest.js';
import type { KeyPath } from '../documents/document.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import { formatKeyPath } from './configuration-error.js';
import { type ConfigurationFile, configurationShape, sandboxShape } from './configuration-shape.js';
import type { IntegerShape, NamedShape, ObjectShape, Shape, TextShape } from './shape.js';

export interface FoundProblem {
  /** Which part of the place is meant; the value unless told. */
  readonly part?: 'key' | 'value';
  readonly message: string;
  readonly fix: string;
}

export type Report = (path: KeyPath, problem: FoundProblem) => void;

/** Checks a whole file against its shape, reports every problem, and returns the parts that have none. */
export function checkConfiguration(value: unknown, report: Report): ConfigurationFile {
  return (checkObject(configurationShape, value, [], report) ?? {}) as ConfigurationFile;
}

/** The same for what stands under `sandbox`. */
export function checkSandbox(value: unknown, report: Report): NonNullable<ConfigurationFile['sandbox']> {
  return (check(sandboxShape, value, ['sandbox'], report) ?? {}) as NonNullable<ConfigurationFile['sandbox']>;
}

// Each check returns what is right in a value; `undefined` when nothing of it can be used.

function check(shape: Shape, value: unknown, path: KeyPath, report: Report): unknown {
  switch (shape.type) {
    case 'text':
      return checkText(shape, value, path, report);
    case 'integer':
      return checkInteger(shape, value, path, report);
    case 'boolean':
      return typeof value === 'boolean' ? value : wrongType('true or false', value, path, report);
    case 'list':
      if (!Array.isArray(value)) {
        const { example } = shape.items.type === 'source' ? shape.items.text : shape.items;
        const fix = `Write a list, even for one: [${JSON.stringify(example)}].`;
        return wrongType('a list', value, path, report, fix);
      }
      return value
        .map((item: unknown, index) => check(shape.items, item, [...path, index], report))
        .filter((item) => item !== undefined);
    case 'source':
      return isRecord(value)
        ? checkObject(shape.object, value, path, report)
        : checkText(shape.text, value, path, report);
    case 'object':
      return checkObject(shape, value, path, report);
    case 'named':
      return checkNamed(shape, value, path, report);
    case 'document':
      return isRecord(value) ? value : checkText(shape.text, value, path, report);
    case 'either':
      if (typeof value === 'boolean') return value;
      if (!isRecord(value)) return wrongType('true, false or an object', value, path, report);
      return checkObject(shape.object, value, path, report);
    case 'extent':
      if (typeof value === 'boolean') return value;
      if (!Array.isArray(value)) return wrongType('true, false or a list', value, path, report);
      return check(shape.list, value, path, report);
    default:
      return shape satisfies never;
  }
}

function checkText(shape: TextShape, value: unknown, path: KeyPath, report: Report): string | undefined {
  if (typeof value === 'string') {
    if (value.length <= shape.maximumLength && new RegExp(shape.pattern, 'u').test(value)) return value;
    if (shape.secret) return refuseSecret(shape, path, report);
    const message =
      value.length > shape.maximumLength
        ? `Must have at most ${shape.maximumLength} characters, not ${value.length}.`
        : `Must be ${shape.what}, not ${quoteForReport(value)}.`;
    report(path, { message, fix: `For example: ${JSON.stringify(shape.example)}.` });
    return undefined;
  }
  if (shape.secret) return refuseSecret(shape, path, report);
  const fix =
    typeof value === 'number' || typeof value === 'boolean'
      ? 'Put it in quotes.'
      : `For example: ${JSON.stringify(shape.example)}.`;
  return wrongType('text', value, path, report, fix);
}

function refuseSecret(shape: TextShape, path: KeyPath, report: Report): undefined {
  const name = exampleVariable(path);
  report(path, {
    message: `Must be ${shape.what}.`,
    fix: `Write "env:${name}" and set that environment variable, or "file:path" and put the secret into that file.`,
  });
}

/** A name for the variable that would hold the secret: of a token by its owner, of a credential by itself. */
function exampleVariable(path: KeyPath): string {
  const upper = (part: string | number | undefined) =>
    String(part ?? '')
      .replace(/[^A-Za-z0-9]/g, '_')
      .toUpperCase();
  return path[0] === 'credentials' ? upper(path.at(-1)) : `CMDGATE_${upper(path.at(-2))}_TOKEN`;
}

function checkInteger(shape: IntegerShape, value: unknown, path: KeyPath, report: Report): number | undefined {
  const { minimum, maximum } = shape;
  const range = `a whole number from ${minimum} to ${maximum}`;
  const fix = 'Write a number of that range, without quotes and units.';
  if (typeof value !== 'number') return wrongType(range, value, path, report, fix);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  report(path, { message: `Must be ${range}, not ${value}.`, fix });
  return undefined;
}

function checkObject(shape: ObjectShape, value: unknown, path: KeyPath, report: Report): object | undefined {
  if (!isRecord(value)) return wrongType('an object', value, path, report, `Its keys: ${keyList(shape)}.`);
  const right: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const known = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    if (known === undefined) {
      report([...path, key], {
        part: 'key',
        message: `There is no key ${quoteForReport(key)}${path.length === 0 ? '' : ` in ${formatKeyPath(path)}`}.`,
        fix: suggestKey(key, shape),
      });
      continue;
    }
    const checked = check(known, member, [...path, key], report);
    if (checked !== undefined) right[key] = checked;
  }
  for (const key of shape.required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    report(path, { part: 'key', message: `The key ${quoteForReport(key)} is missing.`, fix: 'Add it.' });
  }
  return right;
}

function checkNamed(shape: NamedShape, value: unknown, path: KeyPath, report: Report): object | undefined {
  if (!isRecord(value)) {
    return wrongType(
      'an object',
      value,
      path,
      report,
      shape.values.type === 'object'
        ? `Its keys are names, its values have: ${keyList(shape.values)}.`
        : `Its keys are names, its values are like ${JSON.stringify(shape.values.example)}.`,
    );
  }
  const right: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const place = [...path, name];
    const plain = name.length <= shape.longestName && new RegExp(shape.namePattern, 'u').test(name);
    if (!plain) {
      report(place, {
        part: 'key',
        message: `${quoteForReport(name)} is not a plain name.`,
        fix: `Begin with a letter, then use letters, digits, "_", "-" and ".", ${shape.longestName} at most.`,
      });
    }
    const checked = check(shape.values, member, place, report);
    if (plain && checked !== undefined) right.push([name, checked]);
  }
  return Object.fromEntries(right);
}

/** Says only what kind of value was found: the value itself may be a secret in the wrong place. */
function wrongType(expected: string, value: unknown, path: KeyPath, report: Report, fix?: string): undefined {
  const remove = path.length === 0 ? '' : 'Correct the value, or remove the key.';
  report(path, {
    message: `Must be ${expected}, not ${kindOf(value)}.`,
    fix: value === null && path.length > 0 ? 'Give it a value, or remove the key.' : (fix ?? remove),
  });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return isRecord(value) ? 'an object' : 'an instance of a class';
  return `a ${typeof value}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function suggestKey(key: string, shape: ObjectShape): string {
  const near = nearestOf(key, Object.keys(shape.keys));
  if (near !== undefined) return `Did you mean "${near}"?`;
  const elsewhere = findKey(key, configurationShape, []);
  if (elsewhere !== undefined && elsewhere.length > 1) return `Did you mean "${formatKeyPath(elsewhere)}"?`;
  const top = elsewhere === undefined ? '' : ` ${quoteForReport(key)} belongs to the top level of the configuration.`;
  return `The keys are: ${keyList(shape)}.${top}`;
}

/** Where a key has its place when it was written at the wrong level. */
function findKey(key: string, shape: Shape, path: KeyPath): KeyPath | undefined {
  if (shape.type !== 'object') return undefined;
  if (Object.hasOwn(shape.keys, key)) return [...path, key];
  for (const [name, member] of Object.entries(shape.keys)) {
    const found = findKey(key, member, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyList(shape: ObjectShape): string {
  return Object.keys(shape.keys)
    .filter((key) => key !== '$schema')
    .join(', ');
}
