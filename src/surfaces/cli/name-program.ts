// The gate names lines as it takes them itself. A person at a shell types the program's name in front.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';

/** In a guess, as in `Did you mean 'help'?`, it is a word that is meant and not a line. */
const ownLine = /(?<!mean |' or )'((?:help|schema|manifest|runs|check-permissions|exec)(?: [^']*)?)'/g;

/** A text that names lines of the gate → the same with lines that can be typed at a shell. */
export function nameProgram(text: string, start: string): string {
  return text.replace(ownLine, (_, line: string) => `'${start} ${line.replace(/\S*\*/, '"$&"')}'`);
}

/** An error as a person at a shell reads it. */
export function withProgramNamed(outcome: Outcome, start: string): Outcome {
  if (outcome.status !== 'failed') return outcome;
  return { ...outcome, error: named(outcome.error, start) };
}

function named(error: GateError, start: string): GateError {
  const typed = (line: string) => (line.startsWith(`${start} `) ? line : `${start} ${line}`);
  const { hint, usage, examples } = error;
  return error.withLines({
    hint: nameProgram(hint, start),
    usage: usage === undefined ? undefined : typed(usage),
    examples: examples.map(typed),
  });
}
