import { Writable } from 'node:stream';
import type { TerminalOutput } from '../../terminal/terminal-output.js';

/**
 * The terminal as readline writes to it. While a command runs it is muted: what somebody types ahead is
 * kept by readline and shown with the next prompt, not in the middle of the answer.
 */
export class EchoStream extends Writable {
  muted = false;
  readonly #terminal: TerminalOutput;
  readonly #resized = () => this.emit('resize');

  constructor(terminal: TerminalOutput) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
    terminal.on('resize', this.#resized);
  }

  get columns(): number | undefined {
    return this.#terminal.columns;
  }

  get rows(): number | undefined {
    return this.#terminal.rows;
  }

  // Done at once, so that nothing waits here while others write to the terminal directly.
  override _write(chunk: string | Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    if (!this.muted) this.#terminal.write(chunk);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#terminal.off('resize', this.#resized);
    done(error);
  }
}
