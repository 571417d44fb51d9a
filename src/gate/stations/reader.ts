// A request → a run that is known to the last argument: which command, with which input, and which program it would
// start. Every refusal says all that is wrong.

import { checkTogether } from '../../command-line/check-together.js';
import type { LineLimits } from '../../command-line/limits.js';
import { type Reading, readArguments, readInput } from '../../command-line/read-arguments.js';
import { readLine } from '../../command-line/read-line.js';
import type { Deadlines } from '../../execution/handler/deadlines.js';
import { waitWithin } from '../../execution/handler/run-handler.js';
import type { Sandbox } from '../../execution/sandbox/sandbox.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { findPathProblems, leadWhereTheyLed, withResolvedPaths } from '../../policy/path-scope.js';
import type { Permissions } from '../../policy/permission.js';
import { isShell } from '../../policy/rules/rule.js';
import { leadsToVisible } from '../../registry/describe-help.js';
import { leadingOptions } from '../../registry/leading-options.js';
import type { Found, Registry, RegistryNode } from '../../registry/registry.js';
import type { Command, Input, PlanContext } from '../../vocabulary/command.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import { type PlannedCall, stepsOf } from '../../vocabulary/program.js';
import type { Caller, RequestLine } from '../../vocabulary/request.js';
import { Secrets, secretsIn } from '../../vocabulary/secrets.js';
import { seeFiles } from '../judging/seen-files.js';
import type { Limits } from '../limits.js';
import type { SandboxChoices } from '../opening/sandbox-choices.js';
import { asDeclared } from '../options/as-declared.js';
import { findOptionProblems } from '../options/find-option-problems.js';
import { findExposedSecrets, findSecret } from '../options/find-secret.js';
import { prepareToken } from '../options/find-token.js';
import { inputScope } from '../options/input-scope.js';
import { comesFromStdin, readStdinObject } from '../options/read-stdin-object.js';
import { withStdin } from '../reading/open-stdin.js';
import { type InputObject, readInputObject } from '../reading/read-input-object.js';
import { readOptions } from '../reading/read-options.js';
import {
  canceled,
  commandNotFound,
  differentSandboxes,
  executionFailed,
  invalidArguments,
  notOwnPlace,
  permissionDenied,
  timedOut,
} from '../refusals.js';
import type { Given, Planned, ReadyRun, Resolved, ResolvedRun, Run } from '../run/run.js';
import type { ShownRequest } from '../run/shown-request.js';

/** Says before anything is started where it would run. */
type SandboxJudge = Pick<Sandbox, 'judge' | 'missing' | 'settingsOf' | 'ownPlaces'>;

type Validated = ReadyRun | GateError;

const noProblems: readonly Problem[] = [];

interface ReaderParts {
  readonly registry: Registry;
  readonly permissions: Permissions;
  readonly limits: Limits;
  /** Of words that a shell has split. */
  readonly wordLimits: LineLimits;
  readonly deadlines: Deadlines;
  readonly sandbox: SandboxJudge | undefined;
  readonly choices: SandboxChoices | undefined;
}

export class RequestReader {
  readonly #registry: Registry;
  readonly #permissions: Permissions;
  readonly #limits: Limits;
  readonly #wordLimits: LineLimits;
  readonly #deadlines: Deadlines;
  readonly #sandbox: SandboxJudge | undefined;
  readonly #choices: SandboxChoices | undefined;

  constructor({ registry, permissions, limits, wordLimits, deadlines, sandbox, choices }: ReaderParts) {
    this.#registry = registry;
    this.#permissions = permissions;
    this.#limits = limits;
    this.#wordLimits = wordLimits;
    this.#deadlines = deadlines;
    this.#sandbox = sandbox;
    this.#choices = choices;
  }

  /** Which command it is, and whether the caller may run it at all. */
  findCommand(run: Run): ResolvedRun | GateError {
    const { line } = run.request;
    const words = readLine(typeof line === 'string' || !('path' in line) ? line : line.path, this.limitsOf(run));
    if (words instanceof GateError) return words;
    run.shown.words = words;
    const resolved = this.#resolve(run);
    if (resolved instanceof GateError) return resolved;
    const verdict = this.#permissions.judge(run.caller, resolved.command);
    const found = run.resolve(resolved);
    return verdict.decision === 'allow' ? found : permissionDenied(resolved.command, verdict.reason);
  }

  mayRun(caller: Caller, command: Command): boolean {
    return this.#permissions.judge(caller, command).decision === 'allow';
  }

  /** How long a line may be: a model's text is limited, the arguments of a process are what the system took. */
  limitsOf({ request: { door, line } }: Run): LineLimits {
    return door === 'cli' && Array.isArray(line) ? this.#wordLimits : this.#limits;
  }

