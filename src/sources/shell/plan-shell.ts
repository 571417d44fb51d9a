// One call of `shell` → the program that it means. Nothing is started, and everything that would keep it from being
// started is told at once.

import { basename } from 'node:path';
import { statOf } from '../../execution/process/planning/stat-of.js';
import { checkVector } from '../../planning/check-vector.js';
import { ProgramMemory } from '../../planning/program-memory.js';
import { readEnvironment } from '../../planning/read-environment.js';
import { resolveDirectory } from '../../planning/resolve-directory.js';
import type { ProgramScope } from '../../planning/resolve-program.js';
import { shown } from '../../planning/show-text.js';
import { type Understanding, understand } from '../../policy/understanding/understand.js';
import type { Input, PlanContext, Planner } from '../../vocabulary/command.js';
import type { GateError, Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan, ProgramResult } from '../../vocabulary/program.js';
import { isAny, planError } from '../parameters/plan-error.js';
import { findArtifactProblems, hashArtifacts } from './artifacts.js';
import { buildEnvironment } from './build-environment.js';
import { adviceForMissing, findCommandProblem } from './check-command.js';
import { describeAssistant } from './describe-assistant.js';
import { expandGlobs } from './expand-globs.js';
import { findOwnWords } from './own-words.js';
import { readRequest, type ShellRequest } from './read-request.js';
import type { ShellHost } from './shell-host.js';
import { findShellSyntax } from './shell-syntax.js';

export function shellPlanner(host: ShellHost): Planner {
  const memories = new Memories();
  return (input, context) => new Planning(host, memories, context).plan(input);
}

/** What was found for one workspace may not be found for another. */
class Memories {
  #workspace: string | undefined;
  #memory = new ProgramMemory();

  of(workspace: string): ProgramMemory {
    if (workspace !== this.#workspace) this.#memory = new ProgramMemory();
    this.#workspace = workspace;
    return this.#memory;
  }
}

interface FoundProgram {
  readonly program: string;
  readonly name: string;
}

/** Each step gives what it can, so that the next ones find their problems too. */
class Planning {
  readonly #host: ShellHost;
  readonly #memory: ProgramMemory;
  readonly #context: PlanContext;
  /** What other arguments would mend. */
  readonly #refused: Problem[] = [];
  /** What keeps the program from being started. */
  readonly #obstacles: Problem[] = [];

  constructor(host: ShellHost, memories: Memories, context: PlanContext) {
    this.#host = host;
    this.#context = context;
    this.#memory = memories.of(context.session.workspace);
  }

  plan(input: Input): ProgramPlan | GateError {
    const { session, secrets } = this.#context;
    const { request, problems } = readRequest(input, this.#host);
    this.#refused.push(...problems);
    const directory = this.#directory(request.directory);
    const program = this.#program(request, directory);
    const args = this.#arguments(request.parameters, program, directory ?? session.directory);
    this.#refused.push(...findArtifactProblems(request.artifactPaths, session));
    const variables = this.#sessionVariables();
    const { terminal } = this.#context;
    const built = buildEnvironment(this.#host, { workspace: session.workspace, terminal, variables });
    this.#checkVector(args, built.environment);

    const found = [...this.#refused, ...this.#obstacles];
    if (isAny(found)) return planError(found, secrets);
    if (!program || directory === undefined) throw new Error('A plan without a problem has a program and a directory.');
    return {
      ...program,
      args,
      directory,
      environment: built.environment,
      decided: Object.keys(variables),
      traceId: this.#context.traceId,
      stdin: request.stdin === undefined || request.stdin === 'open' ? request.stdin : Buffer.from(request.stdin),
      stdout: 'pipe',
      stderr: 'pipe',
      encoding: 'utf8',
      secrets: [...secrets, ...built.secrets],
      timeoutMs: request.timeoutMs,
      ownTimeout: true,
      shows: request.detail === 'full' ? 'complete' : 'brief',
      interpret: undefined,
      finish: (result) => this.#finish(request, program, result),
    };
  }

  #directory(written: string | undefined): string | undefined {
    const { workspace, directory: base } = this.#context.session;
    const resolved = resolveDirectory(written, { base, workspace, paths: 'workspace' });
    if (resolved.ok) return resolved.directory;
    const { problem } = resolved;
    if (problem.code !== 'PATH_TRAVERSAL_BLOCKED') this.#obstacles.push(problem);
    else {
      this.#refused.push({
        ...problem,
        message: `The directory${shown(written ?? base)} does not match: it is outside the trusted working directory${shown(workspace)}`,
        hint: 'Leave the directory out, or name one inside the trusted working directory (e.g., src)',
      });
    }
    return undefined;
  }

