// The one path. Whatever its kind and whichever door it came in by, a request is read, resolved, permitted, validated,
// decided by the policy, approved where that is asked, run under limits, recorded and answered here.

import { Deadlines } from '../execution/handler/deadlines.js';
import { type HandlerResult, runHandler } from '../execution/handler/run-handler.js';
import type { Sandbox } from '../execution/sandbox/sandbox.js';
import { type Mailbox, openMailbox } from '../ledger/mail/open-mailbox.js';
import type { RunLog } from '../ledger/run-log.js';
import { FairQueue } from '../policy/fair-queue.js';
import { Permissions } from '../policy/permission.js';
import { RateLimit } from '../policy/rate-limit.js';
import type { GateFacts } from '../registry/describe-help.js';
import { Registry } from '../registry/registry.js';
import { defaultYieldMs } from '../sources/shell/shell-host.js';
import type { Command, CommandSet, FunctionCommand } from '../vocabulary/command.js';
import type { RunEventBody } from '../vocabulary/event.js';
import { GateError } from '../vocabulary/gate-error.js';
import { newId } from '../vocabulary/new-id.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Caller, CancelResult, CancelTarget, Request } from '../vocabulary/request.js';
import { whenAborted } from '../vocabulary/when-aborted.js';
import type { ApprovalOptions, Approvals } from './approvals.js';
import { changesSomething } from './changes-something.js';
import { concealInResult } from './conceal-result.js';
import { conclude } from './conclude.js';
import { Decider, isOnlyTold, refuseBackground, wantsBackground } from './decider.js';
import { describeWithoutRunning } from './describe-without-running.js';
import { discoveryCommands } from './discovery-commands.js';
import { HandlerSupport } from './handler-support.js';
import { hideUnread } from './hide-unread.js';
import { type Judge, judgeOfOwnCommands } from './judge.js';
import { checkedLimits, type Limits, limitsOfWords } from './limits.js';
import { tellNotModified } from './not-modified.js';
import { type Confirmation, refuseUnconfirmed } from './options/confirm-destructive.js';
import type { KeyedRuns } from './options/run-once.js';
import { isShaped, shapeOutcome, shapeResult } from './options/shape-answer.js';
import type { PlanHost, Plans } from './plans/plans.js';
import type { PolicyHost } from './policy-commands.js';
import type { Programs } from './programs.js';
import { Recorder, type Written } from './recorder.js';
import { canceled, changedSince, permissionDenied, rateLimited, tooManyInBackground, unavailable } from './refusals.js';
import { RequestReader } from './request-reader.js';
import { Run } from './run.js';
import { finalState, type KnownRun, RunBook } from './run-book.js';
import { RunLimits } from './run-limits.js';
import { RunFinder } from './runs/find-runs.js';
import type { RunHistory } from './runs/run-history.js';
import { runsCommands } from './runs/runs-commands.js';
import { isStillThere } from './same-plan.js';
import type { SandboxChoices } from './sandbox-choices.js';
import { flagUndeclared, warnAsDeclared } from './tell-declared.js';
import type { TrustWatch } from './trust/trust-watch.js';
import { describeUnfinished, startedInBackground } from './unfinished.js';
import { isLargeResult, writeInTurns } from './write-in-turns.js';

