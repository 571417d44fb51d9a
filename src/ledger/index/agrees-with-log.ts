import { openHandleIfThere } from '../../machine/files/open-file.js';
import { endOfLine } from '../log/entry.js';
import type { LedgerDirectory } from '../log/ledger-directory.js';
import type { ChainRow } from './chain-row.js';

/**
 * Whether the log still has the entry that was taken in last, where it was. Its hash stands for all entries before it.
 * It is not there where an older log was brought back, or where a write was taken back because the disk was full.
 */
export async function agreesWithLog(log: LedgerDirectory, chain: ChainRow): Promise<boolean> {
  const { gate, segment, bytes, hash } = chain;
  if (hash === undefined) return true;
  const handle = await openHandleIfThere(log.segment(gate, segment));
  // Where it was removed because it is old, all that was taken in is older.
  if (!handle) return false;
  try {
    const expected = endOfLine(hash);
    const found = Buffer.alloc(expected.length);
    const { bytesRead } = await handle.read(found, 0, found.length, Math.max(0, bytes - expected.length));
    return bytesRead === found.length && found.equals(expected);
  } finally {
    await handle.close();
  }
}
