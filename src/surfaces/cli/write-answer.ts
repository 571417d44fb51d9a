import { exitCodeOf } from '../../renderings/envelope.js';
import { wantsColor } from '../../renderings/text/colors.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { renderAnswer } from '../terminal/render-answer.js';
import { StreamWriter } from '../terminal/stream-writer.js';
import { type Io, isForPerson } from './io.js';

export interface AnswerFacts {
  readonly version: string;
  readonly directory: string;
  readonly toText?: ((data: unknown) => string) | undefined;
}

/** A reader that left before the answer was delivered: what a shell shows for SIGPIPE. */
export const readerLeft = 141;

/** Writes the answer whole, however slow the reader is, and resolves to the exit code. */
export async function writeAnswer(outcome: Outcome, facts: AnswerFacts, io: Io): Promise<number> {
  const { stdout, stderr } = await renderAnswer(outcome, {
    toolVersion: facts.version,
    directory: facts.directory,
    format: isForPerson(io) ? 'text' : 'json',
    color: wantsColor(io.stdout, io.environment),
    width: io.stdout.isTTY ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    terminal: io.stdout.isTTY === true,
    toText: facts.toText,
  });
  const failed = outcome.status === 'failed';
  if (failed || !outcome.run.presentation.quiet) await new StreamWriter(io.stderr).write(stderr);
  const answers = new StreamWriter(io.stdout);
  await answers.write(stdout);
  if (answers.failure) return readerLeft;
  return signalExitCode(outcome, io) ?? exitCodeOf(outcome);
}

/** A run that a signal ended exits as the signal would have. */
function signalExitCode(outcome: Outcome, { signal }: Io): number | undefined {
  if (outcome.status !== 'failed' || outcome.error.code !== 'CANCELED' || !signal.aborted) return undefined;
  return signal.reason === 'SIGTERM' ? 143 : 130;
}
