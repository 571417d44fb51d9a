// The one path. Whatever its kind and whichever door it came in by, a request is read, resolved, judged,
// validated, run under limits, recorded and answered here.

import { type Reading, readArguments, readInput } from '../command-line/read-arguments.js';
import { readLine } from '../command-line/read-line.js';
import { Deadlines } from '../execution/handler/deadlines.js';
import { type HandlerResult, runHandler } from '../execution/handler/run-handler.js';
import type { AuditLog } from '../ledger/audit-log.js';
import { FairQueue } from '../policy/fair-queue.js';
import { findPathProblems, withResolvedPaths } from '../policy/path-scope.js';
import { Permissions } from '../policy/permission.js';
import { RateLimit } from '../policy/rate-limit.js';
import { type GateFacts, leadsToVisible } from '../registry/describe-help.js';
import { leadingOptions } from '../registry/leading-options.js';
import { Registry, type RegistryNode } from '../registry/registry.js';
import type { Command, CommandSet, FunctionCommand } from '../vocabulary/command.js';
import type { RunEventBody } from '../vocabulary/event.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';
import { newId } from '../vocabulary/new-id.js';
import { type Outcome, snapshot } from '../vocabulary/outcome.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Caller, Request } from '../vocabulary/request.js';
import { whenAborted } from '../vocabulary/when-aborted.js';
import { auditEntry } from './audit-entry.js';
import { conclude } from './conclude.js';
import { describeWithoutRunning } from './describe-without-running.js';
import { discoveryCommands } from './discovery-commands.js';
import { hideUnread } from './hide-unread.js';
import { checkedLimits, defaultPreviewBytes, defaultResponseBytes, type Limits } from './limits.js';
import type { Programs } from './programs.js';
import { readInputObject } from './read-input-object.js';
import {
  backgroundNeedsServer,
  canceled,
  commandNotFound,
  executionFailed,
  invalidArguments,
  permissionDenied,
  rateLimited,
  timedOut,
  unavailable,
} from './refusals.js';
import { Run } from './run.js';
import { finalState, type KnownRun, RunBook } from './run-book.js';
import { runsCommands } from './runs-commands.js';

export interface GateOptions extends Partial<GateFacts> {
  readonly commands: CommandSet;
  /** The trusted directory, as a real path. */
  readonly workspace: string;
  readonly allow?: 'everything' | readonly string[];
  readonly deny?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly audit?: AuditLog | undefined;
  /** Whether everything that this process starts belongs to the gate, or only what its runs start. */
  readonly owns?: 'process' | 'runs';
  /** What the owner should know about the commands. */
  readonly warnings?: readonly string[];
}

export interface Gate extends GateFacts {
  readonly registry: Registry;
  readonly workspace: string;
  /** What the owner should know about the set-up, such as patterns that mean no command. */
  readonly warnings: readonly string[];
  /** No run may take longer. */
  readonly longestTimeoutMs: number;
  mayRun(caller: Caller, command: Command): boolean;
  /** Never rejects: whatever is wrong is an outcome. */
  run(request: Request): Promise<Outcome>;
  /** The same, rendered on the way: one promise less for doors that have thousands of answers a second. */
  runAs<T>(request: Request, render: (outcome: Outcome) => T): Promise<T>;
  /** Records and answers what a door could not even read as a request. */
  refuse(request: Request, error: GateError): Promise<Outcome>;
  close(): Promise<void>;
}

/** Throws a DefinitionError when commands clash, and a TypeError when a pattern cannot be read. */
export function createGate(options: GateOptions): Gate {
  return new CommandGate(options);
}

type Render<T> = (outcome: Outcome) => T;

class CommandGate implements Gate {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly workspace: string;
  readonly registry: Registry;
  readonly warnings: readonly string[];
  readonly #limits: Limits;
  readonly #permissions: Permissions;
  readonly #rate: RateLimit | undefined;
  readonly #concurrency: FairQueue;
  readonly #deadlines = new Deadlines();
  readonly #book = new RunBook();
  readonly #owns: 'process' | 'runs';
  #opening: Promise<Programs> | undefined;
  #openPrograms: Programs | undefined;
  readonly #audit: AuditLog | undefined;
  readonly #idPrefix = `run_${newId()}_`;
  #runs = 0;
  #closed = false;

