/** Keeps the last bytes of a stream, in memory that does not grow. */
export class TailBuffer {
  readonly #size: number;
  /** A chunk that is a whole tail by itself is kept as it came: copying all of a flood would cost. */
  #chunk: Buffer | undefined;
  #ring: Buffer | undefined;
  /** How many bytes went into the ring since the last such chunk. */
  #written = 0;

  constructor(size: number) {
    this.#size = size;
  }

  push(bytes: Buffer): void {
    if (bytes.length >= this.#size) {
      this.#chunk = bytes.subarray(bytes.length - this.#size);
      this.#written = 0;
      return;
    }
    this.#ring ??= Buffer.allocUnsafeSlow(this.#size);
    const at = this.#written % this.#size;
    const copied = bytes.copy(this.#ring, at);
    if (copied < bytes.length) bytes.copy(this.#ring, 0, copied);
    this.#written += bytes.length;
    if (this.#written >= this.#size) this.#chunk = undefined;
  }

  /** A copy: the stream goes on. */
  read(): Buffer {
    const parts: Buffer[] = [];
    if (this.#chunk) parts.push(this.#chunk.subarray(Math.min(this.#size, this.#written)));
    if (this.#ring) parts.push(...this.#ringParts(this.#ring));
    return Buffer.concat(parts);
  }

  #ringParts(ring: Buffer): Buffer[] {
    if (this.#written < this.#size) return [ring.subarray(0, this.#written)];
    const at = this.#written % this.#size;
    return [ring.subarray(at), ring.subarray(0, at)];
  }
}
