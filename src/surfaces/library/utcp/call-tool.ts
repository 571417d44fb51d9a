// callTool(): one call, and its result as the specification has it.

import { toUtcpAnswer, type UtcpResult } from '../../../renderings/utcp.js';
import { checkOptions, type OptionNames } from '../../../shape/check-options.js';
import type { RunEvent } from '../../../vocabulary/event.js';
import type { Manual } from './manual.js';
import { OpenManual } from './open-manual.js';
import { UtcpError } from './utcp-error.js';

export interface CallOptions {
  /** Ends the program. */
  readonly signal?: AbortSignal;
  /** At most so long; the tool's own limit holds as well. */
  readonly timeoutMs?: number;
  /** Throws a `CommandFailedError` where the program exits with another code than 0. */
  readonly throwOnFailure?: boolean;
  /** Where the call starts, unless its template says where. */
  readonly directory?: string;
  /** Where it gives a promise for what a program printed, the program waits for it. */
  readonly onEvent?: (event: RunEvent) => unknown;
}

const known: OptionNames<CallOptions> = {
  signal: true,
  timeoutMs: true,
  throwOnFailure: true,
  directory: true,
  onEvent: true,
};

/**
 * Runs a tool, named `tool` or `manual.tool`. That its program fails is a result; whatever kept it from running to its
 * end is thrown as a UtcpError. Throws a TypeError for options that are none.
 */
export async function callTool(
  manual: Manual,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<UtcpResult> {
  checkCall(tool, options);
  if (!(manual instanceof OpenManual)) throw new TypeError('callTool needs a manual returned by loadManual.');
  const { signal, timeoutMs, directory, onEvent } = options;
  const outcome = await manual.call(tool, args, { signal, timeoutMs, directory, onEvent });
  const answer = toUtcpAnswer(outcome);
  if ('error' in answer) throw new UtcpError(answer.error);
  if (options.throwOnFailure && outcome.status === 'failed') {
    throw new UtcpError(outcome.error, 'CommandFailedError', answer.result);
  }
  return answer.result;
}

function checkCall(tool: unknown, options: CallOptions): void {
  if (typeof tool !== 'string') throw new TypeError('callTool needs the name of a tool.');
  checkOptions('callTool', options, known);
  const { timeoutMs } = options;
  if (timeoutMs === undefined || (Number.isSafeInteger(timeoutMs) && timeoutMs > 0)) return;
  throw new TypeError('timeoutMs must be a whole number of at least 1.');
}
