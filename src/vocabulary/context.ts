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
  /** A sentence for a person, beside the data. */
  message(text: string): void;
  /** The absolute path of a path argument. Throws when it leads out of the workspace. */
  resolvePath(path: string): string;
}
