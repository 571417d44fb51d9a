import type { CompiledPattern } from '../../../../patterns/compile-pattern.js';
import { type EdgeKind, edgeKinds, kindOfByte } from '../../../../patterns/edge-kind.js';
import { findLine } from '../lines.js';
import type { OutputView } from '../output-view.js';
import { strayBytes } from '../whole-characters.js';
import { type Excerpt, ExcerptReader, type Stretch } from './excerpt.js';
import { findMatchBegin, type MatchEnd } from './find-match-begin.js';
import { LineScanner } from './line-scanner.js';
import { MatchList } from './match-list.js';
import { type LineEncoding, Piece, readPiece, readPieceBefore } from './piece.js';
import type { SearchedOutput, SearchOptions, SearchStop } from './search-output.js';
import { SearchPosition } from './search-position.js';
import { Turns } from './turns.js';

const lineFeed = 0x0a;

/** A match has its line, the lines before and the lines after it: each gets this share, and one match always fits. */
const share = 1 / 4;

const smallestLimit = 1024;

/** How much is read at once, and how much work may be done in all. */
export interface SearchLimits {
  readonly pieceBytes: number;
  readonly mostWork: number;
}

const usualLimits: SearchLimits = {
  pieceBytes: 256 * 1024,
  // Some seconds. Only patterns that need very many states come near to it.
  mostWork: 100_000_000,
};

/** One search through one stream. */
export class OutputSearcher {
  readonly #view: OutputView;
  readonly #encoding: LineEncoding;
  readonly #pattern: CompiledPattern;
  readonly #options: SearchOptions;
  readonly #pieceBytes: number;
  readonly #limitBytes: number;
  readonly #scanner: LineScanner;
  readonly #turns: Turns;
  readonly #matches: MatchList;
  readonly #position = new SearchPosition();
  #begin = 0;
  #lostBytes = 0;
  #stoppedBy: SearchStop | undefined;
  #lineSplit = false;

  constructor(
    view: OutputView,
    encoding: LineEncoding,
    pattern: CompiledPattern,
    options: SearchOptions,
    { pieceBytes, mostWork } = usualLimits,
  ) {
    const { most, context = 0, limitBytes, signal } = options;
    this.#view = view;
    this.#encoding = encoding;
    this.#pattern = pattern;
    this.#options = options;
    this.#pieceBytes = pieceBytes;
    this.#limitBytes = Math.max(smallestLimit, limitBytes);
    this.#scanner = new LineScanner(pattern.forwards, pattern.literal);
    this.#turns = new Turns([pattern.forwards, pattern.backwards], mostWork, signal);
    this.#matches = new MatchList({ most, limitBytes: this.#limitBytes, context });
  }

  async search(): Promise<SearchedOutput> {
    const { totalBytes, isOpen, isWhole, endFrom } = this.#view;
    const position = this.#position;
    await this.#goToBegin();
    this.#begin = position.byte;
    if (isWhole || position.byte < endFrom) await this.#searchStretch({ from: 0, to: this.#view.stretchEnd(0) });
    if (!isWhole && !this.#stoppedBy) {
      if (position.byte < endFrom) await this.#goToTail();
      await this.#searchStretch({ from: endFrom, to: totalBytes });
    }
    const next = this.#stoppedBy || isOpen ? { line: position.line, byte: position.searchFrom } : undefined;
    return {
      status: 'searched',
      matches: this.#matches.matches,
      more: this.#stoppedBy !== undefined,
      stoppedBy: this.#stoppedBy,
      next,
      lineSplit: this.#lineSplit,
      fromByte: this.#begin,
      searchedBytes: (next?.byte ?? totalBytes) - this.#begin - this.#lostBytes,
      lostBytes: this.#lostBytes,
      totalBytes,
      valid: this.#matches.valid,
    };
  }

  async #goToBegin(): Promise<void> {
    const { fromLine = 1, fromByte } = this.#options;
    if (fromByte !== undefined) return this.#goToByte(Math.min(fromByte, this.#view.totalBytes));
    const found = await findLine(this.#view, fromLine, this.#encoding);
    // What is kept behind a gap may be before or after that line: nobody knows, so it is searched.
    if (found === undefined) this.#position.goToLine(this.#view.stretchEnd(0), undefined);
    else this.#position.goToLine(found, fromLine);
  }

