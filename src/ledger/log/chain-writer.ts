// Appends to one chain. Each write is one step: the lines, the head, its witness. What fails halfway is taken back, so that no
// half line lies in the way of later ones.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Damage } from './damage.js';
import { type ChainEnd, type Item, makeItem, settleItem, writeEntry } from './entry.js';
import type { Head, HeadReading } from './head-file.js';
import { HeadWriter, syncLater } from './head-writer.js';
import type { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';
import type { OpenStarts, Place } from './open-starts.js';
import type { Witness, WitnessFile } from './witness.js';

export interface ChainOptions {
  readonly directory: LedgerDirectory;
  readonly witness: Witness | undefined;
  /** `process`: what was written survives the death of the process. `full`: that of the machine too. */
  readonly sync: 'process' | 'full';
  /** A segment that has reached this length is followed by the next one. */
  readonly segmentBytes: number;
  readonly now: () => number;
  /** Seals what is written; without it anybody could have written it. Throws where it cannot be used. */
  readonly key: () => LedgerKey | undefined;
}

/** Where a chain goes on. */
export interface ChainPosition {
  readonly gate: string;
  readonly end: ChainEnd;
  readonly segment: number;
  /** 0 where the segment is still to be made. */
  readonly bytes: number;
  readonly head: HeadReading | undefined;
  /** Undefined where it knows less of the chain, and has to be left as it is. */
  readonly witness: WitnessFile | undefined;
  /** Where the log ends, where the head does not tell that yet. */
  readonly unconfirmed?: Head | undefined;
  readonly starts: OpenStarts;
  /** What is wrong with the chain so far. */
  readonly found: readonly Damage[];
}

interface Pending extends Head {
  readonly notes: readonly Note[];
}

/** What an entry says about a run. */
interface Note {
  readonly type: string;
  readonly run: string;
  readonly place: Place;
}

export class ChainWriter {
  readonly gate: string;
  /** The runs that go on. */
  readonly starts: OpenStarts;
  readonly #options: ChainOptions;
  readonly #heads: HeadWriter;
  #found: readonly Damage[];
  #end: ChainEnd;
  #segment: number;
  #bytes: number;
  #descriptor: number | undefined;
  #pending: Pending | undefined;
  #unconfirmed: Head | undefined;
  /** Whether a failed write may have left something behind the last line. */
  #hasRest = false;
  #isClosed = false;

  constructor(options: ChainOptions, position: ChainPosition) {
    const { gate, end, segment, bytes, head, witness, unconfirmed, starts, found } = position;
    this.#options = options;
    this.gate = gate;
    this.starts = starts;
    this.#end = end;
    this.#segment = segment;
    this.#bytes = bytes;
    this.#found = found;
    this.#heads = new HeadWriter(options.directory.head(gate), head, witness);
    this.#unconfirmed = unconfirmed;
  }

  get segment(): number {
    return this.#segment;
  }

  get end(): ChainEnd {
    return this.#end;
  }

  /** Why nobody outside of the ledger knows where the chain ends. */
  get witnessTrouble(): Error | undefined {
    return this.#heads.witnessTrouble;
  }

  /** Writes the entries, and waits for the disk where that is asked for. Throws, and has written none, where it fails. */
  write(items: readonly Item[]): void {
    this.begin(items);
    this.settle();
  }

  /** The head follows when this turn is over. They have to be sealed: nobody else can have written what stands behind it. */
  writeAhead(items: readonly Item[]): void {
    this.begin(items);
    if (!this.#pending) return;
    this.#heads.tellLater(this.#pending);
    this.#count(this.#pending);
  }

  /** Writes the head where it does not tell of everything yet. */
  tellEnd(): void {
    this.#heads.tellRest();
  }

  /** Writes the lines only: they count when they are settled, and nothing else is written before that. */
  begin(items: readonly Item[]): void {
    // Another gate may have gone on with the chain.
    if (this.#isClosed) throw new Error('The chain is closed');
    if (this.#unconfirmed) this.#confirm(this.#unconfirmed);
    this.#heads.catchUp();
    // Two writes ahead of the head that is on the disk would look like entries that somebody added.
    if (this.#options.sync === 'full') this.#heads.sync();
    const descriptor = this.#prepare();
    const all = this.#bytes === 0 ? [this.#firstOfSegment(), ...items] : items;
    const key = this.#options.key();
    const notes: Note[] = [];
    const lines: string[] = [];
    let { seq, hash } = this.#end;
    let bytes = this.#bytes;
    for (const [index, item] of all.entries()) {
      const settled = item.whole ? settleItem(item, this.#beginningOf(item)) : item;
      const written = writeEntry(this.gate, { seq, hash }, settled, all.length - 1 - index, key);
      const length = Buffer.byteLength(written.line);
      const { type, run } = item;
      if (run !== undefined) notes.push({ type, run, place: { segment: this.#segment, offset: bytes, length } });
      lines.push(written.line);
      seq++;
      hash = written.hash;
      bytes += length;
    }
    try {
      writeWhole(descriptor, Buffer.from(lines.join('')));
    } catch (error) {
      this.takeBack();
      throw error;
    }
    this.#pending = { seq, hash, segment: this.#segment, bytes, notes };
  }

  /** Segments are removed whole: what stands in another one may be gone before this one. */
  #beginningOf({ run }: Item): Place | undefined {
    const start = run === undefined ? undefined : this.starts.get(run);
    return start?.segment === this.#segment ? start : undefined;
  }

  /** Waits for the disk where that is asked for, and writes the head. Throws, and takes the lines back, where it fails. */
  settle(): void {
    if (!this.#pending) return;
    try {
      if (this.#options.sync === 'full' && this.#descriptor !== undefined) fdatasyncSync(this.#descriptor);
      this.#writeHead(this.#pending);
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  /** The same without blocking, for `sync: full`. Does nothing where they were settled meanwhile. */
  async settleLater(): Promise<void> {
    const pending = this.#pending;
    if (!pending || this.#descriptor === undefined) return;
    const problem = await syncLater(this.#descriptor);
    if (this.#pending !== pending) return;
    try {
      if (problem) throw problem;
      this.#writeHead(pending);
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  /** So that the next write does not block: it may come only when the head before it is safe. */
  syncHeadLater(): Promise<void> {
    return this.#heads.syncLater();
  }

  takeBack(): void {
    this.#pending = undefined;
    this.#hasRest = true;
    try {
      this.#removeRest();
    } catch {
      // The next write tries again before it writes.
    }
  }

  /** Whether somebody has removed what it writes to: then nobody would ever read it. */
  get isRemoved(): boolean {
    return this.#descriptor !== undefined && fstatSync(this.#descriptor).nlink === 0;
  }

  /** The next write begins a new segment. */
  rotate(): void {
    this.tellEnd();
    if (this.#bytes > 0) this.#openNext();
  }

  /** Waits for the disk, whatever `sync` says. */
  sync(): void {
    this.tellEnd();
    if (this.#descriptor !== undefined) fdatasyncSync(this.#descriptor);
    this.#heads.sync();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#heads.close();
  }

  /** The next write would be the second one that the head does not tell of. */
  #confirm(end: Head): void {
    if (this.#options.sync === 'full') syncPath(this.#options.directory.segment(this.gate, end.segment));
    this.#heads.tell(end);
    this.#unconfirmed = undefined;
  }

  #prepare(): number {
    if (this.#hasRest) this.#removeRest();
    if (this.#bytes >= this.#options.segmentBytes) return this.#openNext();
    this.#descriptor ??= this.#open(this.#segment, this.#bytes === 0);
    return this.#descriptor;
  }

  #openNext(): number {
    this.tellEnd();
    const next = this.#open(this.#segment + 1, true);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#segment++;
    this.#bytes = 0;
    return next;
  }

  #open(segment: number, isNew: boolean): number {
    const { directory, sync } = this.#options;
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = directory.segment(this.gate, segment);
    const descriptor = openSync(file, O_RDWR | O_APPEND | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0), 0o600);
    if (!isNew || sync === 'process') return descriptor;
    try {
      syncPath(directory.chain(this.gate));
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      // Else the next attempt could not make it.
      rmSync(file);
      throw error;
    }
  }

  /** Says which runs go on, so that nobody has to read the segments before it to know. */
  #firstOfSegment(): Item {
    const fields = { open: this.starts.list(), ...(this.#found.length > 0 && { found: this.#found }) };
    return makeItem('segment', fields, new Date(this.#options.now()).toISOString());
  }

  #writeHead(pending: Pending): void {
    this.#heads.tell(pending);
    this.#count(pending);
  }

  /** From now on the lines are part of the chain. */
  #count({ seq, hash, bytes, notes }: Pending): void {
    this.#pending = undefined;
    this.#end = { seq, hash };
    this.#bytes = bytes;
    this.#found = [];
    for (const { type, run, place } of notes) this.starts.note(type, run, place);
  }

  #removeRest(): void {
    if (this.#descriptor !== undefined) ftruncateSync(this.#descriptor, this.#bytes);
    this.#hasRest = false;
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
