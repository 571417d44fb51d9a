// Lists runs, the newest first, without ever sorting or counting them all. For each kind and state the index has them in
// order, so a list is read from several of those at once.

import { setImmediate } from 'node:timers/promises';
import { GateError } from '../../vocabulary/gate-error.js';
import { runStates } from '../../vocabulary/program.js';
import type { Database, Row, Value } from './database.js';
import type { RunPage, RunQuery } from './ledger-index.js';
import { certainPart, namesCommand, wordsOf } from './names-command.js';
import { cursorAt, isNewer, type RunCursor, readCursor, writeCursor } from './run-cursor.js';
import { readRecord, runKinds, toText, toTime } from './run-row.js';
import type { Statements } from './statements.js';

/** Where most rows may be passed over, so many are looked at before other work goes on. */
const rowsAtOnce = 250;

interface Head {
  readonly shelf: AsyncIterator<Row, void>;
  readonly row: Row;
}

export async function listRuns(database: Database, statements: Statements, query: RunQuery): Promise<RunPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const shelves = chooseShelves(query).map((shelf) => readShelf(database, statements, query, shelf, after));
  let heads = (await Promise.all(shelves.map(advance))).filter((head) => head !== undefined);
  const rows: Row[] = [];
  // One more than is shown tells whether there are more.
  while (rows.length <= query.limit && heads.length > 0) {
    const newest = heads.reduce((best, head) => (isNewer(cursorAt(head.row), cursorAt(best.row)) ? head : best));
    if (newest.row.record !== null) rows.push(newest.row);
    const next = await advance(newest.shelf);
    heads = heads.flatMap((head) => (head === newest ? (next ?? []) : head));
  }
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    runs: shown.map(readRecord),
    next: last && rows.length > shown.length ? writeCursor(cursorAt(last)) : undefined,
  };
}

async function advance(shelf: AsyncIterator<Row, void>): Promise<Head | undefined> {
  const { value } = await shelf.next();
  return value ? { shelf, row: value } : undefined;
}

interface Shelf {
  readonly kind: string;
  readonly state: string;
}

function chooseShelves({ states = runStates, own = false, refused = false }: RunQuery): readonly Shelf[] {
  const left = new Set([...(own ? [] : ['own']), ...(refused ? [] : ['refused'])]);
  const kinds = runKinds.filter((kind) => !left.has(kind));
  return kinds.flatMap((kind) => [...new Set(states)].map((state) => ({ kind, state })));
}

async function* readShelf(
  database: Database,
  statements: Statements,
  query: RunQuery,
  { kind, state }: Shelf,
  from: RunCursor | undefined,
): AsyncGenerator<Row, void, void> {
  const values: Value[] = [];
  const value = (given: Value) => `$${values.push(given)}`;
  const conditions = [`kind = ${value(kind)}`, `state = ${value(state)}`];
  if (query.caller !== undefined) conditions.push(`caller = ${value(toText(query.caller))}`);
  if (query.since !== undefined) conditions.push(`created_at >= ${value(readTime('since', query.since))}`);
  if (query.until !== undefined) conditions.push(`created_at < ${value(readTime('until', query.until))}`);
  const filter = makeFilter(database, query, value);
  const isMeant = commandFilter(query);
  const limit = filter.length === 0 && query.command === undefined ? query.limit + 1 : rowsAtOnce;
  const limited = value(limit);
  for (let after = from; ; ) {
    const given = [...values];
    const place =
      after &&
      `(created_at, run, chain) < ($${given.push(after.createdAt)}, $${given.push(after.run)}, $${given.push(after.chain)})`;
    const sql = statements.listRuns(place ? [...conditions, place] : conditions, filter, limited);
    const rows = (await database.query(sql, given)).map((row) => (isMeant(row) ? row : { ...row, record: null }));
    const last = rows.at(-1);
    // The last one tells how far was read: where others have newer runs, nobody need read on here.
    yield* rows.filter((row) => row.record !== null || row === last);
    if (!last || rows.length < limit) return;
    after = cursorAt(last);
    await setImmediate();
  }
}

/** What no order helps with. */
function makeFilter(
  { dialect }: Database,
  { door, session, chat, command }: RunQuery,
  value: (given: Value) => string,
): readonly string[] {
  const filter: string[] = [];
  if (door !== undefined) filter.push(`door = ${value(toText(door))}`);
  if (session !== undefined) filter.push(`session = ${value(toText(session))}`);
  // A chat that is not there makes the comparison unknown, which is not true.
  if (chat !== undefined) filter.push(`chat = ${value(toText(chat))}`);
  // Of those that have it in them, the words are looked at.
  const part = certainPart(wordsOf(toText(command ?? '')));
  if (part !== undefined) filter.push(`${dialect.position}(record, ${value(part)}) > 0`);
  return filter;
}

function commandFilter({ command = '' }: RunQuery): (row: Row) => boolean {
  const wanted = wordsOf(toText(command));
  if (wanted.length === 0) return () => true;
  return (row) => {
    if (row.record === null) return false;
    const { command: text, parsed_command: path } = readRecord(row);
    return namesCommand(text, path, wanted);
  };
}

function readTime(name: string, text: string): number {
  const time = toTime(text);
  if (time !== undefined) return time;
  throw new GateError('VALIDATION_ERROR', `"${name}" is not a time`, {
    hint: 'Write it like 2026-03-01T10:00:00Z',
  });
}
