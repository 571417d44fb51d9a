import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LedgerDirectory } from './ledger-directory.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();
const day = 24 * 60 * 60 * 1_000;
const segmentBytes = 1_000;

/** As if it had been looked for old segments at this time before. */
const knowTheTime = () => writeFileSync(join(ledger.directory, 'clock'), `${ledger.time}\n`);

const segments = (gate: string) => new LedgerDirectory(ledger.directory).listSegments(gate);

async function numbers(): Promise<readonly unknown[]> {
  return (await ledger.read()).flatMap(({ number }) => number ?? []);
}

test('what is older is removed, a checkpoint tells so, and the rest is sound', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 20; number++) {
    ledger.time += day;
    log.append('refused', { number });
  }
  const before = segments(log.gateId);
  knowTheTime();
  const [removed] = await log.removeOldSegments({ keepDays: 10 });
  const [first = 0] = segments(log.gateId);
  expect(removed).toMatchObject({ gate: log.gateId, segments: first - 1 });
  expect(first).toBeGreaterThan(1);
  expect(segments(log.gateId).at(-1)).toBe(before.at(-1));
  expect((await numbers()).at(-1)).toBe(19);
  expect(await numbers()).toEqual(expect.arrayContaining([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]));
  const entries = await ledger.read();
  const { seq, prev } = entries[0] ?? {};
  expect(entries.at(-1)).toMatchObject({ type: 'checkpoint', first: { segment: first, seq, prev } });
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
  log.close();
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('more than was removed on purpose is still found', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 30; number++) log.append('refused', { number });
  await log.removeOldSegments({ keepBytes: 8_000 });
  log.close();
  const [first = 0] = segments(log.gateId);
  rmSync(ledger.segment(log.gateId, first));
  expect((await ledger.findings()).map(([kind]) => kind)).toEqual(['missing_segment']);
});

test('the oldest go until so many bytes are left, of all chains that are in no other hands', async () => {
  const closed = ledger.fill(20, { segmentBytes });
  const held = ledger.open({ segmentBytes });
  const own = ledger.open({ segmentBytes });
  // The closed chain is taken by the first of them.
  for (let number = 0; number < 10; number++) held.append('refused', { number });
  for (let number = 0; number < 10; number++) own.append('refused', { number });
  const free = own.gateId;
  own.close();
  const before = segments(closed);
  const removed = await ledger.open({ segmentBytes }).removeOldSegments({ keepBytes: 3_000 });
  expect(removed.map(({ gate }) => gate)).toEqual([free]);
  // The newest one stays, and is full: the checkpoint is in another one.
  expect(segments(free)).toHaveLength(2);
  expect(segments(closed)).toEqual(before);
  await held.removeOldSegments({ keepBytes: 3_000 });
  expect(segments(closed).length).toBeLessThan(4);
  expect(await ledger.verify()).toMatchObject({ sound: true });
});

test('a chain of which all is old keeps its end', async () => {
  const gate = ledger.fill(10);
  ledger.time += 100 * day;
  const log = ledger.open();
  knowTheTime();
  expect(await log.removeOldSegments({ keepDays: 30 })).toMatchObject([{ gate, segments: 1 }]);
  expect(await ledger.types()).toEqual(['segment', 'checkpoint']);
  expect(await ledger.verify()).toMatchObject({ sound: true });
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
  log.close();
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('the start of a run that goes on is kept', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 10; number++) log.append('refused', { number });
  log.append('start', { run: 'a' });
  for (let number = 10; number < 30; number++) log.append('refused', { number });
  await log.removeOldSegments({ keepBytes: 0 });
  expect((await ledger.types()).filter((type) => type === 'start')).toEqual(['start']);
  log.close();
  ledger.letDie(log.gateId);
  const [recovered] = await ledger.open().recoverDeadGates(() => ({}));
  expect(recovered?.lost).toMatchObject([{ run: 'a', start: { run: 'a' } }]);
  expect(await ledger.verify()).toMatchObject({ sound: true });
});

test('a removal that was broken off is no problem, and is finished by the next one', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 30; number++) log.append('refused', { number });
  const kept = ledger.segment(log.gateId, 3);
  copyFileSync(kept, `${kept}.copy`);
  await log.removeOldSegments({ keepBytes: 3_000 });
  // As if the gate had died before it had removed the third.
  copyFileSync(`${kept}.copy`, kept);
  const following = segments(log.gateId)[1] ?? 0;
  expect(following).toBeGreaterThan(3);
  expect(await ledger.verify()).toMatchObject({ sound: true });
  await log.removeOldSegments({ keepBytes: 3_000 });
  expect(segments(log.gateId)[0]).toBeGreaterThan(3);
  expect(await ledger.verify()).toMatchObject({ sound: true });
});

test('nothing is removed where nothing is old', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 10; number++) log.append('refused', { number });
  const before = await ledger.read();
  expect(await log.removeOldSegments({})).toEqual([]);
  expect(await log.removeOldSegments({ keepDays: 1, keepBytes: 1_000_000 })).toEqual([]);
  expect(await ledger.read()).toEqual(before);
});

test('a clock that is years ahead for one run removes nothing of the log', async () => {
  const log = ledger.open({ segmentBytes });
  for (let number = 0; number < 20; number++) log.append('refused', { number });
  expect(await log.removeOldSegments({ keepDays: 10 })).toEqual([]);
  ledger.time += 1_000 * day;
  expect(await log.removeOldSegments({ keepDays: 10 })).toEqual([]);
  ledger.time -= 1_000 * day;
  expect(await log.removeOldSegments({ keepDays: 10 })).toEqual([]);
  expect(await numbers()).toHaveLength(20);
});
