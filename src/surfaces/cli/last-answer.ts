import type { LastAnswer } from '../../execution/handler/watchdog.js';
import { type EnvelopeFacts, exitCodeOf, renderEnvelope } from '../../renderings/envelope.js';
import type { Command } from '../../vocabulary/command.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';

export interface LastAnswerFacts {
  readonly envelope: EnvelopeFacts;
  readonly timeoutMs: number;
  readonly asJson: boolean;
}

/** What is answered for a command that cannot be stopped, made beforehand: then there will be nobody to make it. */
export function lastAnswer(
  { danger, path, contract }: Command,
  error: GateError,
  { envelope, timeoutMs, asJson }: LastAnswerFacts,
): LastAnswer {
  const outcome = failedAtTheDoor(error, path.join(' '));
  const run = { ...outcome.run, danger, path, timeoutMs, exitCodes: contract?.exitCodes };
  return { line: asJson ? `${renderEnvelope({ ...outcome, run }, envelope)}\n` : '', exitCode: exitCodeOf(outcome) };
}
