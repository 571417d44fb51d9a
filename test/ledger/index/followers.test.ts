// Several gates, each a process of its own, follow one log into one index while it is written.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readLedger } from '../../../src/ledger/log/read-ledger.js';
import { buildFollower, FollowerProcess, removeFollower } from './follower-process.js';
import { makeTestDatabase, type TestDatabase } from './postgresql/test-database.js';
import { ended, listAll, request, TestLedger } from './test-ledger.js';

let folder: string;
let database: TestDatabase | undefined;

beforeAll(async () => {
  folder = await buildFollower();
  database = await makeTestDatabase();
}, 120_000);

afterAll(async () => {
  removeFollower(folder);
  await database?.remove();
});

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  const started: FollowerProcess[] = [];
  let ledger: TestLedger;

  afterEach(async () => {
    for (const follower of started.splice(0)) await follower.kill();
    await ledger.remove();
    await database?.sql.unsafe('DROP SCHEMA IF EXISTS cmdgate CASCADE');
  });

  async function start(): Promise<FollowerProcess> {
    const url = kind === 'PostgreSQL' ? database?.url : undefined;
    const follower = new FollowerProcess(folder, { directory: ledger.directory, url });
    started.push(follower);
    await follower.isUp();
    return follower;
  }

  /** Runs of two gates, some of which go on for a while. */
  async function write(): Promise<number> {
    const logs = [ledger.openLog({ segmentBytes: 40_000 }), ledger.openLog({ segmentBytes: 40_000 })];
    for (let number = 0; number < 600; number++) {
      for (const [place, log] of logs.entries()) {
        log.append('start', request(`r${place}_${number}`, { at: new Date(ledger.time + number).toISOString() }));
        if (number >= 5) log.append('end', request(`r${place}_${number - 5}`, ended));
      }
      if (number % 20 === 0) await sleep(1);
    }
    for (const log of logs) log.close();
    return 2 * (600 + 595);
  }

  test('each entry is taken in by one of them, and nobody hears a warning', async () => {
    ledger = new TestLedger(kind === 'PostgreSQL' ? database?.url : undefined);
    const followers = await Promise.all([start(), start(), start()]);
    const written = await write();
    const told = await Promise.all(followers.map((follower) => follower.finish()));

    expect(told.map(({ complaints }) => complaints)).toEqual(['', '', '']);
    const all = await countEntries(ledger);
    expect(all).toBeGreaterThan(written);
    expect(told.reduce((sum, { entries }) => sum + entries, 0)).toBe(all);
    const index = await ledger.openIndex();
    expect(await index.follow()).toEqual({ entries: 0 });
    expect(await listAll(index, { limit: 500 })).toEqual(await ledger.foldLog());
  }, 120_000);

  test('one that is killed in the middle leaves nothing half done', async () => {
    ledger = new TestLedger(kind === 'PostgreSQL' ? database?.url : undefined);
    const survivor = await start();
    const writing = write();
    for (let round = 0; round < 6; round++) {
      const victim = await start();
      await sleep(Math.random() * 60);
      await victim.kill();
    }
    await writing;
    await survivor.finish();
    const index = await ledger.openIndex();
    await index.follow();
    expect(await listAll(index, { limit: 500 })).toEqual(await ledger.foldLog());
  }, 120_000);
});

async function countEntries(ledger: TestLedger): Promise<number> {
  let count = 0;
  for await (const _record of readLedger(ledger.log)) count++;
  return count;
}
