import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { GateError } from '../../vocabulary/gate-error.js';
import { readEntryAt, readLedger } from './read-ledger.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();

test('nothing is made before there is something to write', () => {
  ledger.open().close();
  expect(readdirSync(dirname(ledger.directory))).toEqual([]);
});

test('an entry is on the file when append returns', () => {
  const log = ledger.open();
  log.append('refused', { command: 'rm' });
  const types = ledger.lines(log.gateId).map((line) => JSON.parse(line).type);
  expect(types).toEqual(['segment', 'opened', 'refused']);
});

test('entries of one moment are one write, in their order, and tell how many follow', async () => {
  const log = ledger.open();
  log.append('refused', { number: 0 });
  await Promise.all([1, 2, 3].map((number) => log.appendLater('refused', { number })));
  const entries = (await ledger.read()).slice(2);
  expect(entries.map(({ number, more }) => [number, more])).toEqual([
    [0, undefined],
    [1, 2],
    [2, 1],
    [3, undefined],
  ]);
});

test('what waits for the end of the moment is written before what is written at once', async () => {
  const log = ledger.open();
  const later = log.appendLater('refused', { number: 1 });
  log.append('refused', { number: 2 });
  await later;
  expect((await ledger.read()).slice(2).map(({ number }) => number)).toEqual([1, 2]);
});

test('an entry is what it was when it was given', async () => {
  const log = ledger.open();
  const fields = { command: 'before' };
  const later = log.appendLater('refused', fields);
  fields.command = 'after';
  await later;
  expect((await ledger.read()).at(-1)?.command).toBe('before');
});

