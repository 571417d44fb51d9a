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

/** Whether an option decides about the run. What a server's agent says is no person's word. */
export function decidesByOption({ request: { door } }: Run, { contract }: Command, by: Confirmation): boolean {
  if (door === 'mcp-stdio' || door === 'mcp-http') return false;
  return contract?.strict === true || by === 'option';
}

/** Whether somebody sits there who can be asked instead. A strict command wants it to be said. */
export function canBeAsked({ request, standard }: Run, { contract }: Command, asksOwner: boolean): boolean {
  if (contract?.strict === true) return false;
  return asksOwner || (request.askPerson !== undefined && standard?.nonInteractive !== true);
}

/**
 * Whether the caller said that it is meant. A command that only tells what it would do has been asked for more with
 * `--live`. `--yes` is enough in an executable, unless its author is strict: there it answers questions alone.
 */
export function isConfirmed(standard: StandardOptions | undefined, { contract }: Command, by: Confirmation): boolean {
  if (standard?.confirmDestructive === true || (contract?.safeDefault === true && standard?.live === true)) return true;
  return standard?.yes === true && by === 'option' && contract?.strict !== true;
}

/** The dry run that was made instead, as the reason to refuse. */
export function refuseUnconfirmed(run: Run, outcome: Outcome): Outcome {
  if (outcome.status === 'failed') return outcome;
  return { status: 'failed', error: notConfirmed(run, outcome.data), run };
}

/** With what would change, where that is known. */
export function notConfirmed(run: Run, wouldRun?: unknown): GateError {
  const { path, standard } = run;
  const notEnough =
    standard?.yes === true ? '. --yes is not enough here: it only answers questions of the command' : '';
  const hint = `Check what would change, then ${howToConfirm(run)}${notEnough}`;
  const message = `'${path.join(' ')}' is destructive and was not confirmed`;
  const told = wouldRun !== undefined && { would_run: wouldRun };
  return new GateError('VALIDATION_ERROR', `Invalid argument: ${option} (${message})`, {
    hint,
    details: [{ code: 'CONFIRMATION_REQUIRED', field: option, message, hint, ...told }],
    ...(isObject(wouldRun) && { data: wouldRun }),
  });
}

/** The exact line, where the request is one of a shell. */
function howToConfirm(run: Run): string {
  const { line, atShell } = run.request;
  if (typeof line === 'object' && 'path' in line) {
    return line.options !== undefined ? 'add "confirm_destructive": true to _opts' : `add ${option}`;
  }
  const said = run.resolved?.command.contract?.strict === true ? option : '--yes';
  if (atShell?.invocation === undefined) return `add ${option}`;
  // Words that are passed on as they are take in everything behind them.
  const endsOptions = run.resolved?.command.parameters.some((parameter) => parameter.endsOptions) === true;
  const first = endsOptions || (Array.isArray(line) && line.includes('--'));
  return `run: ${atShell.invocation} ${first ? `${said} ${run.command}` : `${run.command} ${said}`}`;
}
