// Finds requests by what is asked for, the newest first.

import type { Database, Row, Value } from './database.js';
import type { FoundRequest, RequestQuery } from './ledger-index.js';
import { certainPart, wordsOf } from './names-command.js';
import { toText } from './run-row.js';
import type { Statements } from './statements.js';

export async function findRequests(
  database: Database,
  statements: Statements,
  query: RequestQuery,
): Promise<readonly FoundRequest[]> {
  const values: Value[] = [];
  const value = (given: Value) => `$${values.push(given)}`;
  const conditions = [...chooseConditions(query, (text) => value(toText(text)))];
  const sql = statements.listRequests(conditions, value(query.limit));
  return (await database.query(sql, values)).map(toRequest);
}

function* chooseConditions(
  { kind, state, caller, run, trace, client, command, since, listedSince, until }: RequestQuery,
  value: (text: string) => string,
): Generator<string, void, void> {
  // Of a run or a trace there are few. A plus keeps SQLite from going through all of a caller or a state instead.
  const plus = run === undefined && trace === undefined ? '' : '+';
  if (kind === 'open') yield `${plus}state IS NULL`;
  else if (state === undefined) yield '+state IS NOT NULL';
  else yield `${plus}state = ${value(state)}`;
  if (caller !== undefined) yield `${plus}caller = ${value(caller)}`;
  if (run !== undefined) yield `run = ${value(run)}`;
  if (trace !== undefined) yield `trace = ${value(trace)}`;
  if (listedSince !== undefined) yield `listed_at >= ${value(listedSince)}`;
  if (since !== undefined) yield `at >= ${value(since)}`;
  // No request is listed after its time: the first lets the order be used.
  if (until !== undefined) yield `listed_at < ${value(until)} AND at < ${value(until)}`;
  if (client !== undefined) {
    // Whatever has a version begins with the name and a blank; what follows the blank in order is "!".
    const [name, from, before] = [client, `${client} `, `${client}!`].map(value);
    yield `(client = ${name} OR (client >= ${from} AND client < ${before}))`;
  }
  const part = certainPart(wordsOf(command ?? ''));
  if (part !== undefined) yield `instr(command, ${value(part)}) > 0`;
}

function toRequest({ gate, segment, begins, bytes, listed_at }: Row): FoundRequest {
  return {
    gate: String(gate),
    place: { segment: Number(segment), offset: Number(begins), length: Number(bytes) },
    listedAt: String(listed_at),
  };
}
