import { EmptyingSet } from './emptying-set.js';

/** The calls that a door has under way, so that it can wait for them or withdraw them when it closes. */
export class RunningCalls {
  readonly #controllers = new EmptyingSet<AbortController>();

  get size(): number {
    return this.#controllers.size;
  }

  start(): AbortController {
    const controller = new AbortController();
    this.#controllers.add(controller);
    return controller;
  }

  finish(controller: AbortController): void {
    this.#controllers.delete(controller);
  }

  cancelAll(reason: string): void {
    for (const controller of this.#controllers) controller.abort(new Error(reason));
  }

  /** Resolves when nothing runs any more, or after `timeoutMs`. */
  async whenIdle(timeoutMs: number): Promise<void> {
    await this.#controllers.whenEmpty(timeoutMs);
  }
}
