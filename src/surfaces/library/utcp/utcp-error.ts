import { resultUntilStopped, type UtcpResult, utcpErrorName } from '../../../renderings/utcp.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';

/** Why a call has no result. `name` is the one of the specification: `CommandNotFoundError`, `TimeoutError`, … */
export class UtcpError extends Error {
  override readonly name: string;
  /** The gate's own, finer code. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string;
  /** Everything that is wrong with the arguments, where that is what is wrong. */
  readonly details: readonly Problem[];
  readonly retryAfterMs: number | undefined;
  /** What a program that ran had printed by then. */
  readonly result: UtcpResult | undefined;

  constructor(error: GateError, name = utcpErrorName(error), result = resultUntilStopped(error)) {
    super(error.message, error.cause === undefined ? undefined : { cause: error.cause });
    this.name = name;
    this.code = error.code;
    this.hint = error.hint;
    this.details = error.details;
    this.retryAfterMs = error.retryAfterMs;
    this.result = result;
  }
}
