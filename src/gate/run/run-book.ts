// The runs that can be asked about: while they go on, and for a while after. Kept in this process.

import type { ProcessOutput } from '../../execution/process/output/process-output.js';
import type { ProgramInput } from '../../execution/process/program-input.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { RunState } from '../../vocabulary/program.js';
import type { Caller, CancelResult, CancelTarget } from '../../vocabulary/request.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';
import type { Run } from './run.js';

/** `waiting`: it was taken, and the program has not read it yet. */
export type InputResult = 'written' | 'waiting' | 'full' | 'closed' | 'not_open' | 'not_started';

/** How long whoever writes to a program waits for it to read. */
const writeWaitMs = 5_000;

/** What was started for a run. */
export interface KnownProcess {
  readonly pid: number;
  /** On which its programs listen now. */
  findPorts(): readonly number[];
}

/** One run that has a name: it can be listed, read, waited for and canceled by whoever started it. */
export class KnownRun {
  readonly run: Run;
  readonly background: boolean;
  /** Its call was answered while it went on. */
  yielded = false;
  /** The approval that it waits for. */
  approvalId: string | undefined;
  state: RunState = 'queued';
  startedAt: number | undefined;
  endedAt: number | undefined;
  process: KnownProcess | undefined;
  output: ProcessOutput | undefined;
  /** Where it reads what comes later, where it was started for that. */
  input: ProgramInput | undefined;
  outcome: Outcome | undefined;
  readonly #controller = new AbortController();
  readonly #onEnd: ((known: KnownRun) => void)[] = [];
  readonly #onInput: (() => void)[] = [];
  #forgetRequest: (() => void) | undefined;

  constructor(run: Run, background: boolean) {
    this.run = run;
    this.background = background;
    const { signal } = run.request;
    // What runs in the background outlives the request that started it.
    if (background || !signal) return;
    if (signal.aborted) {
      this.cancel();
      return;
    }
    this.#forgetRequest = whenAborted(signal, () => this.cancel());
    this.#onEnd.push(this.#forgetRequest);
  }

  get createdAt(): number {
    return this.run.createdAt;
  }

  get runId(): string {
    return this.run.runId;
  }

  get caller(): Caller {
    return this.run.caller;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.outcome !== undefined;
  }

  /** Tells where it is on its way, to whoever listens. */
  enter(state: RunState): void {
    this.state = state;
    if (state === 'running') this.startedAt = Date.now();
    this.run.emit({ type: 'run-state', state, at: Date.now() });
  }

  /** As answers tell it. */
  listening(): { readonly ports?: readonly number[] } {
    const ports = this.ended ? [] : (this.process?.findPorts() ?? []);
    return ports.length > 0 ? { ports } : {};
  }

  cancel(): void {
    this.#controller.abort();
  }

  /** The request that started it has its answer: what becomes of the request does not matter to it any more. */
  goOnAlone(): void {
    this.yielded = true;
    this.#forgetRequest?.();
  }

  end(outcome: Outcome): void {
    if (this.outcome) return;
    this.outcome = outcome;
    this.state = finalState(outcome);
    this.endedAt = Date.now();
    this.run.forgetWhatItWasGiven();
    for (const tell of this.#onEnd.splice(0)) tell(this);
  }

  /** The program has started and reads what it is given. */
  takeInput(input: ProgramInput): void {
    this.input = input;
    for (const tell of this.#onInput.splice(0)) tell();
  }

  /** Gives it something to read; nothing comes after what is last. */
  async writeInput(bytes: Buffer, isLast: boolean): Promise<InputResult> {
    if (!this.input && this.run.plan?.stdin === 'open') await this.#inputOrEnd();
    const { input } = this;
    if (!input) return this.ended ? 'closed' : this.run.plan?.stdin === 'open' ? 'not_started' : 'not_open';
    // What a program does not read now waits for it; whoever writes need not.
    const result = bytes.length === 0 ? 'written' : ((await within(input.write(bytes), writeWaitMs)) ?? 'waiting');
    if (isLast && (result === 'written' || result === 'waiting')) input.end();
    return result;
  }

  /** Resolves when it reads, when it has ended, or when that takes too long. */
  #inputOrEnd(): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        forget();
        const index = this.#onInput.indexOf(finish);
        if (index !== -1) this.#onInput.splice(index, 1);
        resolve();
      };
      const timer = setTimeout(finish, writeWaitMs);
      this.#onInput.push(finish);
      const forget = this.whenEnded(finish);
    });
  }

  /** Calls back when it has ended: at once where it has already. Gives a way to stop waiting. */
  whenEnded(tell: (known: KnownRun) => void): () => void {
    if (this.ended) {
      tell(this);
      return () => undefined;
    }
    this.#onEnd.push(tell);
    return () => {
      const index = this.#onEnd.indexOf(tell);
      if (index !== -1) this.#onEnd.splice(index, 1);
    };
  }
}

