// The index is only believed as long as it tells what the log tells: whoever can write its file could change it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSqlite } from '../../../src/ledger/index/sqlite/connection.js';
import { ended, request, TestLedger } from './test-ledger.js';

let ledger: TestLedger;

beforeEach(() => {
  ledger = new TestLedger(undefined);
});

afterEach(() => ledger.remove());

/** Some runs in each of several segments, one that goes through all of them, and some that have not ended. */
async function fill(): Promise<number> {
  const log = ledger.openLog({ segmentBytes: 8_000 });
  log.append('accepted', request('long'));
  log.append('start', request('waiting'));
  for (let number = 0; number < 30; number++) {
    const run = `r${number}`;
    log.append('start', request(run));
    if (number === 15) log.append('start', request('long'));
    log.append('end', request(run, ended));
    if (number === 3) log.append('answered', { run: 'r0', approval_id: 'x' });
  }
  log.append('end', request('long', ended));
  log.append('refused', request('no', { error_code: 'PERMISSION_DENIED' }));
  await (await ledger.openIndex()).follow();
  return new Set(await ledger.foldLog().then((records) => records.map(({ run }) => run))).size;
}

async function changeIndex(sql: string): Promise<void> {
  const directory = join(ledger.directory, 'index');
  const file = readdirSync(directory).find((name) => name.endsWith('.sqlite')) ?? '';
  const connection = (await loadSqlite())(join(directory, file));
  connection.exec(sql);
  connection.close();
}

const compare = async (part: 'sample' | 'all') => (await ledger.openIndex()).compare(part);

test('an index that was not touched tells what the log tells, also where the log has gone on', async () => {
  const count = await fill();
  expect(await compare('all')).toEqual({ runs: count, problems: [] });
  for (let time = 0; time < 10; time++) expect((await compare('sample')).problems).toEqual([]);
  ledger.openLog({ segmentBytes: 8_000 }).append('end', request('new', ended));
  expect(await compare('all')).toEqual({ runs: count, problems: [] });
});

test.each([
  ["UPDATE runs SET record = replace(record, 'hello', 'other') WHERE run = 'r7'", 'r7'],
  ["UPDATE runs SET caller = 'bob' WHERE run = 'r7'", 'r7'],
  ["UPDATE runs SET state = 'failed' WHERE run = 'long'", 'long'],
  ["UPDATE runs SET first_segment = first_segment - 1 WHERE run = 'r20'", 'r20'],
  ["UPDATE runs SET first_segment = 99 WHERE run = 'r20'", 'r20'],
  ["UPDATE runs SET last_segment = 99 WHERE run = 'r20'", 'r20'],
  ["DELETE FROM runs WHERE run = 'r7'", 'r7'],
  ["DELETE FROM runs WHERE run = 'waiting'", 'waiting'],
  ["UPDATE runs SET run = 'forged' WHERE run = 'r7'", 'forged'],
  ["UPDATE requests SET state = 'completed' WHERE run = 'no'", 'no'],
  ["UPDATE requests SET command = 'shell ls' WHERE run = 'r7'", 'r7'],
  ["UPDATE requests SET listed_at = '2027' WHERE run = 'r7'", 'r7'],
  ["DELETE FROM requests WHERE run = 'no'", 'no'],
  ["UPDATE requests SET begins = begins + 1 WHERE run = 'no'", 'no'],
])('%s is found', async (sql, run) => {
  await fill();
  await changeIndex(sql);
  const { problems } = await compare('all');
  expect(problems.map((problem) => problem.run)).toContain(run);
});

test('a sample of a small log is all of it', async () => {
  const log = ledger.openLog();
  for (let number = 0; number < 5; number++) log.append('end', request(`r${number}`, ended));
  await (await ledger.openIndex()).follow();
  await changeIndex("UPDATE runs SET state = 'failed' WHERE run = 'r3'");
  expect(await compare('sample')).toEqual({
    runs: 5,
    problems: [{ gate: log.gateId, run: 'r3', message: 'The index disagrees with the log about the run r3 (state)' }],
  });
  await (await ledger.openIndex()).rebuild();
  expect(await compare('sample')).toEqual({ runs: 5, problems: [] });
});
