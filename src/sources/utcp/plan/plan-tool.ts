// A tool and the arguments of one call → the program that they mean, and those after it. Nothing is started, and
// everything that would keep them from being started is told at once.

import { machineOf } from '../../../planning/machine.js';
import { withRun } from '../../../planning/plan.js';
import { isAny, planError } from '../../../planning/plan-error.js';
import type { Planner } from '../../../vocabulary/command.js';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import { Secrets } from '../../../vocabulary/secrets.js';
import { describeFailures } from '../../parameters/describe-failures.js';
import { compileLater } from '../../parameters/json-schema.js';
import type { ManualOptions, Tool, UtcpHost } from '../tool.js';
import { PlannedList, type PlannedStep } from './plan-list.js';
import { revealVariables } from './reveal-variables.js';
import { tellStep } from './step-error.js';
import { isRunnable } from './step-list.js';

export function plannerOf(tool: Tool, options: ManualOptions, host: UtcpHost): Planner {
  const { schema, parameters } = tool.input;
  const { platform, steps: written } = tool.template;
  if (platform === 'windows' && process.platform !== 'win32') return () => writtenForWindows(tool);
  if (!written.some(isRunnable)) return () => startsNothing(tool);
  const validate = compileLater(schema);
  const machine = machineOf(host);
  return (input, context) => {
    const failures = describeFailures(validate(input), input, parameters);
    const variables = revealVariables(tool.variables);
    const secrets = [...context.secrets, ...variables.secrets];
    const unlisted = variables.plain;
    const call = { tool, options, machine, input, variables: variables.values, context, secrets, unlisted };
    const first = new PlannedList(call).planFirst();
    const steps = followAll(first);
    const failed = new Set(failures.map(({ field }) => field));
    const refused = steps.flatMap((step) => step.refused).filter(({ field }) => !failed.has(field));
    // Without its arguments and variables it is not known what the program would be.
    const isKnown = !isAny(failures) && !isAny(variables.problems);
    const obstacles = isKnown ? steps.flatMap((step) => obstaclesOf(step, !isAny(refused))) : [];
    const problems = withoutRepeats([...failures, ...refused, ...variables.problems, ...obstacles]);
    return isAny(problems)
      ? planError(problems, Secrets.toldOf({ secrets, unlisted }))
      : { plan: first.plan, goOn: first.goOn };
  };
}

function followAll(first: PlannedStep): readonly PlannedStep[] {
  const all: PlannedStep[] = [];
  for (let one: PlannedStep | undefined = first; one; one = one.following) all.push(one);
  return all;
}

function obstaclesOf({ obstacles, plan }: PlannedStep, wouldRun: boolean): readonly Problem[] {
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
    hint: 'Use a tool written for this system; the owner can write one with a program of this system',
  });
}

function startsNothing({ name }: Tool): GateError {
  return new GateError('PROGRAM_NOT_FOUND', `The tool ${JSON.stringify(name)} starts no program.`, {
    hint: 'Use another tool, or ask the owner to add a program to its "commands"',
  });
}
