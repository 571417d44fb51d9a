// What destroys something says first what it would destroy. Where the owner has a policy, people decide about it; a
// command line of its own has nobody to ask, and wants it to be said.

import type { StandardOptions } from '../../command-line/standard-options.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';

const option = '--confirm-destructive';

/** Whether `--confirm-destructive` is what decides about the command, where no policy does. */
export function asksForOption({ danger, contract }: Command): boolean {
  return danger === 'destructive' && contract?.strict === true;
}

/** A command that only tells what it would do has been asked for more with `--live`. */
export function isConfirmed(standard: StandardOptions | undefined, { contract }: Command): boolean {
  return standard?.confirmDestructive === true || (contract?.safeDefault === true && standard?.live === true);
}

/** The dry run that was made instead, as the reason to refuse. */
export function refuseUnconfirmed(outcome: Outcome): Outcome {
  if (outcome.status === 'failed') return outcome;
  return { status: 'failed', error: notConfirmed(outcome.run.path, outcome.data), run: outcome.run };
}

/** With what would change, where that is known. */
export function notConfirmed(path: readonly string[], wouldRun?: unknown): GateError {
  const hint = `Look at what would change, then add ${option}`;
  const message = `'${path.join(' ')}' destroys something, and ${option} was not given`;
  const told = wouldRun !== undefined && { would_run: wouldRun };
  return new GateError('VALIDATION_ERROR', `Invalid argument: ${option} (${message})`, {
    hint,
    details: [{ code: 'CONFIRMATION_REQUIRED', field: option, message, hint, ...told }],
    ...(isObject(wouldRun) && { data: wouldRun }),
  });
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
