/**
 * One stream as it was at one moment: its beginning, and where the middle was not kept, its end.
 * The program may print on meanwhile; what is read of this does not change.
 */
export class OutputView {
  readonly totalBytes: number;
  /** How much is kept without a gap, from the beginning. */
  readonly storedBytes: number;
  /** Whether the program may print more. */
  readonly isOpen: boolean;
  /** What is kept of the end beyond that. */
  readonly #tail: Buffer;
  readonly #readStored: (from: number, to: number) => Buffer | Promise<Buffer>;

  constructor(
    totalBytes: number,
    storedBytes: number,
    lastBytes: Buffer,
    isOpen: boolean,
    readStored: (from: number, to: number) => Buffer | Promise<Buffer>,
  ) {
    this.totalBytes = totalBytes;
    this.storedBytes = storedBytes;
    const beyond = Math.min(lastBytes.length, totalBytes - storedBytes);
    this.#tail = lastBytes.subarray(lastBytes.length - beyond);
    this.isOpen = isOpen;
    this.#readStored = readStored;
  }

  get keptBytes(): number {
    return this.storedBytes + this.#tail.length;
  }

  get isWhole(): boolean {
    return this.keptBytes === this.totalBytes;
  }

  /** Where what is kept of the end begins: everything from here on can be read without a gap. */
  get endFrom(): number {
    return this.isWhole ? 0 : this.totalBytes - this.#tail.length;
  }

  /** The nearest place from here on where something is kept. */
  nextKept(byte: number): number {
    return byte >= this.storedBytes && byte < this.endFrom ? this.endFrom : Math.min(byte, this.totalBytes);
  }

  /** How far one can read from a kept place without a gap. */
  stretchEnd(byte: number): number {
    return byte >= this.endFrom ? this.totalBytes : this.storedBytes;
  }

  /** Bytes of one unbroken stretch; fewer when somebody removed them. */
  async read(from: number, to: number): Promise<Buffer> {
    const tailFrom = this.totalBytes - this.#tail.length;
    if (from >= tailFrom) return this.#tail.subarray(from - tailFrom, to - tailFrom);
    const stored = await this.#readStored(from, Math.min(to, this.storedBytes));
    return to <= this.storedBytes ? stored : Buffer.concat([stored, this.#tail.subarray(0, to - tailFrom)]);
  }
}
