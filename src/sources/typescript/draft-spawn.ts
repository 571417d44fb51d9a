// A program that a handler wants to run → the draft of it. Arguments stay what they are: nothing is split or expanded.

import { findTextProblem } from '../../planning/check-vector.js';
import { Findings } from '../../planning/findings.js';
import type { Machine } from '../../planning/machine.js';
import { plan, problemsOf } from '../../planning/plan.js';
import { isLocaleName } from '../../planning/quiet-variables.js';
import type { PathScope } from '../../policy/path-scope.js';
import type { SpawnOptions } from '../../vocabulary/context.js';
import { CommandError, type Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';
import { textsOf } from './given-texts.js';

/** What does not come from the handler. */
export interface SpawnSurroundings {
  readonly scope: PathScope;
  readonly machine: Machine;
  readonly traceId: string | undefined;
  /** Whether a person sits at a terminal. */
  readonly terminal: boolean;
  /** What the caller gave. */
  readonly given: readonly string[];
}

/** Throws a TypeError for a mistake of the author's, and a CommandError for what the caller can cause. */
export function planSpawn(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  { scope, machine, traceId, terminal, given }: SpawnSurroundings,
): ProgramPlan {
  refuseText(program, args, options);
  const { directory, environment, stdin, timeoutMs, sandbox, preserveLocale = false } = options;
  const findings = new Findings();
  for (const [index, argument] of args.entries()) {
    const problem = typeof argument === 'string' ? undefined : findTextProblem(argument, index);
    if (problem) findings.obstacles.push(problem);
  }
  const draft = {
    scope,
    paths: 'workspace' as const,
    directories: directory === undefined ? [] : [{ value: directory }],
    program: { text: program, relative: true },
    args: textsOf(
      args.map((argument) => (typeof argument === 'string' ? argument : '')),
      given,
    ),
    environment: {
      usual: 'quiet' as const,
      owner: preserveLocale ? localeOf(machine.environment) : {},
      keepsLocale: preserveLocale,
      written: environment,
      decided: [],
      allow: [],
    },
    ...{ traceId, terminal, timeoutMs },
    stdin: stdin === undefined ? undefined : Buffer.from(stdin as string),
    ...({ stdout: 'pipe', stderr: 'pipe', encoding: 'utf8' } as const),
    // The handler has what it was given, and has to read what a program makes of it.
    secrets: [],
    ...(sandbox && { sandbox: narrowerOf(sandbox) }),
  };
  const planned = plan(draft, machine, findings);
  const problems = problemsOf(planned, { wouldRun: false });
  if (problems.length > 0) throw cannotStart(problems);
  return planned.plan;
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
    'A program\'s sandbox can only be narrower than its command\'s: sandbox: { network: false, workspace: "read-only" }.',
  );
}

function localeOf(environment: Machine['environment']): Record<string, string> {
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
