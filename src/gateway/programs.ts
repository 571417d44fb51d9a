// Runs planned programs: each waits for its turn, is started, kept within its limits, and ended with all it started.

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramHost } from '../execution/handler/tools/run-tools.js';
import { type Keeper, openKeeper } from '../execution/process/keeper/keeper.js';
import type { Spool } from '../execution/process/output/spool.js';
import { SpoolDirectory } from '../execution/process/output/spool-directory.js';
import { applyLimits, type ProgramLimits } from '../execution/process/planning/apply-limits.js';
import { type PipelineEnd, runPipeline } from '../execution/process/run-pipeline.js';
import {
  type ProcessEnd,
  type ProcessHost,
  type ProcessSettings,
  runProcess,
  type StepPlace,
} from '../execution/process/run-process.js';
import { runReady } from '../execution/process/run-ready.js';
import { runSteps } from '../execution/process/run-steps.js';
import type { GivenLimits } from '../execution/sandbox/limits/run-limits.js';
import { RunWatcher } from '../execution/sandbox/limits/run-watcher.js';
import type { Sandbox } from '../execution/sandbox/sandbox.js';
import { FairQueue } from '../policy/fair-queue.js';
import { GateError } from '../vocabulary/gate-error.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Caller, Session } from '../vocabulary/request.js';
import { concludeProgram, networkRefused, protectedPath } from './conclude-program.js';
import { canceled, changedSince, unavailable } from './refusals.js';
import type { RunningRun } from './run.js';
import type { KnownRun } from './run-book.js';
import type { TrustWatch } from './trust/trust-watch.js';

export interface ProgramSettings {
  /** How many run at the same time. */
  readonly processes: number;
  /** How much of one stream is kept. */
  readonly outputBytes: number;
  /** How long a program has to end after it was told to. */
  readonly graceMs: number;
  readonly program: ProgramLimits;
  readonly sandbox: GivenLimits;
}

/** What is asked right before a program starts, when everything else has been waited for. */
export interface Checks {
  mayStart(hasWaited: boolean): GateError | undefined;
  /** Of a list: before each program after the first. */
  mayGoOn(foreseen: ProgramPlan, plan: ProgramPlan): GateError | undefined;
}

/** Whoever waits for the turn of a program. */
interface Waiting {
  readonly caller: Caller;
  readonly session: Session;
  readonly signal: AbortSignal;
}

type Prepare = (plan: ProgramPlan) => Promise<ProgramPlan | GateError>;

export class Programs {
  readonly #settings: ProgramSettings;
  readonly #queue: FairQueue;
  readonly #ofSessions = new WeakMap<Session, FairQueue>();
  /** For what goes with the gate: output that nobody keeps, and links by which programs are limited. */
  readonly #temporary: SpoolDirectory;
  readonly #spool: Spool;
  readonly #keeper: Keeper;
  readonly #isLimited: boolean;
  readonly #sandbox: Sandbox | undefined;
  readonly #watcher: RunWatcher;
  readonly #trust: TrustWatch | undefined;
  /** What the owner has to be told of the keeper, with the next run. */
  #problem: string | undefined;

