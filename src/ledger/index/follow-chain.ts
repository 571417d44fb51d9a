// Follows one chain of the log. All that changes its runs changes its row in the same transaction, and only if the row is
// still as it was read: so several processes can do this at once, and each entry is taken in once.

import { setTimeout as sleep } from 'node:timers/promises';
import { ChainReader } from '../log/chain-reader.js';
import { EntriesAt } from '../log/entries-at.js';
import type { LedgerDirectory } from '../log/ledger-directory.js';
import { agreesWithLog } from './agrees-with-log.js';
import { type ChainRow, ifUnchanged, openChainRow } from './chain-row.js';
import { DamagedIndex, type Database } from './database.js';
import { completeEntries, type EntryAt, foldInto, readEntries, runOf } from './fold-lines.js';
import { forgetChain } from './forget-chain.js';
import { requestChanges } from './request-changes.js';
import { readRecord, type StoredRun, toValues } from './run-row.js';
import { runsAskedFor, type Statements } from './statements.js';
import { trimChain } from './trim-chain.js';

export interface Following {
  readonly database: Database;
  readonly statements: Statements;
  readonly log: LedgerDirectory;
  readonly signal: AbortSignal | undefined;
}

const longestLeadMs = 50;

/** The log itself can go back meanwhile, but not again and again. */
const mostOftenForgotten = 5;

/** How many entries were taken in. */
export async function followChain(following: Following, gate: string): Promise<number> {
  const { database, statements, log } = following;
  let entries = 0;
  let before: ChainRow | undefined;
  for (let forgotten = 0; ; ) {
    const chain = await openChainRow(database, statements, gate);
    // Whoever was faster has changed it.
    const isUnchanged = chain.id === before?.id && chain.revision === before.revision;
    if (isUnchanged || forgotten > mostOftenForgotten) throw new DamagedIndex('Written data cannot be read back');
    before = chain;
    if (chain.isLeaving || !(await agreesWithLog(log, chain))) {
      await forgetChain(following, chain);
      forgotten++;
    } else if (await trimChain(following, chain)) {
      const taken = await readOn(following, chain);
      entries += taken.entries;
      if (taken.isAtEnd) return entries;
      // Somebody else follows at the same moment. Whoever was faster gets a lead, else all would do the same work.
      await sleep(Math.random() * longestLeadMs);
    }
    following.signal?.throwIfAborted();
  }
}

async function readOn(following: Following, from: ChainRow): Promise<{ entries: number; isAtEnd: boolean }> {
  const { log, signal } = following;
  const reader = new ChainReader(log, from.gate, { segment: Math.max(1, from.segment), offset: from.bytes });
  const beginnings = new EntriesAt(log.path);
  let chain = from;
  let entries = 0;
  try {
    // A piece is small, and reading it lets other work go on.
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      signal?.throwIfAborted();
      const read = await completeEntries(readEntries(chain.gate, piece), beginnings);
      const next = await takeIn(following, chain, read);
      if (!next) return { entries, isAtEnd: false };
      chain = next;
      entries += read.length;
    }
    return { entries, isAtEnd: true };
  } finally {
    await beginnings.close();
    await reader.close();
  }
}

/** The row afterwards; undefined where it was changed by somebody else. */
async function takeIn(
  { database, statements }: Following,
  chain: ChainRow,
  entries: readonly EntryAt[],
): Promise<ChainRow | undefined> {
  const last = entries.at(-1);
  if (!last) return chain;
  const { segment, after: bytes } = last;
  const { hash } = last.entry;
  const runs = await foldWithKnown(database, statements, chain, entries);
  const isTaken = await database.change([
    ifUnchanged(statements.moveChain, chain, segment, bytes, hash, database.host ?? null),
    ...[...runs.values()].map((run) => ({ sql: statements.putRun, values: toValues(chain.id, run) })),
    ...(await requestChanges(database, statements, chain, entries)),
  ]);
  return isTaken ? { ...chain, segment, bytes, hash, revision: chain.revision + 1 } : undefined;
}

async function foldWithKnown(
  database: Database,
  statements: Statements,
  chain: ChainRow,
  entries: readonly EntryAt[],
): Promise<ReadonlyMap<string, StoredRun>> {
  const names = new Set(entries.flatMap(({ entry }) => runOf(entry) ?? []));
  const runs = await findKnown(database, statements, chain, [...names]);
  for (const entry of entries) {
    const run = runOf(entry.entry);
    if (run !== undefined) foldInto(runs, run, entry);
  }
  return runs;
}

async function findKnown(
  database: Database,
  statements: Statements,
  { id }: ChainRow,
  names: readonly string[],
): Promise<Map<string, StoredRun>> {
  const runs = new Map<string, StoredRun>();
  for (let from = 0; from < names.length; from += runsAskedFor) {
    const asked = Array.from({ length: runsAskedFor }, (_, index) => names[from + index] ?? null);
    for (const row of await database.query(statements.findOfChain, [id, ...asked])) {
      const record = readRecord(row);
      runs.set(String(row.run), { record, firstSegment: Number(row.first_segment), lastSegment: 0 });
    }
  }
  return runs;
}
