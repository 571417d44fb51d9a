// Of all gates that share the directory one sweeps at a time. `.sweep` is there while one does, and becomes `.swept`, which
// tells when that was. Should two sweep at once after all, they remove the same.

import { closeSync, lstatSync, lutimesSync, openSync, renameSync, rmSync } from 'node:fs';
import type { OpenDirectory } from '../../../../../machine/files/open-directory.js';
import { silentMs } from './sweep-output.js';

const running = '.sweep';
const done = '.swept';

/** The turn of a process that was killed is over when it has not been touched for long. */
const touchMs = silentMs / 10;

export class SweepTurn {
  readonly #output: OpenDirectory;
  #touchedAt = performance.now();

  private constructor(output: OpenDirectory) {
    this.#output = output;
  }

  /** Undefined where another gate has it. */
  static take(output: OpenDirectory): SweepTurn | undefined {
    const path = output.pathTo(running);
    if (ageOf(output, running) < silentMs) return undefined;
    try {
      rmSync(path, { force: true });
      closeSync(openSync(path, 'wx', 0o600));
      return new SweepTurn(output);
    } catch {
      return undefined;
    }
  }

  readonly touch = (): void => {
    if (performance.now() - this.#touchedAt < touchMs) return;
    this.#touchedAt = performance.now();
    const now = new Date();
    lutimesSync(this.#output.pathTo(running), now, now);
  };

  end(): void {
    try {
      renameSync(this.#output.pathTo(running), this.#output.pathTo(done));
    } catch {
      // Somebody removed it. Then the next one sweeps sooner.
    }
  }
}

/** How long ago the last sweep was; infinite where there was none. */
export function timeSinceSweep(output: OpenDirectory): number {
  return ageOf(output, done);
}

function ageOf(output: OpenDirectory, name: string): number {
  const stats = lstatSync(output.pathTo(name), { throwIfNoEntry: false });
  // One from the future tells nothing.
  return stats && stats.mtimeMs < Date.now() + silentMs ? Date.now() - stats.mtimeMs : Number.POSITIVE_INFINITY;
}
