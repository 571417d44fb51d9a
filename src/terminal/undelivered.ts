import type { Io } from './io.js';

/** A reader that left before the answer was delivered: what a shell shows for SIGPIPE. */
export const readerLeft = 141;

const leaving = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** The exit code of an answer that could not be written. Why not is told, unless it is that nobody reads it any more. */
export function endUndelivered(failure: Error, { stderr }: Pick<Io, 'stderr'>): number {
  const { code = '' } = failure as NodeJS.ErrnoException;
  if (leaving.has(code)) return readerLeft;
  const reason = code === 'ENOSPC' ? 'no space left on the device (ENOSPC)' : failure.message;
  stderr.write(
    `error: The answer could not be written to stdout: ${reason}. The command may still have done its work\n`,
  );
  return 1;
}
