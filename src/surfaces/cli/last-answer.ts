import type { LastAnswer } from '../../execution/handler/watchdog.js';
import { timedOut } from '../../gateway/refusals.js';
import { type EnvelopeFacts, exitCodeOf, renderEnvelope } from '../../renderings/envelope.js';
import type { Command } from '../../vocabulary/command.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';

/** What is answered for a command that cannot be stopped, made beforehand: then there will be nobody to make it. */
export function lastAnswer(command: Command, timeoutMs: number, facts: EnvelopeFacts, asJson: boolean): LastAnswer {
  const { danger, path, contract } = command;
  const outcome = failedAtTheDoor(timedOut(timeoutMs), path.join(' '));
  const run = { ...outcome.run, danger, path, timeoutMs, exitCodes: contract?.exitCodes };
  return { line: asJson ? `${renderEnvelope({ ...outcome, run }, facts)}\n` : '', exitCode: exitCodeOf(outcome) };
}
