// Runs a line: what joins its programs is started like any program, with all its limits, and told what to do next. A
// program that may do what the others may not gets a sandbox of its own, beside it.

import { constants } from 'node:os';
import { GateError } from '../../vocabulary/gate-error.js';
import type { LineEnd, LineHands, PartEnd, StartedPart } from '../../vocabulary/line.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { ProcessOutput } from '../process/output/process-output.js';
import { staysOpen } from '../process/output/step-streams.js';
import {
  type ProcessEnd,
  type ProcessHost,
  type ProcessSettings,
  runProcess,
  type SharedOutput,
} from '../process/run-process.js';
import { Conductor, LineGone } from './conductor/conductor.js';

export interface LineHost extends ProcessHost {
  conduct(hands: LineHands): Promise<LineEnd>;
  /** Whether a program of it gets a sandbox of its own. */
  runsApart(plan: ProgramPlan): boolean;
  mayStartApart(plan: ProgramPlan): GateError | undefined;
  prepare(plan: ProgramPlan): Promise<ProgramPlan | GateError>;
}

/** Never rejects. `plan` is the conductor's. */
export function runLine(plan: ProgramPlan, host: LineHost, settings: ProcessSettings): Promise<ProcessEnd> {
  return new LineRun(plan, host, settings).run();
}

/** As shells say that something was found and not run. */
const couldNotGoOn = 126;

class LineRun {
  readonly #plan: ProgramPlan;
  readonly #host: LineHost;
  readonly #settings: ProcessSettings;
  readonly #shared: SharedOutput;
  /** Ends what runs beside the conductor. */
  readonly #over = new AbortController();
  #apart: Promise<unknown> = Promise.resolve();
  #started = 0;
  #refused: GateError | undefined;

  constructor(plan: ProgramPlan, host: LineHost, settings: ProcessSettings) {
    this.#plan = plan;
    this.#host = host;
    this.#settings = settings;
    const output = new ProcessOutput(host.runId, plan, settings.spool, settings.outputBytes);
    const { stdout, stderr } = output;
    this.#shared = { output, stdout: stdout && staysOpen(stdout), stderr: stderr && staysOpen(stderr) };
  }

  async run(): Promise<ProcessEnd> {
    const host = {
      ...this.#host,
      onChannel: (channel: ConstructorParameters<typeof Conductor>[0]) => this.#conduct(channel),
    };
    const end = await runProcess(this.#plan, host, this.#settings, this.#shared);
    this.#over.abort();
    await this.#apart;
    void this.#shared.output.stdout?.end();
    void this.#shared.output.stderr?.end();
    if (!this.#refused || end.status !== 'exited') return end;
    return { ...end, status: 'broken-off', error: this.#refused };
  }

  #conduct(channel: ConstructorParameters<typeof Conductor>[0]): void {
    const conductor = new Conductor(channel);
    void this.#host.conduct(this.#handsOf(conductor)).then(
      (ended) => {
        if ('error' in ended) this.#refused = ended.error;
        leave(conductor, 'error' in ended ? couldNotGoOn : ended.exitCode);
      },
      () => leave(conductor, couldNotGoOn),
    );
  }

  #handsOf(conductor: Conductor): LineHands {
    return {
      get isGone() {
        return conductor.isGone;
      },
      pipe: () => conductor.pipe(),
      capture: () => conductor.capture(),
      open: (path, mode) => conductor.open(path, mode),
      hold: (text) => conductor.hold(text),
      readLine: (stream) => conductor.readLine(stream),
      print: (stream, text) => conductor.print(stream, text),
      close: (stream) => conductor.close(stream),
      start: (part) => (this.#host.runsApart(part.plan) ? this.#startApart(part) : conductor.start(part)),
    };
  }

  async #startApart({ plan, streams }: StartedPart): Promise<PartEnd> {
    const isOwn = streams.size === 3 && [...streams].every(([descriptor, stream]) => descriptor === stream);
    if (!isOwn) return { error: needsItsStreams(plan) };
    const refusal = this.#host.mayStartApart(plan);
    if (refusal) return { error: refusal };
    const ready = await this.#host.prepare({ ...plan, stdin: undefined });
    if (ready instanceof GateError) return { error: ready };
    const running = runProcess(
      ready,
      {
        runId: `${this.#host.runId}.${++this.#started}`,
        signal: this.#over.signal,
        timeoutMs: this.#host.timeoutMs,
        onState: () => undefined,
        onCapture: undefined,
        onOutput: this.#host.onOutput,
      },
      this.#settings,
      this.#shared,
    );
    this.#apart = running;
    return toPartEnd(await running);
  }
}

function toPartEnd(end: ProcessEnd): PartEnd {
  if (end.status === 'not-started' || end.status === 'broken-off') return { error: end.error };
  if (end.exitCode !== null) return { status: end.exitCode };
  return { status: 128 + (constants.signals[(end.signal ?? 'SIGKILL') as NodeJS.Signals] ?? 9) };
}

function needsItsStreams({ name, args }: ProgramPlan): GateError {
  const call = [name, ...args].slice(0, 2).join(' ');
  return new GateError(
    'UNAVAILABLE',
    `"${call}" changes the repository. Next to code that the gate cannot read, it runs in its own sandbox, so its output cannot be piped or redirected.`,
    {
      hint: `Remove the pipe or redirection from ${call}, or send it in a call of its own`,
      phase: 'execution',
    },
  );
}

function leave(conductor: Conductor, exitCode: number): void {
  try {
    conductor.leave(exitCode);
  } catch (error) {
    // It was ended by somebody else.
    if (!(error instanceof LineGone)) throw error;
  }
}
