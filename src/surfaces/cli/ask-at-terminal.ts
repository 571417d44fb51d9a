import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import type { Io } from '../../terminal/io.js';
import type { AskPerson } from '../../vocabulary/request.js';

/** Asks whoever sits at this terminal. Nobody does where there is none, or where a gate has started this process. */
export function askAtTerminal(io: Io): AskPerson | undefined {
  if (io.stderr.isTTY !== true || io.stdin.isTTY !== true || isStartedByGate()) return undefined;
  return async (approval, signal) => {
    const { putQuestion } = await import('../../terminal/put-question.js');
    return await putQuestion(io, approval, signal);
  };
}
