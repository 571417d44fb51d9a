import { expect, test } from 'vitest';
import { EntriesAt } from './entries-at.js';
import type { Place } from './open-starts.js';
import { readLedger } from './read-ledger.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();

const request = { command: 'deploy --to production', user_context: { caller: 'bot' }, decision: { decision: 'ask' } };

/** Every entry about a run: as it was written, and with what it leaves to another one. */
async function entriesOfRuns() {
  const log = new EntriesAt(ledger.directory);
  const found: { written: Record<string, unknown>; complete: Record<string, unknown> }[] = [];
  for await (const { entry, place } of readLedger(ledger.directory)) {
    if (entry.run === undefined) continue;
    found.push({ written: entry, complete: await log.complete(entry, place.segment) });
  }
  await log.close();
  return found;
}

test('what was said when a run began is not said again, and found again', async () => {
  const log = ledger.open();
  log.append('start', { run: 'one', ...request });
  log.append('refused', { run: 'two', command: 'other' });
  await log.appendLater('end', { run: 'one', success: true }, { run: 'one', ...request, success: true });

  const end = (await entriesOfRuns()).at(-1);
  expect(end?.written).not.toHaveProperty('command');
  expect(end?.complete).toMatchObject({ type: 'end', run: 'one', ...request, success: true });
  expect(end?.complete).not.toHaveProperty('begun');
});

test('an end in a later segment says everything itself: the segment before it may be gone', async () => {
  const log = ledger.open({ segmentBytes: 300 });
  log.append('start', { run: 'one', ...request });
  log.append('refused', { run: 'two', command: 'x'.repeat(300) });
  await log.appendLater('end', { run: 'one', success: true }, { run: 'one', ...request, success: true });

  expect((await entriesOfRuns()).at(-1)?.written).toMatchObject({ type: 'end', ...request, success: true });
});

test('what has changed since is what counts', async () => {
  const log = ledger.open();
  log.append('start', { run: 'one', ...request });
  const decision = { decision: 'ask', approval: { answer: 'approve' } };
  await log.appendLater('end', { run: 'one', decision }, { run: 'one', ...request, decision });

  expect((await entriesOfRuns()).at(-1)?.complete).toMatchObject({ ...request, decision });
});

test('an entry that points elsewhere gets nothing from there', async () => {
  const log = ledger.open();
  log.append('start', { run: 'one', ...request });
  log.append('start', { run: 'two', command: 'harmless' });
  await log.appendLater('end', { run: 'two' }, { run: 'two', command: 'harmless' });
  const entries = await entriesOfRuns();
  const at = new EntriesAt(ledger.directory);
  const end = entries.at(-1)?.written as never;
  for (const begun of [[0, 10], [0, 1e9], [-1, 5], ['0', 5], [1.5, 5], {}, 'x', [0]]) {
    expect(await at.complete({ ...(end as object), begun } as never, 1)).not.toHaveProperty('command');
  }
  const places: Place[] = [];
  for await (const { entry, place } of readLedger(ledger.directory)) if (entry.run === 'one') places.push(place);
  const [first] = places;
  const stolen = { ...(end as object), begun: [first?.offset, first?.length] } as never;
  expect(await at.complete(stolen, 1)).not.toHaveProperty('command');
  await at.close();
});

test('nobody can write where a run began but the log itself', () => {
  expect(() => ledger.open().append('end', { run: 'one', begun: [0, 1] })).toThrow('cannot be called "begun"');
});