  async #goToByte(asked: number): Promise<void> {
    const { storedBytes, endFrom, isWhole } = this.#view;
    const position = this.#position;
    const byte = this.#encoding === 'utf16le' ? asked - (asked % 2) : asked;
    if (!isWhole && byte >= storedBytes) {
      position.goToLine(Math.min(byte, endFrom), undefined);
      if (byte < endFrom) return;
      await this.#goToTail();
    }
    while (position.byte < byte) {
      const piece = await this.#readPiece(byte);
      if (piece.original.length === 0) break;
      position.passLines(piece, 0, piece.bytes.length);
      position.byte = piece.to;
    }
    if (position.byte > position.lineFrom) await this.#goOnInLine(position.byte);
  }

  async #goToTail(): Promise<void> {
    const { endFrom, totalBytes } = this.#view;
    const first = await this.#view.read(endFrom, Math.min(endFrom + 4, totalBytes));
    const from = endFrom + (this.#encoding === 'utf16le' ? strayBytes(first, this.#encoding, endFrom) : 0);
    this.#lostBytes += from - this.#position.byte;
    this.#position.goToLine(from, undefined, edgeKinds.unknown);
  }

  async #searchStretch(stretch: Stretch): Promise<void> {
    const position = this.#position;
    this.#pattern.forwards.begin(position.before);
    while (position.byte < stretch.to) {
      this.#options.signal?.throwIfAborted();
      const piece = await this.#readPiece(stretch.to);
      if (piece.original.length === 0) {
        this.#lostBytes += stretch.to - position.byte;
        position.goToLine(stretch.to, undefined, edgeKinds.unknown);
        return;
      }
      await this.#searchPiece(piece, stretch);
      if (!this.#stoppedBy && this.#turns.isOver) this.#giveUp(position.byte);
      if (this.#stoppedBy) return;
    }
    await this.#searchLastLine(stretch);
  }

  /** Searches a piece up to its end, or up to a line whose end is not in it. */
  async #searchPiece(piece: Piece, stretch: Stretch): Promise<void> {
    const { bytes } = piece;
    const { forwards } = this.#pattern;
    const position = this.#position;
    let lineFrom = 0;
    for (let at = 0; at < bytes.length; ) {
      const isLineBegin = at === 0 ? piece.from === position.lineFrom : bytes[at - 1] === lineFeed;
      at = this.#scanner.scan(bytes, at, isLineBegin);
      lineFrom = position.passLines(piece, lineFrom, at);
      if (!forwards.found) {
        if (at === bytes.length) break;
        if (this.#turns.isOver) return this.#giveUp(piece.placeOf(at));
        await this.#turns.next();
        continue;
      }
      const end = { piece, index: at, after: kindOfByte(bytes[at] ?? 0) };
      const excerpt = await this.#addMatch(end, lineFrom, stretch);
      if (!excerpt) return;
      const lineEnd = bytes.indexOf(lineFeed, at);
      if (excerpt.line !== 'ended' || lineEnd === -1) return this.#goBehind(excerpt, piece.placeOf(at));
      at = lineEnd + 1;
      lineFrom = position.passLines(piece, lineFrom, at);
      forwards.begin(edgeKinds.lineEnd);
    }
    position.byte = piece.to;
  }

  /** A line without a line feed ends where the program ended; while more may come, nobody knows whether it does. */
  async #searchLastLine(stretch: Stretch): Promise<void> {
    const isEnd = stretch.to === this.#view.totalBytes && !this.#view.isOpen;
    const after = isEnd ? edgeKinds.lineEnd : edgeKinds.unknown;
    if (this.#position.searchFrom >= stretch.to || !this.#pattern.forwards.endsBefore(after)) return;
    const piece = new Piece(Buffer.alloc(0), stretch.to, this.#encoding);
    const excerpt = await this.#addMatch({ piece, index: 0, after }, 0, stretch);
    if (excerpt) await this.#goBehind(excerpt, stretch.to);
  }

  /** What is shown of a match; nothing where it was one too many. */
  async #addMatch(end: MatchEnd, lineIndex: number, stretch: Stretch): Promise<Excerpt | undefined> {
    const { line, lineFrom, searchFrom, before } = this.#position;
    const to = end.piece.placeOf(end.index);
    const from = await findMatchBegin(
      this.#pattern.backwards,
      end,
      { byte: searchFrom, index: lineIndex, before },
      (byte, notBefore) => readPieceBefore(this.#view, byte, notBefore, this.#pieceBytes, this.#encoding),
      this.#turns,
    );
    if (from === undefined) {
      this.#giveUp(to);
      return undefined;
    }
    const read = (first: number, last: number) => this.#read(end.piece, first, last);
    const excerpts = new ExcerptReader(read, stretch, this.#encoding, this.#limitBytes * share);
    const added = await this.#matches.add({ lineFrom, from, to }, line, excerpts);
    if (typeof added !== 'string') return added;
    this.#stoppedBy = added;
    return undefined;
  }

  /** Goes on behind what was shown: in the next line, or in the same where it is long. */
  async #goBehind({ line, to }: Excerpt, matchTo: number): Promise<void> {
    if (line === 'ended') this.#position.goToNextLine(to);
    else await this.#goOnInLine(Math.max(to, matchTo));
    this.#pattern.forwards.begin(this.#position.before);
  }

  async #goOnInLine(byte: number): Promise<void> {
    this.#position.goOnInLine(byte, await this.#kindBefore(byte));
  }

  async #kindBefore(byte: number): Promise<EdgeKind> {
    if (this.#encoding !== 'utf16le') return kindOfByte((await this.#view.read(byte - 1, byte))[0] ?? 0);
    const [low = 0, high = 0] = await this.#view.read(byte - 2, byte);
    return high === 0 ? kindOfByte(low) : edgeKinds.other;
  }

  /** Stops before the line that it is in, so that the rest can be searched; inside it when there was no other. */
  #giveUp(byte: number): void {
    this.#stoppedBy = 'effort';
    if (this.#position.searchFrom > this.#begin) return;
    this.#position.searchFrom = byte;
    this.#lineSplit = true;
  }

  #readPiece(to: number): Promise<Piece> {
    return readPiece(this.#view, this.#position.byte, to, this.#pieceBytes, this.#encoding);
  }

  async #read({ original, from: pieceFrom, to: pieceTo }: Piece, from: number, to: number): Promise<Buffer> {
    if (from >= pieceFrom && to <= pieceTo) return original.subarray(from - pieceFrom, to - pieceFrom);
    return this.#view.read(from, to);
  }
}
