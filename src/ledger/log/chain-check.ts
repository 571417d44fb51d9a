// Checks the lines of one chain, in their order. After a problem it goes on, and tells each problem once. Keeps nothing
// of the lines but what the next one has to follow.

import { damages, isDamage } from './damage.js';
import { type ChainEnd, hashOfLine, type LedgerEntry, readEntry } from './entry.js';
import { type FindingKind, type Report, severityOf } from './finding.js';
import type { LedgerKey } from './ledger-key.js';

export interface LinePlace {
  readonly file: string;
  readonly line: number;
  readonly isFirstOfSegment: boolean;
  /** How many segments are missing right before this one. */
  readonly missingSegments: number;
}

/** Entries that are missing right before a segment: a checkpoint can tell that this was on purpose. */
interface Gap extends LinePlace {
  readonly from: number;
  /** The entry behind the gap, and the hash that it follows. */
  readonly seq: number;
  readonly prev: string;
}

interface Checkpoint {
  readonly seq: number;
  readonly prev: string;
}

/** More gaps than this are not remembered: what turns up late is then told as doubled. */
const mostGaps = 1_000;

export class ChainCheck {
  entries = 0;
  #problems = 0;
  readonly #gate: string;
  readonly #report: Report;
  #end: ChainEnd;
  /** What the next entry may follow: the hash that the last one should have, and the one it says. */
  #hashes: readonly string[];
  /** The last line was no entry: what stood there is not known. */
  #isUnsure = false;
  readonly #missing: { from: number; to: number }[] = [];
  readonly #gaps: Gap[] = [];
  #checkpoint: Checkpoint | undefined;
  readonly #key: LedgerKey | null | undefined;
  /** Whether this user's gates have sealed an entry: from there on they all are. */
  #isSealed = false;
  readonly #toldOnce = new Set<FindingKind>();
  #rest: { readonly file: string; readonly bytes: number } | undefined;

  /** `after`: the entry that the first line has to follow. `key`: null where this user has none, undefined where none is wanted. */
  constructor(gate: string, report: Report, after: ChainEnd, key: LedgerKey | null | undefined) {
    this.#gate = gate;
    this.#key = key;
    this.#report = report;
    this.#end = after;
    this.#hashes = [after.hash];
  }

  /** The newest entry so far. */
  get end(): ChainEnd {
    return this.#end;
  }

  /** Whether no problem was found so far. */
  get isWhole(): boolean {
    return this.#problems === 0 && this.#gaps.every((gap) => isOnPurpose(gap, this.#checkpoint));
  }

  note(bytes: Buffer | undefined, place: LinePlace): void {
    const expected = this.#end.seq + 1;
    const entry = bytes && readEntry(bytes);
    if (!entry) {
      this.#tell('unreadable', place, expected, `The line is not an entry; entry ${expected} should be here`);
      this.#isUnsure = true;
      return;
    }
    this.entries++;
    const hash = hashOfLine(entry, bytes, this.#key ?? undefined) ?? entry.hash;
    if (hash !== entry.hash) {
      this.#tell('changed', place, expected, `Entry ${expected} was changed: its hash does not match`);
      this.#advance(expected, entry.hash, hash);
    } else if (entry.gate !== this.#gate) {
      this.#tell('added', place, entry.seq, `Entry ${entry.seq} belongs to the gate ${entry.gate}`);
    } else {
      this.#noteTrue(entry, place);
    }
  }

  /** At the end of a segment there are bytes without a line end. */
  noteRest(file: string, bytes: number): void {
    this.#rest = { file, bytes };
  }

  /** `isDeath`: a gate may have died when it had written the last line. */
  finish(isDeath: boolean): void {
    this.#tellRest(isDeath);
    for (const gap of this.#gaps) {
      if (!isOnPurpose(gap, this.#checkpoint)) this.#tellMissing(gap, gap.from, gap.seq - 1);
    }
  }

  #noteTrue(entry: LedgerEntry, place: LinePlace): void {
    const { seq, prev, hash } = entry;
    const expected = this.#end.seq + 1;
    this.#noteSeal(entry, place);
    if (seq < expected) {
      this.#tellLate(seq, place);
      if (entry.type === 'segment') this.#noteFound(entry, place);
      return;
    }
    // A line that cannot be read stands for one entry.
    const isReplaced = this.#isUnsure && seq === expected + 1;
    if (seq > expected && !isReplaced) {
      this.#noteGap(entry, expected, place);
    } else if (!isReplaced && !this.#hashes.includes(prev)) {
      this.#tell('added', place, seq, `Entry ${seq} does not follow entry ${seq - 1}: one of them was inserted`);
    }
    this.#advance(seq, hash, hash);
    if (entry.type === 'checkpoint') this.#noteCheckpoint(entry);
    if (entry.type === 'segment') this.#noteFound(entry, place);
  }

  /** What nobody sealed can have been written by anybody; what another key sealed cannot be judged from here. */
  #noteSeal({ seq, key }: LedgerEntry, place: LinePlace): void {
    if (key !== undefined && key === this.#key?.id) {
      this.#isSealed = true;
    } else if (key !== undefined) {
      const why = this.#key ? `with another key (${key})` : `with a key (${key}) that is not available here`;
      this.#tellOnce('foreign_key', place, seq, `From entry ${seq} on it is sealed ${why}`);
    } else if (this.#isSealed) {
      this.#tell('added', place, seq, `Entry ${seq} is not sealed, but those before it are: it was inserted`);
    } else if (this.#key !== undefined) {
      this.#tellOnce('unkeyed', place, seq, `From entry ${seq} on it is not sealed: an earlier version wrote it`);
    }
  }

  #tellOnce(kind: FindingKind, { file, line }: LinePlace, seq: number, message: string): void {
    if (this.#toldOnce.has(kind)) return;
    this.#toldOnce.add(kind);
    this.#report({ kind, seq, file, line, message });
  }

  #advance(seq: number, hash: string, ownHash: string): void {
    this.#end = { seq, hash };
    this.#hashes = [hash, ownHash];
    this.#isUnsure = false;
  }

