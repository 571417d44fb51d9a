/** The calls that a door has under way, so that it can wait for them or withdraw them when it closes. */
export class RunningCalls {
  readonly #controllers = new Set<AbortController>();
  readonly #waiting = new Set<() => void>();

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
    if (this.#controllers.size === 0) {
      for (const resume of [...this.#waiting]) resume();
    }
  }

  cancelAll(reason: string): void {
    for (const controller of [...this.#controllers]) controller.abort(new Error(reason));
  }

  /** Resolves when nothing runs any more, or after `timeoutMs`. */
  async whenIdle(timeoutMs: number): Promise<void> {
    if (this.#controllers.size === 0) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(done);
    });
  }
}
