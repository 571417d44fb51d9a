// The whole log as JSON lines, each as it was written: whoever gets them can check the hashes.

import { readLedger } from '../../ledger/log/read-ledger.js';
import type { Io } from '../../terminal/io.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { endUndelivered } from '../../terminal/undelivered.js';
import { terminalSafeJson } from '../../vocabulary/terminal-safe.js';

/** So much goes to the reader at once. */
const pieceCharacters = 64 * 1024;

export interface ExportRange {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Resolves to the exit code. Waits for a slow reader, and keeps nothing for it. */
export async function exportLog(log: string, { since, until }: ExportRange, io: Io): Promise<number> {
  const writer = new StreamWriter(io.stdout);
  let piece = '';
  for await (const { entry, line } of readLedger(log)) {
    if ((since !== undefined && entry.at < since) || (until !== undefined && entry.at >= until)) continue;
    const text = line.toString('utf8');
    piece += `${io.stdout.isTTY ? terminalSafeJson(text) : text}\n`;
    if (piece.length < pieceCharacters) continue;
    await writer.write(piece);
    piece = '';
    if (writer.failure || io.signal.aborted) break;
  }
  await writer.write(piece);
  if (writer.failure) return endUndelivered(writer.failure, io);
  if (io.signal.aborted) return io.signal.reason === 'SIGTERM' ? 143 : 130;
  return 0;
}
