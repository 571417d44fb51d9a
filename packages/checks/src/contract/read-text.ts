import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What is in a file of a directory, or undefined where there is none. */
export function readText(directory: string, file: string): string | undefined {
  try {
    return readFileSync(resolve(directory, file), 'latin1');
  } catch {
    return undefined;
  }
}
