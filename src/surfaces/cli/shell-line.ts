import { quoteWords } from '../../command-line/quote.js';
import { choosing } from '../../owner/choice.js';
import type { Invocation } from '../../owner/executable.js';

type Started = Pick<Invocation, 'program' | 'choice'>;

/** What stands before a line as the gate takes it, so that it can be pasted into a shell. */
export function shellStart({ program, choice }: Started): string {
  return quoteWords([...program.invocation, ...choosing(choice), ...(program.direct ? [] : ['run'])]);
}

/** A line as the gate takes it → the same as it can be pasted into a shell. */
export function toShellLine(started: Started): (line: string) => string {
  const start = shellStart(started);
  return (line) => `${start} ${line}`;
}
