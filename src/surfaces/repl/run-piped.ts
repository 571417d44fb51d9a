// Commands through a pipe: strictly one after the other, one answer for each, at the pace of whoever reads them.

import { colors } from '../../renderings/text/colors.js';
import { logLine } from '../../terminal/log-line.js';
import { signalsSeen } from '../../terminal/signals-seen.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { lineError } from './line-error.js';
import { lineKind } from './line-kind.js';
import { type InputLine, readLines } from './read-lines.js';
import { renderAnswer } from './render-answer.js';
import { type ReplOptions, replResponseBytes } from './repl-options.js';

/** Far above what the gate takes as a command, so that its own limit is the one people meet. */
const longestLineBytes = 1024 * 1024;

/** As the signal would have ended the process. */
const exitCodes: ReadonlyMap<unknown, number> = new Map([
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

/** What a shell shows for SIGPIPE. */
const readerLeft = 141;

/** Resolves to 0 when every line succeeded, to 1 when one failed, and to another code when somebody ended it. */
export async function runPiped(options: ReplOptions): Promise<number> {
  const { gate, input, signal } = options;
  const output = new StreamWriter(options.output);
  const errorOutput = new StreamWriter(options.errorOutput);
  const stop = () => input.destroy();
  let allSucceeded = true;

  const onEvent = (event: RunEvent) => {
    if (event.type === 'log') void errorOutput.write(logLine(event, colors(options.color)));
  };
  const { caller, session } = options;
  const answer = (line: InputLine): Promise<Outcome> =>
    line.kind === 'text'
      ? gate.run({ line: line.text, door: 'repl', caller, session, signal, onEvent, responseBytes: replResponseBytes })
      : gate.refuse({ line: '', door: 'repl', caller, session }, lineError(line));

  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for await (const line of readLines(input, longestLineBytes)) {
      const kind = line.kind === 'text' ? lineKind(line.text, gate.registry) : 'command';
      if (kind === 'empty') continue;
      if (kind === 'leave') break;
      const outcome = await answer(line);
      allSucceeded &&= outcome.status === 'completed';
      const { stdout, stderr } = await renderAnswer(outcome, options);
      await errorOutput.write(stderr);
      await output.write(stdout);
      if (output.failure !== undefined || signal?.aborted) break;
    }
  } catch (error) {
    allSucceeded = false;
    if (!signal?.aborted) await errorOutput.write(`error: the input cannot be read: ${(error as Error).message}\n`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (output.failure !== undefined && !output.readerLeft) {
    allSucceeded = false;
    await errorOutput.write(`error: the output cannot be written: ${output.failure.message}\n`);
  }
  await signalsSeen();
  if (signal?.aborted) return exitCodes.get(signal.reason) ?? 1;
  if (output.readerLeft) return readerLeft;
  return allSucceeded ? 0 : 1;
}
