// Runs programs one after the other, as one run: one timeout, one output. What a program printed may be an argument of
// a later one, which is why each is planned when the one before it has ended.

import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedStep, ProgramPlan } from '../../vocabulary/program.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { ProcessOutput } from './output/process-output.js';
import { longestPrinted, type StepSinks, StepStreams } from './output/step-streams.js';
import {
  type EndedProcess,
  type ProcessEnd,
  type ProcessHost,
  type ProcessSettings,
  runProcess,
  type StepPlace,
} from './run-process.js';
import { runReady } from './run-ready.js';

export interface StepsHost extends ProcessHost {
  /** What every program gets right before it starts, such as the owner's limits. */
  prepare(plan: ProgramPlan): ProgramPlan | GateError | Promise<ProgramPlan | GateError>;
  /** Asked before each step after the first: what it really is, now that the one before it has printed this. */
  goOn(printed: string): ProgramPlan | GateError;
  onStep(place: StepPlace): void;
}

/** Never rejects. The first program that fails is the last, unless it may fail. */
export function runSteps(plan: ProgramPlan, host: StepsHost, settings: ProcessSettings): Promise<ProcessEnd> {
  return new StepsRun(plan, host, settings).run();
}

class StepsRun {
  readonly #host: StepsHost;
  readonly #settings: ProcessSettings;
  readonly #streams: StepStreams;
  #plan: ProgramPlan;
  #startedAt: number | undefined;
  /** How the step before ended. */
  #before: EndedProcess | undefined;

  constructor(plan: ProgramPlan, host: StepsHost, settings: ProcessSettings) {
    this.#plan = plan;
    this.#host = host;
    this.#settings = settings;
    const output = new ProcessOutput(host.runId, plan, settings.spool, settings.outputBytes);
    this.#streams = new StepStreams(output, host.onOutput);
  }

  async run(): Promise<ProcessEnd> {
    this.#host.onCapture?.(this.#streams.output);
    try {
      for (;;) {
        const step = this.#plan.step as PlannedStep;
        const sinks = this.#streams.open(step);
        const end = await this.#runOne(step, sinks);
        const { next } = step;
        const isFailed = end.status !== 'exited' || (end.exitCode !== 0 && !step.mayFail);
        if (isFailed) sinks.showHeld();
        if (isFailed || !next) return end;
        this.#before = end;
        const plan = this.#planNext(step, sinks);
        if (plan instanceof GateError) return this.#breakOff(plan, next);
        this.#plan = plan;
      }
    } finally {
      this.#streams.end();
    }
  }

  async #runOne(step: PlannedStep, { stdout, stderr }: StepSinks): Promise<ProcessEnd> {
    let isTold = false;
    const end = await runReady(
      () => this.#host.prepare(this.#plan),
      (ready) => {
        if (!isTold) this.#host.onStep(placeOf(this.#plan));
        isTold = true;
        return runProcess(ready, this.#hostOf(step), this.#settings, { output: this.#streams.output, stdout, stderr });
      },
    );
    if (end.status === 'not-started') return this.#breakOff(end.error, this.#plan);
    const durationMs = performance.now() - (this.#startedAt ?? performance.now());
    return { ...end, durationMs, at: placeOf(this.#plan) };
  }

  /** Only the first is queued and started in the eyes of others: after that, the run runs. */
  #hostOf(step: PlannedStep): ProcessHost {
    const host = this.#host;
    const isFirst = this.#before === undefined;
    return {
      // Each is a run of its own to the keeper, which may still look for what the one before left behind.
      runId: isFirst ? host.runId : `${host.runId}.${step.number}`,
      signal: host.signal,
      timeoutMs: this.#timeLeft(),
      mayStart: isFirst ? host.mayStart : undefined,
      onState: (state, pid) => {
        if (state === 'running') this.#startedAt ??= performance.now();
        if (isFirst || state === 'running') host.onState(state, pid);
      },
      onCapture: undefined,
      onInput: host.onInput,
      onOutput:
        host.onOutput &&
        ((stream, text) => (stream === 'stderr' || step.shown ? host.onOutput?.(stream, text) : undefined)),
    };
  }

  /** All of them together have the time of one run. */
  #timeLeft(): number {
    const { timeoutMs } = this.#host;
    return this.#startedAt === undefined ? timeoutMs : Math.max(1, timeoutMs - (performance.now() - this.#startedAt));
  }

  #planNext({ number }: PlannedStep, { printed }: StepSinks): ProgramPlan | GateError {
    const text = printed ? printed.text : '';
    return text === undefined ? printedTooMuch(number) : this.#host.goOn(text);
  }

  /** Something ran already, and what it printed is told with the reason why nothing more did. */
  #breakOff(error: GateError, plan: ProgramPlan): ProcessEnd {
    if (!this.#before) return { status: 'not-started', error };
    return { ...this.#before, status: 'broken-off', error, at: placeOf(plan) };
  }
}

/** The owner may have named the program by a variable. */
function placeOf(plan: ProgramPlan): StepPlace {
  const { number = 1, of = 1 } = plan.step ?? {};
  return { number, of, program: Secrets.toldOf(plan).hide(plan.name) };
}

function printedTooMuch(number: number): GateError {
  return new GateError(
    'EXECUTION_ERROR',
    `Execution failed: step ${number} printed more than can be passed to the next one`,
    {
      hint: `At most ${longestPrinted} bytes can be an argument; make the step print less, or write to a file`,
      phase: 'execution',
    },
  );
}
