// Finds out where a chain ends whose gate was not closed in order, and which runs it left open. Nothing that lies there
// is changed, damage and half lines least of all: the chain goes on in a new segment, which tells what was found.

import { ChainReader } from './chain-reader.js';
import type { ChainOptions, ChainPosition } from './chain-writer.js';
import { type Damage, isLeftByDeath } from './damage.js';
import { type ChainEnd, chainStart, judgeSeal, type LedgerEntry, readEntry, type Seal } from './entry.js';
import { type Head, type HeadReading, readHead } from './head-file.js';
import { placeOfHead } from './head-in-place.js';
import type { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';
import { OpenStarts } from './open-starts.js';
import { readBehind, type SealedChain } from './read-behind.js';
import { type Line, SegmentReader } from './segment-reader.js';
import { WitnessFile } from './witness.js';

export async function resumeChain(options: ChainOptions, gate: string): Promise<ChainPosition> {
  const { directory, witness } = options;
  const key = options.key();
  const head = readHead(directory.head(gate));
  const known = witness?.read(gate);
  const told = findWhatTells(directory, gate, head, known);
  const segments = directory.listSegments(gate);
  const tail = new Tail(gate, key, told, told === head ? 'cut_off' : 'rolled_back');
  const from = await findWhereToRead(directory, gate, key, told?.newest?.segment);
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
  const result = tail.finish();
  const isKnown = known?.newest && (await mayGoOn({ directory, gate, key }, known.newest, result.end));
  const last = Math.max(0, segments.at(-1) ?? 0, told?.newest?.segment ?? 0);
  return {
    gate,
    segment: last + 1,
    bytes: 0,
    head,
    witness: witness && isKnown ? new WitnessFile(witness, gate, known) : undefined,
    ...result,
  };
}

/** The head; or its witness, where the log was rolled back together with its head. */
function findWhatTells(
  directory: LedgerDirectory,
  gate: string,
  head: HeadReading | undefined,
  known: HeadReading | undefined,
): HeadReading | undefined {
  if (!known?.newest || placeOfHead(directory, gate, known.newest) !== 'missing') return head;
  const isHeadOfIt = head?.newest?.hash === known.newest.hash;
  return isHeadOfIt ? head : known;
}

/** A witness that is further behind than a death leaves it has to stay so: else nobody could see that any more. */
async function mayGoOn(chain: SealedChain, known: Head, end: ChainEnd): Promise<boolean> {
  return known.hash === end.hash || (await readBehind(chain, known, end)) === 'as_left';
}

/** The newest segment, up to the one of the head, that tells which runs went on when it was begun. */
export async function findWhereToRead(
  directory: LedgerDirectory,
  gate: string,
  key: LedgerKey | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  const segments = directory.listSegments(gate);
  for (const segment of segments.filter((number) => number <= limit).reverse()) {
    const reader = await SegmentReader.open(directory.segment(gate, segment));
    const [line] = (await reader?.next()) ?? [];
    await reader?.close();
    if (line && readTrue(gate, key, line)?.entry.type === 'segment') return segment;
  }
  return segments[0] ?? 1;
}

interface SealedEntry {
  readonly entry: LedgerEntry;
  readonly seal: Seal;
}

class Tail {
  readonly #gate: string;
  readonly #key: LedgerKey | undefined;
  readonly #head: HeadReading | undefined;
  readonly #newest: Head | undefined;
  /** What it is called when the log tells less than the head. */
  readonly #lack: Damage;
  readonly #starts = new OpenStarts();
  readonly #found = new Set<Damage>();
  #end: ChainEnd;
  #hasLines = false;
  /** Whether the log has the entry that the head names. */
  #isHeadReached: boolean;
  /** Entries behind the head: a gate can have died before it wrote the head. Only one write of them has no seal. */
  #behind: Head | undefined;
  #isWriteOver = false;

  /** Whether this user's gates have sealed an entry: then what follows it, and is not sealed so, was put there. */
  #isSealed = false;

  constructor(gate: string, key: LedgerKey | undefined, head: HeadReading | undefined, lack: Damage) {
    this.#gate = gate;
    this.#key = key;
    this.#head = head;
    this.#newest = head?.newest;
    this.#lack = lack;
    this.#end = head?.newest ?? chainStart;
    this.#isHeadReached = head?.newest?.seq === 0;
  }

  note(segment: number, line: Line): void {
    this.#hasLines = true;
    const read = this.#readTrue(line);
    const entry = read?.entry;
    const head = this.#newest;
    if (head && isUpTo(head, segment, line)) {
      if (entry) this.#accept(entry, segment, line);
      if (entry?.hash === head.hash && entry.seq === head.seq) this.#isHeadReached = true;
    } else if (entry && this.#goesOn(entry)) {
      this.#accept(entry, segment, line);
      this.#behind = { seq: entry.seq, hash: entry.hash, segment, bytes: line.offset + line.length };
      this.#end = this.#behind;
      this.#isWriteOver = entry.more === undefined && read.seal !== 'own';
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
    if (this.#newest && !this.#isHeadReached) this.#found.add(this.#lack);
    const found = [...this.#found].sort();
    // What was not left by a death is told in the chain before anything is changed.
    const unconfirmed = found.every(isLeftByDeath) ? this.#behind : undefined;
    return { end: this.#end, unconfirmed, starts: this.#starts, found };
  }

  #readTrue(line: Line): SealedEntry | undefined {
    const read = readTrue(this.#gate, this.#key, line);
    if (read?.seal === 'own') this.#isSealed = true;
    return read && (read.seal === 'own' || !this.#isSealed) ? read : undefined;
  }

  #goesOn(entry: LedgerEntry): boolean {
    // Without a head, the log is all there is to go by.
    if (!this.#newest) return entry.seq > this.#end.seq;
    return (
      this.#isHeadReached && !this.#isWriteOver && entry.seq === this.#end.seq + 1 && entry.prev === this.#end.hash
    );
  }

  #accept(entry: LedgerEntry, segment: number, { offset, length }: Line): void {
    this.#starts.noteEntry(entry, { segment, offset, length });
  }
}

function isUpTo(head: Head, segment: number, { offset, length }: Line): boolean {
  return segment < head.segment || (segment === head.segment && offset + length <= head.bytes);
}

/** The entry, where it is one of this chain and nothing shows that it was changed. */
function readTrue(gate: string, key: LedgerKey | undefined, { bytes }: Line): SealedEntry | undefined {
  const entry = bytes && readEntry(bytes);
  if (entry?.gate !== gate) return undefined;
  const seal = judgeSeal(entry, bytes as Buffer, key);
  return seal === 'broken' ? undefined : { entry, seal };
}
