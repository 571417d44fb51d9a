// Finds out where a chain ends whose gate was not closed in order, and which runs it left open. Nothing that lies there
// is changed, damage and half lines least of all: the chain goes on in a new segment, which tells what was found.

import { ChainReader } from './chain-reader.js';
import type { ChainPosition } from './chain-writer.js';
import { type Damage, isLeftByDeath } from './damage.js';
import { type ChainEnd, chainStart, hashOfLine, type LedgerEntry, readEntry } from './entry.js';
import { type Head, type HeadReading, readHead } from './head-file.js';
import type { LedgerDirectory } from './ledger-directory.js';
import { OpenStarts, readOpenStarts } from './open-starts.js';
import { type Line, SegmentReader } from './segment-reader.js';

export async function resumeChain(directory: LedgerDirectory, gate: string): Promise<ChainPosition> {
  const head = readHead(directory.head(gate));
  const segments = directory.listSegments(gate);
  const tail = new Tail(gate, head);
  const from = await findWhereToRead(directory, gate, head?.newest?.segment ?? Number.POSITIVE_INFINITY);
  const reader = new ChainReader(directory, gate, { segment: from, offset: 0 }, (segment, rest) =>
    tail.noteRest(segment, rest),
  );
  try {
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      for (const line of piece.lines) tail.note(piece.segment, line);
    }
    tail.noteRest(reader.position.segment, reader.rest);
  } finally {
    await reader.close();
  }
  const last = Math.max(0, segments.at(-1) ?? 0, head?.newest?.segment ?? 0);
  return { gate, segment: last + 1, bytes: 0, head, ...tail.finish() };
}

/** The newest segment that tells which runs went on when it was begun, and that is not behind the head. */
async function findWhereToRead(directory: LedgerDirectory, gate: string, limit: number): Promise<number> {
  const segments = directory.listSegments(gate);
  for (const segment of segments.filter((number) => number <= limit).reverse()) {
    const reader = await SegmentReader.open(directory.segment(gate, segment));
    const [line] = (await reader?.next()) ?? [];
    await reader?.close();
    if (line && readTrue(gate, line)?.type === 'segment') return segment;
  }
  return segments[0] ?? 1;
}

class Tail {
  readonly #gate: string;
  readonly #head: HeadReading | undefined;
  readonly #newest: Head | undefined;
  readonly #starts = new OpenStarts();
  readonly #found = new Set<Damage>();
  #end: ChainEnd;
  #hasLines = false;
  /** Whether the log has the entry that the head names. */
  #isHeadReached: boolean;
  /** Entries behind the head: a gate can have died before it wrote the head, but only once. */
  #behind: Head | undefined;
  #isWriteOver = false;

  constructor(gate: string, head: HeadReading | undefined) {
    this.#gate = gate;
    this.#head = head;
    this.#newest = head?.newest;
    this.#end = head?.newest ?? chainStart;
    this.#isHeadReached = head?.newest?.seq === 0;
  }

  note(segment: number, line: Line): void {
    this.#hasLines = true;
    const entry = readTrue(this.#gate, line);
    const head = this.#newest;
    if (head && isUpTo(head, segment, line)) {
      if (entry) this.#accept(entry, segment, line);
      if (entry?.hash === head.hash && entry.seq === head.seq) this.#isHeadReached = true;
    } else if (entry && this.#goesOn(entry)) {
      this.#accept(entry, segment, line);
      this.#behind = { seq: entry.seq, hash: entry.hash, segment, bytes: line.offset + line.length };
      this.#end = this.#behind;
      this.#isWriteOver = entry.more === undefined;
    } else {
      this.#found.add('added');
    }
  }

  noteRest(segment: number, rest: number): void {
    if (rest > 0 && segment >= (this.#newest?.segment ?? 0)) this.#found.add('torn_line');
  }

  finish(): Pick<ChainPosition, 'end' | 'unconfirmed' | 'starts' | 'found'> {
    const isDeath = this.#isHeadReached && this.#behind !== undefined;
    if (!this.#head) {
      if (this.#hasLines) this.#found.add('head_missing');
    } else if (this.#head.spoiled) {
      this.#found.add(isDeath ? 'head_torn' : 'head_spoiled');
    } else if (isDeath) {
      this.#found.add('head_behind');
    }
    if (this.#newest && !this.#isHeadReached) this.#found.add('cut_off');
    const found = [...this.#found].sort();
    // What was not left by a death is told in the chain before anything is changed.
    const unconfirmed = found.every(isLeftByDeath) ? this.#behind : undefined;
    return { end: this.#end, unconfirmed, starts: this.#starts, found };
  }

  #goesOn(entry: LedgerEntry): boolean {
    // Without a head, the log is all there is to go by.
    if (!this.#newest) return entry.seq > this.#end.seq;
    return (
      this.#isHeadReached && !this.#isWriteOver && entry.seq === this.#end.seq + 1 && entry.prev === this.#end.hash
    );
  }

  #accept({ type, run, open }: LedgerEntry, segment: number, { offset, length }: Line): void {
    if (type === 'segment') {
      this.#starts.clear();
      for (const start of readOpenStarts(open)) this.#starts.add(start);
    } else if (typeof run === 'string') {
      this.#starts.note(type, run, { segment, offset, length });
    }
  }
}

function isUpTo(head: Head, segment: number, { offset, length }: Line): boolean {
  return segment < head.segment || (segment === head.segment && offset + length <= head.bytes);
}

/** The entry, where it is one of this chain that has its own hash. */
function readTrue(gate: string, { bytes }: Line): LedgerEntry | undefined {
  const entry = bytes && readEntry(bytes);
  return entry?.gate === gate && entry.hash === hashOfLine(bytes as Buffer) ? entry : undefined;
}
