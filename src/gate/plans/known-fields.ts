// Of a request in which some values are not known yet: what is wrong with the rest of it.

import type { GateError } from '../../vocabulary/gate-error.js';
import { parameterOf } from '../reading/read-options.js';
import { invalidArguments } from '../refusals.js';
import type { ResolvedRun } from '../run/run.js';

/** By their names, or everything that was given. */
export type UnknownFields = readonly string[] | 'all';

/** What is missing only because it is not known, and what nobody is blamed for, is told when all is known. */
export function aboutKnownFields(run: ResolvedRun, error: GateError, unknown: UnknownFields): GateError | undefined {
  if (unknown === 'all') return undefined;
  const labels = new Set(unknown.map((name) => parameterOf(run.resolved.grammar, name)?.label ?? `--${name}`));
  const problems = error.details.filter(({ field }) => field !== undefined && !labels.has(field));
  return problems.length > 0 ? invalidArguments(run.resolved.command, problems, run.secrets) : undefined;
}
