import type { Writable } from 'node:stream';
import { StreamWriter } from '../terminal/stream-writer.js';

/** Answers wait no longer than this for others that leave with them: thousands a second need not be as many writes. */
const patienceMs = 1;
const mostCharacters = 64 * 1024;
/** One UTF-16 unit in UTF-8. */
const mostBytesEach = 3;

/** Writes answers as they come, at the pace of whoever reads them. */
export class AnswerWriter {
  readonly #stream: StreamWriter;
  readonly #onBlocked: (isBlocked: boolean) => void;
  readonly #bytes = Buffer.allocUnsafeSlow(2 * mostCharacters * mostBytesEach);
  #waiting = '';
  #isScheduled = false;
  #work: Promise<void> | undefined;
  #lastTurn = performance.now();

  /** `onBlocked` is told when the reader has to be waited for, and when not any more. */
  constructor(stream: Writable, onBlocked: (isBlocked: boolean) => void = () => undefined) {
    this.#stream = new StreamWriter(stream);
    this.#onBlocked = onBlocked;
  }

  /** Whether nothing can be written any more. */
  get hasFailed(): boolean {
    return this.#stream.failure !== undefined;
  }

  add(answer: string): void {
    this.#waiting += `${answer}\n`;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.flush();
    });
  }

  /**
   * A promise where whoever makes answers has to pause: the reader is behind, or the event loop has not had a turn for
   * long, without which no signal is heard and no answer leaves.
   */
  pause(): Promise<void> | undefined {
    if (this.#waiting.length < mostCharacters && performance.now() - this.#lastTurn < patienceMs) return undefined;
    return this.#turn();
  }

  /** Resolves when everything is on its way to the reader. */
  flush(): Promise<void> {
    this.#work ??= this.#write().finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  async #turn(): Promise<void> {
    await this.flush();
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }

  async #write(): Promise<void> {
    while (this.#waiting !== '') {
      const text = this.#waiting;
      this.#waiting = '';
      this.#onBlocked(true);
      await this.#stream.write(this.#encode(text));
      this.#onBlocked(false);
    }
  }

  /** Into the same bytes each time: what was in them has left. */
  #encode(text: string): Uint8Array {
    if (text.length * mostBytesEach > this.#bytes.length) return Buffer.from(text);
    return this.#bytes.subarray(0, this.#bytes.write(text));
  }
}
