// Runs planned programs on this machine: each waits for its turn, is started, kept within its limits, and ended with all it started.

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { findConductor } from '../../execution/line/conductor/find-conductor.js';
import { runLine } from '../../execution/line/run-line.js';
import { applyLimits, type ProgramLimits } from '../../execution/process/apply-limits.js';
import { type Keeper, openKeeper } from '../../execution/process/keeper/keeper.js';
import type { Spool } from '../../execution/process/output/spool.js';
import { SpoolDirectory } from '../../execution/process/output/spool-directory.js';
import { type PipelineEnd, runPipeline } from '../../execution/process/run-pipeline.js';
import {
  type ProcessEnd,
  type ProcessSettings,
  runProcess,
  type StepPlace,
} from '../../execution/process/run-process.js';
import { runReady } from '../../execution/process/run-ready.js';
import { runSteps } from '../../execution/process/run-steps.js';
import type { Runner, RunnerHost } from '../../execution/runner.js';
import type { GivenLimits } from '../../execution/sandbox/limits/run-limits.js';
import { RunWatcher } from '../../execution/sandbox/limits/run-watcher.js';
import type { Sandbox } from '../../execution/sandbox/sandbox.js';
import type { HeldNetwork, NetworkOwner } from '../../execution/sandbox/session-network/session-networks.js';
import { FairQueue } from '../../policy/fair-queue.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Session } from '../../vocabulary/request.js';
import { networkRefused, protectedPath } from '../answering/conclude-program.js';
import { canceled, changedSince, unavailable } from '../refusals.js';

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

type Prepare = (plan: ProgramPlan) => Promise<ProgramPlan | GateError>;

export class LocalRunner implements Runner {
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
  /** What the owner has to be told of the keeper, with the next run. */
  #problem: string | undefined;

