// Keeps the workspace as it was before a program starts that may change it, so that a person can undo that.

import { GateError } from '../../vocabulary/gate-error.js';
import { snapshotFailed } from '../../vocabulary/notices.js';
import type { Judge } from '../judging/judge.js';
import type { RunningRun } from '../run/run.js';
import { SnapshotThreadLink } from './snapshot-thread-link.js';

/** `required`: what cannot be kept does not start. */
export type SnapshotMode = 'on' | 'required';

/** A run of which it is known what it changes need not wait longer than this. */
const cheapMs = 150;

export class Snapshots {
  readonly #mode: SnapshotMode;
  readonly #judge: Judge;
  readonly #links = new Map<string, SnapshotThreadLink>();
  readonly #lastMs = new Map<string, number>();

  constructor(mode: SnapshotMode, judge: Judge) {
    this.#mode = mode;
    this.#judge = judge;
  }

  /** Why it must not start. Without a snapshot it starts all the same, unless the owner requires one. */
  async before(run: RunningRun): Promise<GateError | undefined> {
    const { workspace } = run.session;
    const need = this.#needOf(run, workspace);
    if (need === 'none') return undefined;
    if (need === 'skipped') {
      run.running.notKept = 'The last snapshot took too long, and this run was known only to create or change files.';
      return undefined;
    }
    const at = new Date().toISOString();
    const snapshot = await this.#linkOf(workspace).before({ run: run.runId, command: shortened(run.command), at });
    if ('problem' in snapshot) {
      const problem = /[.!?]$/.test(snapshot.problem) ? snapshot.problem : `${snapshot.problem}.`;
      const message = `No snapshot of the workspace was taken before this run: ${problem}`;
      if (this.#mode === 'required') return notKept(message);
      run.running.notKept = problem;
      run.warn(snapshotFailed, `${message} Changes made by this run cannot be undone.`);
      return undefined;
    }
    this.#lastMs.set(workspace, snapshot.tookMs);
    run.running.snapshot = { id: snapshot.id, at };
    return undefined;
  }

  /** Its programs have ended. */
  after({ runId: run, session, running }: RunningRun): void {
    if (running.snapshot) this.#linkOf(session.workspace).after({ run, at: running.snapshot.at });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #needOf(run: RunningRun, workspace: string): 'one' | 'skipped' | 'none' {
    const changes = this.#judge.changesFiles?.(run) ?? 'anything';
    if (changes === 'nothing') return 'none';
    const isCheap = (this.#lastMs.get(workspace) ?? 0) <= cheapMs;
    return changes === 'anything' || this.#mode === 'required' || isCheap ? 'one' : 'skipped';
  }

  #linkOf(workspace: string): SnapshotThreadLink {
    const link = this.#links.get(workspace) ?? new SnapshotThreadLink(workspace);
    this.#links.set(workspace, link);
    return link;
  }
}

const longestCommand = 1_000;

function shortened(command: string): string {
  return command.length <= longestCommand ? command : `${command.slice(0, longestCommand).toWellFormed()}…`;
}

function notKept(message: string): GateError {
  return new GateError('UNAVAILABLE', message, {
    hint: 'The owner requires a snapshot ("snapshots": "required"); tell them about this problem',
    phase: 'execution',
  });
}
