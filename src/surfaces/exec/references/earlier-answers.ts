// The last answers of a plan, for references. As bytes in two blocks that take turns: thousands of texts that live a
// little longer than others are what a garbage collector is worst at. Many are written at once: most plans never refer
// to anything, and pay for it all the same.

/** How far back a reference can reach. */
export const mostAnswers = 10_000;
/** Of one block. The older one goes when the newer one is full, so that nearly this much is there in any case. */
const blockBytes = 4 * 1024 * 1024;
/** So much waits until it is written into a block. */
const mostWaiting = 64 * 1024;

/** `gone`: so long ago, or so large, that it is not kept. `none`: nothing was answered for that line. */
export type EarlierAnswer =
  | { readonly status: 'kept'; readonly text: string }
  | { readonly status: 'failed' | 'gone' | 'none' };

const failed = 0;
const tooLarge = -1;

/** One UTF-16 unit in UTF-8. */
const mostBytesEach = 3;

class Block {
  readonly numbers: number[] = [];
  /** Bytes of each answer, or why there are none; of those that are not written yet, characters. */
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
  /** What is not written into the newer block yet, and the place of its first answer there. */
  #waiting = '';
  #firstWaiting = 0;
  /** The highest number of a line whose answer is gone. */
  #highestGone = 0;

  constructor(bytes = blockBytes, most = mostAnswers) {
    this.#blockBytes = bytes;
    this.#mostAnswers = most;
    this.#newer = new Block(Buffer.allocUnsafeSlow(bytes));
  }

  /** Without a text: it failed. */
  add(number: number, text: string | undefined): void {
    const bytes = text === undefined ? 0 : this.#mostBytesOf(text);
    const isTooLarge = bytes > this.#blockBytes;
    this.#makeRoom(isTooLarge ? 0 : bytes);
    this.#newer.numbers.push(number);
    this.#newer.sizes.push(text === undefined ? failed : isTooLarge ? tooLarge : text.length);
    if (text === undefined || isTooLarge) return;
    this.#waiting += text;
    if (this.#waiting.length >= mostWaiting) this.#write();
  }

  find(number: number): EarlierAnswer {
    this.#write();
    const found = findIn(this.#newer, number) ?? (this.#older && findIn(this.#older, number));
    return found ?? { status: number <= this.#highestGone ? 'gone' : 'none' };
  }

  /** Whoever surely fits need not be measured. */
  #mostBytesOf(text: string): number {
    const most = text.length * mostBytesEach;
    return most <= this.#blockBytes ? most : Buffer.byteLength(text);
  }

  #makeRoom(bytes: number): void {
    if (this.#newer.numbers.length >= this.#mostAnswers) this.#turn();
    if (this.#newer.used + this.#waiting.length * mostBytesEach + bytes <= this.#blockBytes) return;
    this.#write();
    if (this.#newer.used + bytes > this.#blockBytes) this.#turn();
  }

  #write(): void {
    if (this.#waiting === '') return;
    const block = this.#newer;
    const written = block.bytes.write(this.#waiting, block.used);
    if (written !== this.#waiting.length) measure(this.#waiting, block.sizes, this.#firstWaiting);
    block.used += written;
    this.#waiting = '';
    this.#firstWaiting = block.sizes.length;
  }

  #turn(): void {
    this.#write();
    const last = this.#older;
    for (const number of last?.numbers ?? []) this.#highestGone = Math.max(this.#highestGone, number);
    this.#older = this.#newer;
    this.#newer = new Block(last?.bytes ?? Buffer.allocUnsafeSlow(this.#blockBytes));
    this.#firstWaiting = 0;
  }
}

/** Characters → bytes, where these are not the same. */
function measure(text: string, sizes: number[], first: number): void {
  let start = 0;
  for (let at = first; at < sizes.length; at++) {
    const characters = Math.max(0, sizes[at] ?? 0);
    if (characters > 0) sizes[at] = Buffer.byteLength(text.slice(start, start + characters));
    start += characters;
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
    if (size === tooLarge) return { status: 'gone' };
    return { status: 'kept', text: bytes.toString('utf8', start, start + size) };
  }
  return undefined;
}
