import { commandCodes } from '../../vocabulary/error-codes.js';
import type { CommandError } from '../../vocabulary/gate-error.js';
import { lookFirst } from '../../vocabulary/half-done.js';
import { changesSomething } from '../run/changes-something.js';
import type { Run } from '../run/run.js';

/** Codes that leave open whether the other side did what it was asked. */
const leaveItOpen = new Set(['TIMEOUT', 'NETWORK_ERROR']);

/**
 * The same error, whose hint does not send a change twice. Where the author wrote a hint, it stays: the author knows
 * what the service does with a request that is lost on its way.
 */
export function withCare(run: Run, error: CommandError): CommandError {
  const usual = commandCodes.get(error.code)?.hint;
  const isOurs = error.hint === usual || error.about?.network_context !== undefined;
  if (!leaveItOpen.has(error.code) || !isOurs || !changesSomething(run)) return error;
  return error.withHint(error.hint === usual ? lookFirst : `${lookFirst}. ${error.hint}`);
}
