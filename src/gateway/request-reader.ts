// A request → a run that is known to the last argument: which command, with which input, and which program it would
// start. Every refusal says all that is wrong.

import type { LineLimits } from '../command-line/limits.js';
import { type Reading, readArguments, readInput } from '../command-line/read-arguments.js';
import { readLine } from '../command-line/read-line.js';
import type { Deadlines } from '../execution/handler/deadlines.js';
import { runHandler } from '../execution/handler/run-handler.js';
import type { Sandbox } from '../execution/sandbox/sandbox.js';
import { findPathProblems, leadWhereTheyLed, withResolvedPaths } from '../policy/path-scope.js';
import type { Permissions } from '../policy/permission.js';
import { isShell } from '../policy/rules/rule.js';
import { leadsToVisible } from '../registry/describe-help.js';
import { leadingOptions } from '../registry/leading-options.js';
import type { Found, Registry, RegistryNode } from '../registry/registry.js';
import type { Command } from '../vocabulary/command.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';
import { type ProgramPlan, stepsOf } from '../vocabulary/program.js';
import type { Caller, RequestLine } from '../vocabulary/request.js';
import type { Limits } from './limits.js';
import { withStdin } from './open-stdin.js';
import { findOptionProblems } from './options/find-option-problems.js';
import { findExposedSecrets, findSecret } from './options/find-secret.js';
import { prepareToken } from './options/find-token.js';
import { inputScope } from './options/input-scope.js';
import { prepareAnswer } from './options/prepare-answer.js';
import { comesFromStdin, readStdinObject } from './options/read-stdin-object.js';
import { type InputObject, readInputObject } from './read-input-object.js';
import { readOptions } from './read-options.js';
import {
  canceled,
  commandNotFound,
  executionFailed,
  invalidArguments,
  permissionDenied,
  timedOut,
} from './refusals.js';
import type { Run } from './run.js';
import type { SandboxChoices } from './sandbox-choices.js';

/** Says before anything is started where it would run. */
type SandboxJudge = Pick<Sandbox, 'judge' | 'missing' | 'settingsOf'>;

const noProblems: readonly Problem[] = [];

export class RequestReader {
  readonly #registry: Registry;
  readonly #permissions: Permissions;
  readonly #limits: Limits;
  readonly #wordLimits: LineLimits;
  readonly #deadlines: Deadlines;
  readonly #sandbox: SandboxJudge | undefined;
  readonly #choices: SandboxChoices | undefined;

  constructor(
    registry: Registry,
    permissions: Permissions,
    limits: Limits,
    wordLimits: LineLimits,
    deadlines: Deadlines,
    sandbox: SandboxJudge | undefined,
    choices: SandboxChoices | undefined,
  ) {
    this.#sandbox = sandbox;
    this.#choices = choices;
    this.#registry = registry;
    this.#permissions = permissions;
    this.#limits = limits;
    this.#wordLimits = wordLimits;
    this.#deadlines = deadlines;
  }

  /** Which command it is, and whether the caller may run it at all. */
  findCommand(run: Run): GateError | undefined {
    return this.#read(run) ?? this.#resolve(run) ?? this.#permit(run);
  }

  mayRun(caller: Caller, command: Command): boolean {
    return this.#permissions.judge(caller, command).decision === 'allow';
  }

