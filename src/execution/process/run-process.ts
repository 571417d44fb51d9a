// Runs one program and waits until its process group is gone.

import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { groupGone, signalGroup } from '../../machine/processes/process-group.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan, StreamName } from '../../vocabulary/program.js';
import type { Keeper } from './keeper/keeper.js';
import type { OutputSink } from './output/output-sink.js';
import { ProcessOutput } from './output/process-output.js';
import type { Spool } from './output/spool.js';
import type { ProgramInput } from './program-input.js';
import { ProgramStreams } from './program-streams.js';
import { spawnProgram } from './spawn-program.js';
import { StartControl, type StartReport } from './start-control.js';
import { sandboxError, startError } from './start-error.js';
import { longestDyingMs, ProgramStop, type StopCause } from './stop-program.js';
import { type Exit, exitInside, signalled, type Watcher, WrapperStatus } from './wrapped-program.js';

export interface ProcessSettings {
  /** How much of each stream is kept in a file. */
  readonly outputBytes: number;
  /** How long a program that was asked to end may take for it. */
  readonly graceMs: number;
  readonly spool: Spool;
  readonly keeper: Pick<Keeper, 'runStarts' | 'runStarted' | 'runEnded'>;
  /** Looks after programs in a sandbox. */
  readonly watcher?: Watcher | undefined;
}

/** Whoever wants the program run. */
export interface ProcessHost {
  readonly runId: string;
  readonly signal: AbortSignal | undefined;
  /** Counted from the start of the program. */
  readonly timeoutMs: number;
  /** Asked in the moment before the start: what it gives keeps the program from being started. */
  readonly mayStart?: (() => GateError | undefined) | undefined;
  onState(state: 'starting' | 'running', pid?: number): void;
  /** Called once, before the start, with what will hold the output: it can be read while the program runs. */
  readonly onCapture: ((output: ProcessOutput) => void) | undefined;
  /** Called once, before it counts as running, where its standard input is open. */
  readonly onInput?: ((input: ProgramInput) => void) | undefined;
  /** Called once, before it counts as running, for a line: by this it is told what to start. */
  readonly onChannel?: ((channel: Duplex) => void) | undefined;
  /**
   * Leave it out where nobody listens: decoding costs. No character is split, and secrets are out already. Where it
   * gives a promise, the program waits for it.
   */
  readonly onOutput: ((stream: StreamName, text: string) => unknown) | undefined;
}

export type ProcessEnd =
  | ({ readonly status: 'exited' } & EndedProcess)
  | ({ readonly status: 'stopped'; readonly by: StopCause } & EndedProcess)
  /** It used more than the owner allows; or of several programs one could not be started, after others had run. */
  | ({ readonly status: 'broken-off'; readonly error: GateError } & EndedProcess)
  /** `again`: something changed while its sandbox was made, and the next one may be sound. */
  | { readonly status: 'not-started'; readonly error: GateError; readonly again?: boolean };

export interface EndedProcess {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly output: ProcessOutput;
  /** Which of several programs it was. */
  readonly at?: StepPlace;
}

export interface StepPlace {
  readonly number: number;
  readonly of: number;
  readonly program: string;
}

/** Where a program prints to that shares its output with others. */
export interface SharedOutput {
  readonly output: ProcessOutput;
  readonly stdout: OutputSink | undefined;
  readonly stderr: OutputSink | undefined;
}

/**
 * Never rejects: whatever the program does is a result. Timeout and cancellation send the group SIGTERM, then SIGKILL.
 * When the program ends by itself, what it left in its group gets SIGKILL at once. A descendant that left the group
 * holds nothing up, and is the keeper's to find.
 */
export function runProcess(
  plan: ProgramPlan,
  host: ProcessHost,
  settings: ProcessSettings,
  shared?: SharedOutput,
): Promise<ProcessEnd> {
  return new Promise((resolve) => new ProcessRun(plan, host, settings, shared, resolve).begin());
}

/** Where what joins the programs of a line listens. */
const channelDescriptor = 7;

/** Of what the maker of a sandbox has to say. */
const longestReason = 1_000;

/** What bubblewrap says of a file that was there when its arguments were made, and is gone. */
const sourceIsGone = /Can't (?:get type of|find) source|Can't bind mount .*No such file/;

