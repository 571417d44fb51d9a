import type { Outcome } from '../../../vocabulary/outcome.js';
import { hasOutput } from './link-output.js';

export interface RecentRun {
  readonly run: string;
  /** As it may be shown: secrets are gone. */
  readonly command: string;
}

const most = 100;

/** The runs of one session whose output a client may want to read. Shared by its servers: over HTTP each request has one. */
export class RecentRuns {
  readonly #runs = new Map<string, RecentRun>();

  add(outcome: Outcome): void {
    if (!hasOutput(outcome)) return;
    const { runId, command } = outcome.run;
    this.#runs.set(runId, { run: runId, command: command.slice(0, 200) });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > most && oldest !== undefined) this.#runs.delete(oldest);
  }

  /** The newest first. */
  list(): readonly RecentRun[] {
    return [...this.#runs.values()].reverse();
  }
}