  #read(run: Run): GateError | undefined {
    const { line } = run.request;
    const words = readLine(typeof line === 'string' || !('path' in line) ? line : line.path, this.limitsOf(run));
    if (words instanceof GateError) return words;
    run.words = words;
    return undefined;
  }

  /** How long a line may be: a model's text is limited, the arguments of a process are what the system took. */
  limitsOf({ request: { door, line } }: Run): LineLimits {
    return door === 'cli' && Array.isArray(line) ? this.#wordLimits : this.#limits;
  }

  #resolve(run: Run): GateError | undefined {
    const { node, depth } = this.#find(run);
    if (!node.command) return this.#notACommand(run, node, depth);
    if (depth < run.words.length && isExact(run.request.line)) {
      return this.notFound(run.caller, node, run.words, depth);
    }
    run.resolved = node.command;
    run.grammar = node.grammar;
    run.depth = depth;
    return undefined;
  }

  /** Options may stand before the command and between the words of its name: they are read with the rest. */
  #find(run: Run): Found {
    const found = this.#registry.find(run.words);
    const isAtOption = run.words[found.depth]?.charCodeAt(0) === 45;
    if (!isAtOption || found.node.children.size === 0) return found;
    run.words = this.#registry.commandFirst(run.words);
    return this.#registry.find(run.words);
  }

  #permit(run: Run): GateError | undefined {
    const command = run.resolved as Command;
    const verdict = this.#permissions.judge(run.caller, command);
    return verdict.decision === 'allow' ? undefined : permissionDenied(command, verdict.reason);
  }

  /** Its input, checked, and what it would start; a promise where a check needs time. */
  validate(run: Run): GateError | undefined | Promise<GateError | undefined> {
    const command = run.resolved as Command;
    const reading = this.#readArguments(run, command);
    if (reading instanceof Promise) {
      return reading.then((late) => (late instanceof GateError ? late : this.#take(run, command, late)));
    }
    return this.#take(run, command, reading);
  }

  #take(run: Run, command: Command, reading: Reading): GateError | undefined | Promise<GateError | undefined> {
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
    if (command.contract) prepareAnswer(run, command.contract);
    if (reading.exposed) reading.problems.push(...findExposedSecrets(run, command, reading.exposed));
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
        if (status === 'timed-out') return timedOut(run.timeoutMs, { phase: 'validation' });
        if (status === 'canceled') return canceled('validation');
        // A check that failed has not said yes.
        return status === 'threw' ? executionFailed('the arguments could not be checked') : judge();
      },
    );
    return Promise.resolve(waited);
  }

  #readArguments(run: Run, command: Command): Reading | Promise<Reading | GateError> {
    const { grammar } = run;
    const { line } = run.request;
    if (typeof line === 'object' && 'path' in line) {
      if (grammar.takesSecrets) run.hideSecretsIn(line.input, command.parameters, line.options);
      return readOptions(grammar, run.words, run.depth, line.options ?? {}, line.input);
    }
    const reading = readArguments(grammar, run.words, run.depth, findSecret(run));
    const { input, inputFile } = reading.standard ?? {};
    if (input === undefined && inputFile === undefined) return reading;
    if (comesFromStdin(input, inputFile)) {
      return readStdinObject(run.request.atShell).then((object) =>
        object instanceof GateError ? object : this.#readObject(run, command, reading, object),
      );
    }
    return this.#readObject(run, command, reading, readInputObject(input, inputFile, inputScope(run)));
  }

  #readObject(run: Run, command: Command, reading: Reading, object: InputObject): Reading {
    const { input } = reading.standard ?? {};
    if ('value' in object) {
      run.hideSecretsIn(object.value, command.parameters);
      return readInput(run.grammar, run.words, run.depth, object.value, findSecret(run));
    }
    // What the object would have given is not missing, and whatever is secret in it is not to be shown.
    const problems = reading.problems.filter(({ code }) => code !== 'MISSING_ARGUMENT');
    if (!run.grammar.takesSecrets) return { ...reading, problems: [...problems, object.problem] };
    const { corrected_input: _, ...problem } = object.problem;
    const secrets = [...(reading.secrets ?? []), ...(input === undefined ? [] : [input])];
    return { ...reading, problems: [...problems, problem], secrets };
  }

  #judgeInput(run: Run, command: Command, problems: readonly Problem[]): GateError | undefined {
    const paths = findPathProblems(run.grammar.guarded, run.input, run.scope);
    const options = run.standard ? findOptionProblems(run, command) : noProblems;
    run.keepSecretsOf(run.grammar);
    if (paths || options.length > 0 || problems.length > 0) {
      const found = [...(paths ?? []), ...problems, ...options];
      return invalidArguments(command, [...found, ...this.#alsoWrong(run, command, found)], run.secrets);
    }
    run.input = withResolvedPaths(run.grammar.guarded, run.input, run.scope);
    const auth = command.contract?.auth;
    const refusal = auth && prepareToken(run, auth);
    if (refusal) return refusal;
    return command.plan ? this.plan(run, command) : undefined;
  }

  /** What a planner finds wrong with the other arguments, so that all of it is told at once. */
  #alsoWrong(run: Run, command: Command, found: readonly Problem[]): readonly Problem[] {
    const plan = command.plan?.(run.input, run.planContext);
    if (!(plan instanceof GateError) || !blamesArguments(plan)) return [];
    return plan.details.filter(({ field }) => !found.some((problem) => problem.field === field));
  }

  /** Which program it will be, with everything that could keep it from being started. */
  plan(run: Run, command: Command): GateError | undefined {
    const plan = command.plan?.(run.input, run.planContext);
    if (plan instanceof GateError) {
      return blamesArguments(plan) ? invalidArguments(command, plan.details, run.secrets) : plan;
    }
    const asAsked = plan && withStdin(plan, run);
    if (asAsked && 'code' in asAsked) return invalidArguments(command, [asAsked], run.secrets);
    run.plan = asAsked && (this.#choices?.applyTo(asAsked, command, run.session.workspace) ?? asAsked);
    return run.plan && this.#sandbox && this.#enclose(run, run.plan, this.#sandbox);
  }

  /** Nobody is asked about what cannot be run as the owner wants it. */
  #enclose(run: Run, plan: ProgramPlan, sandbox: SandboxJudge): GateError | undefined {
    const steps = stepsOf(plan);
    const places = steps.map((step) => sandbox.judge(step));
    const refusal = places.find((place) => place instanceof GateError);
    if (refusal) return refusal;
    const isHeld = places.every((place) => place === 'inside');
    run.sandbox = isHeld ? steps.map((step) => sandbox.settingsOf(step)) : undefined;
    run.missingSandbox = isHeld || !isShell(run.path) ? undefined : sandbox.missing(plan);
    return undefined;
  }

  /** Whether its declared paths are what they were when they were checked. */
  leadsWhereItLed({ grammar, input, scope }: Run): boolean {
    return leadWhereTheyLed(grammar.guarded, input, scope);
  }

  /** `--help` and `--schema` are other ways to write `help <command>` and `schema <command> --contract`. */
  #instead(
    run: Run,
    word: 'help' | 'schema',
    command: Command,
  ): GateError | undefined | Promise<GateError | undefined> {
    const { node } = this.#registry.find([word]);
    const { standard, secrets, words } = run;
    run.resolved = node.command;
    run.grammar = node.grammar;
    run.words = [word, ...command.path, ...(word === 'schema' ? ['--contract'] : [])];
    run.depth = 1;
    run.dryRun = false;
    const refusal = this.#take(run, node.command as Command, readArguments(node.grammar, run.words, run.depth));
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
      const help = this.#registry.find(['help']).node;
      run.resolved = help.command;
      run.grammar = help.grammar;
      run.words = ['help', ...run.words.slice(0, depth), ...rest.filter((word) => word !== '--help')];
      run.depth = 1;
      return undefined;
    }
    return this.notFound(run.caller, node, onlyOptions ? run.words.slice(0, depth) : run.words, depth);
  }

  notFound(caller: Caller, node: RegistryNode, words: readonly string[], depth: number): GateError {
    const visible = (path: string) =>
      leadsToVisible(this.#registry.find(path.split(' ')).node, (command) => this.mayRun(caller, command));
    return commandNotFound(this.#registry, node, words, depth, visible);
  }
}

/** Whether its words are the command's name and nothing else. */
function isExact(line: RequestLine): boolean {
  return typeof line === 'object' && 'path' in line && line.options !== undefined;
}

/** Whether other arguments would help, and it says which. */
function blamesArguments({ code, details }: GateError): boolean {
  return (code === 'VALIDATION_ERROR' || code === 'PATH_TRAVERSAL_BLOCKED') && details.length > 0;
}
