// The whole log as JSON lines, each as it was written: whoever gets them can check the hashes.

import { readLedger } from '../../ledger/log/read-ledger.js';
import { terminalSafeJson } from '../../renderings/text/terminal-safe.js';
import type { Io } from '../../terminal/io.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { endUndelivered } from '../../terminal/undelivered.js';
import { linesOf } from './read-audit-file.js';

/** So much goes to the reader at once. */
const pieceCharacters = 64 * 1024;

export interface ExportRange {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Resolves to the exit code. */
export function exportLog(log: string, range: ExportRange, io: Io): Promise<number> {
  return write(entriesOf(log, range), io);
}

/** The same from the plain file of a program that keeps no ledger. */
export function exportLines(file: string, range: ExportRange, io: Io): Promise<number> {
  return write(linesIn(file, range), io);
}

async function* entriesOf(log: string, range: ExportRange): AsyncGenerator<string, void, void> {
  for await (const { entry, line } of readLedger(log)) if (isIn(range, entry.at)) yield line.toString('utf8');
}

async function* linesIn(file: string, range: ExportRange): AsyncGenerator<string, void, void> {
  for await (const line of linesOf(file)) if (isIn(range, timeOf(line))) yield line;
}

function timeOf(line: string): string {
  return /"timestamp":"([^"]*)"/.exec(line)?.[1] ?? '';
}

function isIn({ since, until }: ExportRange, at: string): boolean {
  return (since === undefined || at >= since) && (until === undefined || at < until);
}

/** Waits for a slow reader, and keeps nothing for it. */
async function write(lines: AsyncIterable<string>, io: Io): Promise<number> {
  const writer = new StreamWriter(io.stdout);
  let piece = '';
  for await (const text of lines) {
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
