// Old segments are removed from the log. What they told leaves the index as well: it tells what the log tells, and is
// the same as if it were made anew.

import { setImmediate } from 'node:timers/promises';
import { ChainReader } from '../log/chain-reader.js';
import { type ChainRow, ifUnchanged } from './chain-row.js';
import type { Row } from './database.js';
import { type EntryAt, foldInto, readEntries, runOf } from './fold-lines.js';
import type { Following } from './follow-chain.js';
import { runsAtOnce } from './forget-chain.js';
import { type StoredRun, toValues } from './run-row.js';

/** Whether there was nothing to do. Else the row is not as it was. */
export async function trimChain(following: Following, chain: ChainRow): Promise<boolean> {
  const { database, statements, log } = following;
  const first = log.listSegments(chain.gate)[0] ?? 0;
  if (first <= chain.firstSegment) return true;
  await removeRunsBefore(following, chain, first);
  const rest = await database.query(statements.reachingBefore, [chain.id, first]);
  const runs = await foldAgain(following, chain, first, rest);
  await database.change([
    ifUnchanged(statements.trimChain, chain, first),
    ...rest.map(({ run }) => {
      const left = runs.get(String(run));
      return left
        ? { sql: statements.putRun, values: toValues(chain.id, left) }
        : { sql: statements.removeRun, values: [String(run), chain.id] };
    }),
  ]);
  return false;
}

async function removeRunsBefore({ database, statements, signal }: Following, { id }: ChainRow, first: number) {
  const { removeSomeBefore, removeSomeRequestsBefore } = statements;
  const values = [id, first, runsAtOnce];
  for (const sql of database.dialect.findsRequests
    ? [removeSomeBefore, removeSomeRequestsBefore]
    : [removeSomeBefore]) {
    while (await database.change([{ sql, values, must: true }])) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
}

/** What is left to tell of runs that began before the first segment and went on in it. */
async function foldAgain(
  { log, signal }: Following,
  chain: ChainRow,
  first: number,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, StoredRun>> {
  const runs = new Map<string, StoredRun>();
  const names = new Set(rows.map(({ run }) => String(run)));
  const last = Math.max(0, ...rows.map((row) => Number(row.last_segment)));
  const reader = new ChainReader(log, chain.gate, { segment: first, offset: 0 });
  try {
    for (let piece = await reader.next(); piece && piece.segment <= last; piece = await reader.next()) {
      signal?.throwIfAborted();
      for (const entry of readEntries(chain.gate, piece)) {
        const run = runOf(entry.entry);
        if (run !== undefined && names.has(run) && isTakenIn(entry, chain)) foldInto(runs, run, entry);
      }
    }
    return runs;
  } finally {
    await reader.close();
  }
}

function isTakenIn({ segment, after }: EntryAt, chain: ChainRow): boolean {
  return segment < chain.segment || (segment === chain.segment && after <= chain.bytes);
}
