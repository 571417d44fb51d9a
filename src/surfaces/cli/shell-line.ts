import { quoteWords } from '../../command-line/quote.js';
import { choosing } from '../../owner/choice.js';
import type { Invocation } from '../../owner/executable.js';

/** A line as the gate takes it → the same as it can be pasted into a shell. */
export function toShellLine({ program, choice }: Pick<Invocation, 'program' | 'choice'>): (line: string) => string {
  const start = quoteWords([...program.invocation, ...choosing(choice), ...(program.direct ? [] : ['run'])]);
  return (line) => `${start} ${line}`;
}
