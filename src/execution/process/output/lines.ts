// Lines in bytes that begin with a whole character.

import type { TextEncoding } from '../../../vocabulary/program.js';
import type { OutputView } from './output-view.js';

const lineFeed = 0x0a;
const pieceBytes = 256 * 1024;

/** Just behind the first line feed at or after `from`; `undefined` where there is none. */
export function nextLineEnd(bytes: Buffer, from: number, encoding: TextEncoding): number | undefined {
  if (encoding !== 'utf16le') {
    const at = bytes.indexOf(lineFeed, from);
    return at === -1 ? undefined : at + 1;
  }
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (isWideLineFeed(bytes, at)) return at + 2;
  }
  return undefined;
}

/** Just behind the last line feed that ends at or before `to`; `undefined` where there is none. */
export function previousLineEnd(bytes: Buffer, to: number, encoding: TextEncoding): number | undefined {
  const width = encoding === 'utf16le' ? 2 : 1;
  let at = to - width;
  while (at >= 0) {
    at = bytes.lastIndexOf(lineFeed, at);
    if (at === -1) return undefined;
    if (width === 1 || isWideLineFeed(bytes, at)) return at + width;
    at--;
  }
  return undefined;
}

function isWideLineFeed(bytes: Buffer, at: number): boolean {
  return at % 2 === 0 && bytes[at + 1] === 0;
}

/** Where the line of this number (from 1) begins; `undefined` where what is kept without a gap ends before it. */
export async function findLine(view: OutputView, line: number, encoding: TextEncoding): Promise<number | undefined> {
  let missing = line - 1;
  if (missing === 0) return 0;
  for await (const { bytes, offset } of piecesOf(view, 0, view.stretchEnd(0))) {
    const ends = countEndsIn(bytes, encoding);
    if (ends < missing) {
      missing -= ends;
      continue;
    }
    for (let end = nextLineEnd(bytes, 0, encoding); end !== undefined; end = nextLineEnd(bytes, end, encoding)) {
      if (--missing === 0) return offset + end;
    }
  }
  return undefined;
}

/** How many lines end in this part. */
export async function countLineEnds(
  view: OutputView,
  from: number,
  to: number,
  encoding: TextEncoding,
): Promise<number> {
  let count = 0;
  for await (const { bytes } of piecesOf(view, from, to)) count += countEndsIn(bytes, encoding);
  return count;
}

/** Byte by byte: a search for each line end takes a second where there is nothing but line ends. */
export function countEndsIn(bytes: Buffer, encoding: TextEncoding): number {
  const width = encoding === 'utf16le' ? 2 : 1;
  let count = 0;
  for (let at = 0; at < bytes.length; at += width) {
    if (bytes[at] === lineFeed && (width === 1 || bytes[at + 1] === 0)) count++;
  }
  return count;
}

/** Piece by piece, so that a long output does not have to fit the memory. */
async function* piecesOf(
  view: OutputView,
  from: number,
  to: number,
): AsyncGenerator<{ bytes: Buffer; offset: number }> {
  for (let offset = from; offset < to; ) {
    const bytes = await view.read(offset, Math.min(offset + pieceBytes, to));
    if (bytes.length === 0) return;
    yield { bytes, offset };
    offset += bytes.length;
  }
}