/** Undefined where it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Which state an outcome leaves a run in. */
export function finalState(outcome: Outcome): RunState {
  if (outcome.status === 'completed') return 'completed';
  if (outcome.error.code === 'TIMEOUT') return 'timed_out';
  return outcome.error.code === 'CANCELED' ? 'canceled' : 'failed';
}

/** How many ended runs are kept, how long, and how much of them. */
const mostEnded = 500;
const keptMs = 60 * 60 * 1000;
const mostBytes = 256 * 1024 * 1024;

export class RunBook {
  readonly #live = new Map<string, KnownRun>();
  /** In the order they ended. */
  readonly #ended = new Map<string, KnownRun>();
  #endedBytes = 0;

  open(run: Run, background: boolean): KnownRun {
    const known = new KnownRun(run, background);
    this.#live.set(known.runId, known);
    known.whenEnded(() => this.#close(known));
    return known;
  }

  /** A caller knows its own runs and no others. */
  find(caller: Caller, runId: string): KnownRun | undefined {
    const known = this.#live.get(runId) ?? this.#ended.get(runId);
    return known?.caller.name === caller.name ? known : undefined;
  }

  /** The newest first. */
  list(caller: Caller): KnownRun[] {
    this.#forgetOld();
    return [...this.#ended.values(), ...this.#live.values()]
      .filter((known) => known.caller.name === caller.name)
      .reverse();
  }

  /** Of one caller, or of all. */
  cancel(target: CancelTarget, caller?: Caller): CancelResult {
    const isTarget = isMeant(target);
    const belongs = (known: KnownRun) => isTarget(known) && (caller === undefined || known.caller.name === caller.name);
    const running = this.live.filter(belongs);
    for (const known of running) known.cancel();
    if (running.length > 0) return 'cancel_requested';
    return [...this.#ended.values()].some(belongs) ? 'already_finished' : 'not_found';
  }

  countInBackground({ name }: Caller): number {
    let count = 0;
    for (const { background, caller } of this.#live.values()) if (background && caller.name === name) count++;
    return count;
  }

  /** What still runs is told to end, and is waited for: its end has to be recorded, and nothing may stay behind. */
  async endAll(): Promise<void> {
    const ends = this.live.map((known) => {
      known.cancel();
      return new Promise<void>((resolve) => known.whenEnded(() => resolve()));
    });
    await Promise.all(ends);
  }

  get live(): readonly KnownRun[] {
    return [...this.#live.values()];
  }

  #close(known: KnownRun): void {
    this.#live.delete(known.runId);
    this.#ended.set(known.runId, known);
    this.#endedBytes += sizeOf(known);
    this.#forgetOld();
  }

  #forgetOld(): void {
    const oldest = Date.now() - keptMs;
    for (const known of this.#ended.values()) {
      const tooMany = this.#ended.size > mostEnded || this.#endedBytes > mostBytes;
      if (!tooMany && (known.endedAt ?? 0) > oldest) return;
      this.#ended.delete(known.runId);
      this.#endedBytes -= sizeOf(known);
      known.output?.discard();
    }
  }
}

function isMeant(target: CancelTarget): (known: KnownRun) => boolean {
  if ('run' in target) return ({ runId }) => runId === target.run;
  const { session } = target;
  if ('chat' in target) {
    return ({ run }) => run.request.chat === target.chat && (session === undefined || run.session.id === session);
  }
  return ({ run, background }) => run.session.id === session && !(background && target.keepBackground);
}

function sizeOf({ run, output, outcome }: KnownRun): number {
  const answer = outcome?.status === 'completed' ? outcome.json.length : 0;
  return run.command.length + answer + (output?.stdout?.keptBytes ?? 0) + (output?.stderr?.keptBytes ?? 0);
}
