// Writes down what becomes of runs: what cannot be written is not done.

import type { NoteType, RequestEntry, RunDetails, RunLog } from '../../ledger/run-log.js';
import type { OwnPlaces } from '../../policy/path-scope.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Judge } from '../judging/judge.js';
import { auditEntry, endDetails, requestDetails, requestEntry } from '../recording/audit-entry.js';
import { marksOf } from '../recording/record-marks.js';
import { unavailable } from '../refusals.js';
import { isJudged, type Run } from '../run/run.js';

/** What kept it from being written; later, where that takes time. */
export type Written = GateError | undefined | Promise<GateError | undefined>;

export class Recorder {
  readonly #log: RunLog | undefined;
  readonly #judge: Judge;
  readonly #places: OwnPlaces;

  constructor(log: RunLog | undefined, judge: Judge) {
    this.#log = log;
    this.#judge = judge;
    this.#places = { auditFile: log?.file, ledgerDirectory: log?.realDirectory };
  }

  /** Where the record lies: path arguments must not lead there. */
  get places(): OwnPlaces {
    return this.#places;
  }

  /** Why nothing can be recorded, and so nothing may be run. */
  trouble(): GateError | undefined {
    const trouble = this.#log?.trouble();
    return trouble && unrecordable(trouble);
  }

  /** Whoever is told its id, or asked about it, must find it whatever becomes of the gate. */
  accept(run: Run): Written {
    const marks = marksOf(run);
    if (marks.isAccepted || marks.beganAt !== undefined) return undefined;
    marks.isAccepted = true;
    return this.#write(run, (log, entry, details) => log.accept(entry, details));
  }

  /** Before its handler is entered: whatever happens then, the run is known. */
  begin(run: Run): Written {
    if (!this.#log) return undefined;
    const written = this.#write(run, (log, entry, details) => log.begin(entry, details));
    if (written instanceof Promise) return written.then((error) => error ?? this.#hasBegun(run));
    return written ?? this.#hasBegun(run);
  }

  #hasBegun(run: Run): undefined {
    marksOf(run).beganAt = Date.now();
  }

  /** Rejects where it could not be written. Undefined: it is not recorded. */
  end(run: Run, outcome: Outcome): Promise<void> | undefined {
    if (!this.#log || isOnlyLookingAround(run)) return undefined;
    const details = endDetails(run, outcome, this.#subjectOnce(run));
    return this.#log.record(auditEntry(run, outcome), details, marksOf(run).beganAt !== undefined);
  }

  async note(type: NoteType, fields: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#log?.note(type, fields);
    } catch (error) {
      throw unrecordable(error);
    }
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  #write(
    run: Run,
    write: (log: RunLog, entry: RequestEntry, details: RunDetails) => undefined | Promise<undefined>,
  ): Written {
    if (!this.#log) return undefined;
    try {
      return write(this.#log, requestEntry(run), requestDetails(run, this.#subjectOnce(run)))?.catch(unrecordable);
    } catch (error) {
      return unrecordable(error);
    }
  }

  /** What the policy looked at, with the first thing that is written of a run. */
  #subjectOnce(run: Run): unknown {
    const marks = marksOf(run);
    if (marks.isSubjectWritten || !isJudged(run) || run.isBuiltIn) return undefined;
    marks.isSubjectWritten = true;
    return this.#judge.recordedSubject?.(run);
  }
}

/** Whoever types `help` has not asked for anything to be done. What was accepted has to end. */
function isOnlyLookingAround({ isBuiltIn, danger, request, marks }: Run): boolean {
  return isBuiltIn && danger === 'safe' && request.door === 'cli' && !marks?.isAccepted;
}

/** What an agent cannot do anything about, its owner can: so it says what is wrong. */
function unrecordable(error: unknown): GateError {
  const plain = unavailable('the ledger cannot be written');
  if (!(error instanceof GateError)) return plain;
  return new GateError('UNAVAILABLE', `${plain.message}. ${error.message}`, { hint: error.hint, retryAfterMs: 1_000 });
}
