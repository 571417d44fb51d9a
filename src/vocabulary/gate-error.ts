import { commandCodes, type ErrorCode, type ErrorCodeRow, errorCodes, hintForOwnCode } from './error-codes.js';
import type { Secrets } from './secrets.js';

/** Where on its way a request was stopped. Nothing has happened yet in `validation`. */
export type Phase = 'validation' | 'execution' | 'cleanup';

/** One thing that is wrong with a request. */
export interface Problem {
  readonly code: string;
  /** The argument as the user writes it: `--max`, `fileId`. */
  readonly field?: string;
  readonly message: string;
  readonly value?: unknown;
  readonly hint?: string;
  /** What would have been run, where it could not be. */
  readonly would_run?: unknown;
  /** What a JSON text that could not be read may mean. */
  readonly corrected_input?: string;
}

/** Where the command has gone. */
export interface Redirect {
  readonly command: string;
  readonly permanent: boolean;
  readonly reason?: string;
}

/** What a command's author can say about a failure beside its message. */
export interface Remedy {
  /** A line that mends it when it is sent as it stands: no placeholder, and nothing that destroys. */
  readonly fixCommand?: string;
  readonly redirect?: Redirect;
  /** What the answer holds in spite of the failure, such as what is there already. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;
  /** More that the envelope's `error` tells, by the names it has there. */
  readonly about?: Readonly<Record<string, unknown>>;
}

export interface GateErrorOptions extends Remedy {
  /** What the reader, often a model, should do next. Required: without it the error is unfinished. */
  readonly hint: string;
  readonly phase?: Phase;
  readonly usage?: string;
  readonly examples?: readonly string[];
  readonly details?: readonly Problem[];
  /** Where it is not the table's: a signal has its own. */
  readonly exitCode?: number;
  /** What a program that failed left: exit code, signal and streams, as it is shown. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** What a person would have to approve. */
  readonly approvalId?: string;
  /** What a program needs to know of it, by the names it has on the wire. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Why a request was refused or failed, in a form that every door can render. */
export class GateError extends Error {
  readonly code: string;
  readonly hint: string;
  readonly phase: Phase;
  readonly usage: string | undefined;
  readonly examples: readonly string[];
  readonly details: readonly Problem[];
  readonly retryAfterMs: number | undefined;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly approvalId: string | undefined;
  readonly context: Readonly<Record<string, unknown>> | undefined;
  readonly fixCommand: string | undefined;
  readonly redirect: Redirect | undefined;
  readonly about: Readonly<Record<string, unknown>> | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  declare private readonly exitCode: number | undefined;

  constructor(code: ErrorCode, message: string, options: GateErrorOptions);
  /** @internal The commands' own codes come in through CommandError. */
  constructor(code: string, message: string, options: GateErrorOptions);
  constructor(code: string, message: string, options: GateErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.phase = options.phase ?? 'validation';
    this.usage = options.usage;
    this.examples = options.examples ?? [];
    this.details = options.details ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.result = options.result;
    this.approvalId = options.approvalId;
    this.context = options.context;
    this.fixCommand = options.fixCommand;
    this.redirect = options.redirect;
    this.data = options.data;
    this.about = options.about;
    Object.defineProperty(this, 'exitCode', { value: options.exitCode });
  }

  override get name(): string {
    return 'GateError';
  }

  /** The same error with less or more of what a program left. */
  withResult(result: Readonly<Record<string, unknown>>): this {
    return copyWith(this, { result });
  }

  /** The same error of a process that ends as the signal would have ended it. */
  withExitCode(exitCode: number): this {
    return copyWith(this, { exitCode });
  }

  /** The same error with other data to show. */
  withData(data: Readonly<Record<string, unknown>>): this {
    return copyWith(this, { data });
  }

  /** The same error with other advice. */
  withHint(hint: string): this {
    return copyWith(this, { hint });
  }

  /** The same error with its lines written otherwise. */
  withLines(lines: Pick<GateErrorOptions, 'hint' | 'examples'> & { readonly usage: string | undefined }): this {
    return copyWith(this, lines as Partial<GateErrorOptions>);
  }

