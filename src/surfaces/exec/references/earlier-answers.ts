// The last answers of a plan, for references. As bytes in two blocks that take turns: thousands of texts that live a
// little longer than others are what a garbage collector is worst at.

/** How far back a reference can reach. */
export const mostAnswers = 10_000;
/** Of one block. The older one goes when the newer one is full, so that nearly this much is there in any case. */
const blockBytes = 4 * 1024 * 1024;

/** `gone`: so long ago, or so large, that it is not kept. `none`: nothing was answered for that line. */
export type EarlierAnswer =
  | { readonly status: 'kept'; readonly text: string }
  | { readonly status: 'failed' | 'gone' | 'none' };

const failed = 0;
const tooLarge = -1;

/** Used again and again: lists that grow would be thrown away with every block. */
class Block {
  readonly numbers: Float64Array;
  /** Bytes of each answer, or why there are none. */
  readonly sizes: Int32Array;
  readonly bytes: Buffer;
  count = 0;
  used = 0;

  constructor(bytes: number, mostAnswers: number) {
    this.numbers = new Float64Array(mostAnswers);
    this.sizes = new Int32Array(mostAnswers);
    this.bytes = Buffer.allocUnsafeSlow(bytes);
  }

  push(number: number, size: number): void {
    this.numbers[this.count] = number;
    this.sizes[this.count] = size;
    this.count++;
    if (size > 0) this.used += size;
  }

  clear(): void {
    this.count = 0;
    this.used = 0;
  }
}

export class EarlierAnswers {
  readonly #blockBytes: number;
  readonly #mostAnswers: number;
  #newer: Block;
  #older: Block | undefined;
  /** The highest number of a line whose answer is gone. */
  #highestGone = 0;

  constructor(bytes = blockBytes, most = mostAnswers) {
    this.#blockBytes = bytes;
    this.#mostAnswers = most;
    this.#newer = new Block(bytes, most);
  }

  /** Without a text: it failed. */
  add(number: number, text: string | undefined): void {
    // One character is at most three bytes: whoever surely fits need not be measured.
    let most = (text?.length ?? 0) * 3;
    if (text !== undefined && most > this.#blockBytes) most = Buffer.byteLength(text);
    const isTooLarge = most > this.#blockBytes;
    const isFull = this.#newer.used + (isTooLarge ? 0 : most) > this.#blockBytes;
    if (isFull || this.#newer.count === this.#mostAnswers) this.#turn();
    if (text === undefined) this.#newer.push(number, failed);
    else if (isTooLarge) this.#newer.push(number, tooLarge);
    else this.#newer.push(number, this.#newer.bytes.write(text, this.#newer.used));
  }

  find(number: number): EarlierAnswer {
    const found = findIn(this.#newer, number) ?? (this.#older && findIn(this.#older, number));
    return found ?? { status: number <= this.#highestGone ? 'gone' : 'none' };
  }

  #turn(): void {
    const last = this.#older;
    this.#older = this.#newer;
    this.#newer = last ?? new Block(this.#blockBytes, this.#mostAnswers);
    for (let at = 0; at < this.#newer.count; at++) {
      this.#highestGone = Math.max(this.#highestGone, this.#newer.numbers[at] ?? 0);
    }
    this.#newer.clear();
  }
}

function findIn({ numbers, sizes, bytes, count }: Block, number: number): EarlierAnswer | undefined {
  let start = 0;
  for (let at = 0; at < count; at++) {
    const size = sizes[at] ?? 0;
    if (numbers[at] !== number) {
      start += Math.max(0, size);
      continue;
    }
    if (size === failed) return { status: 'failed' };
    if (size === tooLarge) return { status: 'gone' };
    return { status: 'kept', text: bytes.toString('utf8', start, start + size) };
  }
  return undefined;
}