test.each(['process', 'full'] as const)('with sync %s, entries come in any mixture and all are there', async (sync) => {
  const log = ledger.open({ sync, segmentBytes: 2_000 });
  const waiting: Promise<void>[] = [];
  for (let number = 0; number < 200; number++) {
    if (number % 3 === 0) log.append('refused', { number });
    else waiting.push(log.appendLater('refused', { number }));
    if (number % 7 === 0) await waiting.at(-1);
    if (number % 11 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(waiting);
  log.close();
  const numbers = (await ledger.read()).flatMap(({ type, number }) => (type === 'refused' ? [number] : []));
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, number) => number));
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test.each(['process', 'full'] as const)('with sync %s, closing writes what was not written yet', async (sync) => {
  const log = ledger.open({ sync });
  const first = log.appendLater('refused', { number: 1 });
  await Promise.resolve();
  const second = log.appendLater('refused', { number: 2 });
  log.close();
  await Promise.all([first, second]);
  expect(await ledger.types()).toEqual(['segment', 'opened', 'refused', 'refused', 'closed']);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('a closed log takes nothing', async () => {
  const log = ledger.open();
  log.append('refused', {});
  log.close();
  log.close();
  expect(() => log.append('refused', {})).toThrow(GateError);
  await expect(log.appendLater('refused', {})).rejects.toThrow(GateError);
});

test('a gate goes on with a chain that was closed, and begins one where all are in use', async () => {
  const first = ledger.open();
  first.append('refused', {});
  const second = ledger.open();
  second.append('refused', {});
  expect(second.gateId).not.toBe(first.gateId);
  first.close();
  const third = ledger.open();
  third.append('refused', {});
  expect(third.gateId).toBe(first.gateId);
  third.close();
  second.close();
  expect(ledger.leases()).toEqual([first.gateId, second.gateId].sort().map((gate) => `${gate}.free`));
  expect(await ledger.verify()).toMatchObject({ sound: true, entries: 4 + 3 + 4, notices: 0 });
});

test('segments follow each other by their length, and the chain goes through them', async () => {
  const gate = ledger.fill(50, { segmentBytes: 4_000 });
  const segments = readdirSync(join(ledger.directory, 'gates', gate));
  expect(segments.length).toBeGreaterThan(3);
  for (const name of segments.slice(0, -1)) {
    expect(statSync(join(ledger.directory, 'gates', gate, name)).size).toBeGreaterThanOrEqual(4_000);
  }
  expect(ledger.lines(gate, 2)[0]).toContain('"type":"segment","open":[]');
  expect((await ledger.read()).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 52 + segments.length }, (_, i) => i + 1),
  );
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('a segment begins with the runs that go on', async () => {
  const log = ledger.open({ segmentBytes: 1_500 });
  log.append('start', { run: 'long' });
  for (let number = 0; number < 20; number++) {
    log.append('start', { run: `short ${number}` });
    log.append('end', { run: `short ${number}` });
  }
  const segments = (await ledger.read()).filter(({ type }) => type === 'segment').slice(1);
  expect(segments.length).toBeGreaterThan(3);
  for (const { open } of segments) expect(open).toContainEqual(expect.objectContaining({ run: 'long', segment: 1 }));
});

test('while a run goes on, closing leaves the chain in the hands of this process', async () => {
  const log = ledger.open();
  log.append('start', { run: 'a' });
  log.close();
  expect(ledger.leases()).toEqual([expect.stringMatching(/\.lease$/)]);
  expect(await ledger.types()).toEqual(['segment', 'opened', 'start']);
  const next = ledger.open();
  next.append('refused', {});
  expect(next.gateId).not.toBe(log.gateId);
});

test('directories and files are for their owner only', () => {
  const gate = ledger.fill(1);
  const mode = (path: string) => statSync(path).mode & 0o777;
  const directories = ['.', 'gates', 'heads', 'leases', `gates/${gate}`];
  expect(directories.map((path) => mode(join(ledger.directory, path)))).toEqual(directories.map(() => 0o700));
  const files = [ledger.segment(gate), ledger.head(gate), join(ledger.directory, 'leases', `${gate}.free`)];
  expect(files.map(mode)).toEqual(files.map(() => 0o600));
});

test('a directory that is a link is not used, and the error says what to do', () => {
  mkdirSync(join(dirname(ledger.directory), 'elsewhere'));
  symlinkSync('elsewhere', ledger.directory);
  const log = ledger.open();
  expect(() => log.append('refused', {})).toThrow(/^The ledger cannot be kept in .*: it is a symbolic link$/);
  expect(readdirSync(join(dirname(ledger.directory), 'elsewhere'))).toEqual([]);
});

test('a segment that was replaced by a link is not written through', () => {
  const gate = ledger.fill(1);
  renameSync(ledger.segment(gate), `${ledger.segment(gate)}.away`);
  symlinkSync(`${ledger.segment(gate)}.away`, ledger.segment(gate));
  const log = ledger.open();
  log.append('refused', {});
  expect(log.gateId).not.toBe(gate);
  expect(ledger.leases()).toContain(`${gate}.abandoned`);
});

test('a log that cannot be written says so until it can, and then tells what it refused', async () => {
  const log = ledger.open();
  writeFileSync(ledger.directory, 'a file where a directory should be');
  expect(() => log.append('refused', { number: 1 })).toThrow(GateError);
  await expect(log.appendLater('refused', { number: 2 })).rejects.toThrow(GateError);
  expect(log.trouble()).toBeInstanceOf(GateError);
  rmSync(ledger.directory);
  expect(log.trouble()).toBeUndefined();
  log.append('refused', { number: 3 });
  log.close();
  const entries = await ledger.read();
  expect(entries.map(({ type }) => type)).toEqual(['segment', 'opened', 'resumed', 'refused', 'closed']);
  expect(entries[2]).toMatchObject({ refused: 2, problem: expect.stringContaining('not a directory') });
});

test('the end of a run that could not be written is written as soon as something can be', async () => {
  const log = ledger.open();
  writeFileSync(ledger.directory, 'a file where a directory should be');
  await expect(log.appendLater('end', { run: 'a', success: true })).rejects.toThrow(GateError);
  expect(() => log.append('start', { run: 'b' })).toThrow(GateError);
  rmSync(ledger.directory);
  expect(log.trouble()).toBeUndefined();
  log.append('start', { run: 'c' });
  const entries = await ledger.read();
  expect(entries.map(({ type, run }) => [type, run])).toEqual([
    ['segment', undefined],
    ['opened', undefined],
    ['resumed', undefined],
    ['end', 'a'],
    ['start', 'c'],
  ]);
});

test('a chain that could not be begun leaves nothing behind', () => {
  const gate = ledger.fill(1);
  rmSync(join(ledger.directory, 'leases', `${gate}.free`));
  rmSync(join(ledger.directory, 'heads'), { recursive: true });
  writeFileSync(join(ledger.directory, 'gates', 'x'), '');
  const log = ledger.open();
  symlinkSync('/nowhere', join(ledger.directory, 'heads'));
  for (let time = 0; time < 3; time++) expect(() => log.append('refused', {})).toThrow(GateError);
  expect(ledger.leases()).toEqual([]);
  expect(readdirSync(join(ledger.directory, 'gates')).sort()).toEqual([gate, 'x'].sort());
});

test('own types and names are refused', async () => {
  const log = ledger.open();
  for (const type of ['segment', 'opened', 'closed', 'checkpoint', 'resumed']) {
    expect(() => log.append(type, {})).toThrow(TypeError);
  }
  await expect(log.appendLater('refused', { hash: '' })).rejects.toThrow(TypeError);
});

test('an entry that is too long is refused, and the next one is taken', async () => {
  const log = ledger.open();
  expect(() => log.append('refused', { text: 'x'.repeat(5_000_000) })).toThrow(/cannot accept an entry of this size/);
  log.append('refused', { text: 'x'.repeat(4_000_000) });
  expect((await ledger.read()).at(-1)?.text).toHaveLength(4_000_000);
});

test('each entry stands where readers are told', async () => {
  const log = ledger.open();
  log.append('refused', { text: 'ä' });
  const text = readFileSync(ledger.segment(log.gateId));
  for await (const { entry, place } of readLedger(ledger.directory)) {
    expect(JSON.parse(text.toString('utf8', place.offset, place.offset + place.length))).toEqual(entry);
    expect(await readEntryAt(ledger.directory, log.gateId, place)).toEqual(entry);
    expect(await readEntryAt(ledger.directory, log.gateId, { ...place, offset: place.offset + 1 })).toBeUndefined();
  }
});
