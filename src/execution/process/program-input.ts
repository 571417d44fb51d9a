// What a program that was started with open standard input is given while it runs.

import type { Writable } from 'node:stream';

/** More than this does not wait for a program that does not read. */
const mostWaitingBytes = 1024 * 1024;

/** `full`: too much waits already, and nothing of this was taken. `closed`: the program does not read any more. */
type Written = 'written' | 'full' | 'closed';

export class ProgramInput {
  readonly #pipe: Writable;

  constructor(pipe: Writable) {
    // A program may stop reading whenever it likes: whoever writes next is told.
    this.#pipe = pipe.on('error', ignore);
  }

  /** Whether writing can still succeed, as far as is known. */
  get isOpen(): boolean {
    return this.#pipe.writable;
  }

  /** What was taken, and waits for the program to read. */
  get waitingBytes(): number {
    return this.#pipe.writableLength;
  }

  /**
   * Resolves when the system has taken all of it, which can take as long as the program runs; what was taken arrives in
   * the order of the calls. When nothing waits, one piece may be of any size.
   */
  write(bytes: Uint8Array): Promise<Written> {
    if (!this.isOpen) return Promise.resolve('closed');
    const waiting = this.waitingBytes;
    if (waiting > 0 && waiting + bytes.byteLength > mostWaitingBytes) return Promise.resolve('full');
    return new Promise((resolve) => {
      this.#pipe.write(bytes, (error) => resolve(error ? 'closed' : 'written'));
    });
  }

  /** The program reads to the end of what was written, and then that there is no more. */
  end(): void {
    if (this.isOpen) this.#pipe.end();
  }

  /** What still waits is given up. */
  close(): void {
    this.#pipe.destroy();
  }
}

const ignore = () => undefined;
