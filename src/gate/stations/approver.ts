// Asks a person where the policy says so. How that is done is loaded when somebody is asked for the first time.

import type { WantedHosts } from '../../vocabulary/approval.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { ApprovalOptions, Approvals } from '../approving/approvals.js';
import type { ApprovalNotice, TellNotice } from '../approving/notice.js';
import type { Judge } from '../judging/judge.js';
import { Lazy } from '../lazy.js';
import type { NetworkGrants } from '../network/network-grants.js';
import type { JudgedRun, RunningRun } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { Recorder } from './recorder.js';

export class Approver {
  readonly approvals: Lazy<Approvals>;
  readonly #judge: Judge;
  readonly #keepsFiles: boolean;
  #listener: ((notice: ApprovalNotice) => void) | undefined;

  constructor(options: ApprovalOptions, judge: Judge, recorder: Recorder, grants: NetworkGrants) {
    this.#judge = judge;
    this.#keepsFiles = options.store !== undefined;
    this.approvals = new Lazy(async () => {
      const { Approvals } = await import('../approving/approvals.js');
      const notify: TellNotice = async (notice) => {
        this.#listener?.(notice);
        return await options.notify?.(notice);
      };
      return new Approvals({ ...options, notify }, (type, fields) => recorder.note(type, fields), grants);
    });
  }

  /** Tells from now on when a question waits. */
  tellAsked(listener: (notice: ApprovalNotice) => void): void {
    this.#listener = listener;
  }

  /** What a person let it reach after its last run was refused that. */
  async takeLate(run: JudgedRun): Promise<readonly WantedHosts[]> {
    // Kept in this process, there is nothing before anybody was asked.
    const approvals = this.#keepsFiles ? await this.approvals.get() : await this.approvals.opened();
    return (await approvals?.takeLate(run)) ?? [];
  }

  /** Asks for later whether it may reach what it was refused. Gives what the agent is told. */
  async offer(run: RunningRun): Promise<string | undefined> {
    return await (await this.approvals.get()).offer(run, run.known as KnownRun, run.running.network.refused);
  }

  /** Resolves to what keeps it from running, or to nothing. */
  async approve(run: JudgedRun): Promise<GateError | undefined> {
    const known = run.known as KnownRun;
    known.enter('queued');
    return await (await this.approvals.get()).askAbout(run, known, this.#judge);
  }
}
