import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LedgerLog, openLedgerLog } from '../../ledger/log/ledger-log.js';
import { listRequests, type RequestFilter, type RequestRow } from './list-requests.js';

let directory: string;
let time: number;
const logs: LedgerLog[] = [];

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'cmdgate-audit-')), 'log');
  time = Date.parse('2026-03-01T10:00:00.000Z');
});

afterEach(() => {
  for (const log of logs.splice(0)) log.close();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

function open(): LedgerLog {
  const log = openLedgerLog({ directory, sync: 'process', segmentBytes: 2_000, now: () => time++ });
  logs.push(log);
  return log;
}

const request = (run: string, command: string, caller = 'agent') => ({
  run,
  command,
  user_context: { caller, door: 'mcp-stdio' },
});

async function list(filter: RequestFilter = {}): Promise<readonly RequestRow[]> {
  const rows: RequestRow[] = [];
  for await (const row of listRequests(directory, filter)) rows.push(row);
  return rows;
}

const statesOf = (rows: readonly RequestRow[]) => rows.map(({ run, state }) => [run, state]);

test('each run is one row, the newest first, with what the entry says', async () => {
  const log = open();
  log.append('start', request('run_1', 'shell ls'));
  log.append('refused', { ...request('run_2', 'shell rm'), error_code: 'PERMISSION_DENIED', duration_ms: 1 });
  log.append('asked', { run: 'run_3', approval: {} });
  const decision = { decision: 'ask', approval: { id: 'approval_1', answer: 'approve', by: 'terminal' } };
  log.append('end', { ...request('run_1', 'shell ls'), state: 'failed', exit_code: 2, duration_ms: 3.5, decision });
  expect(await list()).toEqual([
    {
      at: expect.any(String),
      run: 'run_1',
      caller: 'agent',
      door: 'mcp-stdio',
      client: null,
      trace: null,
      decision: 'ask',
      answer: 'approve',
      state: 'failed',
      duration_ms: 3.5,
      command: 'shell ls',
      error_code: null,
      exit_code: 2,
      gate: log.gateId,
      seq: 6,
    },
    expect.objectContaining({ run: 'run_2', state: 'refused', error_code: 'PERMISSION_DENIED', seq: 4 }),
  ]);
});

test('what goes on is shown once, however long ago it began', async () => {
  const log = open();
  log.append('accepted', request('run_1', 'shell a'));
  log.append('accepted', request('run_2', 'shell b'));
  log.append('start', request('run_2', 'shell b'));
  for (let number = 3; number < 30; number++) {
    log.append('start', request(`run_${number}`, 'shell c'));
    log.append('end', { ...request(`run_${number}`, 'shell c'), state: 'completed' });
  }
  const rows = await list();
  expect(statesOf(rows.slice(-2))).toEqual([
    ['run_2', 'running'],
    ['run_1', 'queued'],
  ]);
  expect(rows).toHaveLength(29);
  expect(new Set(rows.map(({ run }) => run)).size).toBe(29);
});

test('runs of a gate that died are lost, also before anybody has written that down', async () => {
  const log = open();
  log.append('start', request('run_1', 'shell a'));
  log.close();
  const leases = join(directory, 'leases');
  const lease = readdirSync(leases).find((name) => name.endsWith('.lease')) ?? '';
  expect(statesOf(await list())).toEqual([['run_1', 'running']]);
  renameSync(join(leases, lease), join(leases, lease.replace(`.${process.pid}.`, '.99999999.')));
  expect(statesOf(await list())).toEqual([['run_1', 'lost']]);
  await open().recoverDeadGates(() => request('run_1', 'shell a'));
  expect(statesOf(await list())).toEqual([['run_1', 'lost']]);
});

test('filters let through what they name', async () => {
  const log = open();
  const end = (run: string, command: string, caller: string, state = 'completed') =>
    log.append('end', { ...request(run, command, caller), state });
  end('run_1', 'shell ls', 'alice');
  end('run_2', 'shell rm -r build', 'bob', 'failed');
  time = Date.parse('2026-03-01T12:00:00.000Z');
  log.append('refused', request('run_3', 'shell rm x', 'alice'));
  const runs = async (filter: RequestFilter) => (await list(filter)).map(({ run }) => run);
  expect(await runs({})).toEqual(['run_3', 'run_2', 'run_1']);
  expect(await runs({ caller: 'alice' })).toEqual(['run_3', 'run_1']);
  expect(await runs({ state: 'refused' })).toEqual(['run_3']);
  expect(await runs({ state: 'failed' })).toEqual(['run_2']);
  expect(await runs({ command: 'rm' })).toEqual(['run_3', 'run_2']);
  expect(await runs({ command: 'build' })).toEqual(['run_2']);
  expect(await runs({ command: 'r' })).toEqual([]);
  expect(await runs({ run: 'run_1' })).toEqual(['run_1']);
  expect(await runs({ since: '2026-03-01T11:00:00.000Z' })).toEqual(['run_3']);
  expect(await runs({ until: '2026-03-01T11:00:00.000Z' })).toEqual(['run_2', 'run_1']);
  expect(await runs({ since: '2026-03-03T11:00:00.000Z' })).toEqual([]);
});

test('an entry that holds something else is shown as far as it can be', async () => {
  open().append('end', { run: 7, command: ['x'], user_context: 'nobody', decision: null, duration_ms: 'long' });
  expect(await list()).toMatchObject([{ run: '', command: '', caller: '', decision: null, duration_ms: null }]);
});

test('there is nothing where there is no ledger', async () => {
  expect(await list()).toEqual([]);
});
