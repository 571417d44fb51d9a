// A run that this gate knows from the ledger alone: it ended some time ago, or it is another gate's.

import type { ReadableOutput } from '../../execution/process/output/readable-output.js';
import type { Answer } from '../../ledger/mail/message.js';
import { pause } from '../../vocabulary/pause.js';
import { type RunState, statesOnTheWay } from '../../vocabulary/program.js';
import type { CancelResult } from '../../vocabulary/request.js';
import type { RunRecord } from '../../vocabulary/run-record.js';
import type { InputResult } from '../run/run-book.js';
import { type FoundRun, type WriteResult, waitFor } from './found-run.js';
import type { RunHistory } from './run-history.js';
import { readStoredResult } from './stored-result.js';

/** How often it is looked whether a run of another gate has ended. */
const lookMs = 200;

export class RecordedRun implements FoundRun {
  readonly #record: RunRecord;
  readonly #history: RunHistory;
  readonly #output: ReadableOutput | undefined;

  constructor(record: RunRecord, history: RunHistory) {
    this.#record = record;
    this.#history = history;
    this.#output = history.openOutput(record);
  }

  get runId(): string {
    return this.#record.run;
  }

  get state(): RunState {
    return this.#record.state;
  }

  get ended(): boolean {
    return !statesOnTheWay.includes(this.state);
  }

  get output(): ReadableOutput | undefined {
    return this.#output;
  }

  summary(): Record<string, unknown> {
    const { run, command, state, background, door, client, session, chat, created_at, started_at, ended_at } =
      this.#record;
    const { duration_ms, exit_code, signal, error, output } = this.#record;
    return {
      run,
      command,
      state,
      ...(background && { background }),
      door,
      ...(client !== undefined && { client }),
      session,
      ...(chat !== null && { chat }),
      created_at,
      ...(started_at !== undefined && { started_at }),
      ...(ended_at !== undefined && { ended_at }),
      // How long a run went on whose gate died is not known.
      ...(state !== 'lost' && {
        duration_ms: duration_ms ?? Math.max(0, Date.now() - Date.parse(started_at ?? created_at)),
      }),
      ...(exit_code !== undefined && { exit_code }),
      ...(signal && { signal }),
      ...(error && { error_code: error.code }),
      ...(output?.stdout && { stdout_bytes: output.stdout.bytes }),
      ...(output?.stderr && { stderr_bytes: output.stderr.bytes }),
    };
  }

  async details(): Promise<Record<string, unknown>> {
    const { decision, approval, error, state, snapshot, not_kept } = this.#record;
    const told = {
      ...(decision && { decision }),
      ...(approval && { approval }),
      ...(snapshot !== undefined && { snapshot }),
      ...(not_kept !== undefined && { not_kept }),
    };
    if (!this.ended) return { ...told, next: waitFor(this) };
    const result = this.#output && (await readStoredResult(this.#record, this.#output));
    if (state === 'lost') return { ...told, error: lost, ...(result !== undefined && { result }) };
    if (!error) return { ...told, ...(result !== undefined && { data: result }) };
    return { ...told, error: { ...error, ...(result !== undefined && { result }) } };
  }

  async waitForEnd(waitMs: number, signal: AbortSignal): Promise<FoundRun> {
    const until = performance.now() + waitMs;
    let found: RecordedRun = this;
    while (!found.ended && !signal.aborted && performance.now() < until) {
      await pause(Math.min(lookMs, until - performance.now()), signal);
      const record = await this.#history.read(this.runId);
      if (record) found = new RecordedRun(record, this.#history);
    }
    return found;
  }

  async cancel(signal: AbortSignal): Promise<CancelResult | 'unreachable'> {
    if (this.ended) return 'already_finished';
    const answer = await this.#ask({ type: 'cancel' }, signal);
    return (answer?.outcome as CancelResult | undefined) ?? 'unreachable';
  }

  async write(bytes: Buffer, isLast: boolean, signal: AbortSignal): Promise<WriteResult> {
    if (this.ended) return 'closed';
    const write = async (errand: Errand) => (await this.#ask(errand, signal))?.outcome as InputResult | undefined;
    const result = bytes.length > 0 ? await write({ type: 'write', bytes }) : 'written';
    const isTaken = result === 'written' || result === 'waiting';
    return (isLast && isTaken ? await write({ type: 'close-input' }) : result) ?? 'unreachable';
  }

  #ask(errand: Errand, signal: AbortSignal): Promise<Answer | undefined> {
    const { run, caller } = this.#record;
    return this.#history.ask({ ...errand, run, caller }, signal);
  }
}

type Errand = { readonly type: 'cancel' | 'close-input' } | { readonly type: 'write'; readonly bytes: Uint8Array };

const lost = {
  code: 'LOST',
  message: 'The gate that ran it died. How far the run got is unknown.',
  hint: 'Check what it did before you send it again',
};
