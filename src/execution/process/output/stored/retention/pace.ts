import { setImmediate, setTimeout } from 'node:timers/promises';

const turnMs = 2;

/** Lets long work rest often, so that others get their turn. */
export class Pace {
  readonly #signal: AbortSignal;
  readonly #restMs: number;
  readonly #onRest: () => void;
  #turnEnd = performance.now() + turnMs;

  constructor(signal: AbortSignal, restMs: number, onRest: () => void = () => undefined) {
    this.#signal = signal;
    this.#restMs = restMs;
    this.#onRest = onRest;
  }

  /** What the generator gives; where that is nothing, it was only a chance to rest. Rejects when the signal says so. */
  async *through<T>(items: Iterable<T | undefined>): AsyncGenerator<T> {
    for (const item of items) {
      if (item !== undefined) yield item;
      if (performance.now() > this.#turnEnd) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    this.#onRest();
    // Nobody has to wait for it: the process may end meanwhile.
    if (this.#restMs > 0) await setTimeout(this.#restMs, undefined, { ref: false });
    else await setImmediate();
    this.#signal.throwIfAborted();
    this.#turnEnd = performance.now() + turnMs;
  }
}