  #resolve(run: Run): Resolved | GateError {
    const { node, depth } = this.#find(run.shown);
    if (!node.command) return this.#notACommand(run, node, depth);
    if (depth < run.shown.words.length && isExact(run.request.line)) {
      return this.notFound(run.caller, node, run.shown.words, depth);
    }
    return { command: node.command, grammar: node.grammar, depth };
  }

  /** Options may stand before the command and between the words of its name: they are read with the rest. */
  #find(shown: ShownRequest): Found {
    const found = this.#registry.find(shown.words);
    const isAtOption = shown.words[found.depth]?.charCodeAt(0) === 45;
    if (!isAtOption || found.node.children.size === 0) return found;
    shown.words = this.#registry.commandFirst(shown.words);
    return this.#registry.find(shown.words);
  }

  /** Its input, checked, and what it would start; a promise where a check needs time. */
  validate(run: ResolvedRun): Validated | Promise<Validated> {
    const reading = this.#readArguments(run);
    if (!(reading instanceof Promise)) return this.#take(run, reading);
    return reading.then((late) => (late instanceof GateError ? late : this.#take(run, late)));
  }

  #take(run: ResolvedRun, reading: Reading): Validated | Promise<Validated> {
    const { command, grammar } = run.resolved;
    const { input, standard, problems, pending, written } = checkTogether(command, reading);
    if (reading.secrets) run.conceal(reading.secrets);
    run.shown.harmless = problems.length === 0 && !grammar.namesSecret;
    const asRead: Given = { input, standard, dryRun: run.dryRun || standard?.dryRun === true, list: undefined };
    if (standard?.help) return this.#instead(run, 'help', asRead);
    if (standard?.schema) return this.#instead(run, 'schema', asRead);
    const ready = run.give(command.contract ? asDeclared(run, asRead, command.contract) : asRead);
    if (reading.exposed) problems.push(...findExposedSecrets(run, command, reading.exposed));
    return pending.length === 0
      ? this.#judgeInput(ready, problems, written)
      : this.#await(ready, pending, problems, written);
  }

  /** A check that never ends must not hold its caller: it has the time that the run would have. */
  async #await(
    run: ReadyRun,
    pending: readonly Promise<void>[],
    problems: readonly Problem[],
    written: Input | undefined,
  ): Promise<Validated> {
    const { timeoutMs } = this.#limits;
    const { status } = await waitWithin(Promise.all(pending), run, run.startedAt + timeoutMs, this.#deadlines);
    if (status === 'timed-out') return timedOut(timeoutMs, { phase: 'validation' });
    if (status === 'canceled') return canceled('validation');
    // A check that failed has not said yes.
    return status === 'threw'
      ? executionFailed('the arguments could not be checked')
      : this.#judgeInput(run, problems, written);
  }

  #readArguments(run: ResolvedRun): Reading | Promise<Reading | GateError> {
    const { command, grammar, depth } = run.resolved;
    const { line } = run.request;
    const { words } = run.shown;
    if (typeof line === 'object' && 'path' in line) {
      if (grammar.takesSecrets) run.shown.hideSecretsIn(line.input, command.parameters, line.options);
      return readOptions(grammar, words, depth, line.options ?? {}, line.input);
    }
    const reading = readArguments(grammar, words, depth, findSecret(run));
    const { input, inputFile } = reading.standard ?? {};
    if (input === undefined && inputFile === undefined) return reading;
    if (comesFromStdin(input, inputFile)) {
      return readStdinObject(run.request.atShell).then((object) =>
        object instanceof GateError ? object : this.#readObject(run, reading, object),
      );
    }
    return this.#readObject(run, reading, readInputObject(input, inputFile, inputScope(run)));
  }

  #readObject(run: ResolvedRun, reading: Reading, object: InputObject): Reading {
    const { input } = reading.standard ?? {};
    const { command, grammar, depth } = run.resolved;
    if ('value' in object) {
      run.shown.hideSecretsIn(object.value, command.parameters);
      return readInput(grammar, run.shown.words, depth, object.value, findSecret(run));
    }
    // What the object would have given is not missing, and whatever is secret in it is not to be shown.
    const problems = reading.problems.filter(({ code }) => code !== 'MISSING_ARGUMENT');
    if (!grammar.takesSecrets) return { ...reading, problems: [...problems, object.problem] };
    const { corrected_input: _, ...problem } = object.problem;
    const secrets = [...(reading.secrets ?? []), ...(input === undefined ? [] : [input])];
    return { ...reading, problems: [...problems, problem], secrets };
  }

  /** `written`: what was read, where the command gets something else. A path in it is judged, too. */
  #judgeInput(run: ReadyRun, problems: readonly Problem[], written?: Input): Validated {
    const { command, grammar } = run.resolved;
    const { input, standard } = run.given;
    const paths =
      (written && findPathProblems(grammar.guarded, written, run.scope)) ??
      findPathProblems(grammar.guarded, input, run.scope);
    const options = standard ? findOptionProblems(run) : noProblems;
    if (grammar.takesSecrets) run.conceal(secretsIn(command, input));
    if (paths || options.length > 0 || problems.length > 0) {
      const found = [...(paths ?? []), ...problems, ...options];
      return invalidArguments(command, [...found, ...this.#alsoWrong(run, found)], run.secrets);
    }
    const resolved = withResolvedPaths(grammar.guarded, input, run.scope);
    const ready = resolved === input ? run : run.give({ ...run.given, input: resolved });
    const auth = command.contract?.auth;
    const refusal = auth && prepareToken(ready, auth);
    if (refusal) return refusal;
    return command.plan ? (this.plan(ready) ?? ready) : ready;
  }

  /** What a planner finds wrong with the other arguments, so that all of it is told at once. */
  #alsoWrong(run: ReadyRun, found: readonly Problem[]): readonly Problem[] {
    const plan = run.resolved.command.plan?.(run.given.input, this.#planContextOf(run));
    if (!(plan instanceof GateError) || !blamesArguments(plan)) return [];
    return plan.details.filter(({ field }) => !found.some((problem) => problem.field === field));
  }

  /** Which program it will be, with everything that could keep it from being started. */
  plan(run: ReadyRun): GateError | undefined {
    const { command } = run.resolved;
    const call = command.plan?.(run.given.input, this.#planContextOf(run));
    if (call instanceof GateError) {
      return blamesArguments(call) ? invalidArguments(command, call.details, run.secrets) : call;
    }
    if (!call) return undefined;
    const plan = withStdin(call.plan, run);
    if ('code' in plan) return invalidArguments(command, [plan], run.secrets);
    const asAsked = { ...call, plan };
    const planned = this.#enclose(run, this.#choices?.applyToCall(asAsked, command, run.session.workspace) ?? asAsked);
    if (planned instanceof GateError) return planned;
    // Planned again before its start, it says nothing new.
    for (const { code, message } of run.planned ? [] : (call.warnings ?? [])) run.warn(code, message);
    run.planned = planned;
    return undefined;
  }

  #planContextOf(run: Run): PlanContext {
    const { caller, terminal, traceId } = run.request;
    const ownPlaces = isShell(run.path) ? () => this.#sandbox?.ownPlaces() ?? [] : undefined;
    const { secrets } = run.shown;
    return { caller, session: run.scope, secrets: secrets.values, terminal: terminal === true, traceId, ownPlaces };
  }

  /** Nobody is asked about what cannot be run as the owner wants it. */
  #enclose(run: ReadyRun, call: PlannedCall): Planned | GateError {
    const { plan } = call;
    const sandbox = this.#sandbox;
    const steps = stepsOf(plan);
    const secrets = Secrets.of(steps.flatMap((step) => step.secrets));
    const untold = secrets.and(steps.flatMap(({ unlisted = [] }) => unlisted));
    const planned = { ...call, secrets, untold, seen: seeFiles(plan) };
    if (!sandbox) return { ...planned, sandbox: undefined, missingSandbox: undefined };
    const places = steps.map((step) => sandbox.judge(step));
    const refusal = places.find((place) => place instanceof GateError);
    if (refusal) return refusal;
    const isTorn = plan.line && new Set(steps.map((step) => JSON.stringify(sandbox.settingsOf(step)))).size > 1;
    if (isTorn) return differentSandboxes([...new Set(steps.map(({ name }) => name))]);
    const isHeld = places.every((place) => place === 'inside');
    const lost =
      isHeld || !plan.line ? undefined : steps.find((step) => !isInside(step.directory, run.scope.workspace));
    if (lost) return notOwnPlace(lost.directory);
    return {
      ...planned,
      sandbox: isHeld ? steps.map((step) => sandbox.settingsOf(step)) : undefined,
      missingSandbox: isHeld || !isShell(run.path) ? undefined : sandbox.missing(plan),
    };
  }

  /** Whether its declared paths are what they were when they were checked. */
  leadsWhereItLed({ resolved, given, scope }: ReadyRun): boolean {
    return leadWhereTheyLed(resolved.grammar.guarded, given.input, scope);
  }

  /** `--help` and `--schema` are other ways to write `help <command>` and `schema <command> --contract`. */
  #instead(run: ResolvedRun, word: 'help' | 'schema', { standard }: Given): Validated {
    const { node } = this.#registry.find([word]);
    const instead = [word, ...run.path, ...(word === 'schema' ? ['--contract'] : [])];
    const asked = run.resolve({ command: node.command as Command, grammar: node.grammar, depth: 1 });
    const { input, problems } = readArguments(node.grammar, instead, 1);
    const validated = this.#judgeInput(
      asked.give({ input, standard: undefined, dryRun: false, list: undefined }),
      problems,
    );
    // How it asked to be answered still counts.
    asked.give({ input, standard, dryRun: false, list: undefined });
    return validated;
  }

  #notACommand(run: Run, node: RegistryNode, depth: number): Resolved | GateError {
    const { words } = run.shown;
    const rest = words.slice(depth);
    const onlyOptions = leadingOptions(rest) === rest.length;
    if (onlyOptions && rest.includes('--help')) {
      const { command, grammar } = this.#registry.find(['help']).node;
      run.shown.words = ['help', ...words.slice(0, depth), ...rest.filter((word) => word !== '--help')];
      return { command: command as Command, grammar, depth: 1 };
    }
    return this.notFound(run.caller, node, onlyOptions ? words.slice(0, depth) : words, depth);
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