export interface GateOptions extends Partial<GateFacts> {
  readonly commands: CommandSet;
  /** The trusted directory, as a real path. */
  readonly workspace: string;
  readonly allow?: 'everything' | readonly string[];
  readonly deny?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly audit?: RunLog | undefined;
  /** Where earlier runs and those of other gates are found. */
  readonly history?: RunHistory | undefined;
  /** Whether everything that this process starts belongs to the gate, or only what its runs start. */
  readonly owns?: 'process' | 'runs';
  /** What the owner should know about the commands. */
  readonly warnings?: readonly string[];
  /** Without one, what the owner defined runs, and what is destructive asks. */
  readonly judge?: Judge | undefined;
  /** The command that runs any program, where the owner lets it. */
  readonly shell?: Command | undefined;
  /** How the policy can be asked about; loaded with it. */
  readonly policyCommands?: ((host: PolicyHost) => CommandSet) | undefined;
  readonly approvals?: ApprovalOptions | undefined;
  /** Who confirms what is destructive, where there is no judge; a person unless given. */
  readonly confirmation?: Confirmation | undefined;
  /** After this time a door that cannot wait for ever is told how far a program is. */
  readonly yieldMs?: number | undefined;
  /** The variables of the environment that the program around it reads: by name, what for. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Where the answers to requests with an idempotency key are kept; in the user's own directory unless given. */
  readonly keyDirectory?: string | undefined;
  /** Whether commands find the settings that were written before; they do unless it is `false`. */
  readonly readsSettings?: boolean | undefined;
  /** Compares what git and the gate obey before and after each program; without one nothing is compared. */
  readonly trust?: TrustWatch | undefined;
  /** What keeps programs inside their scope; without one, only their arguments are looked at. */
  readonly sandbox?: Sandbox | undefined;
  /** What is said about the sandbox of some commands. */
  readonly sandboxChoices?: SandboxChoices | undefined;
  /** The version of the commands, which `version` tells; that of the program unless given. */
  readonly ownVersion?: string | undefined;
  /** The processes in which handlers run; they end with the gate. */
  readonly hosts?: { close(): Promise<void> } | undefined;
}

export interface Gate extends GateFacts {
  readonly registry: Registry;
  readonly workspace: string;
  /** What the owner should know about the set-up, such as patterns that mean no command. */
  readonly warnings: readonly string[];
  /** No run may take longer. */
  readonly longestTimeoutMs: number;
  readonly yieldMs: number;
  readonly readsSettings: boolean;
  /** The version of the commands, where they have one of their own. */
  readonly ownVersion: string;
  mayRun(caller: Caller, command: Command): boolean;
  /** Never rejects: whatever is wrong is an outcome. */
  run(request: Request): Promise<Outcome>;
  /** The same, rendered on the way: one promise less for doors that have thousands of answers a second. */
  runAs<T>(request: Request, render: (outcome: Outcome) => T): Promise<T>;
  /** Records and answers what a door could not even read as a request. */
  refuse(request: Request, error: GateError): Promise<Outcome>;
  /** Stops runs: one, those of a chat, or those of a session. */
  cancel(target: CancelTarget): CancelResult;
  /** A run of this caller, while it goes on and as long as this process remembers it. */
  find(caller: Caller, runId: string): KnownRun | undefined;
  /** What waits for a person, and how it is answered. */
  approvals(): Promise<Approvals>;
  /** Requests that are looked at, and approved, together before any of them runs. */
  plans(): Promise<Plans>;
  close(): Promise<void>;
}

/** Throws a DefinitionError when commands clash, and a TypeError when a pattern cannot be read. */
export function createGate(options: GateOptions): Gate {
  return new CommandGate(options);
}

type Render<T> = (outcome: Outcome) => T;

function whenWritten<T>(written: Written, goOn: (error: GateError | undefined) => T | Promise<T>): T | Promise<T> {
  return written instanceof Promise ? written.then(goOn) : goOn(written);
}

class CommandGate implements Gate {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly workspace: string;
  readonly registry: Registry;
  readonly warnings: readonly string[];
  readonly #limits: Limits;
  readonly #runLimits: RunLimits;
  readonly #permissions: Permissions;
  readonly #reader: RequestReader;
  readonly #rate: RateLimit | undefined;
  readonly #concurrency: FairQueue;
  readonly #deadlines = new Deadlines();
  readonly #book = new RunBook();
  readonly #finder: RunFinder;
  readonly #history: RunHistory | undefined;
  readonly #owns: 'process' | 'runs';
  readonly #hosts: GateOptions['hosts'];
  readonly #sandbox: Sandbox | undefined;
  readonly #trust: TrustWatch | undefined;
  readonly #judge: Judge;
  readonly #decider: Decider;
  readonly #approvalOptions: ApprovalOptions;
  #approvals: Promise<Approvals> | undefined;
  #plans: Promise<Plans> | undefined;
  readonly yieldMs: number;
  #opening: Promise<Programs> | undefined;
  #openPrograms: Programs | undefined;
  readonly readsSettings: boolean;
  readonly ownVersion: string;
  readonly #support: HandlerSupport;
  readonly #recorder: Recorder;
  readonly #idPrefix = `run_${newId()}_`;
  #runs = 0;
  #mailbox: Mailbox | undefined;
  readonly #keyDirectory: string | undefined;
  #keyed: Promise<KeyedRuns> | undefined;
  #closed = false;

