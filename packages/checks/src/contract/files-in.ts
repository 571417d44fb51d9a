import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file below a directory with what is in it; what cannot be read is left out. */
export function filesIn(directory: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      files.set(relative(directory, path), readFileSync(path, 'latin1'));
    } catch {
      // It was removed in between.
    }
  }
  return files;
}
