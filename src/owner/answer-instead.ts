// What a call of an owner's command is answered with where it does not run: the same as for any other command.

import { shownInput } from '../gate/answering/describe-without-running.js';
import { describeSchema } from '../registry/describe-schema.js';
import type { Command } from '../vocabulary/command.js';
import { completedAtTheDoor, type Outcome } from '../vocabulary/outcome.js';
import type { OwnerCommand, ReadCall } from './owner-command.js';

/** `--schema`, `--validate-only` and `--dry-run`; undefined where it is to be run. */
export function answerInstead(
  command: Command,
  { validates, dryRuns }: OwnerCommand,
  { input, standard }: ReadCall,
): Outcome | undefined {
  const name = command.path.join(' ');
  // What it takes. A contract is for agents, and these are not theirs: the manifest does not have them either.
  if (standard.schema) return completedAtTheDoor(describeSchema(command), name);
  if (standard.validateOnly && !validates) return completedAtTheDoor({ valid: true, command: name }, name);
  if (!standard.dryRun || dryRuns) return undefined;
  const would_run = { command: name, input: shownInput(command, input) };
  const outcome = completedAtTheDoor({ effect: 'would_run', would_run }, name);
  return { ...outcome, run: { ...outcome.run, dryRun: true } };
}
