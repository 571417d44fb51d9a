// A plan from a pipe. As a rule it is read no faster than it is worked off. But when nobody reads the answers, the one
// who should may be the one who still writes the plan, and both would wait for ever: then it is read on, into a file.

import type { Readable } from 'node:stream';
import type { ChunkSource } from './chunk-source.js';
import { Overflow } from './overflow.js';

/** So much waits in memory before the writer has to wait. */
const mostBytesInMemory = 1024 * 1024;

export class StreamSource implements ChunkSource {
  readonly endsByItself = false;
  readonly #stream: Readable;
  readonly #overflow: Overflow;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #takesAll = false;
  #ended = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Readable, overflow = new Overflow()) {
    this.#stream = stream;
    this.#overflow = overflow;
    stream.on('data', (chunk: Buffer | string) => this.#take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
    stream.on('error', (error: Error) => this.#end(error));
  }

  /** While it is so, what comes is taken in without regard to what was worked off. */
  takeAll(isSo: boolean): void {
    this.#takesAll = isSo;
    this.#regulate();
  }

  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.#shift();
      if (chunk) return chunk;
      if (this.#failure) throw this.#failure;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#chunks = [];
    this.#overflow.close();
    this.#end();
    this.#stream.destroy();
  }

  #take(chunk: Buffer): void {
    // What came later must not overtake what waits in the file.
    if (!this.#overflow.isEmpty || (this.#takesAll && this.#bytes >= mostBytesInMemory)) this.#spool(chunk);
    else {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
    }
    this.#regulate();
    this.#wakeUp();
  }

  #spool(chunk: Buffer): void {
    try {
      this.#overflow.push(chunk);
    } catch (error) {
      this.#end(error as Error);
      this.#stream.destroy();
    }
  }

  #shift(): Buffer | undefined {
    const chunk = this.#chunks.shift() ?? this.#overflow.shift();
    if (!chunk) return undefined;
    if (this.#bytes > 0) this.#bytes -= chunk.length;
    this.#regulate();
    return chunk;
  }

  #regulate(): void {
    if (this.#ended) return;
    const roomInMemory = this.#bytes < mostBytesInMemory && this.#overflow.isEmpty;
    if (roomInMemory || (this.#takesAll && this.#overflow.hasRoom)) this.#stream.resume();
    else this.#stream.pause();
  }

  #end(failure?: Error): void {
    if (failure && !this.#ended) this.#failure ??= failure;
    this.#ended = true;
    this.#wakeUp();
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