  constructor(options: GateOptions) {
    this.name = options.name ?? 'cmdgate';
    this.version = options.version ?? '0.0.0';
    this.description = options.description ?? 'Commands for agents and people';
    this.workspace = options.workspace;
    this.#limits = checkedLimits(options.limits);
    this.#runLimits = new RunLimits(this.#limits, options.limits);
    this.#rate = this.#limits.rate && new RateLimit(this.#limits.rate.perMinute);
    this.#concurrency = new FairQueue(this.#limits.concurrency);
    this.#history = options.history;
    this.#finder = new RunFinder(this.#book, options.history);
    options.history?.followNowAndThen();
    this.#owns = options.owns ?? 'runs';
    this.#hosts = options.hosts;
    this.#sandbox = options.sandbox;
    this.#trust = options.trust;
    this.#support = new HandlerSupport(() => this.#programs(), this, options.sandboxChoices);
    this.#judge = options.judge ?? judgeOfOwnCommands;
    this.#approvalOptions = options.approvals ?? {};
    this.#recorder = new Recorder(options.audit, this.#judge);
    this.#trust?.recordIn((type, fields) => this.#recorder.note(type, fields));
    this.yieldMs = options.yieldMs ?? defaultYieldMs;
    this.#keyDirectory = options.keyDirectory;
    this.ownVersion = options.ownVersion ?? this.version;
    this.readsSettings = options.readsSettings ?? true;
    const own: CommandSet = { commands: options.shell ? [options.shell] : [], groups: [], reserved: true };
    const sets = [own, ...this.#policyCommands(options), options.commands];
    // Where nothing can be run there are no runs to ask about.
    const runs = sets.some(({ commands }) => commands.length > 0) ? [runsCommands(this.#finder)] : [];
    this.registry = new Registry(this.#discovery(options), ...runs, ...sets);
    this.#permissions = new Permissions(
      { allow: options.allow ?? 'everything', deny: options.deny ?? [] },
      this.registry,
    );
    this.#reader = new RequestReader(
      this.registry,
      this.#permissions,
      this.#limits,
      limitsOfWords(options.limits),
      this.#deadlines,
      this.#sandbox,
      options.sandboxChoices,
    );
    this.#decider = new Decider(
      this.#judge,
      this.#reader,
      this.#approvalOptions.askOwner !== undefined,
      options.confirmation ?? 'person',
      this.#trust,
    );
    const idle = this.#permissions.unused.map((pattern) => `The allow list has "${pattern}", which means no command.`);
    this.warnings = [...(options.warnings ?? []), ...(options.commands.warnings ?? []), ...idle];
  }

  get longestTimeoutMs(): number {
    // The gate's own commands wait, and never block.
    const declared = this.registry.commands.map(({ timeoutMs, builtIn }) => (builtIn ? 0 : (timeoutMs ?? 0)));
    return declared.reduce((longest, one) => Math.max(longest, one), this.#limits.timeoutMs);
  }

  mayRun(caller: Caller, command: Command): boolean {
    return this.#reader.mayRun(caller, command);
  }

  run(request: Request): Promise<Outcome> {
    return this.runAs(request, (outcome) => outcome);
  }

  // No closures in here: each would move the run's variables to the heap, on the way of every call.
  runAs<T>(request: Request, render: (outcome: Outcome) => T): Promise<T> {
    const run = this.#newRun(request);
    try {
      const early = this.#admit(run) ?? this.#reader.findCommand(run) ?? this.#mayRemember(run);
      if (early) {
        hideUnread(run, this.registry, this.#reader.limitsOf(run));
        return Promise.resolve(this.#refuse(run, early, render));
      }
      const refusal = this.#reader.validate(run);
      if (refusal instanceof Promise) return this.#runLater(refusal, run, render);
      return Promise.resolve(this.#runUnless(refusal, run, render));
    } catch (error) {
      return Promise.resolve(this.#fail(run, error, render));
    }
  }

  /** Validation that needs time: an asynchronous schema. */
  #runLater<T>(refusal: Promise<GateError | undefined>, run: Run, render: Render<T>): Promise<T> {
    return refusal
      .then((late) => this.#runUnless(this.#closed ? unavailable('it is shutting down') : late, run, render))
      .catch((error: unknown) => this.#fail(run, error, render));
  }

  /** Not the request's fault: whatever was thrown, it gets an answer and an entry, and is not looked at again. */
  #fail<T>(run: Run, error: unknown, render: Render<T>): T | Promise<T> {
    run.showAs(run.path.join(' '));
    return this.#answer(run, conclude(run, { status: 'threw', error }), render);
  }

  refuse(request: Request, error: GateError): Promise<Outcome> {
    const run = this.#newRun(request);
    return Promise.resolve(this.#refuse(run, this.#admit(run) ?? error, (outcome) => outcome));
  }

  cancel(target: CancelTarget): CancelResult {
    return this.#book.cancel(target);
  }

  find(caller: Caller, runId: string): KnownRun | undefined {
    return this.#book.find(caller, runId);
  }

  /** Loaded when somebody is asked for the first time. */
  approvals(): Promise<Approvals> {
    this.#approvals ??= import('./approvals.js').then(
      ({ Approvals }) => new Approvals(this.#approvalOptions, (type, fields) => this.#recorder.note(type, fields)),
    );
    return this.#approvals;
  }

  /** Loaded with the first plan that is looked at as a whole. */
  plans(): Promise<Plans> {
    this.#plans ??= import('./plans/plans.js').then(({ Plans }) => new Plans(this.#planHost()));
    return this.#plans;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endRuns();
    await this.#hosts?.close();
    this.#deadlines.close();
    this.#mailbox?.close();
    (await this.#keyed?.catch(() => undefined))?.close();
    await this.#history?.close();
    await this.#recorder.close();
  }

  /** Other processes of this user may end runs of this gate, and write to them. */
  #openMailbox(): Mailbox | undefined {
    if (!this.#history || this.#closed) return undefined;
    return openMailbox({
      directory: this.#history.mailDirectory,
      prefix: this.#idPrefix.slice('run_'.length, -1),
      receive: async (message) => (await import('./runs/take-errand.js')).takeErrand(this.#book, message),
    });
  }

  /** What still runs is told to end, and is waited for: its end has to be recorded, and nothing may stay behind. */
  async #endRuns(): Promise<void> {
    const ends = this.#book.live.map((known) => {
      known.cancel();
      return new Promise<void>((resolve) => known.whenEnded(() => resolve()));
    });
    await Promise.all(ends);
    this.#deadlines.cancelAll();
    await this.#support.close();
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #newRun(request: Request): Run {
    return new Run(request, this.#idPrefix, ++this.#runs, this.#recorder.places);
  }

  #mayEnter(run: Run): GateError | undefined {
    if (this.#closed) return unavailable('it is shutting down');
    return run.signal?.aborted ? canceled('validation') : undefined;
  }

  #admit(run: Run): GateError | undefined {
    const refusal = this.#mayEnter(run);
    if (refusal) return refusal;
    if (!this.#rate) return undefined;
    const taken = this.#rate.take(run.caller.name, run.startedAt);
    return taken === 'taken' ? undefined : rateLimited(taken.waitMs);
  }

  /** What goes on can be looked at and ended, also when nothing can be written: it may be what fills the disk. */
  #mayRemember(run: Run): GateError | undefined {
    return run.resolved?.builtIn ? undefined : this.#recorder.trouble();
  }

  #runUnless<T>(refusal: GateError | undefined, run: Run, render: Render<T>): T | Promise<T> {
    const error = refusal ?? this.#decider.decide(run);
    if (error) return this.#refuse(run, error, render);
    if (run.standard?.idempotencyKey !== undefined && changesSomething(run)) return this.#startOnce(run, render);
    return this.#startAny(run, render);
  }

  #startAny<T>(run: Run, render: Render<T>): T | Promise<T> {
    if (run.plan || run.asks || run.standard?.background) return this.#startKnown(run, render);
    return this.#start(run, render);
  }

  /** Unless it was done before under the same key. */
  async #startOnce<T>(run: Run, render: Render<T>): Promise<T> {
    const { idempotencyKey = '' } = run.standard ?? {};
    this.#keyed ??= this.#openKeyed();
    const first = await (await this.#keyed).enter(run, idempotencyKey, this.#limits.timeoutMs);
    if ('status' in first) return await this.#answer(run, first, render);
    // What waited for another one has its own time from now on.
    run.enteredAt = performance.now();
    const outcome = await this.#startAny(run, (ended) => ended);
    await first.keep(outcome);
    return render(outcome);
  }

  /** Loaded with the first key. */
  async #openKeyed(): Promise<KeyedRuns> {
    const { KeyedRuns } = await import('./options/run-once.js');
    return new KeyedRuns(this.name, this.workspace, this.#keyDirectory);
  }

  /** A run that can be asked about later: a program, anything in the background, and what waits for a person. */
  #startKnown<T>(run: Run, render: Render<T>): T | Promise<T> {
    const background = wantsBackground(run);
    if (isOnlyTold(run)) return this.#start(run, render);
    if (!run.plan && !run.asks && !background) return this.#start(run, render);
    const refusal = refuseBackground(run);
    if (refusal) return this.#refuse(run, refusal, render);
    const most = this.#limits.background;
    if (background && this.#book.countInBackground(run.caller) >= most) {
      return this.#refuse(run, tooManyInBackground(most), render);
    }
    const known = this.#know(run, background);
    if (!background && !run.asks) return this.#goOn(run, known, render);
    const written = this.#recorder.accept(run);
    return whenWritten(written, (error) => {
      if (!error) return this.#goOn(run, known, render);
      return this.#refuse(run, error, (outcome) => {
        known.end(outcome);
        return render(outcome);
      });
    });
  }

  #know(run: Run, background: boolean): KnownRun {
    this.#mailbox ??= this.#openMailbox();
    run.known = this.#book.open(run, background);
    return run.known;
  }

