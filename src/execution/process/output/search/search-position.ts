import { type EdgeKind, edgeKinds } from '../../../../patterns/edge-kind.js';
import { countLineFeeds } from './count-line-feeds.js';
import type { Piece } from './piece.js';

const lineFeed = 0x0a;

/** Where in the stream a search is. */
export class SearchPosition {
  /** The next byte to read. */
  byte = 0;
  /** The number of its line, where that is known. */
  line: number | undefined = 1;
  lineFrom = 0;
  /** The line is searched from here on; it is not its begin where an earlier part was shown already. */
  searchFrom = 0;
  /** What stands before that. */
  before: EdgeKind = edgeKinds.lineEnd;

  goToLine(byte: number, line: number | undefined, before: EdgeKind = edgeKinds.lineEnd): void {
    this.byte = byte;
    this.line = line;
    this.lineFrom = byte;
    this.searchFrom = byte;
    this.before = before;
  }

  goToNextLine(byte: number): void {
    this.goToLine(byte, this.#lineAfter(1));
  }

  goOnInLine(byte: number, before: EdgeKind): void {
    this.byte = byte;
    this.searchFrom = byte;
    this.before = before;
  }

  /** Counts the lines that end in this part of a piece. Gives where the last of them ends. */
  passLines(piece: Piece, from: number, to: number): number {
    const last = to === 0 ? -1 : piece.bytes.lastIndexOf(lineFeed, to - 1);
    if (last < from) return from;
    const line = this.#lineAfter(countLineFeeds(piece.bytes, from, last + 1));
    const { byte } = this;
    this.goToLine(piece.placeOf(last + 1), line);
    this.byte = byte;
    return last + 1;
  }

  #lineAfter(ends: number): number | undefined {
    return this.line === undefined ? undefined : this.line + ends;
  }
}