  /** `owns` says what goes when this process dies: everything that it started, or what its runs started. */
  constructor(
    settings: ProgramSettings,
    owns: 'process' | 'runs',
    spool: Spool | undefined,
    sandbox: Sandbox | undefined,
  ) {
    this.#settings = settings;
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

  async run(plan: ProgramPlan, host: RunnerHost): Promise<ProcessEnd> {
    return await this.#inTurn(host, async (hasWaited) => {
      this.#tellProblem(host);
      const settings = this.#settingsWith(host.keepsOutput ? this.#spool : this.#temporary, host.session);
      const own = { ...host, mayStart: () => host.mayStart(hasWaited) };
      return await this.#within(host, async (prepare) => {
        if (plan.line) return await this.#runLine(plan, own, prepare, settings);
        if (plan.step) return await runSteps(plan, { ...own, prepare, onStep: tellStep(host) }, settings);
        return await runReady(
          () => prepare(plan),
          (ready) => runProcess(ready, own, settings),
        );
      });
    });
  }

  async #runLine(
    plan: ProgramPlan,
    host: Omit<RunnerHost, 'mayStart'> & { mayStart(): GateError | undefined },
    prepare: Prepare,
    settings: ProcessSettings,
  ): Promise<ProcessEnd> {
    const conductor = findConductor(await this.#temporary.path());
    const { conduct } = host;
    if (!conductor || !conduct) return { status: 'not-started', error: noConductor() };
    const joined = { ...plan, ...conductor, name: 'cmdgate-line' };
    return await runReady(
      () => prepare(joined),
      (ready) => runLine(ready, { ...host, conduct, prepare }, settings),
    );
  }

  /** They take one turn: one that waited for its own could not be read. */
  async runPipeline(plans: readonly ProgramPlan[], host: RunnerHost): Promise<PipelineEnd> {
    return await this.#inTurn(host, async () => {
      this.#tellProblem(host);
      return await this.#within(host, async (prepare) => {
        const ready = await Promise.all(plans.map(prepare));
        const error = ready.find((plan) => plan instanceof GateError);
        if (error) return { status: 'not-started', error };
        return await runPipeline(ready as ProgramPlan[], host, this.#settingsWith(this.#temporary, host.session));
      });
    });
  }

  #settingsWith(spool: Spool, session: Session): ProcessSettings {
    const { outputBytes, graceMs } = this.#settings;
    return { outputBytes, graceMs, spool, keeper: this.#keeper, watcher: this.#watcher.of(session) };
  }

  async holdNetwork(plan: ProgramPlan, owner: NetworkOwner): Promise<HeldNetwork | string | undefined> {
    return await this.#sandbox?.holdNetwork(plan, owner);
  }

  /** Goes with the gate. Where that dies suddenly before it has started a program, the next gate removes it. */
  async makeDirectory(): Promise<string> {
    return await mkdtemp(join(await this.#temporary.path(), 'run-'));
  }

  async #inTurn<T>(waiting: RunnerHost, start: (hasWaited: boolean) => Promise<T>): Promise<T | NotStarted> {
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
  async #within<T>(host: RunnerHost, work: (prepare: Prepare) => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    host.onBegin();
    try {
      return await work((plan) => this.#prepare(host, plan, releases));
    } finally {
      for (const release of releases) release();
      host.onEnd();
    }
  }

  /** Never without the limits and the sandbox that the owner asked for. */
  async #prepare(host: RunnerHost, plan: ProgramPlan, releases: (() => void)[]): Promise<ProgramPlan | GateError> {
    const where = this.#sandbox?.judge(plan) ?? 'outside';
    if (where instanceof GateError) return where;
    // It was judged as what the system holds.
    if (where === 'outside' && host.isHeld) return changedSince();
    host.tellScope(where === 'inside' ? 'enforced' : 'checked');
    if (where === 'outside' && !this.#isLimited) return plan;
    try {
      const temporary = await this.#temporary.path();
      const names = join(temporary, 'names');
      const limited = this.#limit(plan, names);
      if (limited instanceof GateError || where === 'outside') return limited;
      const sandbox = this.#sandbox as Sandbox;
      const repository = host.repositoryAccess(plan);
      const joined = await sandbox.joinNetwork(plan, ownerOf(host));
      if (joined) releases.push(() => joined.release());
      const onDenied = (message: string, refused: string | undefined) => {
        tellDenied(host, message);
        if (refused !== undefined) host.onRefused(plan, refused);
      };
      const network = await sandbox.connect(plan, temporary, host.wayOut(plan), onDenied, joined);
      if (network instanceof GateError) return network;
      if (network) releases.push(() => network.close());
      const place = {
        ...{ workspace: host.session.workspace, temporary, names, ofRun: host.ownDirectory, network, joined },
        repository,
        maySet: (before: string | undefined, after: string | undefined) => host.maySet(before, after),
        onFinding: (message: string) => tellFinding(host, message),
      };
      const enclosed = sandbox.enclose(plan, limited, place);
      if (enclosed instanceof GateError) return enclosed;
      releases.push(() => enclosed.release());
      return enclosed.plan;
    } catch {
      return new GateError(
        'UNAVAILABLE',
        "The program's limits cannot be enforced: no temporary file can be created.",
        {
          hint: 'Tell the owner that the directory for temporary files is full or cannot be written to',
        },
      );
    }
  }

  #limit(plan: ProgramPlan, names: string): ProgramPlan | GateError {
    if (!this.#isLimited) return plan;
    const limited = applyLimits(plan, this.#settings.program, names);
    if (limited.ok) return limited.plan;
    const { message, hint = 'Tell the owner' } = limited.problem;
    return new GateError('UNAVAILABLE', message, { hint, details: [limited.problem] });
  }

  #tellProblem(host: RunnerHost): void {
    if (this.#problem !== undefined) host.log('warn', this.#problem);
    this.#problem = undefined;
  }

  async close(): Promise<void> {
    // In this order: a keeper that has been told of the end removes nothing, should this process die now.
    await this.#temporary.remove();
    await this.#keeper.close();
  }
}

function ownerOf({ caller, session }: RunnerHost): NetworkOwner {
  return { caller: caller.name, session: session.id };
}

function noConductor(): GateError {
  return new GateError('UNAVAILABLE', 'Nothing on this system can connect the programs of a line.', {
    hint: 'Send one program per call. The owner can install Perl, which connects them',
  });
}

function tellDenied(host: RunnerHost, message: string): void {
  host.log('warn', message);
  host.warn(networkRefused, message);
}

function tellFinding(host: RunnerHost, message: string): void {
  host.log('warn', message);
  host.warn(protectedPath, message);
}

function tellStep(host: RunnerHost): (place: StepPlace) => void {
  return ({ number, of, program }) => host.log('info', `Step ${number} of ${of}: ${program}`);
}

type NotStarted = Extract<ProcessEnd, { status: 'not-started' }>;

async function takeTurn<T>(
  queue: FairQueue,
  waiting: RunnerHost,
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
function waitForTurn(queue: FairQueue, { signal, caller }: RunnerHost): Promise<GateError | undefined> {
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
