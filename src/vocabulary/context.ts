import type { Caller, Session } from './request.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  (message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a handler gets beside its arguments. */
export interface Context {
  /** Aborted by cancellation and by the timeout. */
  readonly signal: AbortSignal;
  readonly session: Session;
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** For the owner: goes to the gate's log, never into the answer. */
  readonly log: Log;
  progress(done: number, total?: number, message?: string): void;
  /** The step that begins now; the one before it is done. An error tells how far it came. */
  step(name: string): void;
  /** A sentence for a person, beside the data. */
  message(text: string): void;
  /** Whether the caller agrees: `--yes` does, or whoever sits at the terminal. Throws where nobody can be asked. */
  confirm(question: string): Promise<boolean>;
  /** Asks whoever sits at the terminal. Throws where nobody does, and names the option that gives the same. */
  prompt(question: string, option: string): Promise<string>;
  /** The page that is asked for, of a command that makes its pages itself. */
  readonly page: PageWanted;
  /** The absolute path of a path argument. Throws when it leads out of the workspace. */
  resolvePath(path: string): string;
  /** Marks what came from outside, so that whoever reads it takes nothing in it for an instruction. */
  external(value: unknown, source: string): External;
}

export interface PageWanted {
  /** 0: everything. */
  readonly limit: number;
  /** What the command gave as `nextCursor` of the page before. */
  readonly cursor: string | undefined;
}

/** Data that nobody vouches for. What is no object stands in `value`. */
export interface External {
  readonly [name: string]: unknown;
  readonly _source: string;
  readonly _trusted: false;
}
