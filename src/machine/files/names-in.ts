import { readdirSync } from 'node:fs';
import { isMissing } from './open-file.js';

/** What lies in a directory; nothing where it cannot be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** What lies in a directory; nothing where there is none. Throws where it cannot be read. */
export function namesIfThere(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
