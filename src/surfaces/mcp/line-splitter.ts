const newline = 0x0a;

export interface LineSplitterOptions {
  readonly limitBytes: number;
  readonly onLine: (line: Buffer) => void;
  /** Called once for a line over the limit; the rest of it is thrown away as it comes. */
  readonly onTooLong: () => void;
}

/** Cuts a byte stream into lines and never holds more than one line of the permitted length. */
export class LineSplitter {
  readonly #options: LineSplitterOptions;
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(options: LineSplitterOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      this.#take(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.end();
      start = end + 1;
    }
  }

  /** Gives out what is left: the last line of a stream may lack its newline. */
  end(): void {
    const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (line !== undefined && line.length > 0) this.#options.onLine(line);
  }

  #take(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#length += part.length;
    if (this.#length <= this.#options.limitBytes) {
      this.#parts.push(part);
      return;
    }
    this.#parts = [];
    this.#skipping = true;
    this.#options.onTooLong();
  }
}
