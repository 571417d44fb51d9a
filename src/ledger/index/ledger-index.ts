// What the log says about runs, where it can be looked up. The log is the truth: an index can be thrown away at any time.

import type { RunState } from '../../vocabulary/program.js';
import type { Door } from '../../vocabulary/request.js';
import type { RunRecord } from '../../vocabulary/run-record.js';
import type { Place } from '../log/open-starts.js';
import type { IndexProblem } from './compare-chain.js';

export interface LedgerIndex {
  /**
   * Takes in what the log has more than the index, and lets go of what it has no more. Each entry is taken in once,
   * whoever else does it at the same moment. Other work goes on in between. Rejects with the signal's reason.
   */
  follow(signal?: AbortSignal): Promise<Followed>;
  find(run: string): Promise<RunRecord | undefined>;
  /** The newest first. Throws a GateError for a cursor that is none. */
  list(query: RunQuery): Promise<RunPage>;
  /** Whether it tells what the log tells, as far as it has followed it. Changes nothing. */
  compare(part: IndexPart, signal?: AbortSignal): Promise<ComparedIndex>;
  /** Throws everything of this ledger away and reads its log again. */
  rebuild(signal?: AbortSignal): Promise<Followed>;
  close(): Promise<void>;
}

/** An index that also tells where in the log single requests are, as `audit list` asks for them. */
export interface RequestIndex extends LedgerIndex {
  /** In the order in which `tailLedger` comes by them. Those that the log does not have any more may be among them. */
  findRequests(query: RequestQuery): Promise<readonly FoundRequest[]>;
}

export interface RequestQuery {
  /** Requests that have ended, or the newest entries about those that have not. */
  readonly kind: 'ended' | 'open';
  /** How it ended. */
  readonly state?: string | undefined;
  readonly caller?: string | undefined;
  readonly run?: string | undefined;
  readonly trace?: string | undefined;
  /** Words of the request, or of a program in its line: some that are found may have them elsewhere. */
  readonly command?: string | undefined;
  /** The program that the caller used: its name, with or without its version. */
  readonly client?: string | undefined;
  /** ISO 8601: the entry was written then or later. */
  readonly since?: string | undefined;
  /** Where a clock was set back, how early an entry may stand that was written after `since`. */
  readonly listedSince?: string | undefined;
  /** ISO 8601: written before that. */
  readonly until?: string | undefined;
  readonly limit: number;
}

export interface FoundRequest {
  readonly gate: string;
  readonly place: Place;
  /** Where it stands among those of other gates: see `tables.ts`. */
  readonly listedAt: string;
}

/** Some segments of the log, or all of it. */
export type IndexPart = 'sample' | 'all';

export interface ComparedIndex {
  /** How many runs were compared. */
  readonly runs: number;
  readonly problems: readonly IndexProblem[];
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
  /** The command, or words that it begins with; or the same of a program that a line of `shell` would start. */
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
