import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { largestApprovalBytes } from './approval-store.js';

/** The text of a file, or undefined where there is none. Throws when it is too large, a link, or no file at all. */
export function readSmallFile(file: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number;
  try {
    // A pipe in its place must not make anybody wait.
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const entry = fstatSync(descriptor);
    if (!entry.isFile()) throw new Error('it is not a file');
    if (entry.size > largestApprovalBytes) throw new Error(`it is larger than ${largestApprovalBytes} bytes`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
