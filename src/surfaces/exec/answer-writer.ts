// Answers become bytes at once, in pages that are used again: as texts that wait for others they would be what a garbage
// collector is worst at.

import type { Writable } from 'node:stream';
import { StreamWriter } from '../../terminal/stream-writer.js';

/** Answers wait no longer than this for others that leave with them: thousands a second need not be as many writes. */
const patienceMs = 1;
const mostBytes = 64 * 1024;

/** Room for what may wait, and for one more answer that is as large. */
const pageBytes = 4 * mostBytes;
/** One UTF-16 unit in UTF-8. */
const mostBytesEach = 3;
const newline = 0x0a;

/** Writes answers as they come, at the pace of whoever reads them. */
export class AnswerWriter {
  readonly #stream: StreamWriter;
  readonly #onBlocked: (isBlocked: boolean) => void;
  /** The one that is filled, and the one that is on its way. */
  #page = Buffer.allocUnsafeSlow(pageBytes);
  #otherPage = Buffer.allocUnsafeSlow(pageBytes);
  #used = 0;
  /** What comes before the page, where that had no room. */
  #before: Buffer[] = [];
  /** What is being written, but for the part that the stream has. */
  #unsent: Buffer[] = [];
  #isScheduled = false;
  #work: Promise<void> | undefined;
  #lastTurn = performance.now();

  /** `onBlocked` is told when the reader has to be waited for, and when not any more. */
  constructor(stream: Writable, onBlocked: (isBlocked: boolean) => void = () => undefined) {
    this.#stream = new StreamWriter(stream);
    this.#onBlocked = onBlocked;
  }

  /** Why nothing can be written any more. */
  get failure(): Error | undefined {
    return this.#stream.failure;
  }

  /** Whether nothing can be written any more. */
  get hasFailed(): boolean {
    return this.#stream.failure !== undefined;
  }

  add(answer: string): void {
    this.#append(answer);
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
    const hasRoom = this.#used < mostBytes && this.#before.length === 0;
    if (hasRoom && performance.now() - this.#lastTurn < patienceMs) return undefined;
    return this.#turn();
  }

  /** Resolves when everything is on its way to the reader. */
  flush(): Promise<void> {
    this.#work ??= this.#write().finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  /** What the stream does not have yet, for where nothing can be waited for any more. */
  takeUnsent(): string {
    return Buffer.concat([...this.#unsent, ...this.#takeAll()]).toString();
  }

  async #turn(): Promise<void> {
    await this.flush();
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }

  #append(answer: string): void {
    if (answer.length * mostBytesEach >= pageBytes - this.#used) {
      this.#before.push(Buffer.from(this.#page.subarray(0, this.#used)), Buffer.from(`${answer}\n`));
      this.#used = 0;
      return;
    }
    this.#used += this.#page.write(answer, this.#used);
    this.#page[this.#used] = newline;
    this.#used++;
  }

  async #write(): Promise<void> {
    while (this.#used > 0 || this.#before.length > 0) {
      const waiting = this.#takeAll();
      this.#onBlocked(true);
      this.#unsent = [...waiting];
      for (let bytes = this.#unsent.shift(); bytes; bytes = this.#unsent.shift()) await this.#stream.write(bytes);
      this.#onBlocked(false);
    }
  }

  /** Good until the next time: what was taken has left by then. */
  #takeAll(): readonly Buffer[] {
    const waiting = [...this.#before, this.#page.subarray(0, this.#used)];
    [this.#page, this.#otherPage] = [this.#otherPage, this.#page];
    this.#used = 0;
    this.#before = [];
    return waiting;
  }
}
