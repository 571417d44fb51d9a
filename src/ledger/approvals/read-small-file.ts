import { readOwnText } from '../../machine/files/read-plain-file.js';
import { largestApprovalBytes } from './approval-store.js';

/** The text of a file, or undefined where there is none. Throws when it is too large, a link, or no file at all. */
export function readSmallFile(file: string): string | undefined {
  return readOwnText(file, largestApprovalBytes);
}
