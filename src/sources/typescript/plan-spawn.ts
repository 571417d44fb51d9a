// A program that a handler wants to run → the plan of it. Arguments stay what they are: nothing is split or expanded.

import { delimiter } from 'node:path';
import { isInWorkspace } from '../../execution/process/planning/is-in-workspace.js';
import { checkVector } from '../../planning/check-vector.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { isLocaleName, plainLocale, quietVariables } from '../../planning/quiet-variables.js';
import { readEnvironment } from '../../planning/read-environment.js';
import { resolveDirectory } from '../../planning/resolve-directory.js';
import { resolveProgram } from '../../planning/resolve-program.js';
import type { SpawnOptions } from '../../vocabulary/context.js';
import { CommandError, type Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Session } from '../../vocabulary/request.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';
import { findGivenOptions } from './given-options.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What does not come from the handler. */
export interface SpawnSurroundings {
  readonly session: Pick<Session, 'workspace' | 'directory'>;
  /** Of this process. Only a few of its variables reach the program. */
  readonly environment: Environment;
  /** What keeps a repository in the workspace from running programs. */
  readonly guards: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;
  /** Whether a person sits at a terminal. */
  readonly terminal: boolean;
  /** What the caller gave that a program would read as an option. */
  readonly givenOptions: readonly string[];
}

/** Throws a TypeError for a mistake of the author's, and a CommandError for what the caller can cause. */
export function planSpawn(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  surroundings: SpawnSurroundings,
): ProgramPlan {
  refuseText(program, args, options);
  const { workspace, directory: base } = surroundings.session;
  const resolvedDirectory = resolveDirectory(options.directory, { base, workspace, paths: 'workspace' });
  const directory = resolvedDirectory.ok ? resolvedDirectory.directory : base;
  const searchPath = defaultSearchPath(surroundings.environment).filter((place) => !isInWorkspace(place, workspace));
  const found = resolveProgram(program, {
    searchPath,
    trust: { outside: workspace },
    relative: { root: workspace, directory },
  });
  const own = readEnvironment(options.environment, { allow: [], fromArguments: new Set() });
  const environment = childEnvironment(surroundings, searchPath, own.ok ? own.environment : {}, options);
  const problems = [
    ...(resolvedDirectory.ok ? [] : [resolvedDirectory.problem]),
    ...(found.ok ? [] : [found.problem]),
    ...(own.ok ? [] : own.problems),
    ...checkVector(args, environment),
    ...findGivenOptions(args, surroundings.givenOptions, program),
  ];
  if (!found.ok || problems.length > 0) throw cannotStart(problems);
  return {
    program: found.program,
    name: found.name,
    args,
    directory,
    environment,
    traceId: surroundings.traceId,
    stdin: options.stdin === undefined ? undefined : Buffer.from(options.stdin as string),
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    // The handler has what it was given, and has to read what a program makes of it.
    secrets: [],
    timeoutMs: options.timeoutMs,
    interpret: undefined,
    ...(options.sandbox && { sandbox: narrowerOf(options.sandbox) }),
  };
}

function refuseText(program: unknown, args: unknown, options: object): void {
  if (typeof program !== 'string' || !Array.isArray(args)) {
    throw new TypeError('A program is started with its name and a list of arguments, never with a line of text.');
  }
  if ('shell' in options) throw new TypeError('A program is started without a shell: the option "shell" is refused.');
}

/** What would widen it is a mistake of the author's, and no wish. */
function narrowerOf(sandbox: NonNullable<SpawnOptions['sandbox']>): SandboxChoice {
  const { network, workspace, ...rest } = sandbox;
  const isNarrower = (network ?? false) === false && (workspace ?? 'read-only') === 'read-only';
  if (isNarrower && Object.keys(rest).length === 0) return sandbox;
  throw new TypeError(
    'A program can only have less than its command: sandbox: { network: false, workspace: "read-only" }.',
  );
}

function childEnvironment(
  { environment, terminal, guards }: SpawnSurroundings,
  searchPath: readonly string[],
  own: Readonly<Record<string, string>>,
  { preserveLocale = false }: SpawnOptions,
): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null), {
    ...quietVariables(environment, terminal),
    ...(preserveLocale ? localeOf(environment) : plainLocale),
    ...own,
    // Programs that a program runs are found where the gate found them.
    PATH: searchPath.join(delimiter),
    ...guards,
  });
}

function localeOf(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter(([name]) => isLocaleName(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function cannotStart(problems: readonly Problem[]): CommandError {
  const [first] = problems;
  return new CommandError(first?.code ?? 'EXECUTION_ERROR', first?.message ?? 'The program cannot be started.', {
    hint: first?.hint ?? 'Tell the owner of the command',
    details: problems,
  });
}
