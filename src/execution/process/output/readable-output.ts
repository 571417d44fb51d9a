// Reads what a run printed or gave back, wherever it is: its end, a part of it, what a pattern or a path finds in it.

import type { StreamText, TextEncoding } from '../../../vocabulary/program.js';
import type { RecordedOutput } from '../../../vocabulary/run-record.js';
import type { RefusedSelection, SelectedJson, SelectOptions } from './json/select-json.js';
import type { OutputView } from './output-view.js';
import { type GapStart, preview, wholeText } from './preview.js';
import { type OutputRange, type OutputSlice, readSlice } from './read-slice.js';
import type { OutputSearch, SearchOptions } from './search/search-output.js';

export type JsonSelection = SelectedJson | RefusedSelection;

export type OutputName = Exclude<keyof RecordedOutput, 'encoding'>;

/** Something that shows one stream as it is at one moment. */
export interface OutputSource {
  /** All of it at once, where it is in memory. */
  readonly inMemory: Buffer | undefined;
  view(): Promise<OutputView>;
}

export class ReadableOutput<Source extends OutputSource = OutputSource> {
  /** A stream that is not captured is `undefined`. */
  readonly stdout: Source | undefined;
  readonly stderr: Source | undefined;
  /** What a function gave back, as JSON. */
  readonly data: Source | undefined;
  /** Of what was printed. */
  readonly encoding: TextEncoding;
  readonly #runId: string;

  constructor(
    runId: string,
    encoding: TextEncoding,
    { stdout, stderr, data }: { readonly [name in OutputName]?: Source | undefined },
  ) {
    this.#runId = runId;
    this.encoding = encoding;
    this.stdout = stdout;
    this.stderr = stderr;
    this.data = data;
  }

  /**
   * At most so many bytes of a stream for an answer, and a line that says how to read the rest.
   * At once where it is short: most output is.
   */
  preview(name: OutputName, limitBytes: number): StreamText | undefined | Promise<StreamText> {
    const source = this[name];
    if (source === undefined) return undefined;
    const bytes = source.inMemory;
    if (bytes !== undefined && bytes.length <= limitBytes) return wholeText(bytes, this.#encodingOf(name));
    return this.#preview(source, name, limitBytes);
  }

  async #preview(source: OutputSource, name: OutputName, limitBytes: number): Promise<StreamText> {
    const howToRead = ({ byte, line }: GapStart) =>
      `runs output ${this.#runId} --stream ${name} ${line === undefined ? `--from-byte ${byte}` : `--from-line ${line}`}`;
    return preview(await source.view(), this.#encodingOf(name), limitBytes, howToRead);
  }

  async read(name: OutputName, range: OutputRange): Promise<OutputSlice | undefined> {
    const source = this[name];
    return source && readSlice(await source.view(), this.#encodingOf(name), range);
  }

  async search(name: OutputName, options: SearchOptions): Promise<OutputSearch | undefined> {
    const source = this[name];
    if (!source) return undefined;
    const { searchOutput } = await import('./search/search-output.js');
    return searchOutput(await source.view(), this.#encodingOf(name), options);
  }

  async select(name: OutputName, path: string, options: SelectOptions): Promise<JsonSelection | undefined> {
    const source = this[name];
    if (!source) return undefined;
    const { selectJson } = await import('./json/select-json.js');
    return selectJson(await source.view(), this.#encodingOf(name), path, options);
  }

  #encodingOf(name: OutputName): TextEncoding {
    return name === 'data' ? 'utf8' : this.encoding;
  }
}
