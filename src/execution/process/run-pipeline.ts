// Programs that run at the same time, each reading what the one before it prints.

import type { GateError } from '../../vocabulary/gate-error.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { ProcessOutput } from './output/process-output.js';
import { PassOn } from './pass-on.js';
import {
  type EndedProcess,
  type ProcessEnd,
  type ProcessSettings,
  runProcess,
  type SharedOutput,
} from './run-process.js';

export interface PipelineHost {
  readonly runId: string;
  readonly signal: AbortSignal;
  /** For all of them together. */
  readonly timeoutMs: number;
}

export type PipelineEnd =
  /** Each ended well, or was not needed any more. What the last one printed is the answer. */
  | { readonly status: 'ended'; readonly last: EndedProcess }
  | {
      readonly status: 'failed';
      readonly stage: number;
      readonly timedOut: boolean;
      readonly end: EndedProcess;
      /** Why it was ended, where it used too much. */
      readonly error?: GateError;
    }
  | { readonly status: 'canceled' }
  | { readonly status: 'not-started'; readonly error: GateError };

/**
 * Never rejects. A reader comes to the end of its input only after its writer has ended well, so that none takes a part
 * for the whole. The first one that fails ends all others; a reader that ends well ends whoever still writes to it.
 */
export function runPipeline(
  plans: readonly ProgramPlan[],
  host: PipelineHost,
  settings: ProcessSettings,
): Promise<PipelineEnd> {
  return new Pipeline(plans, host, settings).run();
}

/** One program, and the way to the next one. */
interface Stage {
  readonly ending: AbortController;
  readonly passOn: PassOn | undefined;
  isRunning: boolean;
  /** Its reader needs no more of it: how it ends does not count. */
  isDispensable: boolean;
}

/** The stages have no limit of their own: a writer that waits for its reader is not slow. */
const noLimitMs = longestDelayMs;

class Pipeline {
  readonly #plans: readonly ProgramPlan[];
  readonly #host: PipelineHost;
  readonly #settings: ProcessSettings;
  readonly #stages: readonly Stage[];
  #failed: { readonly stage: number; readonly timedOut: boolean } | undefined;

  constructor(plans: readonly ProgramPlan[], host: PipelineHost, settings: ProcessSettings) {
    this.#plans = plans;
    this.#host = host;
    this.#settings = settings;
    this.#stages = plans.map((_, index) => ({
      ending: new AbortController(),
      passOn: index < plans.length - 1 ? new PassOn(() => this.#dispense(index)) : undefined,
      isRunning: true,
      isDispensable: false,
    }));
  }

  async run(): Promise<PipelineEnd> {
    const onCancel = () => this.#endAll();
    const timer = setTimeout(() => this.#timeOut(), Math.min(this.#host.timeoutMs, noLimitMs));
    this.#host.signal.addEventListener('abort', onCancel, { once: true });
    if (this.#host.signal.aborted) onCancel();
    const ends = await Promise.all(this.#plans.map((plan, index) => this.#runStage(plan, index)));
    clearTimeout(timer);
    this.#host.signal.removeEventListener('abort', onCancel);
    const told = this.#conclude(ends);
    await Promise.all(ends.map((end) => (isTold(end, told) ? undefined : discard(end))));
    return told;
  }

  async #runStage(plan: ProgramPlan, index: number): Promise<ProcessEnd> {
    const { ending, passOn } = this.#stages[index] as Stage;
    const before = this.#stages[index - 1]?.passOn;
    const runId = `${this.#host.runId}.${index + 1}`;
    const end = await runProcess(
      before ? { ...plan, stdin: 'open' } : plan,
      {
        ...{ runId, signal: ending.signal, timeoutMs: noLimitMs, onState: ignore },
        ...{ onCapture: undefined, onOutput: undefined },
        onInput: (input) => before?.open(input),
      },
      this.#settings,
      passOn && this.#passingOn(runId, plan, passOn),
    );
    this.#onEnd(index, end);
    return end;
  }

  /** Only what it complains about is kept. */
  #passingOn(runId: string, plan: ProgramPlan, passOn: PassOn): SharedOutput {
    const { spool, outputBytes } = this.#settings;
    const output = new ProcessOutput(runId, { ...plan, stdout: 'ignore' }, spool, outputBytes);
    return { output, stdout: passOn, stderr: output.stderr };
  }

  #onEnd(index: number, end: ProcessEnd): void {
    const stage = this.#stages[index] as Stage;
    stage.isRunning = false;
    this.#stages[index - 1]?.passOn?.close();
    if (stage.isDispensable) return;
    if (end.status !== 'exited' || end.exitCode !== 0) {
      this.#fail(index, false);
      return;
    }
    stage.passOn?.complete();
    this.#dispense(index - 1);
  }

  #dispense(index: number): void {
    const stage = this.#stages[index];
    if (!stage?.isRunning) return;
    stage.isDispensable = true;
    stage.ending.abort();
    // Nobody reads what it would read either.
    this.#dispense(index - 1);
  }

  #fail(stage: number, timedOut: boolean): void {
    this.#failed ??= { stage, timedOut };
    this.#endAll();
  }

  #endAll(): void {
    for (const { ending } of this.#stages) ending.abort();
  }

  /** Whoever keeps the others waiting: the first that runs and whose reader takes what it prints. */
  #timeOut(): void {
    const slow = this.#stages.findIndex(
      ({ isRunning, isDispensable, passOn }) => isRunning && !isDispensable && passOn?.isHeldUp !== true,
    );
    if (slow !== -1) this.#fail(slow, true);
  }

  #conclude(ends: readonly ProcessEnd[]): PipelineEnd {
    const unstarted = ends.find((end) => end.status === 'not-started');
    if (unstarted) return unstarted;
    if (this.#host.signal.aborted) return { status: 'canceled' };
    if (!this.#failed) return { status: 'ended', last: ends.at(-1) as EndedProcess };
    const end = ends[this.#failed.stage] as Exclude<ProcessEnd, { status: 'not-started' }>;
    return { status: 'failed', ...this.#failed, end, ...(end.status === 'broken-off' && { error: end.error }) };
  }
}

const ignore = () => undefined;

function isTold(end: ProcessEnd, told: PipelineEnd): boolean {
  return (told.status === 'ended' && told.last === end) || (told.status === 'failed' && told.end === end);
}

async function discard(end: ProcessEnd): Promise<void> {
  if (end.status !== 'not-started') await end.output.discard();
}
