import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lines for a stream whose reader may be slow or gone. Whatever is said in one turn goes out in one write: each costs a
 * call of the system, however short the line.
 */
export class LineWriter {
  readonly #output: Writable;
  #held: string[] = [];
  #heldCharacters = 0;
  #writing: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  #broken = false;

  constructor(output: Writable) {
    this.#output = output;
  }

  /** Calls back when nobody reads any more. */
  watch(onGone: () => void): void {
    const gone = () => {
      this.#broken = true;
      onGone();
    };
    // The listeners stay: a late failure of a stream that nobody uses any more must not end the process.
    this.#output.on('error', gone);
    this.#output.on('close', gone);
  }

  /** Roughly how much waits for the reader. */
  get waiting(): number {
    return this.#output.writableLength + this.#heldCharacters;
  }

  get isCongested(): boolean {
    return this.#output.writableNeedDrain;
  }

  /** Resolves when there is room for more. */
  async write(line: string): Promise<void> {
    if (this.#broken) return;
    this.#held.push(line, '\n');
    this.#heldCharacters += line.length;
    this.#writing ??= this.#writeThisTurn();
    await this.#writing;
    await this.#drained;
  }

  /** Writes at once what this turn has said so far. */
  writeHeld(): void {
    this.#writing = undefined;
    if (this.#held.length === 0) return;
    const text = this.#held.join('');
    this.#held = [];
    this.#heldCharacters = 0;
    if (this.#broken || this.#output.write(text)) return;
    this.#drained ??= this.#waitForDrain();
  }

  async whenDrained(): Promise<void> {
    this.#drained ??= this.#waitForDrain();
    await this.#drained;
  }

  /** Resolves when everything written has left, or after `timeoutMs`. */
  async whenFlushed(timeoutMs: number): Promise<void> {
    this.writeHeld();
    if (this.#broken || this.#output.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#output.write('', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async #writeThisTurn(): Promise<void> {
    await nextTurn();
    this.writeHeld();
  }

  /** One wait for all: hundreds of answers may be held up by one slow reader. */
  async #waitForDrain(): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['drain', 'error', 'close']) this.#output.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'error', 'close']) this.#output.on(event, done);
    });
    this.#drained = undefined;
  }
}
