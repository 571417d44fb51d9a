// Runs one program and waits until its process group is gone.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { groupGone, signalGroup } from '../../machine/processes/process-group.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import type { ProgramPlan, StreamName } from '../../vocabulary/program.js';
import { drainPipes } from './drain-pipes.js';
import type { Keeper } from './keeper/keeper.js';
import { Capture } from './output/capture.js';
import type { OutputSink } from './output/output-sink.js';
import { ProcessOutput } from './output/process-output.js';
import { secretPatterns } from './output/redact-stream.js';
import type { Spool } from './output/spool.js';
import { ProgramInput } from './program-input.js';
import { StartControl, type StartReport } from './start-control.js';
import { sandboxError, startError } from './start-error.js';
import {
  type Exit,
  exitInside,
  furtherStreams,
  signalInside,
  signalled,
  type Watcher,
  WrapperStatus,
} from './wrapped-program.js';

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

export type StopCause = 'timeout' | 'cancel';

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

/** How long the dead of a group may take to disappear; in the worst case they wait for a disk. */
const longestDyingMs = 2_000;

/** Of what the maker of a sandbox has to say. */
const longestReason = 1_000;

/** What bubblewrap says of a file that was there when its arguments were made, and is gone. */
const sourceIsGone = /Can't (?:get type of|find) source|Can't bind mount .*No such file/;

class ProcessRun {
  readonly #plan: ProgramPlan;
  readonly #host: ProcessHost;
  readonly #settings: ProcessSettings;
  readonly #resolve: (end: ProcessEnd) => void;
  readonly #output: ProcessOutput;
  readonly #sinks: Pick<SharedOutput, StreamName>;
  readonly #captures: Capture[] = [];
  #child: ChildProcess | undefined;
  #input: ProgramInput | undefined;
  #pid = 0;
  #status: WrapperStatus | undefined;
  #control: StartControl | undefined;
  #report: StartReport;
  #unwatch: (() => void) | undefined;
  #unguard: (() => void) | undefined;
  #exceeded: GateError | undefined;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped: { readonly by: StopCause; readonly killAt: number } | undefined;
  #exit: { readonly exitCode: number | null; readonly signal: string | null; readonly durationMs: number } | undefined;
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
    const { signal, runId, timeoutMs } = this.#host;
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
    if (child.pid === undefined) {
      child.on('error', (error) => this.#refuse(error));
      return;
    }
    this.#child = child;
    this.#pid = child.pid;
    this.#settings.keeper.runStarted(runId, child.pid);
    this.#startedAt = performance.now();
    child.on('exit', this.#onExit).on('close', this.#onClose);
    this.#connect(child);
    this.#timer = setTimeout(this.#onTimeout, Math.min(timeoutMs, longestDelayMs));
    const { wrapper, writable = [], guard } = this.#plan;
    if (wrapper) this.#unwatch = this.#settings.watcher?.watch(child.pid, writable, this.#onExceeded);
    this.#unguard = guard?.watch(child.pid, this.#onExceeded);
    signal?.addEventListener('abort', this.#onCancel, { once: true });
    this.#host.onState('running', child.pid);
  }

  #mayStart(): GateError | undefined {
    try {
      return this.#host.mayStart?.();
    } catch (error) {
      return startError(this.#plan, error);
    }
  }

  #connect(child: ChildProcess): void {
    const { encoding, secrets } = this.#plan;
    const patterns = secretPatterns(secrets, encoding);
    this.#capture('stdout', child.stdout, patterns);
    this.#capture('stderr', child.stderr, patterns);
    this.#give(child.stdin);
    if (this.#plan.wrapper) this.#status = new WrapperStatus(child.stdio[3] as Readable);
  }

  #give(pipe: Writable | null): void {
    const { stdin } = this.#plan;
    if (!pipe || stdin === undefined) return;
    if (stdin !== 'open') {
      // A program need not read what it is given.
      pipe.on('error', ignore).end(stdin);
      return;
    }
    this.#input = new ProgramInput(pipe);
    this.#host.onInput?.(this.#input);
  }

  #capture(name: StreamName, pipe: Readable | null, patterns: readonly Buffer[]): void {
    const stream = this.#sinks[name];
    if (!pipe || !stream) return;
    const { onOutput } = this.#host;
    const onText = onOutput && ((text: string) => onOutput(name, text));
    this.#captures.push(new Capture(pipe, stream, this.#plan.encoding, patterns, onText));
  }

  // The program may have ended already, and the event loop not have seen it: it looks before this decides.
  readonly #onTimeout = () => setImmediate(() => this.#stop('timeout'));

  readonly #onCancel = () => this.#stop('cancel');

