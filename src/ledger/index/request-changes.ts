// Writes down where in the log the requests are, so that some of them can be found without reading all of it.

import { closesRun, opensRun } from '../log/open-starts.js';
import type { ChainRow } from './chain-row.js';
import type { Database, Statement, Value } from './database.js';
import { type EntryAt, runOf } from './fold-lines.js';
import { describeRequest } from './request-of.js';
import { toText } from './run-row.js';
import type { Statements } from './statements.js';

/** What changes with these entries, which follow what was taken in of the chain before. */
export async function requestChanges(
  database: Database,
  statements: Statements,
  { id }: ChainRow,
  entries: readonly EntryAt[],
): Promise<readonly Statement[]> {
  if (!database.dialect.findsRequests) return [];
  const times = listedTimes(entries);
  const earliest = times[0] ?? '';
  const [newest] = await database.query(statements.newestRequest, [id]);
  const isSetBack = newest !== undefined && String(newest.listed_at) > earliest;
  const changes: Statement[] = isSetBack ? [{ sql: statements.lowerRequests, values: [id, earliest] }] : [];
  const put = new Map<EntryAt, readonly Value[]>();
  const open = new Map<string, EntryAt>();
  for (const [index, at] of entries.entries()) {
    const { type } = at.entry;
    if (!opensRun(type) && !closesRun(type)) continue;
    const run = runOf(at.entry);
    if (run === undefined) {
      if (opensRun(type)) continue;
    } else {
      const before = open.get(run);
      if (before) put.delete(before);
      else changes.push({ sql: statements.removeOpen, values: [run, id] });
      if (opensRun(type)) open.set(run, at);
      else open.delete(run);
    }
    put.set(at, toValues(id, at, times[index] ?? ''));
  }
  for (const values of put.values()) changes.push({ sql: statements.putRequest, values });
  return changes;
}

/** Whoever reads backwards comes to an entry when it has read those behind it, whatever their times are. */
function listedTimes(entries: readonly EntryAt[]): readonly string[] {
  const times: string[] = [];
  let earliest: string | undefined;
  for (const { entry } of entries.toReversed()) {
    const at = toText(entry.at);
    earliest = earliest === undefined || at < earliest ? at : earliest;
    times.push(earliest);
  }
  return times.reverse();
}

function toValues(chain: number, { entry, segment, offset, after }: EntryAt, listedAt: string): readonly Value[] {
  const { run, caller, state, trace, client, command } = describeRequest(entry);
  return [
    chain,
    segment,
    offset,
    after - offset,
    listedAt,
    toText(entry.at),
    toText(run),
    toText(caller),
    state === undefined ? null : toText(state),
    trace === null ? null : toText(trace),
    client === null ? null : toText(client),
    toText(command),
  ];
}
