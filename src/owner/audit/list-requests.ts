// The requests that a ledger knows, the newest first, one for each run: how it ended, or how far it is.

import { shownLine } from '../../command-line/shown-call.js';
import { hasWords, namesCommand, wordsOf } from '../../ledger/index/names-command.js';
import { describeRequest, objectOf, textOf } from '../../ledger/index/request-of.js';
import { EntriesAt } from '../../ledger/log/entries-at.js';
import type { LedgerEntry } from '../../ledger/log/entry.js';
import { findOpenRuns, type OpenRuns } from '../../ledger/log/find-open-runs.js';
import type { LedgerRecord } from '../../ledger/log/merge-by-time.js';
import { opensRun } from '../../ledger/log/open-starts.js';
import { tailLedger } from '../../ledger/log/tail-ledger.js';

export interface RequestFilter {
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly caller?: string | undefined;
  readonly state?: string | undefined;
  /** Words of the request, or of a program that its line would start. */
  readonly command?: string | undefined;
  /** The program that the caller used: its name, with or without its version. */
  readonly client?: string | undefined;
  readonly run?: string | undefined;
  readonly trace?: string | undefined;
}

/** One request, in the form in which it is shown. */
export interface RequestRow {
  /** When the newest entry about it was written. */
  readonly at: string;
  readonly run: string;
  readonly caller: string;
  readonly door: string;
  /** The program that the caller used, as that program said. */
  readonly client: string | null;
  /** What the caller calls it and everything else that belongs to it. */
  readonly trace: string | null;
  readonly decision: string | null;
  /** What a person said, where one was asked. */
  readonly answer: string | null;
  readonly state: string;
  readonly duration_ms: number | null;
  readonly command: string;
  readonly error_code: string | null;
  readonly exit_code: number | null;
  /** Where the entry stands in the log. */
  readonly gate: string;
  readonly seq: number;
}

/** Where a clock was set back, entries can stand before others that are older; not by more than this. */
export const clockMs = 24 * 60 * 60 * 1_000;

export async function* listRequests(log: string, filter: RequestFilter): AsyncGenerator<RequestRow, void, void> {
  const open = new Map<string, OpenRuns>();
  const oldest = filter.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filter.since) - clockMs;
  const entries = new EntriesAt(log);
  try {
    for await (const record of tailLedger(log)) {
      const { entry, place } = record;
      if (Date.parse(entry.at) < oldest) return;
      const state = await stateOf(log, record, open);
      if (state === undefined) continue;
      const row = toRow(await entries.complete(entry, place.segment), state);
      if (matches(row, filter)) yield row;
    }
  } finally {
    await entries.close();
  }
}

/** Undefined for entries that are about something else, and for those that a newer one makes old. */
async function stateOf(log: string, record: LedgerRecord, open: Map<string, OpenRuns>): Promise<string | undefined> {
  const { gate, type } = record.entry;
  const ended = describeRequest(record.entry).state;
  if (ended !== undefined || !opensRun(type)) return ended;
  const known = open.get(gate) ?? (await findOpenRuns(log, gate));
  open.set(gate, known);
  return stateOfOpen(record, known);
}

/** How far a run is. Undefined where it has gone on or ended: then a newer entry tells more. */
export function stateOfOpen(
  { entry, place }: Pick<LedgerRecord, 'entry' | 'place'>,
  open: OpenRuns | undefined,
): string | undefined {
  const { type, run } = entry;
  const newest = typeof run === 'string' ? open?.places.get(run) : undefined;
  if (newest?.segment !== place.segment || newest.offset !== place.offset) return undefined;
  if (!open?.isHeld) return 'lost';
  return type === 'start' ? 'running' : 'queued';
}

export function toRow(entry: LedgerEntry, state: string): RequestRow {
  const { run, caller, door, trace, client, command } = describeRequest(entry);
  const decision = objectOf(entry.decision);
  return {
    at: entry.at,
    run,
    caller,
    door,
    client,
    trace,
    decision: textOf(decision.decision, null),
    answer: textOf(objectOf(decision.approval).answer, null),
    state,
    duration_ms: numberOf(entry.duration_ms),
    command,
    error_code: textOf(entry.error_code, null),
    exit_code: numberOf(entry.exit_code),
    gate: entry.gate,
    seq: entry.seq,
  };
}

export function matches(row: RequestRow, filter: RequestFilter): boolean {
  const { since, until, caller, client, state, command, run, trace } = filter;
  return (
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at < until) &&
    (caller === undefined || row.caller === caller) &&
    (state === undefined || row.state === state) &&
    (client === undefined || row.client === client || row.client?.startsWith(`${client} `) === true) &&
    (command === undefined || isMeant(row.command, command)) &&
    (run === undefined || row.run === run) &&
    (trace === undefined || row.trace === trace)
  );
}

/** A person who looks for `rm` means the program, wherever in a line it is; who looks for a file means the text. */
function isMeant(command: string, text: string): boolean {
  const wanted = wordsOf(text);
  return hasWords(command, wanted) || hasWords(shownLine(command), wanted) || namesCommand(command, '', wanted);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
