// A command that starts the server wherever a client does: tried, not assumed.

import { delimiter, isAbsolute, join } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { findInstallation, lastingNode } from '../start-command.js';
import type { LocalServer } from './clients.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a server says of itself. */
export interface Seen {
  readonly tools: readonly string[];
  readonly commands: number;
}

export interface Tried extends Seen {
  readonly server: LocalServer;
  /** Why it needs variables of this terminal, where it does. */
  readonly needs: string | undefined;
}

/** Starts a server with this environment, or rejects with why that did not work. */
export type TryServer = (command: readonly [string, ...string[]], environment: Environment) => Promise<Seen>;

/** An application that was started from a menu has hardly more. */
function bareEnvironment({ HOME, USER, LANG, XDG_STATE_HOME, TMPDIR }: Environment): Environment {
  const path = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].slice(1).join(delimiter);
  return Object.fromEntries(
    Object.entries({ PATH: path, HOME, USER, LANG, XDG_STATE_HOME, TMPDIR }).filter(([, value]) => value !== undefined),
  );
}

/** The first way that works with hardly any environment; else the first that works with this terminal's. */
export async function findStart(
  words: readonly string[],
  directory: string,
  environment: Environment,
  attempt: TryServer,
): Promise<Tried | Error> {
  const problems: string[] = [];
  for (const surroundings of [bareEnvironment(environment), environment]) {
    for (const [command, ...before] of candidates(directory, environment)) {
      const server = { command, args: [...before, ...words] };
      try {
        const seen = await attempt([command, ...server.args], surroundings);
        return { server, ...seen, needs: surroundings === environment ? problems[0] : undefined };
      } catch (error) {
        problems.push((error as Error).message);
      }
    }
  }
  return new Error(problems.at(-1));
}

function candidates(directory: string, environment: Environment): readonly (readonly [string, ...string[]])[] {
  const { script, onPath, inProject, isFetched } = findInstallation(directory, environment);
  // What npx has fetched may be gone tomorrow; npx itself brings it again.
  const npx = isFetched ? findNpx(environment) : undefined;
  return [
    ...(inProject !== undefined && process.platform !== 'win32' ? [[inProject] as const] : []),
    ...(onPath !== undefined && isAbsolute(onPath) ? [[onPath] as const] : []),
    ...(npx === undefined ? [] : [[npx, '--yes', 'cmdgate'] as const]),
    [lastingNode(environment), script],
  ];
}

function findNpx(environment: Environment): string {
  return join(lastingNode(environment), '..', 'npx');
}

/** As a client gives it to a shell. */
export function toLine({ command, args }: LocalServer): string {
  return quoteWords([command, ...args]);
}
