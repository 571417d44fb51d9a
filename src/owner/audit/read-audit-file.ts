// The plain record of a program that keeps no ledger: one JSON object a line, in the order in which they were written.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { objectOf, textOf } from '../../ledger/index/request-of.js';
import { matches, numberOf, type RequestFilter, type RequestRow } from './list-requests.js';

/** The newest first, one more than `most` where there are more. A file that is not there has nothing in it. */
export async function readAuditFile(file: string, filter: RequestFilter, most: number): Promise<readonly RequestRow[]> {
  const newest: RequestRow[] = [];
  for await (const line of linesOf(file)) {
    const row = toRow(line);
    if (!row || !matches(row, filter)) continue;
    newest.push(row);
    if (newest.length > most + 1) newest.shift();
  }
  return newest.reverse();
}

/** Every line as it is. */
export async function* linesOf(file: string): AsyncGenerator<string, void, void> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Half a line, which a process that died may have left, is none. */
function toRow(line: string): RequestRow | undefined {
  const entry = parse(line);
  if (typeof entry.timestamp !== 'string') return undefined;
  const context = objectOf(entry.user_context);
  return {
    at: entry.timestamp,
    run: textOf(context.run_id, ''),
    caller: textOf(context.caller, ''),
    door: textOf(context.door, ''),
    trace: textOf(context.trace_id, null),
    decision: textOf(objectOf(entry.decision).decision, null),
    answer: null,
    state: entry.success === true ? 'completed' : 'failed',
    duration_ms: numberOf(entry.duration_ms),
    command: textOf(entry.command, ''),
    error_code: textOf(entry.error_code, null),
    exit_code: null,
    gate: null,
    seq: null,
  };
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return {};
  }
}
