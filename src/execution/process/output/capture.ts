// Takes what comes out of one pipe: without secrets into what is kept, and as text to whoever listens.

import type { Readable } from 'node:stream';
import type { TextEncoding } from '../../../vocabulary/program.js';
import { StreamDecoder } from './decode.js';
import type { OutputSink } from './output-sink.js';
import { StreamRedactor } from './redact-stream.js';

const ignore = () => undefined;

export class Capture {
  /** What came out of the pipe, as it was. */
  receivedBytes = 0;
  readonly #pipe: Readable;
  readonly #stream: OutputSink;
  readonly #redactor: StreamRedactor | undefined;
  readonly #decoder: StreamDecoder | undefined;
  readonly #onText: ((text: string) => unknown) | undefined;
  #programEnded = false;
  /** How many reasons there are to let the program wait. */
  #holds = 0;

  constructor(
    pipe: Readable,
    stream: OutputSink,
    encoding: TextEncoding,
    patterns: readonly Buffer[],
    onText: ((text: string) => unknown) | undefined,
  ) {
    this.#pipe = pipe;
    this.#stream = stream;
    this.#redactor = patterns.length > 0 ? new StreamRedactor(patterns, encoding) : undefined;
    this.#decoder = onText && new StreamDecoder(encoding);
    this.#onText = onText;
    // A pipe that breaks has ended, and its closing says so.
    pipe.on('error', ignore).on('data', this.#take);
  }

  /** From now on nobody can be made to wait, so nobody waits: there is no more than what the pipe holds. */
  readToEnd(): void {
    this.#programEnded = true;
    this.#pipe.resume();
  }

  /** Lets go of the pipe, whoever still holds its other end. */
  end(): void {
    this.#pipe.off('data', this.#take);
    this.#pipe.destroy();
    if (this.#redactor) this.#keep(this.#redactor.end());
    const text = this.#decoder?.end();
    if (text) this.#onText?.(text);
    this.#stream.end();
  }

  readonly #take = (chunk: Buffer): void => {
    this.receivedBytes += chunk.length;
    this.#stream.overhear?.(chunk);
    this.#keep(this.#redactor ? this.#redactor.push(chunk) : chunk);
    if (!this.#programEnded && this.#stream.isFull(this.#goOn)) this.#hold();
  };

  #hold(): void {
    this.#holds++;
    this.#pipe.pause();
  }

  readonly #goOn = (): void => {
    this.#holds--;
    if (this.#holds === 0 || this.#programEnded) this.#pipe.resume();
  };

  #keep(bytes: Buffer): void {
    this.#stream.add(bytes);
    const text = this.#decoder?.push(bytes);
    if (!text) return;
    const heard = this.#onText?.(text);
    if (!(heard instanceof Promise) || this.#programEnded) return;
    this.#hold();
    heard.then(this.#goOn, this.#goOn);
  }
}
