import type { CommandContract } from '../../vocabulary/contract.js';
import type { Run } from '../run.js';
import { listOf } from './shape-answer.js';

/** What a command's declarations mean for a request whose arguments were just read. */
export function prepareAnswer(run: Run, { lists, safeDefault }: CommandContract): void {
  // Before paths are made absolute: the next page is asked for in the same words.
  if (lists) run.list = listOf(run.path, run.input);
  if (!safeDefault) return;
  // A dry run that somebody asked for is not undone by a line of a plan.
  if (run.standard?.live !== true) run.dryRun = true;
  else if (!run.dryRun) run.tell({ dry_run: false });
}
