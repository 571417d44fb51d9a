// A tool and the arguments of one call → the program that they mean, and those after it. Nothing is started, and
// everything that would keep them from being started is told at once.

import { ProgramMemory } from '../../../planning/program-memory.js';
import type { Planner } from '../../../vocabulary/command.js';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import { untoldIn } from '../../../vocabulary/program.js';
import { describeFailures } from '../../parameters/describe-failures.js';
import { compileLater } from '../../parameters/json-schema.js';
import { isAny, planError } from '../../parameters/plan-error.js';
import type { ManualOptions, Tool, UtcpHost } from '../tool.js';
import { PlannedList } from './plan-list.js';
import type { Planned } from './planned.js';
import { revealVariables } from './reveal-variables.js';
import { tellStep, withRun } from './step-error.js';
import { isRunnable } from './step-list.js';

export function plannerOf(tool: Tool, options: ManualOptions, host: UtcpHost): Planner {
  const { schema, parameters } = tool.input;
  const { platform, steps: written } = tool.template;
  if (platform === 'windows' && process.platform !== 'win32') return () => writtenForWindows(tool);
  if (!written.some(isRunnable)) return () => startsNothing(tool);
  const validate = compileLater(schema);
  const memories = new Memories();
  return (input, context) => {
    const failures = describeFailures(validate(input), input, parameters);
    const variables = revealVariables(tool.variables);
    const secrets = [...context.secrets, ...variables.secrets];
    const unlisted = variables.plain;
    const memory = memories.of(context.session.workspace);
    const call = { tool, options, host, memory, input, variables: variables.values, context, secrets, unlisted };
    const first = new PlannedList(call).planFirst();
    const steps = followAll(first);
    const failed = new Set(failures.map(({ field }) => field));
    const refused = steps.flatMap((step) => step.refused).filter(({ field }) => !failed.has(field));
    // Without its arguments and variables it is not known what the program would be.
    const isKnown = !isAny(failures) && !isAny(variables.problems);
    const obstacles = isKnown ? steps.flatMap((step) => obstaclesOf(step, !isAny(refused))) : [];
    const problems = withoutRepeats([...failures, ...refused, ...variables.problems, ...obstacles]);
    return isAny(problems) ? planError(problems, untoldIn({ secrets, unlisted })) : first.plan;
  };
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

function followAll(first: Planned): readonly Planned[] {
  const all: Planned[] = [];
  for (let one: Planned | undefined = first; one; one = one.following?.()) all.push(one);
  return all;
}

function obstaclesOf({ obstacles, plan }: Planned, wouldRun: boolean): readonly Problem[] {
  return (wouldRun ? withRun(obstacles, plan) : obstacles).map((problem) => tellStep(problem, plan));
}

/** A value that is used twice is wrong once. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const told = new Set<string>();
  return problems.filter(({ field, message }) => told.size < told.add(`${field} ${message}`).size);
}

/** The program may even be there, but it is not the one that was meant: so it is none that can be run here. */
function writtenForWindows({ name }: Tool): GateError {
  return new GateError('PROGRAM_NOT_EXECUTABLE', `The tool ${JSON.stringify(name)} was written for Windows.`, {
    hint: 'Use a tool that was written for this system; its owner can write one with a program of this system',
  });
}

function startsNothing({ name }: Tool): GateError {
  return new GateError('PROGRAM_NOT_FOUND', `The tool ${JSON.stringify(name)} starts no program.`, {
    hint: 'Use another tool, or ask the owner to add a program to its "commands"',
  });
}
