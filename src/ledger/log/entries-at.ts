// Reads single entries of the log at their places. Keeps the files open that it has read from.

import type { FileHandle } from 'node:fs/promises';
import { openHandleIfThere } from '../../machine/files/open-file.js';
import { type LedgerEntry, largestLineBytes, readEntry } from './entry.js';
import { LedgerDirectory } from './ledger-directory.js';
import type { Place } from './open-starts.js';
import { beginningOf, completeEntry } from './whole-entry.js';

/** Segments are large: there are seldom more. */
const mostOpen = 64;

export class EntriesAt {
  readonly #directory: LedgerDirectory;
  readonly #handles = new Map<string, FileHandle>();

  constructor(log: string) {
    this.#directory = new LedgerDirectory(log);
  }

  /** Undefined where no entry of that gate is there. Does not look at the hash: that is what `verifyLedger` is for. */
  async read(gate: string, { segment, offset, length }: Place): Promise<LedgerEntry | undefined> {
    if (!(length > 0 && length <= largestLineBytes && offset >= 0)) return undefined;
    const handle = await this.#open(this.#directory.segment(gate, segment));
    const line = Buffer.alloc(length);
    const { bytesRead } = (await handle?.read(line, 0, length, offset)) ?? { bytesRead: 0 };
    if (bytesRead < length || line.at(-1) !== 0x0a) return undefined;
    const entry = readEntry(line.subarray(0, -1));
    return entry?.gate === gate ? entry : undefined;
  }

  /** With what it leaves to the entry that began its run. */
  async complete(entry: LedgerEntry, segment: number): Promise<LedgerEntry> {
    const place = beginningOf(entry, segment);
    return place ? completeEntry(entry, await this.read(entry.gate, place)) : entry;
  }

  async close(): Promise<void> {
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    for (const handle of handles) await handle.close();
  }

  async #open(file: string): Promise<FileHandle | undefined> {
    const known = this.#handles.get(file);
    if (known) return known;
    if (this.#handles.size >= mostOpen) await this.close();
    const handle = await openHandleIfThere(file);
    if (handle) this.#handles.set(file, handle);
    return handle;
  }
}
