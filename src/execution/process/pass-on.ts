// What one program prints, given to the next one as fast as that reads.

import type { OutputSink } from './output/output-sink.js';
import type { ProgramInput } from './program-input.js';

export class PassOn implements OutputSink {
  readonly #onUnread: () => void;
  readonly #waiting: Buffer[] = [];
  #reader: ProgramInput | undefined;
  #onRoom: (() => void) | undefined;
  #isWriting = false;
  #isClosed = false;
  #isComplete = false;

  /** `onUnread` is called once, when the reader has closed its input before it had everything. */
  constructor(onUnread: () => void) {
    this.#onUnread = onUnread;
  }

  /** Whether the reader has not taken what is there for it. */
  get isHeldUp(): boolean {
    return this.#isWriting;
  }

  /** The reader runs. */
  open(reader: ProgramInput): void {
    this.#reader = reader;
    void this.#write();
  }

  add(bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#waiting.push(bytes);
    void this.#write();
  }

  isFull(onRoom: () => void): boolean {
    if (this.#waiting.length === 0 && !this.#isWriting) return false;
    this.#onRoom = onRoom;
    return true;
  }

  /** The program prints no more. Whether that was everything is not known before it is known how it ended. */
  end(): void {}

  /** It was everything: the reader comes to the end. */
  complete(): void {
    this.#isComplete = true;
    void this.#write();
  }

  /** Nobody reads any more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#goOn();
  }

  /** One piece at a time: the next one waits until the system has taken it. */
  async #write(): Promise<void> {
    if (this.#isWriting || !this.#reader) return;
    this.#isWriting = true;
    for (let bytes = this.#waiting.shift(); bytes; bytes = this.#waiting.shift()) {
      if ((await this.#reader.write(bytes)) === 'written') continue;
      if (!this.#isClosed) this.#onUnread();
      this.close();
    }
    this.#isWriting = false;
    this.#goOn();
    if (this.#isComplete) this.#reader.end();
  }

  #goOn(): void {
    const onRoom = this.#onRoom;
    this.#onRoom = undefined;
    onRoom?.();
  }
}
