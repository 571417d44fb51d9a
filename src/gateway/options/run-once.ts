// `--idempotency-key`: a request that is sent again with the same key is answered with what the first one got, and not
// run again, by whichever gate of the workspace.

import { type Claim, KeyStore } from '../../ledger/idempotency/key-store.js';
import { keyDirectory } from '../../ledger/own-directory.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { pause } from '../../vocabulary/pause.js';
import { canceled, unavailable } from '../refusals.js';
import type { Run } from '../run.js';
import { restoreAnswer, storeAnswer } from './stored-answer.js';

/** It is the first: what it answers is kept, before it leaves. */
interface FirstUse {
  keep(outcome: Outcome): void;
}

const betweenLooksMs = 50;
const endless = new AbortController().signal;

export class KeyedRuns {
  readonly #store: KeyStore;

  /** Keys are kept with the ledger, or else where this user keeps what belongs to the workspace. */
  constructor(workspace: string, directory = keyDirectory(workspace)) {
    this.#store = new KeyStore(directory);
  }

  /** Where another one with the key still runs, its answer is awaited. */
  async enter(run: Run, key: string, waitMs: number): Promise<FirstUse | Outcome> {
    const request = JSON.stringify([run.path, withoutSecrets(run)]);
    const last = performance.now() + waitMs;
    for (;;) {
      const claim = this.#claim(run, key, request);
      if (claim instanceof GateError) return { status: 'failed', error: claim, run };
      if (claim.state === 'taken') return firstUse(claim, run);
      if (claim.state === 'answered') return answerAgain(claim, run);
      const refusal = claim.state === 'running' ? undefined : refuse(claim.state, claim.run);
      const error = refusal ?? (performance.now() < last ? undefined : stillRunning(claim.run));
      if (error) return { status: 'failed', error, run };
      await pause(betweenLooksMs, run.signal ?? endless);
      if (run.signal?.aborted) return { status: 'failed', error: canceled('validation'), run };
    }
  }

  #claim(run: Run, key: string, request: string): Claim | GateError {
    try {
      return this.#store.claim({ caller: run.caller.name, key, request, run: run.runId });
    } catch (error) {
      if (error instanceof GateError) return error;
      run.emit({ type: 'log', level: 'error', message: `The key could not be kept: ${String(error)}` });
      return unavailable('the idempotency key could not be kept');
    }
  }
}

function firstUse(claim: Extract<Claim, { state: 'taken' }>, run: Run): FirstUse {
  return {
    keep: (outcome) => {
      try {
        if (nothingHappened(outcome)) claim.giveBack();
        else claim.answer(storeAnswer(outcome));
      } catch {
        run.warn('KEY_NOT_KEPT', 'The answer could not be kept for its idempotency key: do not send it again.');
      }
    },
  };
}

/** What was refused before it began may be tried again with the same key. */
function nothingHappened(outcome: Outcome): boolean {
  return outcome.status === 'failed' && (outcome.error.phase === 'validation' || outcome.error.row.retry === 'yes');
}

function answerAgain({ text, run: first }: Extract<Claim, { state: 'answered' }>, run: Run): Outcome {
  const outcome = restoreAnswer(text, run);
  run.tell({ effect: 'noop', replayed: true, first_request_id: first });
  return outcome;
}

/** A secret may be another one each time, and what is kept must not tell it. */
function withoutSecrets({ input, grammar }: Run): unknown {
  if (!grammar.takesSecrets) return input;
  const secret = new Set(grammar.parameters.filter((parameter) => parameter.secret).map(({ key }) => key));
  return Object.fromEntries(Object.entries(input).filter(([key]) => !secret.has(key)));
}

function refuse(state: 'lost' | 'other-request', first: string): GateError {
  if (state === 'other-request') {
    return conflict(`The idempotency key was used with another request (${first})`, {
      code: 'KEY_OF_OTHER_REQUEST',
      hint: 'Use a new key for a new request, or send exactly the request that the key belongs to',
    });
  }
  return conflict(`The first request with this idempotency key (${first}) ended without an answer`, {
    code: 'KEY_OF_LOST_REQUEST',
    hint: 'It may have done all, some or nothing: look what is there, then send what is missing with a new key',
  });
}

function conflict(message: string, { code, hint }: { readonly code: string; readonly hint: string }): GateError {
  const details = [{ code, field: '--idempotency-key', message, hint }];
  return new GateError('CONFLICT', message, { hint, details, exitCode: 6 });
}

function stillRunning(first: string): GateError {
  return new GateError('UNAVAILABLE', `The first request with this idempotency key (${first}) still runs`, {
    hint: 'Send it again with the same key: the answer comes when the first one has ended',
    retryAfterMs: 1_000,
  });
}
