// What a program is given to read, as far as that is known before it runs.

import type { StaticInput } from '../../shell-language/static-commands.js';

export type Input = { readonly text: string } | 'unknown' | 'nothing';

export function inputOf({
  stdin,
  input,
}: {
  readonly stdin?: boolean | undefined;
  readonly input?: string | undefined;
}): Input {
  if (!stdin || input === '') return 'nothing';
  return input === undefined ? 'unknown' : { text: input };
}

/** What a program in the code of a shell reads, where the shell itself has `own` to read. */
export function inputInCode(input: StaticInput, own: Input): Input {
  if (input === 'given') return own;
  if (input === 'part') return own === 'nothing' ? own : 'unknown';
  return input;
}
