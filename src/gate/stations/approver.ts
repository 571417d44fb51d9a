// Asks a person where the policy says so. How that is done is loaded when somebody is asked for the first time.

import type { GateError } from '../../vocabulary/gate-error.js';
import type { ApprovalOptions, Approvals } from '../approving/approvals.js';
import type { Judge } from '../judging/judge.js';
import { Lazy } from '../lazy.js';
import type { JudgedRun } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { Recorder } from './recorder.js';

export class Approver {
  readonly approvals: Lazy<Approvals>;
  readonly #judge: Judge;

  constructor(options: ApprovalOptions, judge: Judge, recorder: Recorder) {
    this.#judge = judge;
    this.approvals = new Lazy(async () => {
      const { Approvals } = await import('../approving/approvals.js');
      return new Approvals(options, (type, fields) => recorder.note(type, fields));
    });
  }

  /** Resolves to what keeps it from running, or to nothing. */
  async approve(run: JudgedRun): Promise<GateError | undefined> {
    const known = run.known as KnownRun;
    known.enter('queued');
    return await (await this.approvals.get()).askAbout(run, known, this.#judge);
  }
}
