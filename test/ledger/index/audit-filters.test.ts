// `audit list` asks the index where it would have to read the whole log: the answers have to be the same.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSqlite } from '../../../src/ledger/index/sqlite/connection.js';
import type { LedgerLog } from '../../../src/ledger/log/ledger-log.js';
import { findRequests } from '../../../src/owner/audit/find-requests.js';
import { listRequests, matches, type RequestFilter, type RequestRow } from '../../../src/owner/audit/list-requests.js';
import { request, TestLedger } from './test-ledger.js';

let ledger: TestLedger;
let seed: number;

beforeEach(() => {
  ledger = new TestLedger(undefined);
  seed = 7;
});

afterEach(() => ledger.remove());

const neverAborted = new AbortController().signal;

/** The same numbers in every run of the test. */
function below(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
}

async function fromLog(filter: RequestFilter, most: number): Promise<readonly RequestRow[]> {
  const rows: RequestRow[] = [];
  for await (const row of listRequests(ledger.log, filter)) {
    rows.push(row);
    if (rows.length > most) break;
  }
  return rows;
}

const fromIndex = (filter: RequestFilter, most: number) => findRequests(ledger, filter, most, neverAborted);

/** Runs of several gates at once. Some go on, some are refused, and now and then a clock is set back. */
function write(logs: readonly LedgerLog[], from: number, to: number): void {
  for (let number = from; number < to; number++) {
    const log = logs[below(logs.length)] as LedgerLog;
    ledger.time += below(5) * 100;
    if (below(150) === 0) ledger.time -= below(3) === 0 ? 26 * 3_600_000 : 5_000;
    const run = `run_${number}`;
    const fields = request(run, { caller: `agent-${below(4)}` });
    const command = `shell ${['ls', 'rm -r build', 'git 100%_done', 'größe 🙂'][below(4)]} ${below(50)}`;
    const trace = below(3) === 0 ? { trace_id: `trace-${below(40)}` } : {};
    const described = { ...fields, command, user_context: { ...(fields.user_context as object), ...trace } };
    const kind = below(20);
    if (kind === 0) log.append('refused', { ...described, error_code: 'PERMISSION_DENIED', duration_ms: 1 });
    if (kind === 1) log.append('accepted', described);
    if (kind === 2) log.append('lost', { ...described, state: 'lost' });
    if (kind < 3) continue;
    if (kind === 3) log.append('accepted', described);
    log.append('start', described);
    if (kind === 4) continue;
    if (kind === 5) log.append('asked', { run, approval: { id: 'approval_1' } });
    log.append('end', { ...described, state: ['completed', 'failed', 'canceled'][below(3)], duration_ms: below(90) });
  }
}

function* filters(): Generator<RequestFilter, void, void> {
  const time = () => new Date(ledger.time - below(200) * 60_000).toISOString();
  const any: readonly (() => RequestFilter)[] = [
    () => ({ caller: `agent-${below(5)}` }),
    () => ({ state: ['completed', 'failed', 'refused', 'lost', 'running', 'queued', 'canceled'][below(7)] as string }),
    () => ({ command: ['rm', 'ls 7', '%', '_', 'größe 🙂 1', 'nothing', ''][below(7)] as string }),
    () => ({ trace: `trace-${below(45)}` }),
    () => ({ run: `run_${below(2_250)}` }),
    () => ({ since: time() }),
    () => ({ until: time() }),
  ];
  for (const one of any) for (let count = 0; count < 6; count++) yield one();
  for (let count = 0; count < 60; count++) yield { ...any[below(7)]?.(), ...any[below(7)]?.() };
  yield {};
}

async function compareAll(): Promise<number> {
  let rows = 0;
  const all = await fromLog({}, Number.POSITIVE_INFINITY);
  for (const filter of filters()) {
    const most = [1, 20, 10_000][below(3)] as number;
    // To read the whole log for each of them takes long.
    const isShort = filter.since !== undefined;
    const expected = isShort
      ? await fromLog(filter, most)
      : all.filter((row) => matches(row, filter)).slice(0, most + 1);
    expect({ filter, rows: await fromIndex(filter, most) }).toEqual({ filter, rows: expected });
    rows += expected.length;
  }
  return rows;
}

test('the index finds the requests that reading the log would, in the same order', async () => {
  const now = () => ledger.time;
  const open = () => ledger.openLog({ now, segmentBytes: 150_000 });
  const logs = [open(), open(), open()];
  write(logs, 0, 1_200);
  expect(await compareAll()).toBeGreaterThan(1_000);
  // It goes on where it was, also with runs that were open then.
  for (let number = 0; number < 1_200; number += 7)
    logs[0]?.append('end', { ...request(`run_${number}`), state: 'failed' });
  write(logs, 1_200, 2_000);
  logs[2]?.close();
  expect(await compareAll()).toBeGreaterThan(1_000);
}, 120_000);

test('requests of segments that were removed are not found any more', async () => {
  const log = ledger.openLog({ segmentBytes: 20_000 });
  const runs = () => fromIndex({ caller: 'ann' }, 10_000);
  for (let number = 0; number < 200; number++) {
    log.append('start', request(`run_${number}`));
    log.append('end', { ...request(`run_${number}`), state: 'completed' });
  }
  expect(await runs()).toHaveLength(200);
  await log.removeOldSegments({ keepBytes: 60_000 });
  log.append('end', { ...request('run_200'), state: 'completed' });
  const left = await fromLog({ caller: 'ann' }, 10_000);
  expect(left.length).toBeLessThan(150);
  expect(await runs()).toEqual(left);
});

test('an index that tells of other places than the log is not believed', async () => {
  const log = ledger.openLog();
  log.append('end', { ...request('run_1', { caller: 'ann' }), state: 'completed' });
  log.append('end', { ...request('run_2', { caller: 'bob' }), state: 'completed' });
  const filter = { caller: 'ann' };
  const expected = await fromLog(filter, 10);
  expect(await fromIndex(filter, 10)).toEqual(expected);
  for (const change of ["caller = 'ann'", 'begins = begins + 1', 'segment = 9', 'bytes = 5']) {
    rmSync(join(ledger.directory, 'index'), { recursive: true });
    expect(await fromIndex(filter, 10)).toEqual(expected);
    await changeIndex(`UPDATE requests SET ${change}`);
    expect(await fromIndex(filter, 10)).toBeUndefined();
  }
});

test('a ledger that is not there stays so', async () => {
  expect(await fromIndex({ caller: 'ann' }, 10)).toBeUndefined();
  expect(existsSync(ledger.directory)).toBe(false);
});

async function changeIndex(sql: string): Promise<void> {
  const directory = join(ledger.directory, 'index');
  const file = readdirSync(directory).find((name) => name.endsWith('.sqlite')) ?? '';
  const connection = (await loadSqlite())(join(directory, file));
  connection.exec(sql);
  connection.close();
}
