import { describePlan } from '../../../planning/describe-plan.js';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import { type ProgramPlan, untoldIn } from '../../../vocabulary/program.js';
import { isAny, planError } from '../../parameters/plan-error.js';
import type { Planned } from './planned.js';

/** What keeps a step from being started, now that the ones before it have run. */
export function stepError({ plan, refused, obstacles }: Planned): GateError | undefined {
  const problems = [...refused, ...withRun(obstacles, plan)].map((problem) => tellStep(problem, plan));
  if (!isAny(problems)) return undefined;
  const { code, message, hint, details } = planError(problems, untoldIn(plan));
  return new GateError(code, message, { hint, details, phase: 'execution' });
}

/** Says which step it is about, where there are several. */
export function tellStep(problem: Problem, { name, step }: ProgramPlan): Problem {
  if (!step) return problem;
  const message = `Step ${step.number} of ${step.of} (${name}) cannot be started: ${problem.message}`;
  return { ...problem, message };
}

/** The first of them also says what would have been run. */
export function withRun(obstacles: readonly Problem[], plan: ProgramPlan): readonly Problem[] {
  const [first, ...more] = obstacles;
  return first ? [{ ...first, would_run: describePlan(plan) }, ...more] : [];
}
