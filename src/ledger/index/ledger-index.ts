// What the log says about runs, where it can be looked up. The log is the truth: an index can be thrown away at any time.

import type { RunState } from '../../vocabulary/program.js';
import type { Door } from '../../vocabulary/request.js';
import type { RunRecord } from '../../vocabulary/run-record.js';

export interface LedgerIndex {
  /**
   * Takes in what the log has more than the index, and lets go of what it has no more. Each entry is taken in once,
   * whoever else does it at the same moment. Other work goes on in between. Rejects with the signal's reason.
   */
  follow(signal?: AbortSignal): Promise<Followed>;
  find(run: string): Promise<RunRecord | undefined>;
  /** The newest first. Throws a GateError for a cursor that is none. */
  list(query: RunQuery): Promise<RunPage>;
  /** Throws everything of this ledger away and reads its log again. */
  rebuild(signal?: AbortSignal): Promise<Followed>;
  close(): Promise<void>;
}

export interface Followed {
  /** How many entries were taken in by this call. */
  readonly entries: number;
  /** Why something that the log tells may be missing. */
  readonly problem?: string;
}

export interface RunQuery {
  readonly caller?: string;
  readonly states?: readonly RunState[];
  readonly door?: Door;
  readonly session?: string;
  readonly chat?: string;
  /** The command, or words that it begins with. */
  readonly command?: string;
  /** ISO 8601: created then or later. */
  readonly since?: string;
  /** ISO 8601: created before that. */
  readonly until?: string;
  /** Also the gate's own commands, such as `help`. */
  readonly own?: boolean;
  /** Also what was refused before it began. */
  readonly refused?: boolean;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

export interface RunPage {
  readonly runs: readonly RunRecord[];
  /** Where the next page begins, however many runs have come meanwhile; undefined where this one is the last. */
  readonly next: string | undefined;
}
