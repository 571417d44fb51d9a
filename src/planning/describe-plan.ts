// What a plan would run, as a dry run and a record show it: the names of the environment, none of its values.

import { type ProgramPlan, stepsOf } from '../vocabulary/program.js';
import { Secrets } from '../vocabulary/secrets.js';

export interface PlanDescription {
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: readonly string[];
  /** How much it reads, unless that is given while it runs. */
  readonly stdin_bytes?: number;
  readonly stdin?: 'open';
  /** The programs that run after it, as far as they are known. */
  readonly followed_by?: readonly PlanDescription[];
}

export function describePlan(
  plan: Pick<
    ProgramPlan,
    'program' | 'args' | 'directory' | 'environment' | 'stdin' | 'secrets' | 'unlisted' | 'step' | 'line'
  >,
): PlanDescription {
  const secrets = Secrets.toldOf(plan);
  const show = (text: string) => secrets.hide(text);
  const described = describeProgram(plan, show);
  const { step, line } = plan;
  if (line) {
    const [first = described, ...more] = line.parts.map((part) => describeProgram(part, show));
    return more.length === 0 ? first : { ...first, followed_by: more };
  }
  if (!step?.next) return described;
  return { ...described, followed_by: stepsOf(step.next).map((later) => describeProgram(later, show)) };
}

/** One of them, with texts as they may be shown. */
export function describeProgram(
  plan: Pick<ProgramPlan, 'program' | 'args' | 'directory' | 'environment' | 'stdin'>,
  show: (text: string) => string,
): PlanDescription {
  return {
    program: show(plan.program),
    args: plan.args.map(show),
    directory: show(plan.directory),
    environment: withoutNumbers(Object.keys(plan.environment).sort()),
    ...(plan.stdin === 'open' ? { stdin: plan.stdin } : { stdin_bytes: plan.stdin?.byteLength ?? 0 }),
  };
}

/** `GIT_CONFIG_KEY_0`, `GIT_CONFIG_KEY_1` and so on are one name to whoever reads them. */
function withoutNumbers(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.replace(/_\d+$/, '_*')))];
}
