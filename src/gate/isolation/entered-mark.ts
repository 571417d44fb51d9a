// Which run a process entered last, where the gate can read it when the process does not answer, or is gone. A message
// that asks the gate before each handler costs more than most handlers do.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the process finds the file, after its input, output, errors and channel. */
export const enteredFile = 4;

/** The same in all processes of this machine: it counts from the machine's start, and is never set. */
export function commonClockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** The gate's side: a file without a name, so that nothing is left behind. */
export class EnteredMark {
  readonly file: number;
  readonly #bytes = new Float64Array(1);

  private constructor(file: number) {
    this.file = file;
  }

  /** Undefined where no file can be made: then the process asks. */
  static open(): EnteredMark | undefined {
    try {
      const directory = mkdtempSync(join(tmpdir(), 'cmdgate-entered-'));
      try {
        return new EnteredMark(openSync(join(directory, 'run'), 'wx+', 0o600));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    } catch {
      return undefined;
    }
  }

  /** The number of the run, 0 before the first. Any number is possible where it cannot be read. */
  read(): number {
    try {
      const count = readSync(this.file, this.#bytes, 0, this.#bytes.byteLength, 0);
      return count === 0 ? 0 : (this.#bytes[0] as number);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }

  close(): void {
    closeSync(this.file);
  }
}

const written = new Float64Array(1);

/** The side of the process. False where it cannot be noted: then the gate has to be asked. */
export function noteEntered(file: number, run: number): boolean {
  written[0] = run;
  try {
    return writeSync(file, written, 0, written.byteLength, 0) === written.byteLength;
  } catch {
    return false;
  }
}
