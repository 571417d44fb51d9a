import { type ErrorCode, type ErrorCodeRow, errorCodes } from './error-codes.js';

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
}

export interface GateErrorOptions {
  /** What the reader, often a model, should do next. Required: without it the error is unfinished. */
  readonly hint: string;
  readonly phase?: Phase;
  readonly usage?: string;
  readonly examples?: readonly string[];
  readonly details?: readonly Problem[];
  readonly retryAfterMs?: number;
  /** What a program that failed left: exit code, signal and streams, as it is shown. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** What a person would have to approve. */
  readonly approvalId?: string;
  readonly cause?: unknown;
}

/** Why a request was refused or failed, in a form that every door can render. */
export class GateError extends Error {
  override readonly name: string = 'GateError';
  readonly code: string;
  readonly hint: string;
  readonly phase: Phase;
  readonly usage: string | undefined;
  readonly examples: readonly string[];
  readonly details: readonly Problem[];
  readonly retryAfterMs: number | undefined;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly approvalId: string | undefined;

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
  }

  /** The same error with less or more of what a program left. */
  withResult(result: Readonly<Record<string, unknown>>): GateError {
    const { code, message, hint, phase, usage, examples, details, retryAfterMs } = this;
    return new GateError(code, message, {
      hint,
      phase,
      examples,
      details,
      result,
      ...(usage !== undefined && { usage }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  /** The table's row for this code; a command's own code is an EXECUTION_ERROR with its own exit code. */
  get row(): ErrorCodeRow {
    return Object.hasOwn(errorCodes, this.code) ? errorCodes[this.code as ErrorCode] : errorCodes.EXECUTION_ERROR;
  }
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

export interface CommandErrorOptions {
  readonly hint?: string;
  /** 0 is success, so a failure starts at 1; 79 to 125 are free for a command's own codes. */
  readonly exitCode?: number;
  readonly retryable?: boolean;
  readonly examples?: readonly string[];
  readonly details?: readonly Problem[];
  readonly cause?: unknown;
}

/**
 * A failure that a handler tells the agent about. Its code, message and hint reach the agent as they
 * are; the message of any other thrown error goes to the log only.
 */
export class CommandError extends GateError {
  override readonly name = 'CommandError';
  /** A user's module may have loaded another copy of this class. */
  readonly [commandErrorBrand] = true;
  readonly #row: ErrorCodeRow;

  constructor(code: string, message: string, options: CommandErrorOptions = {}) {
    const { exitCode = 1, retryable = false, hint = 'Check input and retry', ...rest } = options;
    if (!/^[A-Z][A-Z0-9_]*$/.test(code)) {
      throw new TypeError(`A command's error code is written like ALREADY_EXISTS, not ${JSON.stringify(code)}.`);
    }
    if (!Number.isInteger(exitCode) || exitCode < 1 || exitCode > 125) {
      throw new TypeError(`The exit code of ${code} must be a whole number from 1 to 125, not ${exitCode}.`);
    }
    super(code, message, { ...rest, hint, phase: 'execution' });
    this.#row = { ...errorCodes.EXECUTION_ERROR, exitCode, retry: retryable ? 'yes' : 'no' };
  }

  override get row(): ErrorCodeRow {
    return this.#row;
  }
}
