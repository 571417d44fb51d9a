import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import type { Io } from '../../terminal/io.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';

/** Why whoever started this process cannot be a person who approves; undefined where it may be one. */
export function refuseUnlessPerson(io: Io, program: string, isOfGate = isStartedByGate()): GateError | undefined {
  if (isOfGate) {
    return new GateError('PERMISSION_DENIED', 'Only a person may approve, and this process was started by a gate', {
      hint: `A person must run '${program} approvals' in a terminal that no gate has started`,
    });
  }
  if (io.stdin.isTTY === true && io.stdout.isTTY === true) return undefined;
  return new CommandError('INTERACTIVE_REQUIRED', 'Only a person may approve, and there is no terminal here', {
    hint: `A person must run '${program} approvals' in a terminal; list, show and deny work without one`,
    exitCode: 4,
  });
}
