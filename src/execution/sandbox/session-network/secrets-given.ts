// Whoever shares a network can listen where another run expects a server of its own, and be told what was meant for that.
// An agent loses nothing by what its own programs do to each other. A command to which the owner gives secrets would lose
// them, so it shares a network only with runs that have the same ones.

import { createHash } from 'node:crypto';
import { type ProgramPlan, stepsOf } from '../../../vocabulary/program.js';

/** The same text for programs that find the same secrets in their variables; empty for those that find none. */
export function secretsGiven(plan: ProgramPlan): string {
  const given = new Set([plan, ...stepsOf(plan)].flatMap(secretsOf));
  if (given.size === 0) return '';
  return createHash('sha256')
    .update(JSON.stringify([...given].sort()))
    .digest('hex');
}

/** What a caller wrote into its own call is no secret to it. */
function secretsOf({ secrets, environment }: ProgramPlan): readonly string[] {
  const values = Object.values(environment);
  return secrets.filter((secret) => values.some((value) => value.includes(secret)));
}
