// An outcome as text that is kept, and back: whoever repeats a request gets what the first one got.

import { type ErrorCode, errorCodes } from '../../vocabulary/error-codes.js';
import {
  CommandError,
  GateError,
  type GateErrorOptions,
  type Problem,
  type Remedy,
} from '../../vocabulary/gate-error.js';
import type { Completed, Outcome, RunFacts, Truncation } from '../../vocabulary/outcome.js';

interface StoredError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly phase: GateError['phase'];
  readonly exitCode: number;
  readonly retryable: boolean;
  readonly examples: readonly string[];
  readonly details: readonly Problem[];
  readonly remedy: Remedy;
  readonly more: Pick<GateErrorOptions, 'result' | 'context'>;
}

type Stored =
  | {
      readonly json: string;
      readonly message?: string;
      readonly truncated?: Truncation;
      readonly streams?: NonNullable<Completed['streams']>;
      readonly about?: Readonly<Record<string, unknown>>;
    }
  | { readonly error: StoredError };

export function storeAnswer(outcome: Outcome): string {
  return JSON.stringify(outcome.status === 'completed' ? fromCompleted(outcome) : { error: fromError(outcome.error) });
}

/** As the answer of another run. */
export function restoreAnswer(text: string, run: RunFacts & { tell(about: object): void }): Outcome {
  const stored = JSON.parse(text) as Stored;
  if ('error' in stored) return { status: 'failed', error: toError(stored.error), run };
  const { json, message, truncated, streams, about } = stored;
  if (about) run.tell(about);
  return { status: 'completed', json, data: JSON.parse(json), message, truncated, streams, run };
}

function fromCompleted({ json, message, truncated, streams, run: { about } }: Completed): Stored {
  return {
    json,
    ...(message !== undefined && { message }),
    ...(truncated && { truncated }),
    ...(streams && { streams }),
    ...(about && { about }),
  };
}

function fromError(error: GateError): StoredError {
  const { code, message, hint, phase, examples, details, row } = error;
  const { fixCommand, redirect, data, retryAfterMs, result, context } = error;
  return {
    ...{ code, message, hint, phase, examples, details, exitCode: row.exitCode, retryable: row.retry === 'yes' },
    // What is undefined is not written.
    remedy: { fixCommand, redirect, data, retryAfterMs } as Remedy,
    more: { result, context } as StoredError['more'],
  };
}

/** To try it again means to do it again, and for that it needs another key. */
const newKey =
  'This is the answer to the first request with this key. Check what it did, then send the request with a new key';

function toError({ code, message, exitCode, retryable, hint, examples, details, phase, remedy, more }: StoredError) {
  if (retryable) {
    const { retryAfterMs: _soon, ...rest } = remedy;
    const about = { hint: `${hint}. ${newKey}`, examples, details, exitCode };
    return new CommandError(code, message, { ...about, retryable: false, ...rest });
  }
  if (Object.hasOwn(errorCodes, code)) {
    const options = { hint, examples, details, phase, exitCode, ...remedy, ...more };
    return new GateError(code as ErrorCode, message, options);
  }
  return new CommandError(code, message, { hint, examples, details, exitCode, retryable: false, ...remedy });
}