/** A program that was started. */
interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly streams: ProgramStreams;
  readonly stop: ProgramStop;
  /** What the maker of its sandbox tells. */
  readonly status: WrapperStatus | undefined;
  /** Ends what watches it. */
  readonly unwatch: (() => void) | undefined;
  readonly unguard: (() => void) | undefined;
}

type TimedExit = Exit & { readonly durationMs: number };

class ProcessRun {
  readonly #plan: ProgramPlan;
  readonly #host: ProcessHost;
  readonly #settings: ProcessSettings;
  readonly #resolve: (end: ProcessEnd) => void;
  readonly #output: ProcessOutput;
  readonly #sinks: Pick<SharedOutput, StreamName>;
  #started: Started | undefined;
  #control: StartControl | undefined;
  #report: StartReport;
  #exit: TimedExit | undefined;
  #pipesClosed = false;
  #groupEnded = false;
  #ended = false;

  constructor(
    plan: ProgramPlan,
    host: ProcessHost,
    settings: ProcessSettings,
    shared: SharedOutput | undefined,
    resolve: (end: ProcessEnd) => void,
  ) {
    this.#plan = plan;
    this.#host = host;
    this.#settings = settings;
    this.#resolve = resolve;
    this.#output = shared?.output ?? new ProcessOutput(host.runId, plan, settings.spool, settings.outputBytes);
    this.#sinks = shared ?? this.#output;
  }

