// What the log has behind the entry that a head tells of. A gate that died can have left some sealed writes there, which
// nobody else could have made, or one without a seal.

import { ChainReader } from './chain-reader.js';
import { type ChainEnd, judgeSeal, type LedgerEntry, readEntry } from './entry.js';
import type { Head } from './head-file.js';
import type { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';

export interface SealedChain {
  readonly directory: LedgerDirectory;
  readonly gate: string;
  /** Null and undefined: there is none to judge a seal by. */
  readonly key: LedgerKey | null | undefined;
}

/** `too_much`: more than a gate that died can have left. `unlinked`: it does not follow the entry that the head tells of. */
export type Behind = 'as_left' | 'too_much' | 'unlinked';

/** From the head up to the end of the chain, which is another entry. */
export async function readBehind({ directory, gate, key }: SealedChain, head: Head, end: ChainEnd): Promise<Behind> {
  const from = head.seq === 0 ? { segment: 1, offset: 0 } : { segment: head.segment, offset: head.bytes };
  const reader = new ChainReader(directory, gate, from);
  let isFirst = true;
  let isWriteOver = false;
  try {
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      for (const { bytes } of piece.lines) {
        const entry = bytes && readEntry(bytes);
        if (isFirst && (entry?.seq !== head.seq + 1 || entry.prev !== head.hash)) return 'unlinked';
        isFirst = false;
        const sealed = entry !== undefined && isSealed(entry, bytes as Buffer, key);
        if (isWriteOver && !sealed) return 'too_much';
        if (!entry || entry.seq >= end.seq) return 'as_left';
        isWriteOver = entry.more === undefined;
        if (isWriteOver && !sealed) return 'too_much';
      }
    }
    return isFirst ? 'unlinked' : 'as_left';
  } finally {
    await reader.close();
  }
}

/** Without a key nobody can tell who sealed it, and that is said elsewhere. */
function isSealed(entry: LedgerEntry, line: Buffer, key: LedgerKey | null | undefined): boolean {
  return key ? judgeSeal(entry, line, key) === 'own' : entry.key !== undefined;
}
