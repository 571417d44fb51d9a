import type { CommandContract } from '../../vocabulary/contract.js';
import type { Given, ResolvedRun } from '../run/run.js';
import { listOf } from './shape-answer.js';

/** What a command's declarations mean for a request whose arguments were just read. */
export function asDeclared(run: ResolvedRun, given: Given, { lists, safeDefault }: CommandContract): Given {
  // Before paths are made absolute: the next page is asked for in the same words.
  const list = lists ? listOf(run.path, given.input) : undefined;
  if (!safeDefault) return { ...given, list };
  const isLive = given.standard?.live === true;
  // A dry run that somebody asked for is not undone by a line of a plan.
  if (isLive && !given.dryRun) run.tell({ dry_run: false });
  return { ...given, list, dryRun: given.dryRun || !isLive };
}
