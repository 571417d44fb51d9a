// Reads what a run left behind: one that has ended, one whose gate died, or one that another gate still runs.

import type { RecordedOutput, RecordedStream } from '../../../../vocabulary/run-record.js';
import { OutputView } from '../output-view.js';
import { type OutputName, type OutputSource, ReadableOutput } from '../readable-output.js';
import { readSizes } from './read-sizes.js';
import { StoredFile } from './stored-file.js';

/**
 * What the record says decides what there was; what the files have, what is kept of it. Without a record the files are
 * all that is known, and the run goes on unless it is said otherwise. `directory` is `output` in that of the ledger.
 */
export function openStoredOutput(
  directory: string,
  runId: string,
  recorded: RecordedOutput | undefined,
  isOpen = recorded === undefined,
): ReadableOutput {
  const open = (name: OutputName) => new StoredStream(directory, `${runId}.${name}`, recorded?.[name], isOpen);
  if (!recorded) return new ReadableOutput(runId, 'utf8', { stdout: open('stdout'), stderr: open('stderr') });
  const { stdout, stderr, data, encoding = 'utf8' } = recorded;
  return new ReadableOutput(runId, encoding, {
    stdout: stdout && open('stdout'),
    stderr: stderr && open('stderr'),
    data: data && open('data'),
  });
}

const nothing = Buffer.alloc(0);

class StoredStream implements OutputSource {
  readonly inMemory = undefined;
  readonly #file: StoredFile;
  readonly #tail: StoredFile;
  readonly #recorded: RecordedStream | undefined;
  readonly #isOpen: boolean;

  constructor(directory: string, fileName: string, recorded: RecordedStream | undefined, isOpen: boolean) {
    this.#file = new StoredFile(directory, fileName);
    this.#tail = new StoredFile(directory, `${fileName}.tail`);
    this.#recorded = recorded;
    this.#isOpen = isOpen;
  }

  async view(): Promise<OutputView> {
    const size = this.#file.size() ?? 0;
    const { bytes, kept, tail } = this.#recorded ? readSizes(this.#recorded) : { bytes: size, kept: size, tail: 0 };
    const read = (from: number, to: number) => this.#file.read(from, to);
    return new OutputView(bytes, Math.min(kept, size), await this.#readTail(tail), this.#isOpen, read);
  }

  /** Nothing tells which part is left of a tail that was cut. */
  async #readTail(length: number): Promise<Buffer> {
    if (length === 0) return nothing;
    const bytes = await this.#tail.read(0, length);
    return bytes.length === length ? bytes : nothing;
  }
}