  constructor(options: GateOptions) {
    this.name = options.name ?? 'cmdgate';
    this.version = options.version ?? '0.0.0';
    this.description = options.description ?? 'Commands for agents and people';
    this.workspace = options.workspace;
    this.#limits = checkedLimits(options.limits);
    this.#rate = this.#limits.rate && new RateLimit(this.#limits.rate.perMinute);
    this.#concurrency = new FairQueue(this.#limits.concurrency);
    this.#audit = options.audit;
    this.#owns = options.owns ?? 'runs';
    // Where nothing can be run there are no runs to ask about.
    const runs = options.commands.commands.length === 0 ? options.commands : runsCommands(this.#book);
    this.registry = new Registry(this.#discovery(), runs, options.commands);
    this.#permissions = new Permissions(
      { allow: options.allow ?? 'everything', deny: options.deny ?? [] },
      this.registry,
    );
    const idle = this.#permissions.unused.map((pattern) => `The allow list has "${pattern}", which means no command.`);
    this.warnings = [...(options.warnings ?? []), ...idle];
  }

  get longestTimeoutMs(): number {
    // The gate's own commands wait, and never block.
    const declared = this.registry.commands.map(({ timeoutMs, builtIn }) => (builtIn ? 0 : (timeoutMs ?? 0)));
    return declared.reduce((longest, one) => Math.max(longest, one), this.#limits.timeoutMs);
  }

  mayRun(caller: Caller, command: Command): boolean {
    return this.#permissions.judge(caller, command).decision === 'allow';
  }

  run(request: Request): Promise<Outcome> {
    return this.runAs(request, (outcome) => outcome);
  }

  // No closures in here: each would move the run's variables to the heap, on the way of every call.
  runAs<T>(request: Request, render: (outcome: Outcome) => T): Promise<T> {
    const run = new Run(request, this.#idPrefix, ++this.#runs, this.#audit?.file);
    try {
      const early = this.#admit(run) ?? this.#read(run) ?? this.#resolve(run) ?? this.#judge(run);
      if (early) {
        hideUnread(run, this.registry, this.#limits);
        return Promise.resolve(this.#refuse(run, early, render));
      }
      const refusal = this.#validate(run);
      if (refusal instanceof Promise) return this.#runLater(refusal, run, render);
      return Promise.resolve(this.#runUnless(refusal, run, render));
    } catch (error) {
      return Promise.resolve(this.#fail(run, error, render));
    }
  }

  /** Validation that needs time: an asynchronous schema. */
  #runLater<T>(refusal: Promise<GateError | undefined>, run: Run, render: Render<T>): Promise<T> {
    return refusal
      .then((late) => this.#runUnless(late, run, render))
      .catch((error: unknown) => this.#fail(run, error, render));
  }

  /** Not the request's fault: whatever was thrown, it gets an answer and an entry, and is not looked at again. */
  #fail<T>(run: Run, error: unknown, render: Render<T>): T | Promise<T> {
    run.showAs(run.path.join(' '));
    return this.#answer(run, conclude(run, { status: 'threw', error }), render);
  }

  refuse(request: Request, error: GateError): Promise<Outcome> {
    const run = new Run(request, this.#idPrefix, ++this.#runs, this.#audit?.file);
    return Promise.resolve(this.#refuse(run, this.#admit(run) ?? error, (outcome) => outcome));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endRuns();
    this.#deadlines.close();
    this.#audit?.close();
  }

  /** What still runs is told to end, and is waited for: its end has to be recorded, and nothing may stay behind. */
  async #endRuns(): Promise<void> {
    const ends = this.#book.live.map((known) => {
      known.cancel();
      return new Promise<void>((resolve) => known.whenEnded(() => resolve()));
    });
    await Promise.all(ends);
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #admit(run: Run): GateError | undefined {
    if (this.#closed) return unavailable('it is shutting down');
    if (run.signal?.aborted) return canceled('validation');
    const trouble = this.#audit?.trouble();
    if (trouble) return unavailable('the audit log cannot be written');
    if (!this.#rate) return undefined;
    const taken = this.#rate.take(run.caller.name, run.startedAt);
    return taken === 'taken' ? undefined : rateLimited(taken.waitMs);
  }

  #read(run: Run): GateError | undefined {
    const { line } = run.request;
    const words = readLine(typeof line === 'string' || !('path' in line) ? line : line.path, this.#limits);
    if (words instanceof GateError) return words;
    run.words = words;
    return undefined;
  }

  #resolve(run: Run): GateError | undefined {
    const first = run.words[0] as string;
    // The gate's own options may stand in front: they are read with the rest.
    if (first.charCodeAt(0) === 45) run.words = this.registry.commandFirst(run.words);
    const { node, depth } = this.registry.find(run.words);
    if (!node.command) return this.#notACommand(run, node, depth);
    run.resolved = node.command;
    run.grammar = node.grammar;
    run.depth = depth;
    return undefined;
  }

  #judge(run: Run): GateError | undefined {
    const command = run.resolved as Command;
    const verdict = this.#permissions.judge(run.caller, command);
    return verdict.decision === 'allow' ? undefined : permissionDenied(command, verdict.reason);
  }

  #validate(run: Run): GateError | undefined | Promise<GateError | undefined> {
    const command = run.resolved as Command;
    const reading = this.#readArguments(run, command);
    run.argumentsRead = true;
    run.secrets = reading.secrets;
    run.harmless = reading.problems.length === 0 && !run.grammar.namesSecret;
    run.standard = reading.standard;
    run.input = reading.input;
    if (reading.standard) {
      if (reading.standard.help) return this.#instead(run, 'help', command);
      if (reading.standard.schema) return this.#instead(run, 'schema', command);
      if (reading.standard.dryRun) run.dryRun = true;
    }
    if (reading.pending.length === 0) return this.#judgeInput(run, command, reading.problems);
    return this.#await(run, reading.pending, () => this.#judgeInput(run, command, reading.problems));
  }

  /** A check that never ends must not hold its caller: it has the time that the run would have. */
  #await(
    run: Run,
    pending: readonly Promise<void>[],
    judge: () => GateError | undefined,
  ): Promise<GateError | undefined> {
    run.timeoutMs = this.#limits.timeoutMs;
    const waited = runHandler(
      () => Promise.all(pending),
      run,
      this.#deadlines,
      (_, { status }) => {
        if (status === 'timed-out') return timedOut(run.timeoutMs, 'validation');
        if (status === 'canceled') return canceled('validation');
        // A check that failed has not said yes.
        return status === 'threw' ? executionFailed('the arguments could not be checked') : judge();
      },
    );
    return Promise.resolve(waited);
  }

  #readArguments(run: Run, command: Command): Reading {
    const { grammar } = run;
    const { line } = run.request;
    if (typeof line === 'object' && 'path' in line) {
      run.hideSecretsIn(line.input, command.parameters);
      return readInput(grammar, run.words, run.depth, line.input);
    }
    const reading = readArguments(grammar, run.words, run.depth);
    const { input, inputFile } = reading.standard ?? {};
    if (input === undefined && inputFile === undefined) return reading;
    const object = readInputObject(input, inputFile, run.scope);
    if ('value' in object) {
      run.hideSecretsIn(object.value, command.parameters);
      return readInput(grammar, run.words, run.depth, object.value);
    }
    // What the object would have given is not missing, and whatever is secret in it is not to be shown.
    const problems = reading.problems.filter(({ code }) => code !== 'MISSING_ARGUMENT');
    const secrets = [...(reading.secrets ?? []), ...(input === undefined ? [] : [input])];
    return { ...reading, problems: [...problems, object.problem], secrets };
  }

  #judgeInput(run: Run, command: Command, problems: readonly Problem[]): GateError | undefined {
    const paths = findPathProblems(run.grammar.guarded, run.input, run.scope);
    run.keepSecretsOf(run.grammar);
    if (paths || problems.length > 0) {
      const found = [...(paths ?? []), ...problems];
      return invalidArguments(command, [...found, ...this.#alsoWrong(run, command, found)], run.secrets);
    }
    run.input = withResolvedPaths(run.grammar.guarded, run.input, run.scope);
    return command.plan ? this.#plan(run, command) : undefined;
  }

  /** What a planner finds wrong with the other arguments, so that all of it is told at once. */
  #alsoWrong(run: Run, command: Command, found: readonly Problem[]): readonly Problem[] {
    const plan = command.plan?.(run.input, run.planContext);
    if (!(plan instanceof GateError) || !blamesArguments(plan)) return [];
    return plan.details.filter(({ field }) => !found.some((problem) => problem.field === field));
  }

  /** Which program it will be, with everything that could keep it from being started. */
  #plan(run: Run, command: Command): GateError | undefined {
    const plan = command.plan?.(run.input, run.planContext);
    if (!(plan instanceof GateError)) {
      run.plan = plan;
      return undefined;
    }
    return blamesArguments(plan) ? invalidArguments(command, plan.details, run.secrets) : plan;
  }

  #runUnless<T>(refusal: GateError | undefined, run: Run, render: Render<T>): T | Promise<T> {
    if (refusal) return this.#refuse(run, refusal, render);
    if (run.plan || run.standard?.background) return this.#startKnown(run, render);
    return this.#start(run, render);
  }

  /** A run that can be asked about later: a program, or anything in the background. */
  #startKnown<T>(run: Run, render: Render<T>): T | Promise<T> {
    const background = run.standard?.background === true && !run.resolved?.builtIn;
    if (run.dryRun || run.standard?.validateOnly || (!run.plan && !background)) return this.#start(run, render);
    if (background && run.request.door === 'cli') return this.#refuse(run, backgroundNeedsServer(), render);
    const known = this.#book.open(run, background);
    run.known = known;
    if (!background) {
      return this.#start(run, (outcome) => {
        known.end(outcome);
        return render(outcome);
      });
    }
    void Promise.resolve(this.#start(run, (outcome) => known.end(outcome)));
    return render(startedInBackground(run, known));
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
    let early: HandlerResult | GateError | undefined;
    try {
      early = this.#prepare(run, command);
    } catch (error) {
      // Whatever could not even be shown is not shown.
      run.showAs(run.path.join(' '));
      early = { status: 'threw', error };
    }
    if (early instanceof GateError) {
      if (!command.builtIn) this.#concurrency.leave();
      return this.#refuse(run, early, render);
    }
    if (early) return this.#leave(run, early) as T | Promise<T>;
    if (run.plan) return this.#runProgram(run, run.plan) as Promise<T>;
    return runHandler(handlerOf(run, command as FunctionCommand), run, this.#deadlines, this.#leave) as T | Promise<T>;
  }

  async #runProgram(run: Run, plan: ProgramPlan): Promise<unknown> {
    const known = run.known as KnownRun;
    let outcome: Outcome;
    try {
      this.#opening ??= this.#open();
      this.#openPrograms ??= await this.#opening;
      outcome = await this.#openPrograms.run(known, plan);
    } catch (error) {
      outcome = conclude(run, { status: 'threw', error });
    }
    return this.#leaveWith(run, outcome);
  }

  /** Loaded with the first program: a gate that runs none need not know how. */
  async #open(): Promise<Programs> {
    const { Programs } = await import('./programs.js');
    return new Programs(this.#limits, this.#owns);
  }

  /** What comes before the handler; a result where there is nothing to enter it for, an error where it may not be. */
  #prepare(run: Run, command: Command): HandlerResult | GateError | undefined {
    run.keepBytes = this.#responseBytes(run);
    const skipped = describeWithoutRunning(run, command);
    if (skipped) return { status: 'returned', value: skipped };
    run.timeoutMs = this.#timeoutWithin(run, this.#longestFor(run, command));
    if (run.plan) run.previewBytes = this.#previewBytes(run);
    else run.known?.enter('running');
    const unrecorded = this.#writeStart(run, command);
    if (unrecorded) return unrecorded;
    if (run.request.onEvent) run.emit(startOf(run));
    return undefined;
  }

  readonly #leavePlace = () => this.#concurrency.leave();

  /** One function for all runs: a closure for each would be one more thing to make and to throw away. */
  readonly #leave = (run: Run, result: HandlerResult): unknown => this.#leaveWith(run, conclude(run, result));

  #leaveWith(run: Run, outcome: Outcome): unknown {
    run.known?.enter(finalState(outcome));
    const answer = this.#answer(run, outcome, run.render);
    if (run.resolved?.builtIn) return answer;
    // Its answer goes first: those who wait for the place may take long.
    if (this.#concurrency.isAwaited) queueMicrotask(this.#leavePlace);
    else this.#concurrency.leave();
    return answer;
  }

  /** On disk before the handler is entered: whatever happens then, the run is known. */
  #writeStart(run: Run, command: Command): GateError | undefined {
    if (!this.#audit || command.builtIn) return undefined;
    try {
      run.slot = this.#audit.begin(auditEntry(run, 'running'));
      return undefined;
    } catch {
      return unavailable('the audit log cannot be written');
    }
  }

  #answer<T>(run: Run, outcome: Outcome, render: Render<T>): T | Promise<T> {
    run.durationMs = Math.round(performance.now() - run.startedAt);
    if (run.request.onEvent) run.emit({ type: 'run-end', status: outcome.status });
    if (!this.#audit || (run.resolved?.builtIn && run.request.door === 'cli')) return render(outcome);
    return this.#answerRecorded(this.#audit.record(auditEntry(run, outcome), run.slot), run, outcome, render);
  }

  #answerRecorded<T>(recorded: Promise<void>, run: Run, outcome: Outcome, render: Render<T>): Promise<T> {
    return recorded.then(
      () => render(outcome),
      () => {
        run.warn('AUDIT_FAILED', 'The run has ended, but its end could not be written to the audit log.');
        return render(outcome);
      },
    );
  }

  #timeoutWithin(run: Run, ceiling: number): number {
    const wanted = run.standard?.timeoutMs;
    if (wanted === undefined || wanted <= ceiling) return wanted ?? ceiling;
    run.warn('TIMEOUT_LOWERED', `The timeout was lowered to the limit of ${ceiling}ms.`);
    return ceiling;
  }

  /** A function's own limit is its author's, who is the owner; a program's is capped by the owner's. */
  #longestFor(run: Run, command: Command): number {
    const { timeoutMs } = this.#limits;
    if (!run.plan) return command.timeoutMs ?? timeoutMs;
    return Math.min(run.plan.timeoutMs ?? timeoutMs, timeoutMs);
  }

  /** A command line answers once and is gone: whatever its answer leaves out could not be read afterwards. */
  #previewBytes(run: Run): number {
    const usual = run.request.door === 'cli' ? this.#limits.outputBytes : defaultPreviewBytes;
    return this.#limits.previewBytes ?? usual;
  }

  #responseBytes(run: Run): number {
    return this.#limits.responseBytes ?? run.request.responseBytes ?? defaultResponseBytes;
  }

  /** `--help` and `--schema` are other ways to write `help <command>` and `schema <command>`. */
  #instead(
    run: Run,
    word: 'help' | 'schema',
    command: Command,
  ): GateError | undefined | Promise<GateError | undefined> {
    const { node } = this.registry.find([word]);
    const { standard, secrets, words } = run;
    run.resolved = node.command;
    run.grammar = node.grammar;
    run.words = [word, ...command.path];
    run.depth = 1;
    run.dryRun = false;
    const refusal = this.#validate(run);
    // How it asked to be answered still counts, and so does what must not be shown of it.
    run.standard = standard;
    run.secrets = secrets;
    run.words = words;
    return refusal;
  }

  #notACommand(run: Run, node: RegistryNode, depth: number): GateError | undefined {
    const rest = run.words.slice(depth);
    const onlyOptions = leadingOptions(rest) === rest.length;
    if (onlyOptions && rest.includes('--help')) {
      const help = this.registry.find(['help']).node;
      run.resolved = help.command;
      run.grammar = help.grammar;
      run.words = ['help', ...run.words.slice(0, depth), ...rest.filter((word) => word !== '--help')];
      run.depth = 1;
      return undefined;
    }
    return this.#notFound(run.caller, node, onlyOptions ? run.words.slice(0, depth) : run.words, depth);
  }

  #notFound(caller: Caller, node: RegistryNode, words: readonly string[], depth: number): GateError {
    const visible = (path: string) =>
      leadsToVisible(this.registry.find(path.split(' ')).node, (command) => this.mayRun(caller, command));
    return commandNotFound(this.registry, node, words, depth, visible);
  }

  #discovery(): CommandSet {
    return discoveryCommands({
      facts: this,
      registry: () => this.registry,
      mayRun: (caller, command) => this.mayRun(caller, command),
      notFound: (caller, node, words, depth) => this.#notFound(caller, node, words, depth),
      denied: (caller, command) => {
        const verdict = this.#permissions.judge(caller, command);
        return permissionDenied(command, verdict.decision === 'deny' ? verdict.reason : '');
      },
    });
  }
}

/** Whether other arguments would help, and it says which. */
function blamesArguments({ code, details }: GateError): boolean {
  return (code === 'VALIDATION_ERROR' || code === 'PATH_TRAVERSAL_BLOCKED') && details.length > 0;
}

function startOf({ command, plan }: Run): RunEventBody {
  return plan ? { type: 'run-start', command, prints: plan.interpret === undefined } : { type: 'run-start', command };
}

function handlerOf(run: Run, command: FunctionCommand): FunctionCommand['run'] {
  return run.dryRun && command.dryRun ? command.dryRun : command.run;
}

/** What whoever started it gets at once. The run goes on: what is told of it now must not change afterwards. */
function startedInBackground(run: Run, known: KnownRun): Outcome {
  const data = { run: known.runId, state: known.state, next: `runs wait ${known.runId}` };
  return {
    status: 'completed',
    json: JSON.stringify(data),
    data,
    message: undefined,
    truncated: undefined,
    run: snapshot(run),
  };
}
