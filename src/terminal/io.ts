import type { Readable } from 'node:stream';
import type { StrayOutput } from './stray-output.js';
import type { TerminalOutput } from './terminal-output.js';

/** What a command line touches of its process, so that nothing below has to reach for globals. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** Answers alone. */
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Aborted by SIGINT and SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Whether somebody types at this process, whatever becomes of its answers. */
  readonly typedAt?: boolean | undefined;
  /** What the names of the program's own variables begin with, as in `CMDGATE_TRACE_ID`. */
  readonly prefix?: string | undefined;
  /** What was printed to stdout beside the answers. */
  readonly stray?: StrayOutput | undefined;
}

/** Whether a person reads the answers: text for them, JSON for everything else. */
export function isForPerson({ stdout, environment }: Io): boolean {
  return stdout.isTTY === true && environment.CI === undefined;
}

/** Whether help goes to a person through another program, as in `tool --help | less`: only stdout is no terminal. */
export function isPaged({ stdout, stderr, environment, typedAt }: Io): boolean {
  return stdout.isTTY !== true && stderr.isTTY === true && typedAt === true && environment.CI === undefined;
}
