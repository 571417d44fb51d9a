import { quoteWords } from '../../command-line/quote.js';
import type { Invocation } from './program.js';

/** A line as the gate takes it → the same as it can be pasted into a shell. */
export function toShellLine({ program, config }: Pick<Invocation, 'program' | 'config'>): (line: string) => string {
  const given = config === undefined ? [] : ['--config', config];
  const start = quoteWords([...program.invocation, ...given, ...(program.direct ? [] : ['run'])]);
  return (line) => `${start} ${line}`;
}