  begin(): void {
    if (this.#host.signal?.aborted) {
      this.#cancelUnstarted();
      return;
    }
    this.#host.onCapture?.(this.#output);
    this.#host.onState('starting');
    const ready = this.#settings.keeper.runStarts(this.#host.runId);
    if (ready) ready.then(() => this.#start());
    else this.#start();
  }

  #start(): void {
    const { signal, runId } = this.#host;
    if (signal?.aborted) {
      this.#settings.keeper.runEnded(runId);
      this.#cancelUnstarted();
      return;
    }
    const refusal = this.#mayStart();
    if (refusal) {
      this.#settings.keeper.runEnded(runId);
      this.#resolve({ status: 'not-started', error: refusal });
      return;
    }
    let child: ChildProcess;
    try {
      const { start } = this.#plan;
      this.#control = start && new StartControl(start);
      child = spawnProgram(this.#plan, this.#control?.descriptor);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    if (child.pid === undefined) child.on('error', (error) => this.#refuse(error));
    else this.#look(child, child.pid);
  }

  #mayStart(): GateError | undefined {
    try {
      return this.#host.mayStart?.();
    } catch (error) {
      return startError(this.#plan, error);
    }
  }

  /** It runs: from now on its streams, its time and its limits are looked after. */
  #look(child: ChildProcess, pid: number): void {
    const { signal, runId, timeoutMs } = this.#host;
    const { wrapper, writable = [], guard } = this.#plan;
    this.#settings.keeper.runStarted(runId, pid);
    const at = performance.now();
    child.on('exit', this.#onExit).on('close', this.#onClose);
    const streams = new ProgramStreams(child, this.#plan, this.#sinks, this.#host);
    const status = wrapper ? new WrapperStatus(child.stdio[3] as Readable) : undefined;
    const stop = new ProgramStop(this.#plan, pid, this.#settings.graceMs, this.#giveUp);
    stop.allow(timeoutMs);
    const unwatch = wrapper ? this.#settings.watcher?.watch(pid, writable, stop.exceed) : undefined;
    const unguard = guard?.watch(pid, stop.exceed);
    this.#started = { child, pid, at, streams, stop, status, unwatch, unguard };
    signal?.addEventListener('abort', this.#onCancel, { once: true });
    if (this.#plan.line) this.#host.onChannel?.((child.stdio as readonly unknown[])[channelDescriptor] as Duplex);
    this.#host.onState('running', pid);
  }

  readonly #onCancel = () => this.#started?.stop.stop('cancel');

  /** It became another user's, or hangs in the kernel: nobody is kept waiting for what cannot be ended. */
  readonly #giveUp = (): void => {
    const { child, pid, at, stop } = this.#started as Started;
    signalGroup(pid, 'SIGKILL');
    child.unref();
    stop.ended();
    this.#exit = { exitCode: null, signal: null, durationMs: performance.now() - at };
    this.#finishControl();
    this.#endGroup();
  };

  readonly #onExit = (exitCode: number | null, signal: string | null): void => {
    if (this.#exit) return;
    const { at, stop, status, unwatch } = this.#started as Started;
    this.#exit = { ...this.#readExit({ exitCode, signal }), durationMs: performance.now() - at };
    stop.ended();
    unwatch?.();
    // What it told was told at its start; where nothing was, it may still be on its way.
    if (!status || status.knowsFirst || !status.wait(() => this.#endInside())) this.#endInside();
  };

  /** How the program itself ended. What makes the sandbox may have ended otherwise, when it was killed. */
  #readExit(exit: Exit): Exit {
    this.#report = this.#finishControl();
    if (this.#report && 'exit' in this.#report) return exit.signal === null ? this.#report.exit : exit;
    return this.#plan.wrapper && !this.#plan.start ? exitInside(exit) : signalled(exit);
  }

  #finishControl(): StartReport {
    const control = this.#control;
    this.#control = undefined;
    return control?.finish();
  }

  #endInside(): void {
    const ending = this.#started?.status?.endInside(performance.now() + longestDyingMs);
    if (ending === undefined) this.#endRest();
    else if (ending === 'gone') this.#endGroup();
    else void ending.then(() => this.#endGroup());
  }

  #endRest(): void {
    const { pid, stop } = this.#started as Started;
    if (!stop.asked && !signalGroup(pid, 'SIGKILL')) this.#endGroup();
    else void this.#clearGroup(pid, stop);
  }

  /** Those who were asked to end have the same time for it as the program had. */
  async #clearGroup(pid: number, { asked }: ProgramStop): Promise<void> {
    if (asked) {
      await groupGone(pid, asked.killAt);
      signalGroup(pid, 'SIGKILL');
    }
    await groupGone(pid, performance.now() + longestDyingMs);
    this.#endGroup();
  }

  #endGroup(): void {
    this.#groupEnded = true;
    if (this.#pipesClosed) this.#end();
    else this.#started?.streams.drain(() => this.#end());
  }

  readonly #onClose = (): void => {
    this.#pipesClosed = true;
    if (this.#groupEnded) this.#end();
  };

  #end(): void {
    if (this.#ended || !this.#exit || !this.#started) return;
    const { streams, stop, status, unguard } = this.#started;
    const refusal = this.#report && 'refusal' in this.#report ? this.#report.refusal : undefined;
    const isUnmade = status?.wasStarted === false && this.#exit.exitCode === 1 && !stop.asked;
    if (isUnmade && !refusal && status.wait(() => this.#end())) return;
    this.#ended = true;
    unguard?.();
    // Whatever ended it: what it made must not stay.
    const broken = isUnmade ? undefined : this.#plan.guard?.conclude();
    stop.exceeded ??= broken;
    streams.end();
    this.#host.signal?.removeEventListener('abort', this.#onCancel);
    // The keeper looks in its own time; the answer does not wait for it.
    setImmediate(() => this.#settings.keeper.runEnded(this.#host.runId));
    if (refusal) this.#resolve({ status: 'not-started', error: refusal, again: this.#hasChanged() });
    else if (isUnmade) void this.#tellUnmade();
    else this.#resolve({ ...howItEnded(stop), ...this.#exit, output: this.#output });
  }

  /** There was no program yet: what was printed is why there is no sandbox. */
  async #tellUnmade(): Promise<void> {
    const said = this.#plan.stderr === 'pipe' ? await this.#output.preview('stderr', longestReason) : undefined;
    const text = said?.text ?? '';
    const again = this.#hasChanged() || sourceIsGone.test(text);
    this.#resolve({ status: 'not-started', error: sandboxError(text), again });
  }

  #hasChanged(): boolean {
    return this.#plan.guard?.hasChanged() === true;
  }

  #refuse(error: unknown): void {
    this.#finishControl();
    this.#settings.keeper.runEnded(this.#host.runId);
    this.#resolve({ status: 'not-started', error: startError(this.#plan, error) });
  }

  #cancelUnstarted(): void {
    const nothing = { exitCode: null, signal: null, durationMs: 0, output: this.#output };
    this.#resolve({ status: 'stopped', by: 'cancel', ...nothing });
  }
}

function howItEnded({ exceeded, asked }: ProgramStop) {
  if (exceeded) return { status: 'broken-off', error: exceeded } as const;
  return asked ? ({ status: 'stopped', by: asked.by } as const) : ({ status: 'exited' } as const);
}
