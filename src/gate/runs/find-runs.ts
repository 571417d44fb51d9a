// Finds runs for whoever started them: first in this gate, then in the ledger.

import { GateError } from '../../vocabulary/gate-error.js';
import type { RunState } from '../../vocabulary/program.js';
import type { Caller } from '../../vocabulary/request.js';
import type { RunBook } from '../run/run-book.js';
import type { FoundRun } from './found-run.js';
import { LiveRun } from './live-run.js';
import type { RunHistory } from './run-history.js';

export interface RunFilter {
  readonly state?: RunState | undefined;
  readonly command?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface FoundRuns {
  readonly runs: readonly FoundRun[];
  /** Where the next page begins, where there is one. */
  readonly next: string | undefined;
  /** Why there may be more that could not be found. */
  readonly problem?: string | undefined;
}

export class RunFinder {
  readonly book: RunBook;
  readonly #history: RunHistory | undefined;

  constructor(book: RunBook, history: RunHistory | undefined) {
    this.book = book;
    this.#history = history;
  }

  /** A caller knows its own runs and no others. */
  async find(caller: Caller, runId: string): Promise<FoundRun | undefined> {
    const known = this.book.find(caller, runId);
    // What a function gave back is in the ledger alone.
    if (known && !known.run.running?.recordedOutput?.data) return new LiveRun(known);
    try {
      return (await this.#history?.find(caller, runId)) ?? (known && new LiveRun(known));
    } catch (error) {
      if (known && isUnavailable(error)) return new LiveRun(known);
      throw error;
    }
  }

  /** The newest first. */
  async list(caller: Caller, filter: RunFilter): Promise<FoundRuns> {
    if (!this.#history) return this.#listBook(caller, filter);
    try {
      return await this.#listHistory(this.#history, caller, filter);
    } catch (error) {
      // What this gate knows itself can be told without a database.
      if (!isUnavailable(error)) throw error;
      const own = this.#listBook(caller, filter);
      // An empty list would say that nothing ran.
      if (own.runs.length === 0) throw error;
      return { ...own, problem: `Only runs of this gate: ${error.message}` };
    }
  }

  #listBook(caller: Caller, { state, command, limit }: RunFilter): FoundRuns {
    const known = this.book.list(caller).filter((one) => {
      const isMeant = command === undefined || one.run.path.join(' ').startsWith(command);
      return isMeant && (state === undefined || one.state === state);
    });
    return { runs: known.slice(0, limit).map((one) => new LiveRun(one)), next: undefined };
  }

  async #listHistory(history: RunHistory, caller: Caller, filter: RunFilter): Promise<FoundRuns> {
    const { runs, next, problem } = await history.list(caller, filter);
    const found = runs.map((recorded) => {
      const known = this.book.find(caller, recorded.runId);
      return known ? new LiveRun(known) : recorded;
    });
    // The ledger knows that a run has begun; where exactly it is, only its gate knows.
    const { state } = filter;
    return { runs: state === undefined ? found : found.filter((run) => run.state === state), next, problem };
  }

  /** Ids that are near at hand, for whoever mistyped one. */
  async someIds(caller: Caller): Promise<readonly string[]> {
    const { runs } = await this.list(caller, { limit: 100 });
    return runs.map(({ runId }) => runId);
  }
}

function isUnavailable(error: unknown): error is GateError {
  return error instanceof GateError && error.code === 'UNAVAILABLE';
}