  #program({ command, parameters }: ShellRequest, directory: string | undefined): FoundProgram | undefined {
    if (command === undefined) return undefined;
    const isFile = command.includes('/') && directory !== undefined && this.#isFile(command, directory);
    const problem = isFile ? undefined : findCommandProblem(command, parameters);
    if (problem) {
      this.#refused.push(problem);
      return undefined;
    }
    // Where it would be looked for is not known, and that is told already.
    if (directory === undefined && command.includes('/') && !command.startsWith('/')) return undefined;
    const resolved = this.#memory.resolve(command, this.#scope(directory));
    if (resolved.ok) return { program: resolved.program, name: resolved.name };
    this.#obstacles.push({
      ...resolved.problem,
      field: 'command',
      hint: adviceForMissing(command) ?? resolved.problem.hint ?? 'Name another program',
    });
    return undefined;
  }

  #isFile(command: string, directory: string): boolean {
    return statOf(command.startsWith('/') ? command : `${directory}/${command}`)?.isFile() === true;
  }

  #scope(directory: string | undefined): ProgramScope {
    const { workspace } = this.#context.session;
    return {
      searchPath: this.#host.searchPath,
      trust: this.#host.ownSearchPath ? 'all' : { outside: workspace },
      relative: directory === undefined ? 'refused' : { root: workspace, directory },
    };
  }

  #arguments(parameters: readonly string[], program: FoundProgram | undefined, directory: string): readonly string[] {
    const mayBeGlob = this.#host.globs && program && parameters.some((text) => /[*?[]/.test(text));
    const syntax = parameters.map(findShellSyntax);
    if (!mayBeGlob && syntax.every((found) => found === undefined)) return parameters;

    const understanding = program && this.#understand(program, parameters, directory);
    const own = understanding ? findOwnWords(understanding.steps, parameters) : new Set();
    for (const [index, found] of syntax.entries()) {
      if (!found || own.has(index)) continue;
      this.#refused.push({
        code: 'SHELL_SYNTAX',
        field: `parameters[${index}]`,
        message: `The word${shown(parameters[index] ?? '')} ${found.what} in a shell, and here is none`,
        hint: found.advice,
      });
    }
    if (!mayBeGlob || !understanding) return parameters;
    const { workspace } = this.#context.session;
    const expanded = expandGlobs(parameters, understanding.globs, { directory, workspace });
    if (expanded.ok) return expanded.args;
    this.#refused.push(expanded.problem);
    return parameters;
  }

  #understand({ name, program }: FoundProgram, args: readonly string[], directory: string): Understanding {
    const { workspace } = this.#context.session;
    return understand({ name, program, args, directory, workspace }, (inner) => {
      const resolved = this.#memory.resolve(inner, this.#scope(directory));
      return resolved.ok ? resolved.program : undefined;
    });
  }

  /** Whoever opens a session may not be the owner: names that make programs run other code are refused. */
  #sessionVariables(): Readonly<Record<string, string>> {
    const read = readEnvironment(this.#context.session.variables, { allow: [], fromArguments: new Set() });
    if (read.ok) return read.environment;
    this.#obstacles.push(...read.problems);
    return {};
  }

  /** Its fields are named as the caller wrote them. */
  #checkVector(args: readonly string[], environment: Readonly<Record<string, string>>): void {
    for (const problem of checkVector(args, environment)) {
      const field = problem.field?.replace(/^arguments/, 'parameters') ?? 'parameters';
      this.#refused.push({ ...problem, field });
    }
  }

  async #finish(request: ShellRequest, { name }: FoundProgram, result: ProgramResult) {
    const { aiCommands } = this.#host;
    const called = basename(name);
    const profile = Object.hasOwn(aiCommands, called) ? aiCommands[called] : undefined;
    return {
      artifacts: await hashArtifacts(request.artifactPaths, this.#context.session),
      ...(profile && describeAssistant(called, profile, result)),
      scope: 'checked',
    };
  }
}
