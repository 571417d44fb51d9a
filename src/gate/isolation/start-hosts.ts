// Starts processes that hold handlers: at once as a rule, more and more slowly where they do not come up.
import { setTimeout as delay } from 'node:timers/promises';
import { HandlerHost, type Launch } from './handler-host.js';
import { IsolationError } from './isolation-error.js';

const firstDelayMs = 100;
/** After processes that ended in the middle of a run. */
const longestDelayMs = 2_000;
/** After processes that could not even load their modules. */
const longestRefusalMs = 30_000;
/** Ends that lie further apart than this have nothing to do with each other. */
const forgetMs = 10_000;

export class HostStarter {
  readonly #launch: Launch;
  readonly #hosts = new Set<HandlerHost>();
  #deaths = 0;
  #lastDeath = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #refusedUntil = 0;
  #lastProblem = '';
  #isClosed = false;
  #isRetired = false;

  constructor(launch: Launch) {
    this.#launch = launch;
  }

  /** Rejects with an IsolationError where it does not come up. */
  async start(): Promise<HandlerHost> {
    const wait = this.#refusedUntil - performance.now();
    if (wait > 0 || this.#isClosed) throw this.#unavailable(Math.max(1, Math.ceil(wait)));
    await this.#backOff();
    const changed = this.#launch.findChange?.();
    if (changed !== undefined) throw changedModule(changed);
    const host = new HandlerHost(this.#launch);
    host.endsWhenIdle = this.#isRetired;
    this.#hosts.add(host);
    void host.whenEnded.then(({ cause }) => {
      this.#hosts.delete(host);
      if (cause !== 'closed') this.#noteDeath();
    });
    try {
      await host.whenReady;
    } catch (error) {
      const waitMs = Math.min(longestRefusalMs, firstDelayMs * 2 ** this.#failures++);
      this.#refusedUntil = performance.now() + waitMs;
      this.#lastProblem = (error as Error).message;
      throw this.#unavailable(waitMs);
    }
    this.#failures = 0;
    return host;
  }

  /** Each process ends when nothing runs in it; whoever needs one later gets one that does the same. */
  retire(): void {
    this.#isRetired = true;
    for (const host of this.#hosts) {
      host.endsWhenIdle = true;
      if (host.isIdle) host.kill('closed');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const host of this.#hosts) host.kill('closed');
    await Promise.all([...this.#hosts].map((host) => host.whenEnded));
  }

  #noteDeath(): void {
    const now = performance.now();
    this.#deaths = now - this.#lastDeath > forgetMs ? 1 : this.#deaths + 1;
    this.#lastDeath = now;
  }

  /** The first one is replaced at once: callers wait for it. */
  async #backOff(): Promise<void> {
    const isForgotten = performance.now() - this.#lastDeath > forgetMs;
    if (this.#deaths < 2 || isForgotten) return;
    await delay(Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#deaths - 2)), undefined, { ref: true });
  }

  #unavailable(retryAfterMs: number): IsolationError {
    const why = this.#isClosed ? 'the gate is shutting down' : this.#lastProblem;
    return new IsolationError('UNAVAILABLE', `The process that runs this command could not be started: ${why}`, {
      hint: 'Nothing has run. Wait a moment and try again; tell the owner if the problem persists',
      retryAfterMs,
    });
  }
}

function changedModule(file: string): IsolationError {
  return new IsolationError('UNAVAILABLE', `${file} has changed since the gate started, so it is not loaded`, {
    hint: 'Nothing has run. Ask the owner to review the file and restart the gate',
  });
}
