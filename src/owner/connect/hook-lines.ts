// The lines that a client gives to a shell before and after each command of its agent.

import type { Client, HookLines } from './clients.js';
import { type Tried, toLine } from './start-server.js';

interface Asked {
  readonly fail?: 'open' | 'closed';
  readonly ask?: 'client' | 'later' | 'wait';
}

/** The same program that serves, with other words. */
export function hookLines({ server: { command, args } }: Tried, client: Client, { fail, ask }: Asked): HookLines {
  const at = args.indexOf('serve');
  const [before, after] = [args.slice(0, at), args.slice(at + 1)];
  const caller = after.indexOf('--caller');
  const config = caller === -1 ? after : after.filter((_, index) => index !== caller && index !== caller + 1);
  const hook = [...before, 'hook', client.name, ...config];
  const options = [...(ask === undefined ? [] : ['--ask', ask]), ...(fail === undefined ? [] : ['--fail', fail])];
  const isClosed = fail !== 'open';
  const judging = toLine({ command, args: [...hook, ...options] });
  return {
    before: isClosed && process.platform !== 'win32' ? `${judging} || ${refusal}` : judging,
    after: toLine({ command, args: hook }),
    isClosed,
  };
}

/**
 * A program that is missing or dies ends with a code that clients take for a mistake, after which they run the line.
 * `sh -c`, because the client's shell may be one that has no braces; and a reason, without which Codex runs the line.
 */
const refusal = `sh -c 'echo "cmdgate gave no answer, so this line was not run." >&2; exit 2'`;
