// One step → the program that it starts. Nothing is started, and it gives what it can, so that all problems are found.

import { resolve } from 'node:path';
import { checkVector } from '../../../planning/check-vector.js';
import type { ProgramMemory } from '../../../planning/program-memory.js';
import type { Input, PlanContext } from '../../../vocabulary/command.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import type { ManualOptions, Tool, UtcpHost } from '../tool.js';
import { buildArguments } from './build-arguments.js';
import { buildEnvironment } from './build-environment.js';
import type { CallValues } from './call-values.js';
import { checkFlags, checkScriptValues } from './check-flags.js';
import { checkOperands } from './check-operands.js';
import { checkPaths } from './check-paths.js';
import type { Findings } from './findings.js';
import { isForeign, joined, type Piece } from './piece.js';
import type { RunnableStep } from './step-list.js';

/** One call of one tool. */
export interface Call {
  readonly tool: Tool;
  readonly options: ManualOptions;
  readonly host: UtcpHost;
  readonly memory: ProgramMemory;
  readonly input: Input;
  readonly variables: ReadonlyMap<string, string>;
  readonly context: PlanContext;
  /** Texts that are never shown. */
  readonly secrets: readonly string[];
  /** The owner's, which a program may print. */
  readonly unlisted: readonly string[];
}

export interface StepSurroundings {
  readonly directory: string;
  readonly values: CallValues;
  readonly findings: Findings;
  /** Whether a step before it has not run yet, which may be what builds its program. */
  readonly foreseen: boolean;
  readonly isRead: boolean;
}

/** Where something was found, the plan is only good for showing what would have been run. */
export function planStep(step: RunnableStep, call: Call, around: StepSurroundings): ProgramPlan {
  const { tool, options, host, context, secrets, unlisted } = call;
  const { template } = tool;
  const { directory, values, findings, isRead } = around;
  const { workspace } = context.session;
  const program = findProgram(step, call, around);
  const args =
    step.kind === 'program' ? buildArguments(step.args, values) : values.fill(step.values).map((piece) => [piece]);
  const texts = args.map(joined);
  const vector = step.kind === 'program' ? texts : ['-c', step.script, 'sh', ...texts];
  const { environment, set, decided } = buildEnvironment(template, host, workspace, values, findings);
  if (step.kind === 'program') checkFlags(args, tool.input.parameters, program.name, findings);
  else checkScriptValues(args.flat(), tool.input.parameters, findings);
  checkOperands(args, [program.name, ...wordsOf(step, args)], findings);
  if (options.paths === 'workspace') {
    for (const pieces of [...args, ...set]) checkPaths(pieces, { workspace, directory }, findings);
  }
  findings.obstacles.push(...checkVector(vector, environment));
  return {
    ...program,
    args: vector,
    directory,
    environment,
    decided,
    stdin: undefined,
    stdout: template.capturesOutput || isRead ? 'pipe' : 'ignore',
    stderr: template.capturesOutput ? 'pipe' : 'ignore',
    encoding: 'utf8',
    secrets,
    unlisted,
    timeoutMs: template.timeoutMs,
    interpret: undefined,
    ...(options.sandbox && { sandbox: options.sandbox }),
  };
}

/** What the author wrote, word by word. */
function wordsOf(step: RunnableStep, args: readonly (readonly Piece[])[]): readonly string[] {
  if (step.kind === 'shell') return step.script.split(/[\s;&|()`'"]+/);
  return args.flatMap((pieces) => (pieces.some(isForeign) ? [] : [joined(pieces)]));
}

function findProgram(
  step: RunnableStep,
  { memory, host, options, context }: Call,
  { directory, values, findings, foreseen }: StepSurroundings,
): Pick<ProgramPlan, 'program' | 'name'> {
  const { workspace } = context.session;
  const written = step.kind === 'shell' ? '/bin/sh' : joined(values.fill(step.program));
  const name = step.kind === 'shell' ? 'sh' : written;
  const root = options.paths === 'any' ? '/' : workspace;
  const resolved = memory.resolve(written, {
    searchPath: host.searchPath,
    trust: host.ownSearchPath ? 'all' : { outside: workspace },
    relative: options.relativePrograms ? { root, directory } : 'refused',
  });
  if (resolved.ok) return { program: resolved.program, name };
  const mayComeYet = foreseen && written.includes('/') && resolved.problem.code === 'PROGRAM_NOT_FOUND';
  if (!mayComeYet) findings.obstacles.push(resolved.problem);
  return { program: written.includes('/') ? resolve(directory, written) : written, name };
}
