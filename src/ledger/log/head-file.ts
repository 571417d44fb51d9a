// The head of a chain: where its log ends, in one small file that is overwritten with every write to the log. It has
// two slots, used in turn: a write that is torn spoils one of them, and the other still tells the write before.

import { closeSync, constants, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { openIfThere } from '../../machine/files/open-file.js';
import { type ChainEnd, chainStart } from './entry.js';

export interface Head extends ChainEnd {
  readonly segment: number;
  /** How long the segment is. */
  readonly bytes: number;
}

/** The head of a chain that has no entry yet. */
export const emptyHead: Head = { ...chainStart, segment: 0, bytes: 0 };

/** Small enough that no disk writes half of it, as long as it starts at a multiple of it. */
const slotBytes = 256;
const leads = ['[', ','] as const;
const close = ']\n';
const fileBytes = leads.length * slotBytes + close.length;

type Slot = 0 | 1;

export interface HeadReading {
  /** The newest slot that is whole. */
  readonly newest: Head | undefined;
  readonly slot: Slot;
  /** Whether anything else in the file is not as a gate writes it. */
  readonly spoiled: boolean;
}

/** Undefined where there is no head. */
export function readHead(file: string): HeadReading | undefined {
  const descriptor = openIfThere(file)?.descriptor;
  if (descriptor === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(fileBytes + 1);
    return read(bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0)));
  } finally {
    closeSync(descriptor);
  }
}

export class HeadFile {
  readonly #file: string;
  #descriptor: number | undefined;
  #next: Slot;

  /** A file that is missing or spoiled is made anew with the first write, and not before: it is evidence. */
  constructor(file: string, reading: HeadReading | undefined) {
    this.#file = file;
    this.#next = reading?.slot === 0 ? 1 : 0;
    if (!reading?.newest || reading.spoiled) return;
    const { O_RDWR, O_NOFOLLOW } = constants;
    this.#descriptor = openSync(file, O_RDWR | O_NOFOLLOW);
  }

  write(head: Head): void {
    if (this.#descriptor === undefined) {
      this.#descriptor = makeFile(this.#file, head);
      return;
    }
    const bytes = Buffer.from(writeSlot(this.#next, head), 'latin1');
    if (writeSync(this.#descriptor, bytes, 0, slotBytes, this.#next * slotBytes) < slotBytes) {
      throw new Error('The head of the log was written in part');
    }
    this.#next = this.#next === 0 ? 1 : 0;
  }

  /** Undefined before the first write to a new file. */
  get descriptor(): number | undefined {
    return this.#descriptor;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

function makeFile(file: string, head: Head): number {
  const next = `${file}.new`;
  const { O_RDWR, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const descriptor = openSync(next, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, `${writeSlot(0, head)}${writeSlot(1, head)}${close}`);
    renameSync(next, file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(next, { force: true });
    throw error;
  }
}

function writeSlot(slot: Slot, { seq, hash, segment, bytes }: Head): string {
  const values = `"seq":${seq},"hash":"${hash}","segment":${segment},"bytes":${bytes}`;
  const check = crc32(values).toString(16).padStart(8, '0');
  return `${`${leads[slot]}{${values},"crc32":"${check}"}`.padEnd(slotBytes - 1)}\n`;
}

function read(text: string): HeadReading {
  const slots = leads.map((_, slot) => readSlot(text, slot as Slot));
  const [first, second] = slots;
  const slot: Slot = second && second.seq >= (first?.seq ?? 0) ? 1 : 0;
  const isWhole = first !== undefined && second !== undefined && text.slice(slotBytes * leads.length) === close;
  return { newest: slots[slot], slot, spoiled: !isWhole };
}

function readSlot(text: string, slot: Slot): Head | undefined {
  const written = text.slice(slot * slotBytes, (slot + 1) * slotBytes);
  try {
    const { seq, hash, segment, bytes } = JSON.parse(written.slice(1));
    const head = { seq, hash, segment, bytes };
    // Written again it has to be the same, to the last blank: nothing may be changed in here without being seen.
    return writeSlot(slot, head) === written ? head : undefined;
  } catch {
    return undefined;
  }
}
