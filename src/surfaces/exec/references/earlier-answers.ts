// The last answers of a plan, for references. As bytes in two blocks that take turns: thousands of texts that live a
// little longer than others are what a garbage collector is worst at.

/** How far back a reference can reach. */
export const mostAnswers = 10_000;
/** Of one block. The older one goes when the newer one is full, so that this much is there in any case. */
const blockBytes = 4 * 1024 * 1024;

/** `gone`: so long ago, or so large, that it is not kept. `none`: nothing was answered for that line. */
export type EarlierAnswer =
  | { readonly status: 'kept'; readonly text: string }
  | { readonly status: 'failed' | 'gone' | 'none' };

const failed = 0;
const tooLarge = -1;

class Block {
  readonly numbers: number[] = [];
  /** Bytes of each answer, or why there are none. */
  readonly sizes: number[] = [];
  readonly bytes: Buffer;
  used = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
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
    this.#newer = new Block(Buffer.allocUnsafeSlow(bytes));
  }

  /** Without a text: it failed. */
  add(number: number, text: string | undefined): void {
    // One character is at most three bytes: whoever surely fits need not be measured.
    const most = (text?.length ?? 0) * 3;
    if (most > this.#blockBytes) {
      this.#addLarge(number, text as string);
      return;
    }
    if (this.#newer.used + most > this.#blockBytes || this.#newer.numbers.length >= this.#mostAnswers) this.#turn();
    const { bytes, used, numbers, sizes } = this.#newer;
    const size = text === undefined ? failed : bytes.write(text, used);
    numbers.push(number);
    sizes.push(size);
    this.#newer.used += size;
  }

  find(number: number): EarlierAnswer {
    const found = findIn(this.#newer, number) ?? (this.#older && findIn(this.#older, number));
    return found ?? { status: number <= this.#highestGone ? 'gone' : 'none' };
  }

  #addLarge(number: number, text: string): void {
    const fits = Buffer.byteLength(text) <= this.#blockBytes;
    this.#turn();
    this.#newer.numbers.push(number);
    this.#newer.used = fits ? this.#newer.bytes.write(text) : 0;
    this.#newer.sizes.push(fits ? this.#newer.used : tooLarge);
  }

  #turn(): void {
    const last = this.#older;
    for (const number of last?.numbers ?? []) this.#highestGone = Math.max(this.#highestGone, number);
    this.#older = this.#newer;
    this.#newer = new Block(last?.bytes ?? Buffer.allocUnsafeSlow(this.#blockBytes));
  }
}

function findIn({ numbers, sizes, bytes }: Block, number: number): EarlierAnswer | undefined {
  let start = 0;
  for (let at = 0; at < numbers.length; at++) {
    const size = sizes[at] ?? 0;
    if (numbers[at] !== number) {
      start += Math.max(0, size);
      continue;
    }
    if (size === failed) return { status: 'failed' };
    return size === tooLarge
      ? { status: 'gone' }
      : { status: 'kept', text: bytes.toString('utf8', start, start + size) };
  }
  return undefined;
}
