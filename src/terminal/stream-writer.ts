import type { Writable } from 'node:stream';

/** Writes to a stream at the pace of its reader, and notices when the reader has gone. */
export class StreamWriter {
  readonly #stream: Writable;
  #failure: Error | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Without a listener the end of a reader would end the whole process.
    stream.on('error', (error: Error) => {
      this.#failure ??= error;
    });
  }

  /** Why nothing can be written any more. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Whether the stream ended because nobody reads it any more, which is no error. */
  get readerLeft(): boolean {
    const { code } = (this.#failure ?? {}) as NodeJS.ErrnoException;
    return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'ERR_STREAM_WRITE_AFTER_END';
  }

  /** Resolves when it is on its way to the reader; never rejects. */
  async write(text: string | Uint8Array): Promise<void> {
    if (text.length === 0 || this.#failure !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#stream.write(text, (error) => {
        if (error) this.#failure ??= error;
        resolve();
      });
    });
  }
}
