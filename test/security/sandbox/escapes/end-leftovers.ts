// Outside, some programs leave servers behind that belong to no group any more.

import { readdirSync, readFileSync } from 'node:fs';

/** Ends what was started with a home below the directory. */
export function endLeftovers(directory: string): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${directory}/`)) {
        process.kill(Number(name), 'SIGKILL');
      }
    } catch {
      // It has ended, or is somebody else's.
    }
  }
}
