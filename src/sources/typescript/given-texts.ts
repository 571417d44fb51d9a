// What a caller gives a handler is a value, also where the handler passes it on to a program.

import type { Text } from '../../planning/draft.js';
import { written } from '../../planning/draft.js';
import type { Input, Parameter } from '../../vocabulary/command.js';

/** The texts of the input, but for those that the author named, and paths, which are checked and absolute. */
export function givenTexts(parameters: readonly Parameter[], input: Input): readonly string[] {
  // What stands behind the end of a command's own options is passed on as it is: its author said so.
  const passesOn = parameters.some(({ endsOptions }) => endsOptions);
  return parameters
    .filter(({ path, positional, variadic }) => path !== 'inside' && !(passesOn && positional && variadic))
    .flatMap(({ key, choices = [] }) => textsIn(input[key]).filter((text) => !choices.includes(text)));
}

/** The arguments of a program, each from the caller where it is one of the given texts, and else from the author. */
export function textsOf(args: readonly string[], given: readonly string[]): readonly Text[] {
  const texts = new Set(given);
  const count = (all: readonly string[]) => all.filter((text) => text === '--').length;
  // One more than was given: the first is the handler's own.
  const own = count(args) > count(given) ? args.indexOf('--') : -1;
  return args.map((text, index) => (index !== own && texts.has(text) ? [{ from: 'handler', text }] : written(text)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Set || value instanceof Map || Array.isArray(value)) return [...value].flatMap(textsIn);
  return Object.entries(value).flat().flatMap(textsIn);
}
