import type { ProgramPlan, StreamMode, StreamName, StreamText, TextEncoding } from '../../../vocabulary/program.js';
import { CapturedStream } from './captured-stream.js';
import type { RefusedSelection, SelectedJson, SelectOptions } from './json/select-json.js';
import { type GapStart, preview, wholeText } from './preview.js';
import { type OutputRange, type OutputSlice, readSlice } from './read-slice.js';
import type { OutputSearch, SearchOptions } from './search/search-output.js';
import type { SpoolDirectory } from './spool-directory.js';

export type JsonSelection = SelectedJson | RefusedSelection;

/** What a program printed, while it runs and afterwards. Secrets are not in it. */
export class ProcessOutput {
  /** A stream that is not captured is `undefined`. */
  readonly stdout: CapturedStream | undefined;
  readonly stderr: CapturedStream | undefined;
  readonly #runId: string;
  readonly #encoding: TextEncoding;

  constructor(runId: string, plan: ProgramPlan, directory: SpoolDirectory, mostBytes: number) {
    this.#runId = runId;
    this.#encoding = plan.encoding;
    const capture = (mode: StreamMode, name: StreamName) =>
      mode === 'pipe' ? new CapturedStream({ directory, fileName: `${runId}.${name}`, mostBytes }) : undefined;
    this.stdout = capture(plan.stdout, 'stdout');
    this.stderr = capture(plan.stderr, 'stderr');
  }

  /**
   * At most so many bytes of a stream for an answer, and a line that says how to read the rest.
   * At once where it is short: most output is.
   */
  preview(name: StreamName, limitBytes: number): StreamText | undefined | Promise<StreamText> {
    const stream = this[name];
    if (stream === undefined) return undefined;
    const bytes = stream.inMemory;
    if (bytes !== undefined && bytes.length === stream.totalBytes && bytes.length <= limitBytes) {
      return wholeText(bytes, this.#encoding);
    }
    return this.#preview(stream, name, limitBytes);
  }

  async #preview(stream: CapturedStream, name: StreamName, limitBytes: number): Promise<StreamText> {
    const howToRead = ({ byte, line }: GapStart) =>
      `runs output ${this.#runId} --stream ${name} ${line === undefined ? `--from-byte ${byte}` : `--from-line ${line}`}`;
    return preview(await stream.view(), this.#encoding, limitBytes, howToRead);
  }

  async read(name: StreamName, range: OutputRange): Promise<OutputSlice | undefined> {
    const stream = this[name];
    return stream && readSlice(await stream.view(), this.#encoding, range);
  }

  async search(name: StreamName, options: SearchOptions): Promise<OutputSearch | undefined> {
    const stream = this[name];
    if (!stream) return undefined;
    const { searchOutput } = await import('./search/search-output.js');
    return searchOutput(await stream.view(), this.#encoding, options);
  }

  async select(name: StreamName, path: string, options: SelectOptions): Promise<JsonSelection | undefined> {
    const stream = this[name];
    if (!stream) return undefined;
    const { selectJson } = await import('./json/select-json.js');
    return selectJson(await stream.view(), this.#encoding, path, options);
  }

  /** Forgets everything and removes the files. */
  async discard(): Promise<void> {
    await Promise.all([this.stdout?.discard(), this.stderr?.discard()]);
  }
}