  #goOn<T>(run: Run, known: KnownRun, render: Render<T>): T | Promise<T> {
    const yieldMs = yieldAfter(run);
    if (known.background) {
      void Promise.resolve(this.#startApproved(run, known, (outcome) => known.end(outcome)));
      return render(startedInBackground(run, known));
    }
    if (yieldMs === undefined) {
      return this.#startApproved(run, known, (outcome) => {
        known.end(outcome);
        return render(outcome);
      });
    }
    return this.#startYielding(run, known, yieldMs, render);
  }

  /** The answer when it has ended; how far it is when that takes longer than the door can wait. */
  #startYielding<T>(run: Run, known: KnownRun, yieldMs: number, render: Render<T>): Promise<T> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        known.goOnAlone();
        // It may still wait for its turn, and then nobody has heard of it.
        const accepted = Promise.resolve(this.#recorder.accept(run));
        void accepted.then(() => describeUnfinished(run, known)).then((outcome) => resolve(render(outcome)));
      }, yieldMs);
      void Promise.resolve(
        this.#startApproved(run, known, (outcome) => {
          clearTimeout(timer);
          known.end(outcome);
          if (!known.yielded) resolve(render(outcome));
        }),
      );
    });
  }

  #startApproved<T>(run: Run, known: KnownRun, render: Render<T>): T | Promise<T> {
    return run.asks ? this.#startWhenApproved(run, known, render) : this.#start(run, render);
  }

  async #startWhenApproved<T>(run: Run, known: KnownRun, render: Render<T>): Promise<T> {
    known.enter('queued');
    const approvals = await this.approvals();
    const refusal = await approvals.askAbout(known, this.#judge);
    run.enteredAt = performance.now();
    return refusal ? this.#refuse(run, refusal, render) : this.#start(run, render);
  }

  #refuse<T>(run: Run, error: GateError, render: Render<T>): T | Promise<T> {
    return this.#answer(run, { status: 'failed', error, run }, render);
  }

  #start<T>(run: Run, render: Render<T>): T | Promise<T> {
    // Nobody may be kept from asking what runs, or from ending it.
    if (run.resolved?.builtIn) return this.#enter(run, render);
    return this.#concurrency.tryEnter() ? this.#enter(run, render) : this.#queue(run, render);
  }

  #queue<T>(run: Run, render: Render<T>): Promise<T> {
    const { signal } = run;
    if (signal?.aborted) return Promise.resolve(this.#refuse(run, canceled('validation'), render));
    return new Promise<T>((resolve) => {
      const onTurn = () => {
        forgetSignal?.();
        // Waiting for its turn is not the handler's time.
        run.enteredAt = performance.now();
        resolve(this.#enter(run, render));
      };
      const onCancel = () => {
        if (waiting !== 'full') this.#concurrency.withdraw(waiting);
        resolve(this.#refuse(run, canceled('validation'), render));
      };
      const waiting = this.#concurrency.enter(run.caller.name, onTurn);
      if (waiting === 'full') {
        resolve(this.#refuse(run, unavailable('too many requests are waiting'), render));
        return;
      }
      const forgetSignal = signal && whenAborted(signal, onCancel);
    });
  }

  /** Holds a place among the running: every way out gives it back. */
  #enter<T>(run: Run, render: Render<T>): T | Promise<T> {
    run.render = render;
    const command = run.resolved as Command;
    if (this.#closed && !command.builtIn) {
      this.#concurrency.leave();
      return this.#refuse(run, unavailable('it is shutting down'), render);
    }
    let early: HandlerResult | GateError | undefined;
    try {
      early = this.#prepare(run, command);
      if (!early) {
        const written = command.builtIn ? undefined : this.#recorder.begin(run);
        if (written instanceof Promise) return written.then((error) => this.#begin(run, command, error, render));
        early = written;
      }
    } catch (error) {
      // Whatever could not even be shown is not shown.
      run.showAs(run.path.join(' '));
      early = { status: 'threw', error };
    }
    return this.#begin(run, command, early, render);
  }

  #begin<T>(
    run: Run,
    command: Command,
    early: HandlerResult | GateError | undefined,
    render: Render<T>,
  ): T | Promise<T> {
    if (early instanceof GateError) {
      if (!command.builtIn) this.#concurrency.leave();
      return this.#refuse(run, early, render);
    }
    if (early) return this.#leave(run, early) as T | Promise<T>;
    if (run.isFollowed) run.emit(startOf(run));
    if (run.plan) return this.#runProgram(run, run.plan) as Promise<T>;
    run.support = this.#support;
    run.wasEntered = true;
    return runHandler(handlerOf(run, command as FunctionCommand), run, this.#deadlines, this.#leave) as T | Promise<T>;
  }

  async #runProgram(run: Run, plan: ProgramPlan): Promise<unknown> {
    const known = run.known as KnownRun;
    let outcome: Outcome;
    try {
      this.#openPrograms ??= await this.#programs();
      const check = this.#decider.checkAgain(run) ?? (() => (isStillThere(plan) ? undefined : changedSince()));
      outcome = await this.#openPrograms.run(known, plan, {
        mayStart: () => check() ?? this.#trust?.mayStart(run),
        mayGoOn: (foreseen, step) => this.#decider.checkStep(run, foreseen, step) ?? this.#trust?.mayStart(run, step),
      });
      if (this.#history) run.recordedOutput = await known.output?.finish();
      if (isShaped(run)) outcome = shapeOutcome(run, outcome);
    } catch (error) {
      // Nobody knows how far it came.
      run.wasEntered = true;
      outcome = conclude(run, { status: 'threw', error });
    }
    return this.#leaveWith(run, outcome);
  }

  #programs(): Promise<Programs> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Loaded with the first program: a gate that runs none need not know how. */
  async #open(): Promise<Programs> {
    const { Programs } = await import('./programs.js');
    return new Programs(this.#limits, this.#owns, this.#history?.spool, this.#sandbox, this.#trust);
  }

  /** What comes before the handler; a result where there is nothing to enter it for, an error where it may not be. */
  #prepare(run: Run, command: Command): HandlerResult | GateError | undefined {
    run.keepBytes = this.#runLimits.responseBytesOf(run);
    run.keepsOutput = this.#history !== undefined && !command.builtIn;
    if (run.asks && !this.#reader.leadsWhereItLed(run)) return changedSince();
    if (command.contract) warnAsDeclared(run, command);
    const skipped = describeWithoutRunning(run, command);
    if (skipped) return { status: 'returned', value: skipped };
    run.timeoutMs = this.#runLimits.timeoutOf(run, command);
    if (run.plan) run.previewBytes = this.#runLimits.previewBytesOf(run);
    else run.known?.enter('running');
    return undefined;
  }

  readonly #leavePlace = () => this.#concurrency.leave();

  /** One function for all runs: a closure for each would be one more thing to make and to throw away. */
  readonly #leave = (run: Run, result: HandlerResult): unknown =>
    isLargeResult(run, result) ? this.#leaveInTurns(run, result) : this.#leaveAtOnce(run, result);

  /** Written piece by piece, so that no other caller waits for it. */
  async #leaveInTurns(run: Run, result: HandlerResult): Promise<unknown> {
    return await this.#leaveAtOnce(run, await writeInTurns(run, result));
  }

  #leaveAtOnce(run: Run, result: HandlerResult): unknown {
    const given = run.concealed ? concealInResult(result, run.concealed) : result;
    const told = run.resolved?.builtIn ? tellNotModified(run, given) : given;
    const concluded = conclude(run, isShaped(run) ? shape(run, told) : told);
    const outcome = run.unconfirmed ? refuseUnconfirmed(run, concluded) : concluded;
    if (outcome.status === 'failed') flagUndeclared(run, outcome);
    const json = run.keepsOutput ? dataToKeep(run, outcome) : undefined;
    return json === undefined ? this.#leaveWith(run, outcome) : this.#leaveKept(run, outcome, json);
  }

  /** What nobody gets with the answer can be read later. */
  async #leaveKept(run: Run, outcome: Outcome, json: string): Promise<unknown> {
    run.recordedOutput = await this.#history?.keepData(run.runId, json, this.#limits.outputBytes);
    const data = run.recordedOutput?.data;
    if (!data || data.kept === data.bytes) return await this.#leaveWith(run, outcome);
    const isDiskFull = data.kept < Math.min(data.bytes, this.#limits.outputBytes);
    const what = `Only ${data.kept} of ${data.bytes} bytes of the result could be kept`;
    if (isDiskFull) run.warn('OUTPUT_NOT_KEPT', `${what}, because they could not be written to the disk.`);
    else run.warn('TRUNCATED', `${what}.`);
    return await this.#leaveWith(run, isDiskFull ? withoutWholeLine(outcome) : outcome);
  }

  #leaveWith(run: Run, outcome: Outcome): unknown {
    const answer = this.#answer(run, outcome, run.render);
    if (run.resolved?.builtIn) return answer;
    // Its answer goes first: those who wait for the place may take long.
    if (this.#concurrency.isAwaited) queueMicrotask(this.#leavePlace);
    else this.#concurrency.leave();
    return answer;
  }

  /** What is told of the end is told when it is written. */
  #answer<T>(run: Run, outcome: Outcome, render: Render<T>): T | Promise<T> {
    run.durationMs = Math.round(performance.now() - run.startedAt);
    const recorded = this.#recorder.end(run, outcome);
    if (!recorded) return tellEnd(run, outcome, render);
    return recorded.then(
      () => tellEnd(run, outcome, render),
      () => {
        const what = run.beganAt === undefined ? 'This answer' : 'The run has ended, but its end';
        run.warn('AUDIT_FAILED', `${what} could not be written to the ledger.`);
        return tellEnd(run, outcome, render);
      },
    );
  }

  /** Where there is a policy of which something can be told. */
  #policyCommands({ policyCommands, judge }: GateOptions): readonly CommandSet[] {
    if (!policyCommands || !judge) return [];
    return [
      policyCommands({
        judge,
        runs: this.#finder,
        check: (words, door, { caller, session }) =>
          this.#decider.check(this.#newRun({ line: this.#asSent(words), door, caller, session, dryRun: true })),
      }),
    ];
  }

  #planHost(): PlanHost {
    return {
      judge: this.#judge,
      decider: this.#decider,
      reader: this.#reader,
      exec: this.registry.find(['exec']).node.command,
      newRun: (request) => this.#newRun(request),
      find: (run) => {
        const refusal = this.#mayEnter(run) ?? this.#reader.findCommand(run) ?? this.#mayRemember(run);
        if (refusal) hideUnread(run, this.registry, this.#reader.limitsOf(run));
        return refusal;
      },
      know: (run) => this.#know(run, false),
      accept: (run) => this.#recorder.accept(run),
      refuse: async (run, error) => await this.#refuse(run, this.#admit(run) ?? error, (outcome) => outcome),
      answer: async (run, outcome) => await this.#answer(run, outcome, (answered) => answered),
      approvals: () => this.approvals(),
    };
  }

  /** A program that is no command is what `shell` would run. */
  #asSent(words: readonly string[]): readonly string[] {
    const offersShell = this.registry.find(['shell']).node.command !== undefined;
    const isCommand = !offersShell || this.registry.find(words).node.command !== undefined;
    return isCommand ? words : ['shell', ...words];
  }

  #discovery({ variables = {} }: GateOptions): CommandSet {
    return discoveryCommands({
      facts: this,
      ownVersion: this.ownVersion,
      variables,
      registry: () => this.registry,
      mayRun: (caller, command) => this.mayRun(caller, command),
      notFound: (caller, node, words, depth) => this.#reader.notFound(caller, node, words, depth),
      denied: (caller, command) => {
        const verdict = this.#permissions.judge(caller, command);
        return permissionDenied(command, verdict.decision === 'deny' ? verdict.reason : '');
      },
    });
  }
}

