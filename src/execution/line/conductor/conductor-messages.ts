// What a conductor is told, and what it tells, as bytes: numbers of 32 bits, and texts that end with a zero.

export const orders = {
  pipe: 1,
  open: 2,
  hold: 3,
  start: 4,
  close: 5,
  capture: 6,
  leave: 7,
  print: 8,
  read: 9,
} as const;

export const news = { ended: 1, opened: 2, printed: 3, silent: 4, line: 5 } as const;

/** `open` takes these, as Linux counts them; the Perl one looks at what they mean. */
export const openFlags = { read: 0, write: 0o1 | 0o100 | 0o1000, append: 0o1 | 0o100 | 0o2000 } as const;

/** Beside how it ended: it was not made, or could not become the program; the rest is why. */
export const notMade = 0x10000;
export const notExecuted = 0x20000;

const bytesOfNumber = 4;

/** One order: its length, and then its pieces. */
export function writeOrder(pieces: readonly (number | string | readonly string[] | Buffer)[]): Buffer {
  const parts = pieces.map((piece) => {
    if (typeof piece === 'number') return numberBytes(piece);
    if (typeof piece === 'string') return Buffer.from(`${piece}\0`);
    if (Buffer.isBuffer(piece)) return Buffer.concat([numberBytes(piece.length), piece]);
    return Buffer.concat([numberBytes(piece.length), Buffer.from(piece.map((text) => `${text}\0`).join(''))]);
  });
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([numberBytes(length), ...parts]);
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(bytesOfNumber);
  bytes.writeUInt32LE(value);
  return bytes;
}

export interface NewsItem {
  readonly what: number;
  readonly which: number;
  readonly value: number;
  readonly bytes: Buffer;
}

const bytesOfHeader = 3 * bytesOfNumber;

/** Cuts what comes in pieces of any size into whole items. */
export class NewsReader {
  #rest: Buffer = Buffer.alloc(0);

  read(bytes: Buffer): readonly NewsItem[] {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const items: NewsItem[] = [];
    while (rest.length >= bytesOfHeader) {
      const [what, which, value] = [rest.readUInt32LE(0), rest.readUInt32LE(4), rest.readUInt32LE(8)];
      const end = bytesOfHeader + (what === news.printed || what === news.line ? value : 0);
      if (rest.length < end) break;
      items.push({ what, which, value, bytes: rest.subarray(bytesOfHeader, end) });
      rest = rest.subarray(end);
    }
    this.#rest = rest;
    return items;
  }
}
