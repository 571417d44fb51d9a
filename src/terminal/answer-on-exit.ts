import type { LastAnswer } from '../execution/handler/watchdog.js';
import { GateError } from '../vocabulary/gate-error.js';
import type { Io } from './io.js';

/**
 * A handler, or something that it uses, may end the process. Whoever waits for the answer gets one all the same, and no
 * exit code that says that all is well. Gives what calls this off.
 */
export function answerOnExit(
  who: string,
  makeAnswer: (error: GateError) => LastAnswer,
  { stdout, stderr, signal }: Io,
): () => void {
  const onExit = () => {
    // A second signal ends the process in the middle of everything, and has an exit code of its own.
    if (signal.aborted) return;
    const error = endedTheProcess(who);
    const { line, exitCode } = makeAnswer(error);
    stderr.write(`error: ${error.message}\n`);
    stdout.write(line);
    process.exitCode = exitCode;
  };
  process.once('exit', onExit);
  return () => process.off('exit', onExit);
}

/** The same while the answer leaves: a part of it must not pass for the whole. */
export function failOnExit({ stderr, signal }: Io): () => void {
  const onExit = () => {
    if (signal.aborted) return;
    stderr.write('error: The process ended while its answer was being written, so only part of it was delivered\n');
    process.exitCode = 1;
  };
  process.once('exit', onExit);
  return () => process.off('exit', onExit);
}

function endedTheProcess(who: string): GateError {
  return new GateError('EXECUTION_ERROR', `${who} ended the process before it answered`, {
    hint: 'It may have done all, some or none of its work: check before you run it again. The author of the command must return instead of ending the process',
    phase: 'execution',
  });
}