/** Whatever a handler returned: it is looked at again where it is concluded. */
function shape(run: Run, result: HandlerResult): HandlerResult {
  try {
    return shapeResult(run, result);
  } catch (error) {
    return { status: 'threw', error };
  }
}

function tellEnd<T>(run: Run, outcome: Outcome, render: Render<T>): T {
  run.known?.enter(finalState(outcome));
  if (run.isFollowed) run.emit({ type: 'run-end', status: outcome.status });
  return render(outcome);
}

function startOf({ command, plan }: Run): RunEventBody {
  return plan ? { type: 'run-start', command, prints: plan.interpret === undefined } : { type: 'run-start', command };
}

/** Nobody can write to a program before they know its run. */
const openInputYieldMs = 1_000;

function yieldAfter({ request: { yieldMs }, plan }: Run): number | undefined {
  return yieldMs !== undefined && plan?.stdin === 'open' ? Math.min(yieldMs, openInputYieldMs) : yieldMs;
}

/** An answer that cannot be read later must not say how. */
function withoutWholeLine(outcome: Outcome): Outcome {
  if (outcome.status === 'failed' || outcome.truncated === undefined) return outcome;
  const { wholeLine: _wholeLine, ...truncated } = outcome.truncated;
  return { ...outcome, truncated };
}

/** A function's answer that was cut, or that nobody waits for. */
function dataToKeep({ fullAnswer, known }: Run, outcome: Outcome): string | undefined {
  if (outcome.status === 'failed') return undefined;
  if (fullAnswer !== undefined) return fullAnswer;
  return known?.background || known?.yielded ? outcome.json : undefined;
}

function handlerOf(run: Run, command: FunctionCommand): FunctionCommand['run'] {
  return run.dryRun && command.dryRun ? command.dryRun : command.run;
}
