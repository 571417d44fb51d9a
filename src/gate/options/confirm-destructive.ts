// What destroys something says first what it would destroy. Where agents are served, and where the owner has a policy,
// people decide about it. Whoever calls a command line of their own says it with an option.

import type { StandardOptions } from '../../command-line/standard-options.js';
import { isObject } from '../../shape/kind-of.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Run } from '../run/run.js';

const option = '--confirm-destructive';

/** Who confirms what is destructive, where no policy decides: the caller, by an option, or a person who is asked. */
export type Confirmation = 'option' | 'person';

/** Whether `--confirm-destructive` decides about the run. What a server's agent says is no person's word. */
export function decidesByOption({ request: { door } }: Run, { contract }: Command, by: Confirmation): boolean {
  return contract?.strict === true || (by === 'option' && door !== 'mcp-stdio' && door !== 'mcp-http');
}

/** Whether somebody sits there who can be asked instead. A strict command wants it to be said. */
export function canBeAsked({ request, standard }: Run, { contract }: Command, asksOwner: boolean): boolean {
  if (contract?.strict === true) return false;
  return asksOwner || (request.askPerson !== undefined && standard?.nonInteractive !== true);
}

/** A command that only tells what it would do has been asked for more with `--live`. */
export function isConfirmed(standard: StandardOptions | undefined, { contract }: Command): boolean {
  return standard?.confirmDestructive === true || (contract?.safeDefault === true && standard?.live === true);
}

/** The dry run that was made instead, as the reason to refuse. */
export function refuseUnconfirmed(run: Run, outcome: Outcome): Outcome {
  if (outcome.status === 'failed') return outcome;
  return { status: 'failed', error: notConfirmed(run, outcome.data), run };
}

/** With what would change, where that is known. */
export function notConfirmed({ path, standard, request }: Run, wouldRun?: unknown): GateError {
  const { line } = request;
  const isLineOfPlan = typeof line === 'object' && 'path' in line && line.options !== undefined;
  const what = isLineOfPlan ? '"confirm_destructive": true to _opts' : option;
  const notEnough = standard?.yes === true ? '. --yes only answers questions that the command asks itself' : '';
  const hint = `Check what would change, then add ${what}${notEnough}`;
  const message = `'${path.join(' ')}' is destructive, and ${option} was not given`;
  const told = wouldRun !== undefined && { would_run: wouldRun };
  return new GateError('VALIDATION_ERROR', `Invalid argument: ${option} (${message})`, {
    hint,
    details: [{ code: 'CONFIRMATION_REQUIRED', field: option, message, hint, ...told }],
    ...(isObject(wouldRun) && { data: wouldRun }),
  });
}
