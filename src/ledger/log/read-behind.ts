// What the log has behind the entry that a head tells of: of a gate that died it can be one write, and not more.

import { ChainReader } from './chain-reader.js';
import { type ChainEnd, readEntry } from './entry.js';
import type { Head } from './head-file.js';
import type { LedgerDirectory } from './ledger-directory.js';

/** `unlinked`: it does not follow the entry that the head tells of. */
export type Behind = 'one_write' | 'several_writes' | 'unlinked';

/** From the head up to the end of the chain, which is another entry. */
export async function readBehind(directory: LedgerDirectory, gate: string, head: Head, end: ChainEnd): Promise<Behind> {
  const from = head.seq === 0 ? { segment: 1, offset: 0 } : { segment: head.segment, offset: head.bytes };
  const reader = new ChainReader(directory, gate, from);
  let isFirst = true;
  try {
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      for (const { bytes } of piece.lines) {
        const entry = bytes && readEntry(bytes);
        if (isFirst && (entry?.seq !== head.seq + 1 || entry.prev !== head.hash)) return 'unlinked';
        isFirst = false;
        if (!entry || entry.seq >= end.seq) return 'one_write';
        if (entry.more === undefined) return 'several_writes';
      }
    }
    return isFirst ? 'unlinked' : 'one_write';
  } finally {
    await reader.close();
  }
}