  readonly #onExceeded = (error: GateError): void => {
    if (this.#exit || this.#exceeded) return;
    clearTimeout(this.#timer);
    this.#exceeded = error;
    this.#kill();
  };

  #stop(by: StopCause): void {
    if (this.#exit || this.#stopped || this.#exceeded) return;
    clearTimeout(this.#timer);
    const { graceMs } = this.#settings;
    this.#stopped = { by, killAt: performance.now() + graceMs };
    const signal = this.#plan.wrapper ? signalInside : signalGroup;
    signal(this.#pid, 'SIGTERM');
    // One that is suspended would not notice.
    signal(this.#pid, 'SIGCONT');
    this.#timer = setTimeout(this.#kill, graceMs);
  }

  readonly #kill = (): void => {
    // In bubblewrap its first process: everything there has ended before bubblewrap does. The other launcher is no
    // program's: it ends everybody inside, and would leave them behind if it were killed itself.
    if (this.#plan.wrapper === 'bubblewrap') signalInside(this.#pid, 'SIGKILL');
    else signalGroup(this.#pid, this.#plan.wrapper === 'landlock' ? 'SIGTERM' : 'SIGKILL');
    this.#timer = setTimeout(this.#giveUp, longestDyingMs);
  };

  /** It became another user's, or hangs in the kernel: nobody is kept waiting for what cannot be ended. */
  readonly #giveUp = (): void => {
    signalGroup(this.#pid, 'SIGKILL');
    this.#child?.unref();
    this.#exit = { exitCode: null, signal: null, durationMs: performance.now() - this.#startedAt };
    this.#finishControl();
    this.#endGroup();
  };

  readonly #onExit = (exitCode: number | null, signal: string | null): void => {
    if (this.#exit) return;
    this.#exit = { ...this.#readExit({ exitCode, signal }), durationMs: performance.now() - this.#startedAt };
    clearTimeout(this.#timer);
    this.#unwatch?.();
    const status = this.#status;
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
    const ending = this.#status?.endInside(performance.now() + longestDyingMs);
    if (ending === undefined) this.#endRest();
    else if (ending === 'gone') this.#endGroup();
    else void ending.then(() => this.#endGroup());
  }

  #endRest(): void {
    if (!this.#stopped && !signalGroup(this.#pid, 'SIGKILL')) this.#endGroup();
    else void this.#clearGroup();
  }

  /** Those who were asked to end have the same time for it as the program had. */
  async #clearGroup(): Promise<void> {
    if (this.#stopped) {
      await groupGone(this.#pid, this.#stopped.killAt);
      signalGroup(this.#pid, 'SIGKILL');
    }
    await groupGone(this.#pid, performance.now() + longestDyingMs);
    this.#endGroup();
  }

  #endGroup(): void {
    this.#groupEnded = true;
    if (this.#pipesClosed) this.#end();
    else drainPipes(this.#captures, this.#onDrained);
  }

  readonly #onDrained = () => this.#end();

  readonly #onClose = (): void => {
    this.#pipesClosed = true;
    if (this.#groupEnded) this.#end();
  };

  #end(): void {
    if (this.#ended || !this.#exit) return;
    const refusal = this.#report && 'refusal' in this.#report ? this.#report.refusal : undefined;
    const isUnmade = this.#status?.wasStarted === false && this.#exit.exitCode === 1 && !this.#stopped;
    if (isUnmade && !refusal && this.#status?.wait(() => this.#end())) return;
    this.#ended = true;
    this.#unguard?.();
    if (!isUnmade) this.#exceeded ??= this.#plan.guard?.conclude();
    for (const capture of this.#captures) capture.end();
    this.#input?.close();
    this.#host.signal?.removeEventListener('abort', this.#onCancel);
    // The keeper looks in its own time; the answer does not wait for it.
    setImmediate(this.#tellKeeper);
    if (refusal) {
      this.#resolve({ status: 'not-started', error: refusal, again: this.#hasChanged() });
      return;
    }
    if (isUnmade) {
      void this.#tellUnmade();
      return;
    }
    this.#resolve({ ...this.#howItEnded(), ...this.#exit, output: this.#output });
  }

  #howItEnded() {
    if (this.#exceeded) return { status: 'broken-off', error: this.#exceeded } as const;
    return this.#stopped ? ({ status: 'stopped', by: this.#stopped.by } as const) : ({ status: 'exited' } as const);
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

  readonly #tellKeeper = () => this.#settings.keeper.runEnded(this.#host.runId);

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

const ignore = () => undefined;

function spawnProgram(
  {
    program,
    name,
    args,
    directory,
    environment,
    traceId,
    stdin,
    stdout,
    stderr,
    wrapper,
    callFilter,
    start,
  }: ProgramPlan,
  control: number | undefined,
): ChildProcess {
  // Opened for each: whoever reads from it moves on, and the next one would find its end.
  const opened: number[] = [];
  const open = (file: string | undefined) => {
    if (file === undefined) return undefined;
    const descriptor = openSync(file, 'r');
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const given = { 4: open(callFilter), 5: control, 6: open(start?.starter) };
    return spawn(program, args, {
      argv0: name,
      cwd: directory,
      // Node hands its own NODE_V8_COVERAGE on to whoever does not have one.
      env: Object.assign(
        Object.create(null),
        { NODE_V8_COVERAGE: undefined },
        environment,
        traceId !== undefined && { TOOL_TRACE_ID: traceId },
      ),
      // A process group of its own, so that stopping it also stops what it started.
      detached: true,
      stdio: [stdin ? 'pipe' : 'ignore', stdout, stderr, ...(wrapper ? furtherStreams(given) : [])],
      windowsHide: true,
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