  /** `owns` says what goes when this process dies: everything that it started, or what its runs started. */
  constructor(
    settings: ProgramSettings,
    owns: 'process' | 'runs',
    spool: Spool | undefined,
    sandbox: Sandbox | undefined,
    trust?: TrustWatch,
  ) {
    this.#settings = settings;
    this.#trust = trust;
    this.#sandbox = sandbox;
    this.#watcher = new RunWatcher(settings.sandbox);
    this.#isLimited = Object.values(settings.program).some((limit) => limit !== undefined);
    this.#queue = new FairQueue(settings.processes);
    this.#keeper = openKeeper({
      owns,
      onProblem: (problem) => {
        this.#problem = problem;
      },
    });
    this.#temporary = new SpoolDirectory((directory) => this.#keeper.removeAfterDeath(directory));
    this.#spool = spool ?? this.#temporary;
  }

  async run(known: KnownRun, run: RunningRun, plan: ProgramPlan, checks: Checks): Promise<Outcome> {
    if (!run.judged?.asks) known.enter('queued');
    const { signal, caller } = known;
    const waiting: Waiting = { signal, caller, session: run.session };
    const end = await this.#inTurn(waiting, (hasWaited) => this.#start(known, run, plan, checks, hasWaited));
    return concludeProgram(run, plan, end);
  }

  /** For a handler: the program belongs to its run, and nobody reads its output but the handler. */
  async runFor(run: RunningRun, plan: ProgramPlan, host: ProgramHost): Promise<ProcessEnd> {
    const { caller, session } = run;
    return await this.#inTurn({ caller, session, signal: host.signal }, async () => {
      this.#tellProblem(run);
      return await this.#within(run, async (prepare) => {
        const own = { ...host, onState: ignore, onCapture: undefined, onOutput: undefined };
        const settings = this.#settingsWith(this.#temporary, session);
        return await runReady(
          () => prepare(plan),
          (ready) => runProcess(ready, own, settings),
        );
      });
    });
  }

  /** The same for several that belong together. They take one turn: one that waited for its own could not be read. */
  async runPipelineFor(run: RunningRun, plans: readonly ProgramPlan[], host: ProgramHost): Promise<PipelineEnd> {
    const { caller, session } = run;
    return await this.#inTurn({ caller, session, signal: host.signal }, async () => {
      this.#tellProblem(run);
      return await this.#within(run, async (prepare) => {
        const ready = await Promise.all(plans.map(prepare));
        const error = ready.find((plan) => plan instanceof GateError);
        if (error) return { status: 'not-started', error };
        return await runPipeline(ready as ProgramPlan[], host, this.#settingsWith(this.#temporary, session));
      });
    });
  }

  #settingsWith(spool: Spool, session: Session): ProcessSettings {
    const { outputBytes, graceMs } = this.#settings;
    return { outputBytes, graceMs, spool, keeper: this.#keeper, watcher: this.#watcher.of(session) };
  }

  /** Goes with the gate. Where that dies suddenly before it has started a program, the next gate removes it. */
  async makeDirectory(run: RunningRun): Promise<string> {
    run.running.ownDirectory = await mkdtemp(join(await this.#temporary.path(), 'run-'));
    return run.running.ownDirectory;
  }

  async #inTurn<T>(waiting: Waiting, start: (hasWaited: boolean) => Promise<T>): Promise<T | NotStarted> {
    const ofSession = this.#queueOf(waiting.session);
    if (!ofSession) return await takeTurn(this.#queue, waiting, start);
    // A session that may have few programs at once waits for its own before it waits for others.
    return await takeTurn(ofSession, waiting, (hadToWait) =>
      takeTurn(this.#queue, waiting, (hasWaited) => start(hadToWait || hasWaited)),
    );
  }

  #queueOf(session: Session): FairQueue | undefined {
    const most = session.limits?.processes;
    if (most === undefined) return undefined;
    const queue = this.#ofSessions.get(session) ?? new FairQueue(most);
    this.#ofSessions.set(session, queue);
    return queue;
  }

  /** What was set up for the programs of a run goes when they have ended. */
  async #within<T>(run: RunningRun, work: (prepare: Prepare) => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    this.#trust?.enter(run);
    try {
      return await work((plan) => this.#prepare(run, plan, releases));
    } finally {
      for (const release of releases) release();
      this.#trust?.leave(run);
    }
  }

  /** Never without the limits and the sandbox that the owner asked for. */
  async #prepare(run: RunningRun, plan: ProgramPlan, releases: (() => void)[]): Promise<ProgramPlan | GateError> {
    const where = this.#sandbox?.judge(plan) ?? 'outside';
    if (where instanceof GateError) return where;
    // It was judged as what the system holds.
    if (where === 'outside' && run.isSandboxed) return changedSince();
    run.tellScope(where === 'inside' ? 'enforced' : 'checked');
    if (where === 'outside' && !this.#isLimited) return plan;
    try {
      const temporary = await this.#temporary.path();
      const names = join(temporary, 'names');
      const limited = this.#limit(plan, names);
      if (limited instanceof GateError || where === 'outside') return limited;
      const sandbox = this.#sandbox as Sandbox;
      const network = await sandbox.connect(plan, temporary, (message) => tellDenied(run, message));
      if (network instanceof GateError) return network;
      if (network) releases.push(() => network.close());
      const place = {
        ...{ workspace: run.session.workspace, temporary, names, ofRun: run.running.ownDirectory, network },
        onFinding: (message: string) => tellFinding(run, message),
      };
      const enclosed = sandbox.enclose(plan, limited, place);
      if (enclosed instanceof GateError) return enclosed;
      releases.push(() => enclosed.release());
      return enclosed.plan;
    } catch {
      return new GateError('UNAVAILABLE', 'The program cannot be held to its limits: no temporary file can be made.', {
        hint: 'Tell the owner that the directory for temporary files is full or cannot be written to',
      });
    }
  }

  #limit(plan: ProgramPlan, names: string): ProgramPlan | GateError {
    if (!this.#isLimited) return plan;
    const limited = applyLimits(plan, this.#settings.program, names);
    if (limited.ok) return limited.plan;
    const { message, hint = 'Tell the owner' } = limited.problem;
    return new GateError('UNAVAILABLE', message, { hint, details: [limited.problem] });
  }

  #tellProblem(run: RunningRun): void {
    if (this.#problem !== undefined) run.emit({ type: 'log', level: 'warn', message: this.#problem });
    this.#problem = undefined;
  }

  async #start(
    known: KnownRun,
    run: RunningRun,
    plan: ProgramPlan,
    { mayStart, mayGoOn }: Checks,
    hasWaited: boolean,
  ): Promise<ProcessEnd> {
    this.#tellProblem(run);
    const settings = this.#settingsWith(this.#spool, run.session);
    const host: ProcessHost = {
      runId: known.runId,
      signal: known.signal,
      timeoutMs: run.timeoutMs,
      mayStart: () => mayStart(hasWaited),
      onState: (state, pid) => {
        known.pid = pid;
        if (known.state !== state) known.enter(state);
      },
      onCapture: (output) => {
        known.output = output;
      },
      onInput: (input) => {
        known.takeInput(input);
      },
      onOutput: run.isHeard ? (stream, text) => run.emit({ type: 'output-delta', stream, text }) : undefined,
    };
    return await this.#within(run, async (prepare) => {
      if (plan.step) return await runSteps(plan, { ...host, mayGoOn, prepare, onStep: tellStep(run) }, settings);
      return await runReady(
        () => prepare(plan),
        (ready) => runProcess(ready, host, settings),
      );
    });
  }

  async close(): Promise<void> {
    // In this order: a keeper that has been told of the end removes nothing, should this process die now.
    await this.#temporary.remove();
    await this.#keeper.close();
  }
}

