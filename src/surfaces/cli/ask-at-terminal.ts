import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import type { Registry } from '../../registry/registry.js';
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

/** The same in an executable: whoever typed the line knows what it is, and says yes or no to one sentence. */
export function confirmAtTerminal(io: Io, registry: Registry): AskPerson | undefined {
  const ask = askAtTerminal(io);
  return (
    ask &&
    (async (approval, signal) => {
      const { command, program, lines } = approval.subject;
      const named = registry.find(command.split(' ')).node.command;
      if (!named || program !== undefined || lines !== undefined) return await ask(approval, signal);
      const { confirmDestructive } = await import('../../terminal/confirm-destructive.js');
      return await confirmDestructive(io, approval.subject, named.description, signal);
    })
  );
}
