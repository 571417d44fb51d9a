import { type EnvelopeFacts, exitCodeOf } from '../renderings/envelope.js';
import { wantsColor } from '../renderings/text/colors.js';
import { formatOf, type Outcome } from '../vocabulary/outcome.js';
import { terminalSafe } from '../vocabulary/terminal-safe.js';
import { failOnExit } from './answer-on-exit.js';
import { type Io, isForPerson, isPaged } from './io.js';
import { traceIdOf } from './own-variables.js';
import { renderAnswer } from './render-answer.js';
import { StreamWriter } from './stream-writer.js';
import type { TerminalOutput } from './terminal-output.js';
import { endUndelivered } from './undelivered.js';

export interface AnswerFacts extends Omit<EnvelopeFacts, 'toolVersion' | 'traceId'> {
  readonly version: string;
  readonly toText?: ((data: unknown, width?: number) => string) | undefined;
  /** What the door tells about the answer in `meta`. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** The answer is help: a person reads it also where the answer itself goes into a pipe. */
  readonly isHelp?: boolean | undefined;
  /** Called when the answer begins to leave. */
  readonly onLeaving?: (() => void) | undefined;
}

/** Writes the answer whole, however slow the reader is, and resolves to the exit code. */
export async function writeAnswer(given: Outcome, facts: AnswerFacts, io: Io): Promise<number> {
  const outcome = asEnded(given, io.signal);
  const isPager = facts.isHelp === true && isPaged(io);
  const format = formatOf(outcome.run.presentation, isForPerson(io) || isPager ? 'text' : 'json');
  const { stdout, stderr } = await renderAnswer(outcome, {
    ...facts,
    ...(facts.isHelp && { about: { ...facts.about, help: true } }),
    toolVersion: facts.version,
    traceId: traceIdOf(io),
    format,
    color: wantsColor(io.stdout, io.environment),
    remarkColor: wantsColor(io.stderr, io.environment),
    // A pager has the terminal that the messages go to.
    width: widthOf(isPager ? io.stderr : io.stdout),
    terminal: io.stdout.isTTY === true || isPager,
  });
  const failed = outcome.status === 'failed';
  if (failed || !outcome.run.presentation.quiet) {
    const help = facts.isHelp && format === 'json' && !io.stdout.isTTY ? helpFor(outcome, facts, io) : '';
    await new StreamWriter(io.stderr).write(help + stderr);
  }
  const answers = new StreamWriter(io.stdout);
  const callOff = failOnExit(io);
  facts.onLeaving?.();
  await answers.write(stdout);
  callOff();
  return answers.failure ? endUndelivered(answers.failure, io) : exitCodeOf(outcome);
}

/** A terminal that does not know its width has the usual one. What is no terminal has none. */
function widthOf({ isTTY, columns }: TerminalOutput): number {
  return isTTY ? columns || 80 : Number.POSITIVE_INFINITY;
}

function helpFor(outcome: Outcome, { toText }: AnswerFacts, { stderr }: Io): string {
  if (outcome.status === 'failed' || !toText) return '';
  return `${terminalSafe(toText(outcome.data, widthOf(stderr))).replace(/\n+$/, '')}\n`;
}

/** A run that a signal ended exits as the signal would have, and says so. */
function asEnded(outcome: Outcome, signal: AbortSignal): Outcome {
  if (outcome.status !== 'failed' || outcome.error.code !== 'CANCELED' || !signal.aborted) return outcome;
  return { ...outcome, error: outcome.error.withExitCode(signal.reason === 'SIGTERM' ? 143 : 130) };
}
