// The lines of a plan as they come, and how many of them nobody has taken.

import { whenAborted } from '../../vocabulary/when-aborted.js';
import type { PlanLine, PlanSource } from './plan-line.js';

export class LinesOfPlan {
  readonly #source: PlanSource;
  /** What was read of the plan and is not taken yet. */
  #lines: Iterator<PlanLine> = [][Symbol.iterator]();
  /** The lines that were asked for and have not come yet. */
  #awaited: Promise<Iterable<PlanLine> | undefined> | undefined;
  #taken = 0;

  constructor(source: PlanSource) {
    this.#source = source;
  }

  /** Whether there are more; none where somebody ends it while it waits for them. Rejects where the input breaks. */
  async more(signal: AbortSignal): Promise<boolean> {
    let forget: (() => void) | undefined;
    const ended = new Promise<undefined>((resolve) => {
      forget = whenAborted(signal, () => resolve(undefined));
    });
    try {
      this.#awaited = this.#source.next();
      const lines = await Promise.race([this.#awaited, ended]);
      if (!lines) return false;
      this.#awaited = undefined;
      this.#lines = lines[Symbol.iterator]();
      return true;
    } finally {
      forget?.();
    }
  }

  take(): PlanLine | undefined {
    const next = this.#lines.next();
    if (next.done) return undefined;
    this.#taken++;
    return next.value;
  }

  /** How many there are in all, where that can be known: what is left is read, and thrown away. */
  async count(): Promise<number | undefined> {
    while (this.take());
    const rest = await this.#source.countRest().catch(() => undefined);
    if (rest === undefined) return undefined;
    const awaited = await this.#awaited?.catch(() => undefined);
    return this.#taken + [...(awaited ?? [])].length + rest;
  }

  close(): void {
    this.#source.close();
  }
}
