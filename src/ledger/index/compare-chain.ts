// Whether the index tells of a chain what the log tells. Parts of the log are folded again and compared with the rows.

import { ChainReader } from '../log/chain-reader.js';
import { EntriesAt } from '../log/entries-at.js';
import type { ChainRow } from './chain-row.js';
import { DamagedIndex, type Database, type Row, type Value } from './database.js';
import { completeEntries, type EntryAt, foldInto, readEntries, runOf } from './fold-lines.js';
import type { Following } from './follow-chain.js';
import { describeRequest } from './request-of.js';
import { type StoredRun, toText, toValues } from './run-row.js';
import { runColumns, runsAskedFor, type Statements } from './statements.js';

export interface IndexProblem {
  readonly gate: string;
  readonly run: string;
  readonly message: string;
}

export interface ComparedChain {
  readonly runs: number;
  readonly problems: readonly IndexProblem[];
}

/**
 * Compares the runs of these segments, which have to be in their order. Where not all are given, runs that also have
 * entries in others are passed over.
 */
export async function compareChain(
  following: Following,
  chain: ChainRow,
  segments: readonly number[],
  isWhole: boolean,
): Promise<ComparedChain> {
  const problems: IndexProblem[] = [];
  let runs = 0;
  let known = new Map<string, StoredRun>();
  let before: number | undefined;
  for (const segment of segments) {
    following.signal?.throwIfAborted();
    if (before !== undefined && before + 1 !== segment) known = new Map();
    before = segment;
    const entries = await readSegment(following, chain, segment);
    for (const entry of entries) {
      const run = runOf(entry.entry);
      if (run !== undefined) foldInto(known, run, entry);
    }
    const part = {
      following,
      chain,
      segment,
      entries,
      known,
      isWhole,
      report: (run: string, message: string) => problems.push({ gate: chain.gate, run, message }),
    };
    runs += await compareRuns(part);
    await findAddedRuns(part);
    await compareRequests(part);
  }
  if (isWhole) {
    for (const run of known.keys()) problems.push({ gate: chain.gate, run, message: differs(run, 'last_segment') });
    problems.push(...(await findMisplacedRuns(following, chain)));
  }
  return { runs, problems };
}

function differs(run: string, column: string): string {
  return `The index disagrees with the log about the run ${run} (${column})`;
}

interface Part {
  readonly following: Following;
  readonly chain: ChainRow;
  readonly segment: number;
  readonly entries: readonly EntryAt[];
  /** What is known of the runs that the segment tells of, and of those before it that go on. */
  readonly known: Map<string, StoredRun>;
  /** Whether all segments are given, so that no run has an entry in any other. */
  readonly isWhole: boolean;
  readonly report: (run: string, message: string) => void;
}

/** As far as the index has taken it in. */
async function readSegment({ log, signal }: Following, chain: ChainRow, segment: number): Promise<readonly EntryAt[]> {
  const reader = new ChainReader(log, chain.gate, { segment, offset: 0 });
  const beginnings = new EntriesAt(log.path);
  const entries: EntryAt[] = [];
  try {
    for (let piece = await reader.next(); piece?.segment === segment; piece = await reader.next()) {
      signal?.throwIfAborted();
      for (const entry of readEntries(chain.gate, piece)) {
        if (segment < chain.segment || entry.after <= chain.bytes) entries.push(entry);
      }
    }
    return await completeEntries(entries, beginnings);
  } finally {
    await beginnings.close();
    await reader.close();
  }
}

/** Forgets those that no later segment says more about. How many were compared. */
async function compareRuns({ following, chain, segment, known, isWhole, report }: Part): Promise<number> {
  const { database, statements } = following;
  let compared = 0;
  for (const [run, row] of await findRows(database, statements, chain, [...known.keys()])) {
    const stored = known.get(run) as StoredRun;
    if (!row) {
      report(run, `The index lacks the run ${run}, which is in the log`);
    } else if (Number(row.last_segment) > segment) {
      continue;
    } else if (isWhole || Number(row.first_segment) >= stored.firstSegment) {
      compared++;
      const expected = toValues(chain.id, stored);
      const column = runColumns.find((name, index) => !isSame(row[name], expected[index]));
      if (column !== undefined) report(run, differs(run, column));
    }
    known.delete(run);
  }
  return compared;
}

async function findRows(
  database: Database,
  statements: Statements,
  { id }: ChainRow,
  names: readonly string[],
): Promise<ReadonlyMap<string, Row | undefined>> {
  const rows = new Map<string, Row | undefined>(names.map((name) => [name, undefined]));
  for (let from = 0; from < names.length; from += runsAskedFor) {
    const asked = Array.from({ length: runsAskedFor }, (_, index) => names[from + index] ?? null);
    for (const row of await database.query(statements.findWhole, [id, ...asked])) rows.set(String(row.run), row);
  }
  return rows;
}

async function findAddedRuns({ following, chain, segment, entries, report }: Part): Promise<void> {
  const { database, statements } = following;
  const told = new Set(entries.map(({ entry }) => runOf(entry)));
  for (const { run } of await database.query(statements.runsFrom, [chain.id, segment])) {
    if (!told.has(String(run))) report(String(run), `The index has the run ${run}, which is not there in the log`);
  }
}

/** Rows of segments that there are not. */
async function findMisplacedRuns(
  { database, statements }: Following,
  { id, gate, firstSegment, segment }: ChainRow,
): Promise<readonly IndexProblem[]> {
  const rows = await database.query(statements.runsOutside, [id, firstSegment, segment]);
  return rows.map(({ run }) => ({ gate, run: String(run), message: differs(String(run), 'first_segment') }));
}

async function compareRequests({ following, chain, segment, entries, report }: Part): Promise<void> {
  const { database, statements } = following;
  if (!database.dialect.findsRequests) return;
  const rows = await database.query(statements.requestsOf, [chain.id, segment]);
  const byPlace = new Map(rows.map((row) => [Number(row.begins), row]));
  for (const { entry, offset, after } of entries) {
    const { run, caller, state, trace, client, command } = describeRequest(entry);
    if (state === undefined) continue;
    const row = byPlace.get(offset);
    byPlace.delete(offset);
    const expected = { bytes: after - offset, at: entry.at, run, caller, state, trace, client, command };
    const isListed = row !== undefined && String(row.listed_at) <= entry.at;
    const isTrue =
      isListed &&
      Object.entries(expected).every(([name, value]) =>
        isSame(row[name], typeof value === 'string' ? toText(value) : value),
      );
    if (!isTrue) report(run, `The index does not list the request ${run} as it is in the log`);
  }
  for (const { run, state } of byPlace.values()) {
    if (state !== null) report(String(run), `The index lists a request ${run} that is not there in the log`);
  }
}

function isSame(found: Value | undefined, expected: Value | undefined): boolean {
  if (found === undefined || expected === undefined) throw new DamagedIndex('A column is missing');
  return typeof expected === 'number' ? Number(found) === expected : found === expected;
}