function tellDenied(run: RunningRun, message: string): void {
  run.emit({ type: 'log', level: 'warn', message });
  run.warn(networkRefused, message);
}

function tellFinding(run: RunningRun, message: string): void {
  run.emit({ type: 'log', level: 'warn', message });
  run.warn(protectedPath, message);
}

function tellStep(run: RunningRun): (place: StepPlace) => void {
  return ({ number, of, program }) =>
    run.emit({ type: 'log', level: 'info', message: `Step ${number} of ${of}: ${program}` });
}

const ignore = () => undefined;

type NotStarted = Extract<ProcessEnd, { status: 'not-started' }>;

async function takeTurn<T>(
  queue: FairQueue,
  waiting: Waiting,
  start: (hasWaited: boolean) => Promise<T>,
): Promise<T | NotStarted> {
  const hasWaited = !queue.tryEnter();
  const refusal = hasWaited ? await waitForTurn(queue, waiting) : undefined;
  if (refusal) return { status: 'not-started', error: refusal };
  try {
    return await start(hasWaited);
  } finally {
    queue.leave();
  }
}

/** Resolves when it is its turn, or to why it will never be. */
function waitForTurn(queue: FairQueue, { signal, caller }: Waiting): Promise<GateError | undefined> {
  // It may have been canceled before it came here, and then nothing would tell of it.
  if (signal.aborted) return Promise.resolve(canceled('validation'));
  return new Promise((resolve) => {
    const onTurn = () => {
      signal.removeEventListener('abort', onCancel);
      resolve(undefined);
    };
    const waiting = queue.enter(caller.name, onTurn);
    const onCancel = () => {
      if (waiting !== 'full') queue.withdraw(waiting);
      resolve(canceled('validation'));
    };
    if (waiting === 'full') resolve(unavailable('too many programs are waiting'));
    else signal.addEventListener('abort', onCancel, { once: true });
  });
}
