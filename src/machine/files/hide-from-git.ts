import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What the gate keeps for itself in a workspace is not for `git add --all`: a log is no source. */
export function hideFromGit(directory: string): void {
  if (basename(directory) !== '.cmdgate') return;
  try {
    writeFileSync(join(directory, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is there already, or cannot be written: then it is as it was before.
  }
}
