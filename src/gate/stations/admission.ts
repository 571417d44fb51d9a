// Whether a request may come in at all: the gate is open, its caller is still there and within its rate.

import type { RateLimit } from '../../policy/rate-limit.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { canceled, rateLimited, unavailable } from '../refusals.js';
import type { Run } from '../run/run.js';

export class Admission {
  readonly #rate: RateLimit | undefined;
  #isClosed = false;

  constructor(rate: RateLimit | undefined) {
    this.#rate = rate;
  }

  /** From now on nothing comes in, and nothing that waits begins. */
  close(): void {
    this.#isClosed = true;
  }

  /** The gate's own commands are let through to the end: they tell what is still going on. */
  refuseIfClosed(): GateError | undefined {
    return this.#isClosed ? unavailable('it is shutting down') : undefined;
  }

  admit(run: Run): GateError | undefined {
    const refusal = this.foresee(run);
    if (refusal || !this.#rate) return refusal;
    const taken = this.#rate.take(run.caller.name, run.startedAt);
    return taken === 'taken' ? undefined : rateLimited(taken.waitMs);
  }

  /** The same for what is only looked at: it takes nothing from what may be sent in a minute. */
  foresee(run: Run): GateError | undefined {
    return this.refuseIfClosed() ?? (run.signal?.aborted ? canceled('validation') : undefined);
  }
}
