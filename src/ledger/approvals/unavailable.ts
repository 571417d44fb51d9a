import { GateError } from '../../vocabulary/gate-error.js';

/** Does the work; what the file system refuses becomes an answer for whoever asked. */
export function orUnavailable<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new GateError('UNAVAILABLE', `Approvals cannot be stored: ${(error as Error).message}`, {
      hint: 'The owner must check the directory where approvals are stored',
      cause: error,
    });
  }
}

/** Whether it says nothing about the file, but that this process or the system has run out of something. */
export function isShortage(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes((error as NodeJS.ErrnoException).code ?? '');
}
