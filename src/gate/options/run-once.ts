// `--idempotency-key`: a request that is sent again with the same key is answered with what the first one got, and not
// run again, by whichever gate of the workspace.

import { type Claim, KeyStore, type TakenKey } from '../../ledger/idempotency/key-store.js';
import { keyDirectory } from '../../ledger/own-directory.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { pause } from '../../vocabulary/pause.js';
import { unavailable } from '../refusals.js';
import type { ReadyRun, Run } from '../run/run.js';
import { restoreAnswer, storeAnswer } from './stored-answer.js';

/** It is the first: what it answers is kept, before it leaves. */
export interface FirstUse {
  keep(outcome: Outcome): Promise<void>;
}

const betweenLooksMs = 50;
/** Each of them looks again and again. */
const mostWaiting = 100;

export class KeyedRuns {
  readonly #tool: string;
  readonly #store: KeyStore;
  #waiting = 0;

  /** Keys are kept with the ledger, or else where this user keeps what belongs to the workspace. */
  constructor(tool: string, workspace: string, directory = keyDirectory(workspace)) {
    this.#tool = tool;
    this.#store = new KeyStore(directory);
  }

  close(): void {
    this.#store.close();
  }

  /** Where another one with the key still runs, its answer is awaited. */
  async enter(run: ReadyRun, key: string, waitMs: number): Promise<FirstUse | Outcome> {
    const request = requestText(run);
    if (request instanceof GateError) return { status: 'failed', error: request, run };
    const isPatient = this.#waiting < mostWaiting;
    this.#waiting++;
    try {
      return await this.#enter(run, key, request, isPatient ? waitMs : 0);
    } finally {
      this.#waiting--;
    }
  }

  async #enter(run: ReadyRun, key: string, request: string, waitMs: number): Promise<FirstUse | Outcome> {
    const last = performance.now() + waitMs;
    const signal = run.signal ?? new AbortController().signal;
    for (;;) {
      const claim = await this.#claim(run, key, request);
      if (claim instanceof GateError) return { status: 'failed', error: claim, run };
      if (claim.state === 'taken') return firstUse(claim, run);
      const again = claim.state === 'answered' ? answerAgain(claim, run) : undefined;
      if (again) return again;
      const refusal = claim.state === 'running' ? undefined : refuse(claim.state, claim.run);
      const error = refusal ?? (performance.now() < last ? undefined : stillRunning(claim.run));
      if (error) return { status: 'failed', error, run };
      await pause(betweenLooksMs, signal);
      if (signal.aborted) return { status: 'failed', error: canceledWithKey(), run };
    }
  }

  async #claim(run: Run, key: string, request: string): Promise<Claim | GateError> {
    try {
      return await this.#store.claim({ tool: this.#tool, caller: run.caller.name, key, request, run: run.runId });
    } catch (error) {
      if (error instanceof GateError) return error;
      run.emit({ type: 'log', level: 'error', message: `The key could not be stored: ${String(error)}` });
      return unavailable('the idempotency key could not be stored');
    }
  }
}

function firstUse(claim: TakenKey, run: Run): FirstUse {
  return {
    keep: async (outcome) => {
      try {
        if (nothingHappened(run, outcome)) await claim.giveBack();
        else await claim.answer(storeAnswer(outcome));
      } catch {
        run.warn('KEY_NOT_KEPT', 'The answer could not be stored for its idempotency key: do not send it again.');
        await loseQuietly(claim);
      }
    },
  };
}

/** Where not even that works, the key counts as running until this process ends: it is not run again either way. */
async function loseQuietly(claim: TakenKey): Promise<void> {
  try {
    await claim.lose();
  } catch {
    // Told above.
  }
}

/** What was refused before it began may be tried again with the same key. What began may have done something, whatever it says. */
function nothingHappened({ running }: Run, outcome: Outcome): boolean {
  return outcome.status === 'failed' && !running?.wasEntered;
}

/** Undefined where what was kept cannot be read: a system that goes down leaves empty files. */
function answerAgain({ text, run: first }: Extract<Claim, { state: 'answered' }>, run: Run): Outcome | undefined {
  let outcome: Outcome;
  try {
    outcome = restoreAnswer(text, run);
  } catch {
    return undefined;
  }
  run.tell({ effect: 'noop', replayed: true, first_request_id: first });
  return outcome;
}

/** What makes it the same request. */
function requestText(run: ReadyRun): string | GateError {
  try {
    return JSON.stringify([run.path, withoutSecrets(run)]);
  } catch {
    // A schema may make what JSON cannot say, and then nobody could tell one request from another.
    return conflict('The arguments cannot be compared with those of another request', {
      code: 'KEY_WITHOUT_REQUEST',
      hint: 'Remove --idempotency-key',
    });
  }
}

/** A secret may be another one each time, and what is kept must not tell it. */
function withoutSecrets({ given: { input }, resolved: { grammar } }: ReadyRun): unknown {
  if (!grammar.takesSecrets) return input;
  const secret = new Set(grammar.parameters.filter((parameter) => parameter.secret).map(({ key }) => key));
  return Object.fromEntries(Object.entries(input).filter(([key]) => !secret.has(key)));
}

function refuse(state: Exclude<Claim['state'], 'taken' | 'running'>, first: string | undefined): GateError {
  if (state === 'other-request') {
    return conflict(`The idempotency key was already used for another request${inBrackets(first)}`, {
      code: 'KEY_OF_OTHER_REQUEST',
      hint: 'Use a new key for a new request, or send exactly the request that the key was used for',
    });
  }
  if (state === 'forgotten') {
    return conflict(`The answer to the first request with this idempotency key${inBrackets(first)} is no longer kept`, {
      code: 'KEY_OF_FORGOTTEN_ANSWER',
      hint: 'It has already run and will not run again: check the current state, then send what is missing with a new key',
    });
  }
  return conflict(`The first request with this idempotency key${inBrackets(first)} ended without an answer`, {
    code: 'KEY_OF_LOST_REQUEST',
    hint: 'All, some or none of it may have been done: check the current state, then send what is missing with a new key',
  });
}

function conflict(message: string, { code, hint }: { readonly code: string; readonly hint: string }): GateError {
  const details = [{ code, field: '--idempotency-key', message, hint }];
  return new GateError('CONFLICT', message, { hint, details, exitCode: 6 });
}

function inBrackets(run: string | undefined): string {
  return run === undefined ? '' : ` (${run})`;
}

function canceledWithKey(): GateError {
  return new GateError('CANCELED', 'The run was canceled', {
    hint: 'If it is still needed, send it again with the same key: the first request may have been done',
  });
}

function stillRunning(first: string | undefined): GateError {
  return new GateError(
    'UNAVAILABLE',
    `The first request with this idempotency key${inBrackets(first)} is still running`,
    {
      hint: 'Send it again with the same key to get the answer when the first request has ended',
      retryAfterMs: 1_000,
    },
  );
}