  #noteGap({ seq, prev }: LedgerEntry, from: number, place: LinePlace): void {
    if (place.isFirstOfSegment) {
      this.#gaps.push({ ...place, from, seq, prev });
      return;
    }
    this.#tellMissing(place, from, seq - 1);
    if (this.#missing.length < mostGaps) this.#missing.push({ from, to: seq - 1 });
  }

  #tellMissing(place: LinePlace, from: number, to: number): void {
    const entries = from === to ? `Entry ${from} is missing` : `The entries ${from} to ${to} are missing`;
    const files = place.missingSegments === 0 ? '' : `, with ${place.missingSegments} segments`;
    this.#tell(files === '' ? 'removed' : 'missing_segment', place, from, `${entries} before this one${files}`);
  }

  #tellLate(seq: number, place: LinePlace): void {
    if (this.#missing.some(({ from, to }) => from <= seq && seq <= to)) {
      this.#tell('reordered', place, seq, `Entry ${seq} comes after entry ${this.#end.seq}`);
    } else {
      this.#tell('doubled', place, seq, `There was an entry ${seq} before this one`);
    }
  }

  #noteCheckpoint({ seq, first }: LedgerEntry): void {
    const kept = first as Partial<Checkpoint> | null | undefined;
    if (typeof kept?.seq !== 'number' || typeof kept.prev !== 'string') return;
    const isNewer = kept.seq <= seq && kept.seq > (this.#checkpoint?.seq ?? 0);
    if (isNewer) this.#checkpoint = { seq: kept.seq, prev: kept.prev };
  }

  /** What the gate found that went on with the chain. It may not be there any more. */
  #noteFound({ seq, found }: LedgerEntry, place: LinePlace): void {
    const names = Array.isArray(found) ? found.filter(isDamage) : [];
    for (const name of names) {
      if (name !== 'torn_line') this.#tell(name, place, seq, `The gate that continued here found ${damages[name]}`);
    }
    this.#tellRest(names.includes('torn_line'));
  }

  #tellRest(isTorn: boolean): void {
    if (!this.#rest) return;
    const { file, bytes } = this.#rest;
    const kind = isTorn ? 'torn_line' : 'added';
    this.#report({ kind, file, message: `There are ${bytes} bytes after the last line` });
    this.#rest = undefined;
  }

  #tell(kind: FindingKind, { file, line }: LinePlace, seq: number, message: string): void {
    if (severityOf(kind) === 'problem') this.#problems++;
    this.#report({ kind, seq, file, line, message });
  }
}

function isOnPurpose({ seq, prev }: Gap, checkpoint: Checkpoint | undefined): boolean {
  if (!checkpoint) return false;
  return seq === checkpoint.seq ? prev === checkpoint.prev : seq < checkpoint.seq;
}
