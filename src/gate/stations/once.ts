// `--idempotency-key`: what changes something is done once under one key. What keeps the keys is loaded with the first.

import type { Outcome } from '../../vocabulary/outcome.js';
import { Lazy } from '../lazy.js';
import type { FirstUse, KeyedRuns } from '../options/run-once.js';
import { changesSomething } from '../run/changes-something.js';
import type { ReadyRun } from '../run/run.js';

export class Once {
  readonly #waitMs: number;
  readonly #keyed: Lazy<KeyedRuns>;

  /** Where another one with the key still runs, its answer is awaited for so long. */
  constructor(tool: string, workspace: string, directory: string | undefined, waitMs: number) {
    this.#waitMs = waitMs;
    this.#keyed = new Lazy(async () => {
      const { KeyedRuns } = await import('../options/run-once.js');
      return new KeyedRuns(tool, workspace, directory);
    });
  }

  concerns(run: ReadyRun): boolean {
    return run.given.standard?.idempotencyKey !== undefined && changesSomething(run);
  }

  /** The answer that an earlier one got, or that this is the first. */
  async enter(run: ReadyRun): Promise<FirstUse | Outcome> {
    const { idempotencyKey = '' } = run.given.standard ?? {};
    return await (await this.#keyed.get()).enter(run, idempotencyKey, this.#waitMs);
  }

  async close(): Promise<void> {
    (await this.#keyed.opened())?.close();
  }
}
