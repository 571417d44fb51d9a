// What one run may use: how long it takes, and how much of it is shown.

import { defaultPreviewBytes } from '../../configuration/keys/limits.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { briefPreviewBytes, defaultResponseBytes, type Limits } from '../limits.js';
import type { ReadyRun, Run } from './run.js';
import { Running } from './running.js';

export class RunLimits {
  readonly #limits: Limits;
  /** Whether the owner said how long a run may take, or nobody did. */
  readonly #hasTimeout: boolean;

  /** Whether what a run gives can be read after its answer. */
  readonly #keepsOutput: boolean;

  constructor(limits: Limits, given: Partial<Limits> | undefined, keepsOutput: boolean) {
    this.#limits = limits;
    this.#keepsOutput = keepsOutput;
    this.#hasTimeout = given?.timeoutMs !== undefined;
  }

  /** What is only told needs no time. */
  allow(run: ReadyRun, enteredAt: number, isOnlyTold: boolean): Running {
    return new Running(
      enteredAt,
      isOnlyTold ? 0 : this.#timeoutOf(run),
      this.#responseBytesOf(run),
      run.plan && !isOnlyTold ? this.#previewBytesOf(run) : 0,
      this.#keepsOutput && !run.isBuiltIn,
    );
  }

  #timeoutOf(run: ReadyRun): number {
    const ceiling = this.#longestFor(run);
    const wanted = run.standard?.timeoutMs === 0 ? longestDelayMs : run.standard?.timeoutMs;
    if (wanted === undefined || wanted <= ceiling) return wanted ?? ceiling;
    // Whoever started the process may let it take its time, unless its owner set a limit.
    if (run.request.door === 'cli' && this.#mayTakeLonger(run)) return wanted;
    run.warn('TIMEOUT_LOWERED', `The timeout was lowered to the limit of ${ceiling}ms.`);
    return ceiling;
  }

  /** A command line answers once and is gone: whatever its answer leaves out could not be read afterwards. */
  #previewBytesOf({ plan, request }: Run): number {
    const { outputBytes, previewBytes } = this.#limits;
    if (plan?.shows === 'complete') return outputBytes;
    const short = plan?.shows === 'brief' ? briefPreviewBytes : defaultPreviewBytes;
    return previewBytes ?? (request.door === 'cli' ? outputBytes : short);
  }

  #responseBytesOf({ request }: Run): number {
    const { acceptsBytes, responseBytes } = request;
    return acceptsBytes ?? this.#limits.responseBytes ?? responseBytes ?? defaultResponseBytes;
  }

  /** A function's own limit is its author's, who is the owner; a program's is capped where the owner set a limit. */
  #longestFor({ plan, session, resolved: { command } }: ReadyRun): number {
    const { timeoutMs } = this.#limits;
    const ofSession = session.limits?.timeoutMs ?? Number.POSITIVE_INFINITY;
    if (!plan) return Math.min(command.timeoutMs ?? timeoutMs, ofSession);
    const { timeoutMs: own = timeoutMs, ownTimeout } = plan;
    // What holds where the owner said nothing is for programs that say nothing either.
    const cap = ownTimeout || !this.#hasTimeout ? own : timeoutMs;
    return Math.min(own, cap, ofSession);
  }

  #mayTakeLonger({ session, resolved }: ReadyRun): boolean {
    return !this.#hasTimeout && resolved.command.timeoutMs === undefined && session.limits?.timeoutMs === undefined;
  }
}
