import { type Planned, problemsOf } from '../../../planning/plan.js';
import { isAny, planError } from '../../../planning/plan-error.js';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { Secrets } from '../../../vocabulary/secrets.js';

/** What keeps a step from being started, now that the ones before it have run. */
export function stepError(planned: Planned): GateError | undefined {
  const { plan } = planned;
  const problems = problemsOf(planned, { wouldRun: true }).map((problem) => tellStep(problem, plan));
  if (!isAny(problems)) return undefined;
  const { code, message, hint, details } = planError(problems, Secrets.toldOf(plan));
  return new GateError(code, message, { hint, details, phase: 'execution' });
}

/** Says which step it is about, where there are several. */
export function tellStep(problem: Problem, { name, step }: ProgramPlan): Problem {
  if (!step) return problem;
  const message = `Step ${step.number} of ${step.of} (${name}) cannot be started: ${problem.message}`;
  return { ...problem, message };
}
