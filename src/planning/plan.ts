// The one planner: a draft → the program that it means. Nothing is started, and everything that would keep it from
// being started is found, so that it can be told at once.

import { resolve } from 'node:path';
import type { Problem } from '../vocabulary/gate-error.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import { buildEnvironment } from './build-environment.js';
import { checkFlags, checkScriptValues } from './check-flags.js';
import { checkOperands } from './check-operands.js';
import { checkPaths } from './check-paths.js';
import { checkVector } from './check-vector.js';
import { describePlan } from './describe-plan.js';
import { type Draft, isForeign, joined } from './draft.js';
import { Findings } from './findings.js';
import { type Located, locate } from './locate.js';
import type { Machine } from './machine.js';

/** Where something is wrong, the plan is only good for showing what would have been run. */
export interface Planned {
  readonly plan: ProgramPlan;
  readonly refused: readonly Problem[];
  readonly obstacles: readonly Problem[];
}

/** `findings` may hold what the source found already; one whose arguments depend on the place has looked for that, too. */
export function plan(
  draft: Draft,
  machine: Machine,
  findings = new Findings(),
  located: Located = locate(draft, machine, findings),
): Planned {
  const { scope, paths, valuesArePaths, directories, program, args, foreseen, terminal, ...passed } = draft;
  const { directory } = located;
  checkTexts(draft, directory, findings);
  const { environment, secrets } = buildEnvironment(draft, machine, findings);
  const texts = args.map(joined);
  const vector = program?.script === undefined ? texts : ['-c', program.script, 'sh', ...texts];
  findings.obstacles.push(...checkVector(vector, environment));
  const { text = '', name = text } = program ?? {};
  return {
    plan: {
      ...passed,
      ...(located.program ?? { program: text.includes('/') ? resolve(directory, text) : text, name }),
      args: vector,
      directory,
      environment,
      decided: draft.environment.decided,
      secrets: [...draft.secrets, ...secrets],
    },
    refused: findings.refused,
    obstacles: findings.obstacles,
  };
}

/** What is checked by where a text came from. */
function checkTexts(draft: Draft, directory: string, findings: Findings): void {
  const { program, args, environment, scope, paths, valuesArePaths } = draft;
  if (!program) return;
  const { name = program.text, script } = program;
  if (script === undefined) checkFlags(args, name, findings);
  else checkScriptValues(args, name, findings);
  checkOperands(args, [name, ...wordsOf(draft)], findings);
  if (!valuesArePaths || paths === 'any') return;
  for (const text of [...args, ...(environment.texts ?? [])]) checkPaths(text, { ...scope, directory }, findings);
}

/** What the author wrote, word by word. */
function wordsOf({ program, args }: Draft): readonly string[] {
  if (program?.script !== undefined) return program.script.split(/[\s;&|()`'"]+/);
  return args.flatMap((text) => (text.some(isForeign) ? [] : [joined(text)]));
}

/** What is wrong, the caller's part first. */
export function problemsOf({ plan, refused, obstacles }: Planned, options: { wouldRun: boolean }): readonly Problem[] {
  if (refused.length > 0 || !options.wouldRun) return [...refused, ...obstacles];
  return withRun(obstacles, plan);
}

/** The first of them also says what would have been run. */
export function withRun(obstacles: readonly Problem[], plan: ProgramPlan): readonly Problem[] {
  const [first, ...more] = obstacles;
  return first ? [{ ...first, would_run: describePlan(plan) }, ...more] : [];
}
