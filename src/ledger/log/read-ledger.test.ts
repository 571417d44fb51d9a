import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerEntry } from './entry.js';
import type { LedgerRecord } from './merge-by-time.js';
import { type LedgerPosition, positionAfter, readLedger } from './read-ledger.js';
import { tailLedger } from './tail-ledger.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();

async function take(records: AsyncIterable<LedgerRecord>, count = Number.POSITIVE_INFINITY): Promise<LedgerRecord[]> {
  const taken: LedgerRecord[] = [];
  for await (const record of records) {
    if (taken.push(record) >= count) break;
  }
  return taken;
}

const brief = (records: readonly LedgerRecord[]) => records.map(({ entry }) => [entry.gate, entry.seq]);

/** Entries of three gates, in the order of `order`, whose clocks go on by `steps`. */
function write(order: readonly number[], steps: readonly number[], segmentBytes: number): void {
  let time = Date.parse('2026-03-01T10:00:00.000Z');
  const logs = [0, 1, 2].map(() => ledger.open({ segmentBytes, now: () => time }));
  for (const [index, gate] of order.entries()) {
    time += (steps[index % Math.max(1, steps.length)] ?? 1) * 1_000;
    logs[gate]?.append('refused', { index, text: 'x'.repeat(index % 300) });
  }
  for (const log of logs) log.close();
}

const orders = fc.array(fc.nat(2), { minLength: 1, maxLength: 60 });
const clear = () => rmSync(ledger.directory, { recursive: true, force: true });

test('all entries come by their times, and each chain in its own order', async () => {
  await fc.assert(
    fc.asyncProperty(orders, fc.constantFrom(500, 2_000, 100_000), async (order, segmentBytes) => {
      clear();
      write(order, [1], segmentBytes);
      const entries = (await take(readLedger(ledger.directory))).map(({ entry }) => entry);
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
      expect(entries.flatMap(({ index }) => index ?? [])).toEqual(order.map((_, index) => index));
    }),
    { numRuns: 30 },
  );
});

test('reading may stop anywhere and go on there, and nothing is missed or read twice', async () => {
  await fc.assert(
    fc.asyncProperty(orders, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (order, stops) => {
      clear();
      write(order, [1, -2, 5], 1_000);
      const all = await take(readLedger(ledger.directory));
      const read: LedgerRecord[] = [];
      const from: Record<string, ReturnType<typeof positionAfter>> = {};
      for (let turn = 0; ; turn++) {
        const some = await take(readLedger(ledger.directory, { from }), stops[turn % stops.length]);
        if (some.length === 0) break;
        for (const record of some) from[record.entry.gate] = positionAfter(record);
        read.push(...some);
      }
      expect(brief(read)).toEqual(brief(all));
    }),
    { numRuns: 25 },
  );
});

test('where a clock was set back, the order of the chain holds', async () => {
  write([0, 0, 0, 0], [5, -3, 1, 1], 100_000);
  const entries = (await take(readLedger(ledger.directory))).map(({ entry }) => entry);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
});

test('the tail gives the same entries, the newest first', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      clear();
      write(order, [1], 1_500);
      const entries = (await take(tailLedger(ledger.directory))).map(({ entry }) => entry);
      expect(entries.flatMap(({ index }) => index ?? [])).toEqual(order.map((_, index) => index).reverse());
      const forwards = (await take(readLedger(ledger.directory))).map(({ entry }) => entry);
      const byPlace = (left: LedgerEntry, right: LedgerEntry) =>
        left.gate === right.gate ? left.seq - right.seq : left.gate < right.gate ? -1 : 1;
      expect(entries.toSorted(byPlace)).toEqual(forwards.toSorted(byPlace));
    }),
    { numRuns: 20 },
  );
});

test('what a living gate appends is read on from where the reader was', async () => {
  const log = ledger.open({ segmentBytes: 1_000 });
  let from: LedgerPosition = {};
  const numbers: unknown[] = [];
  for (let number = 0; number < 30; number++) {
    log.append('refused', { number });
    for (const record of await take(readLedger(ledger.directory, { from }))) {
      from = { [record.entry.gate]: positionAfter(record) };
      if (record.entry.type === 'refused') numbers.push(record.entry.number);
    }
  }
  expect(numbers).toEqual(Array.from({ length: 30 }, (_, number) => number));
});

test('half a line is not there yet, and lines that are no entries are passed over', async () => {
  const log = ledger.open();
  log.append('refused', { number: 1 });
  const [first] = ledger.lines(log.gateId).slice(-1);
  appendFileSync(ledger.segment(log.gateId), `nonsense\n\n${(first ?? '').slice(0, 40)}`);
  expect(await ledger.types()).toEqual(['segment', 'opened', 'refused']);
  expect((await take(tailLedger(ledger.directory))).map(({ entry }) => entry.seq)).toEqual([3, 2, 1]);
});

test('a reader who was at entries that were removed goes on with the first that are there', async () => {
  const gate = ledger.fill(30, { segmentBytes: 1_000 });
  rmSync(ledger.segment(gate, 1));
  rmSync(ledger.segment(gate, 2));
  const [next] = await take(readLedger(ledger.directory, { from: { [gate]: { segment: 1, offset: 400 } } }), 1);
  expect(next?.place).toMatchObject({ segment: 3, offset: 0 });
});

test('a ledger that is not there has no entries', async () => {
  expect(await take(readLedger(join(ledger.directory, 'nowhere')))).toEqual([]);
  expect(await take(tailLedger(join(ledger.directory, 'nowhere')))).toEqual([]);
});