  /** The table's row for this code; a command's own code is an EXECUTION_ERROR with its own exit code. */
  get row(): ErrorCodeRow {
    const row = Object.hasOwn(errorCodes, this.code) ? errorCodes[this.code as ErrorCode] : errorCodes.EXECUTION_ERROR;
    return this.exitCode === undefined ? row : { ...row, exitCode: this.exitCode };
  }
}

/** Everything else stays as it is, whatever the error and its subclasses say. */
function copyWith<E extends GateError>(error: E, changes: Partial<GateErrorOptions>): E {
  const own = Object.getOwnPropertyDescriptors(error);
  for (const [key, value] of Object.entries(changes)) Object.assign(own, { [key]: { ...own[key as 'hint'], value } });
  return Object.defineProperties(Object.setPrototypeOf(new Error(error.message), Object.getPrototypeOf(error)), own);
}

/** The same error without what must not be seen. A function: the error may be one of another copy of the class. */
export function hideInError<E extends GateError>(error: E, secrets: Secrets): E {
  const { message, hint, usage, examples, details, result, context, fixCommand, redirect, about, data } = error;
  const told = { message, hint, usage, examples, details, result, context, fixCommand, redirect, about, data };
  const hidden = copyWith(error, secrets.hideIn(told) as Partial<GateErrorOptions>);
  // Both repeat what was said.
  const said = { value: undefined, writable: true, configurable: true };
  return Object.defineProperties(hidden, { stack: said, cause: said });
}

const commandErrorBrand = Symbol.for('cmdgate.CommandError');

export function isCommandError(error: unknown): error is CommandError {
  try {
    return error instanceof Error && (error as Partial<CommandError>)[commandErrorBrand] === true;
  } catch {
    // A proxy can throw when it is looked at.
    return false;
  }
}

export interface CommandErrorOptions extends Remedy {
  readonly hint?: string;
  /** What the code means in docs/errors.md, else 1; 79 to 125 are free for a command's own, which declares them. */
  readonly exitCode?: number;
  readonly retryable?: boolean;
  readonly examples?: readonly string[];
  readonly details?: readonly Problem[];
  readonly cause?: unknown;
}

/** How long to wait before another try, where the command does not say. */
const defaultRetryAfterMs = 1_000;

const placeholder = /<[^<>\s][^<>]*>|\{[\w-]+\}|\[[\w-]+\]|\.\.\.|…/;

/**
 * A failure that a handler tells the agent about. Its code, message and hint reach the agent as they
 * are; the message of any other thrown error goes to the log only.
 */
export class CommandError extends GateError {
  /** A user's module may have loaded another copy of this class. */
  readonly [commandErrorBrand] = true;
  declare private readonly retry: ErrorCodeRow['retry'];

  constructor(code: string, message: string, options: CommandErrorOptions = {}) {
    const known = commandCodes.get(code);
    const { exitCode = known?.exitCode ?? 1, retryable, ...rest } = options;
    if (!/^[A-Z][A-Z0-9_]*$/.test(code)) {
      throw new TypeError(`A command's error code must look like ALREADY_EXISTS, not ${JSON.stringify(code)}.`);
    }
    if (!Number.isInteger(exitCode) || exitCode < 1 || exitCode > 125) {
      throw new TypeError(`The exit code of ${code} must be a whole number from 1 to 125, not ${exitCode}.`);
    }
    if (rest.fixCommand !== undefined && placeholder.test(rest.fixCommand)) {
      throw new TypeError(
        `The fix command of ${code} contains a placeholder: it must be a line that can be run unchanged.`,
      );
    }
    const retry = retryable === undefined ? (known?.retry ?? 'no') : retryable ? 'yes' : 'no';
    super(code, message, {
      ...(retry === 'yes' && known && { retryAfterMs: defaultRetryAfterMs }),
      ...rest,
      hint: options.hint ?? known?.hint ?? hintForOwnCode(retry === 'yes'),
      phase: 'execution',
      exitCode,
    });
    Object.defineProperty(this, 'retry', { value: retry });
  }

  override get name(): string {
    return 'CommandError';
  }

  override get row(): ErrorCodeRow {
    return { ...errorCodes.EXECUTION_ERROR, exitCode: super.row.exitCode, retry: this.retry };
  }
}
