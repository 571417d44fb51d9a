// The arguments of a Command Handle → those of a tool, as far as both mean the same for every call.

import { isArray, isObject, ownValue, type Value, type ValueObject } from '../../../tool-form/value.js';
import type { Parameter } from '../../../vocabulary/command.js';
import type { Argument, Parts } from '../tool.js';
import { argumentName, templateParts, wholeArgument } from './template-parts.js';

/** The parameters of a handle, and a list of what keeps it from being a tool. */
export interface Conversion {
  readonly parameters: readonly Parameter[];
  readonly reasons: string[];
}

export function convertArguments(template: Value | undefined, conversion: Conversion): readonly Argument[] {
  const args: Argument[] = [];
  for (const element of template === undefined ? [] : isArray(template) ? template : [template]) {
    args.push(...convertElement(element, args.at(-1), conversion));
  }
  return args;
}

/** A text in which every argument always stands. */
export function convertText(template: Value, where: string, conversion: Conversion): Parts {
  const parts =
    wholeArgument(template) === undefined ? templateParts(template) : convertWhole(template, where, conversion);
  if (!parts) {
    conversion.reasons.push(`${where}: UTCP has no conditions, lists or encodings, only text with inputs in it`);
    return [];
  }
  for (const part of parts) {
    if (part.kind === 'input' && !isAlwaysGiven(part.name, conversion)) {
      conversion.reasons.push(`${where}: "${part.name}" is optional, and UTCP cannot say what replaces it`);
    }
  }
  return parts;
}

/** `{"$": "name"}`, which is nothing where the argument was not given. */
export function convertWhole(template: Value, where: string, conversion: Conversion): Parts {
  const parts = templateParts(template) ?? [];
  const [part] = parts;
  const parameter = part?.kind === 'input' ? conversion.parameters.find(({ key }) => key === part.name) : undefined;
  const isText = parameter?.type === 'string' || parameter?.type === 'path';
  // A handle takes text only; UTCP would write anything else as JSON.
  if (!isText || parameter.guessType) {
    conversion.reasons.push(`${where}: only text can be there by itself`);
  }
  return parts;
}

function convertElement(element: Value, before: Argument | undefined, conversion: Conversion): readonly Argument[] {
  const whole = wholeArgument(element);
  if (whole !== undefined && !isAlwaysGiven(whole, conversion)) {
    return [leaveOutWith(whole, convertWhole(element, 'arguments', conversion), before, conversion)];
  }
  const optional = isObject(element) ? readOptional(element) : undefined;
  if (optional) return convertOptional(optional, before, conversion);
  return [{ kind: 'word', parts: convertText(element, 'arguments', conversion) }];
}

interface Optional {
  readonly name: string;
  /** What stands before the argument, where both are given. */
  readonly flag: Value | undefined;
  readonly value: Value;
}

/** `{"$if": "name", "$then": …}`, where the condition only asks whether the argument is there, which is then given. */
function readOptional(element: ValueObject): Optional | undefined {
  const { $if: condition, $then: then } = element;
  const name = typeof condition === 'string' ? argumentName(condition) : undefined;
  if (name === undefined || then === undefined || Object.keys(element).length !== 2) return undefined;
  const spread = isObject(then) && Object.keys(then).length === 1 ? ownValue(then, '$spread') : undefined;
  const [first, second, ...more] = isArray(spread) ? spread : [then];
  if (first === undefined || more.length > 0) return undefined;
  return second === undefined ? { name, flag: undefined, value: first } : { name, flag: first, value: second };
}

/** UTCP leaves out an argument that is nothing but an input that was not given, and a long flag before it. */
function convertOptional(
  { name, flag, value }: Optional,
  before: Argument | undefined,
  conversion: Conversion,
): readonly Argument[] {
  const [part, ...more] = templateParts(value) ?? [];
  const isValue = part?.kind === 'input' && part.name === name && more.length === 0;
  if (!isValue || !isScalar(name, conversion) || isAlwaysGiven(name, conversion)) {
    conversion.reasons.push('arguments: the only condition UTCP has is whether an input is given');
    return [];
  }
  if (wholeArgument(value) !== undefined) convertWhole(value, 'arguments', conversion);
  if (flag === undefined) return [leaveOutWith(name, [part], before, conversion)];
  if (typeof flag === 'string' && longFlag.test(flag)) {
    return [
      { kind: 'word', parts: [{ kind: 'text', text: flag }], onlyWith: name },
      { kind: 'word', parts: [part], onlyWith: name },
    ];
  }
  conversion.reasons.push(`arguments: UTCP leaves out only a long flag together with "${name}"`);
  return [];
}

const longFlag = /^--[A-Za-z0-9][\w-]*$/;

function leaveOutWith(name: string, parts: Parts, before: Argument | undefined, conversion: Conversion): Argument {
  const [first, ...more] = before?.kind === 'word' && before.onlyWith === undefined ? before.parts : [];
  if (first?.kind === 'text' && more.length === 0 && longFlag.test(first.text)) {
    conversion.reasons.push(`arguments: UTCP would leave out ${first.text} together with "${name}"`);
  }
  return { kind: 'word', parts, onlyWith: name };
}

function isScalar(name: string, { parameters }: Conversion): boolean {
  const parameter = parameters.find(({ key }) => key === name);
  return parameter !== undefined && !parameter.guessType && scalarTypes.has(parameter.type);
}

const scalarTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

function isAlwaysGiven(name: string, { parameters }: Conversion): boolean {
  const parameter = parameters.find(({ key }) => key === name);
  return parameter !== undefined && (parameter.required || parameter.default !== undefined);
}
