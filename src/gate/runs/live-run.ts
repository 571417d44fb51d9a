// A run of this gate: while it goes on, and for a while after.

import type { ReadableOutput } from '../../execution/process/output/readable-output.js';
import type { RunState } from '../../vocabulary/program.js';
import type { CancelResult } from '../../vocabulary/request.js';
import { describeDecision } from '../recording/audit-entry.js';
import type { KnownRun } from '../run/run-book.js';
import { type FoundRun, type WriteResult, waitFor } from './found-run.js';

export class LiveRun implements FoundRun {
  readonly #known: KnownRun;

  constructor(known: KnownRun) {
    this.#known = known;
  }

  get runId(): string {
    return this.#known.runId;
  }

  get state(): RunState {
    return this.#known.state;
  }

  get ended(): boolean {
    return this.#known.ended;
  }

  get output(): ReadableOutput | undefined {
    return this.#known.output;
  }

  summary(): Record<string, unknown> {
    const { run, background, approvalId, createdAt, startedAt, endedAt, process, output, outcome, ended } = this.#known;
    const { exit } = run.running ?? {};
    const until = endedAt ?? Date.now();
    return {
      run: this.runId,
      command: run.command,
      state: this.state,
      ...(background && { background }),
      door: run.request.door,
      ...(run.request.client !== undefined && { client: run.request.client }),
      session: run.session.id,
      ...(run.request.chat !== undefined && { chat: run.request.chat }),
      ...(approvalId !== undefined && { waits_for_approval: approvalId }),
      ...(process && !ended && { pid: process.pid, ...this.#known.listening() }),
      created_at: toTime(createdAt),
      ...(startedAt !== undefined && { started_at: toTime(startedAt) }),
      ...(endedAt !== undefined && { ended_at: toTime(endedAt) }),
      duration_ms: until - (startedAt ?? createdAt),
      ...(exit && { exit_code: exit.exitCode, ...(exit.signal !== null && { signal: exit.signal }) }),
      ...(outcome?.status === 'failed' && { error_code: outcome.error.code }),
      ...(output && { stdout_bytes: output.stdout?.totalBytes ?? 0, stderr_bytes: output.stderr?.totalBytes ?? 0 }),
    };
  }

  details(): Record<string, unknown> {
    const { outcome, run } = this.#known;
    const { judgement, approval } = run.judged ?? {};
    const { snapshot, notKept } = run.running ?? {};
    const decided = {
      ...(judgement && { decision: describeDecision(judgement, approval) }),
      ...(snapshot && { snapshot: snapshot.id }),
      ...(notKept !== undefined && { not_kept: notKept }),
    };
    if (!outcome) return { ...decided, next: waitFor(this) };
    if (outcome.status === 'completed') return { ...decided, data: outcome.data };
    const { code, message, hint, result } = outcome.error;
    return { ...decided, error: { code, message, hint, ...(result && { result }) } };
  }

  waitForEnd(waitMs: number, signal: AbortSignal): Promise<FoundRun> {
    if (this.ended) return Promise.resolve(this);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        forget();
        resolve(this);
      };
      const timer = setTimeout(finish, waitMs);
      signal.addEventListener('abort', finish, { once: true });
      const forget = this.#known.whenEnded(finish);
    });
  }

  async cancel(): Promise<CancelResult> {
    if (this.ended) return 'already_finished';
    this.#known.cancel();
    return 'cancel_requested';
  }

  async write(bytes: Buffer, isLast: boolean): Promise<WriteResult> {
    return await this.#known.writeInput(bytes, isLast);
  }
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
