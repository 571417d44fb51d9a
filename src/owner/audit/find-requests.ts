// The requests that reading the whole log would list, found by the index. Each is read from the log before it is shown:
// the index tells where to look, and nothing else.

import type { FoundRequest, RequestIndex } from '../../ledger/index/ledger-index.js';
import { describeRequest } from '../../ledger/index/request-of.js';
import { toText } from '../../ledger/index/run-row.js';
import { EntriesAt } from '../../ledger/log/entries-at.js';
import { findOpenRuns, type OpenRuns } from '../../ledger/log/find-open-runs.js';
import { LedgerDirectory } from '../../ledger/log/ledger-directory.js';
import type { FoundLedger } from '../find-ledger.js';
import { clockMs, matches, type RequestFilter, type RequestRow, stateOfOpen, toRow } from './list-requests.js';

/** More runs than these do not go on at once, nor are left by gates that died. */
const mostOpen = 100_000;

/** Whether reading backwards could take long: the newest requests of all, or those since a time, are found at once. */
export function isWorthAnIndex({ until, caller, client, state, command, run, trace }: RequestFilter): boolean {
  return [until, caller, client, state, command, run, trace].some((given) => given !== undefined);
}

/**
 * The newest ones, one more than `most` where there are more. Undefined where the index cannot be used or does not tell
 * the same as the log: then the log has to be read. Rejects with the signal's reason.
 */
export async function findRequests(
  { directory, log }: Pick<FoundLedger, 'directory' | 'log'>,
  filter: RequestFilter,
  most: number,
  signal: AbortSignal,
): Promise<readonly RequestRow[] | undefined> {
  // The index keeps such texts in another form.
  if (Object.values(filter).some((text) => text !== undefined && text !== toText(text))) return undefined;
  const places = new LedgerDirectory(log);
  if (!places.isThere()) return undefined;
  const gates = places.listChains();
  if (!gates.every((gate) => places.hasChain(gate))) return undefined;
  try {
    // What ends while the index follows is then found as ended.
    const open = new Map<string, OpenRuns>();
    for (const gate of gates) open.set(gate, await findOpenRuns(log, gate));
    return await ask(directory, (index) => find(index, { log, filter, most, open }), signal);
  } catch {
    signal.throwIfAborted();
    // Whatever is wrong with the index, the log tells the same.
    return undefined;
  }
}

async function ask<Result>(
  directory: string,
  work: (index: RequestIndex) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const { openRequestIndex } = await import('../../ledger/index/open-ledger-index.js');
  const index = await openRequestIndex(directory);
  try {
    const { problem } = await index.follow(signal);
    return problem === undefined ? await work(index) : undefined;
  } finally {
    await index.close();
  }
}

interface Search {
  readonly log: string;
  readonly filter: RequestFilter;
  readonly most: number;
  readonly open: ReadonlyMap<string, OpenRuns>;
}

/** Which requests name a command is seen when they are read: where few of those that are found do, more are asked for. */
async function find(index: RequestIndex, search: Search): Promise<readonly RequestRow[] | undefined> {
  const isExact = search.filter.command === undefined;
  for (let atOnce = search.most + 1; ; atOnce *= 8) {
    const found = await findSome(index, search, atOnce);
    if (!found || isExact || found.isAll || found.rows.length > search.most) return found?.rows;
  }
}

async function findSome(
  index: RequestIndex,
  { log, filter, most, open }: Search,
  atOnce: number,
): Promise<{ readonly rows: readonly RequestRow[]; readonly isAll: boolean } | undefined> {
  const { since, state, ...rest } = filter;
  const listedSince = since === undefined ? undefined : new Date(Date.parse(since) - clockMs).toISOString();
  const asked = { ...rest, since, listedSince };
  const ended = await index.findRequests({ ...asked, kind: 'ended', state, limit: atOnce });
  const goingOn = await index.findRequests({ ...asked, kind: 'open', limit: mostOpen });
  // Behind it there may be others that have ended.
  const last = ended.length < atOnce ? undefined : ended.at(-1);
  const rows: RequestRow[] = [];
  const entries = new EntriesAt(log);
  try {
    for (const request of [...ended, ...goingOn].sort(byOrderOfLog)) {
      const { gate, place } = request;
      if (rows.length > most) break;
      const entry = await entries.read(gate, place);
      // Its segment was removed as too old in this moment, or the index is wrong.
      if (!entry) return undefined;
      const ending = describeRequest(entry).state;
      const shown = ending ?? stateOfOpen({ entry, place }, open.get(gate));
      const row = shown === undefined ? undefined : toRow(await entries.complete(entry, place.segment), shown);
      if (row && matches(row, filter)) rows.push(row);
      else if (ending !== undefined && (!row || filter.command === undefined)) return undefined;
      if (request === last) break;
    }
    return { rows, isAll: last === undefined };
  } finally {
    await entries.close();
  }
}

/** As `tailLedger` comes by them. */
function byOrderOfLog(left: FoundRequest, right: FoundRequest): number {
  if (left.listedAt !== right.listedAt) return left.listedAt > right.listedAt ? -1 : 1;
  if (left.gate !== right.gate) return left.gate < right.gate ? -1 : 1;
  return right.place.segment - left.place.segment || right.place.offset - left.place.offset;
}
