// What a caller gives a handler is a value. It must not become an option of a program that the handler starts.

import type { Input, Parameter } from '../../vocabulary/command.js';
import { endsOptions } from '../../vocabulary/ends-options.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import { looksLikeFlag } from '../../vocabulary/looks-like-flag.js';

const endOfOptions = '--';

/** The texts of the input that a program would read as options, but for those that the author named. */
export function optionsIn(parameters: readonly Parameter[], input: Input): readonly string[] {
  // What stands behind the end of a command's own options is passed on as it is: its author said so.
  const passesOn = parameters.some(({ endsOptions }) => endsOptions);
  return parameters
    .filter(({ path, positional, variadic }) => path !== 'inside' && !(passesOn && positional && variadic))
    .flatMap(({ key, choices = [] }) => textsIn(input[key]).filter((text) => !choices.includes(text)))
    .filter(looksLikeFlag);
}

/** The arguments of a program that are such a text, up to a `--` that the handler wrote. */
export function findGivenOptions(
  args: readonly string[],
  given: readonly string[],
  program: string,
): readonly Problem[] {
  if (given.length === 0) return [];
  const endsGiven = given.filter((text) => text === endOfOptions).length;
  const ends = args.filter((text) => text === endOfOptions).length;
  const at = ends > endsGiven ? args.indexOf(endOfOptions) : args.length;
  const end = endsOptions([program, ...args.slice(0, at)]) ? at : args.length;
  const found = args.slice(0, end).filter((text) => given.includes(text));
  return [...new Set(found)].map((value) => ({
    code: 'OPTION_IN_VALUE',
    message: `The value ${JSON.stringify(value.slice(0, 100))} would be read as an option by ${program}`,
    hint: 'Give a value that does not begin with "-" or "+"',
    value,
  }));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Set || value instanceof Map || Array.isArray(value)) return [...value].flatMap(textsIn);
  return Object.entries(value).flat().flatMap(textsIn);
}
