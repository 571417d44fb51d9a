// Chains that are sealed with a key: what somebody can do who can write every file of the ledger, and what not.

import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chainStart, judgeSeal, type LedgerEntry, makeItem, readEntry, writeEntry } from './entry.js';
import { HeadFile, readHead } from './head-file.js';
import { LedgerKey, openLedgerKey, readLedgerKey } from './ledger-key.js';
import { TestLedger } from './test-helpers.js';
import { Witness } from './witness.js';

const ledger = new TestLedger({ isWitnessed: true, isKeyed: true });

const at = '2026-03-01T10:00:00.000Z';
const other = () => new LedgerKey(Buffer.alloc(32, 1));

/** Lets the head and the witness tell what the log tells, as somebody would who can write them. */
function bringAlong(gate: string, seq: number, hash: string): void {
  const bytes = statSync(ledger.segment(gate)).size;
  for (const file of [ledger.head(gate), new Witness(ledger.witness ?? '', ledger.directory).file(gate)]) {
    const head = new HeadFile(file, readHead(file));
    head.write({ seq, hash, segment: 1, bytes });
    head.close();
  }
}

const readLine = (line: string) => readEntry(Buffer.from(line)) as LedgerEntry;

test('a key is made once, for its owner alone, and read again', () => {
  const file = join(dirname(ledger.directory), 'state', 'ledger.key');
  expect(readLedgerKey(file)).toBeUndefined();
  const key = openLedgerKey(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openLedgerKey(file).id).toBe(key.id);
  expect(readLedgerKey(file)?.seal('x')).toBe(key.seal('x'));
  expect(key.id).toMatch(/^[0-9a-f]{8}$/);
});

test('an entry says by whom it was sealed, and every other byte would show', () => {
  const key = other();
  const { line } = writeEntry('gate1234', chainStart, makeItem('start', { run: 'r', word: 'Grüße' }, at), 0, key);
  const bytes = Buffer.from(line.slice(0, -1));
  expect(judgeSeal(readLine(line.slice(0, -1)), bytes, key)).toBe('own');
  expect(judgeSeal(readLine(line.slice(0, -1)), bytes, undefined)).toBe('foreign');
  expect(judgeSeal(readLine(line.slice(0, -1)), bytes, new LedgerKey(Buffer.alloc(32, 2)))).toBe('foreign');
  const believed = Array.from(bytes.keys()).filter((index) => {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const entry = readEntry(changed);
    return entry && judgeSeal(entry, changed, key) === 'own';
  });
  expect(believed).toEqual([]);
});

test('every line that is changed, left out, doubled or moved is found, with the head and the witness brought along', async () => {
  const gate = ledger.fill(4);
  const file = ledger.segment(gate);
  const text = readFileSync(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  const end = readLine(lines.at(-1) ?? '');
  const attempts: (readonly string[])[] = lines.flatMap((line, index) => [
    lines.with(index, line.replace('"at":"2026', '"at":"2025')),
    lines.toSpliced(index, 1),
    lines.toSpliced(index, 0, line),
    ...(index === 0 ? [] : [lines.with(index, lines[index - 1] ?? '').with(index - 1, line)]),
  ]);
  for (const attempt of attempts) {
    writeFileSync(file, `${attempt.join('\n')}\n`);
    bringAlong(gate, end.seq, end.hash);
    expect(await ledger.verify()).toMatchObject({ sound: false });
  }
  writeFileSync(file, text);
  bringAlong(gate, end.seq, end.hash);
  expect(await ledger.verify()).toMatchObject({ sound: true });
});

test('a gate does not go on with a chain that has another key, or none', async () => {
  const unkeyed = ledger.fill(2, { keyFile: undefined });
  const foreign = ledger.fill(2, { keyFile: join(dirname(ledger.directory), 'foreign.key') });
  const own = ledger.fill(2);
  expect(new Set([unkeyed, foreign, own]).size).toBe(3);
  expect(ledger.fill(1)).toBe(own);
  expect(ledger.fill(1, { keyFile: undefined })).toBe(unkeyed);
  const { findings } = await ledger.verify();
  expect(findings.map(({ kind, severity, gate }) => [kind, severity, gate]).sort()).toEqual([
    ['foreign_key', 'problem', foreign],
    ['unkeyed', 'problem', unkeyed],
  ]);
});

test('a chain of an earlier version is recovered with a seal, and told as what it is', async () => {
  const log = ledger.open({ keyFile: undefined });
  log.append('start', { run: 'a' });
  log.close();
  ledger.letDie(log.gateId);
  await ledger.open().recoverDeadGates(() => ({}));
  expect((await ledger.read()).find(({ type }) => type === 'lost')).toMatchObject({
    run: 'a',
    key: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  expect(await ledger.findings()).toEqual([['unkeyed', 1]]);
});

test('what is not sealed behind what is was put there', async () => {
  const gate = ledger.fill(2);
  const file = ledger.segment(gate);
  const end = readLine(ledger.lines(gate).at(-1) ?? '');
  const { line, hash } = writeEntry(gate, end, makeItem('end', { run: 'forged' }, at), 0);
  writeFileSync(file, line, { flag: 'a' });
  bringAlong(gate, end.seq + 1, hash);
  expect(await ledger.findings()).toEqual([['added', end.seq + 1]]);
});

test('a forged chain that is given up is marked as lost, and not gone on with', async () => {
  const own = ledger.fill(1);
  const forged = 'zzzzzzzzzzzz';
  mkdirSync(join(ledger.directory, 'gates', forged), { mode: 0o700 });
  const { line, hash } = writeEntry(forged, chainStart, makeItem('start', { run: 'forged' }, at), 0);
  writeFileSync(ledger.segment(forged), line);
  const head = new HeadFile(ledger.head(forged), undefined);
  head.write({ seq: 1, hash, segment: 1, bytes: line.length });
  head.close();
  writeFileSync(join(ledger.directory, 'leases', `${forged}.abandoned`), '');
  await ledger.open().recoverDeadGates(() => ({}));
  expect(ledger.fill(1)).toBe(own);
  expect(await ledger.findings()).toEqual([
    ['unkeyed', 1],
    ['unwitnessed', 1],
  ]);
});

test('a ledger beside its witness can be moved together with it', async () => {
  const gate = ledger.fill(2);
  const moved = join(dirname(ledger.directory), 'moved');
  for (const name of ['ledger', 'witness']) {
    cpSync(join(dirname(ledger.directory), name), join(moved, name), { recursive: true });
  }
  const log = ledger.open({ directory: join(moved, 'ledger'), witness: join(moved, 'witness') });
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
});

/** What the head and the witness of a chain tell now, to be told again later as if nothing had followed. */
function remember(gate: string): () => void {
  const files = [ledger.head(gate), new Witness(ledger.witness ?? '', ledger.directory).file(gate)];
  const kept = files.map((file) => [file, readFileSync(file)] as const);
  return () => {
    for (const [file, bytes] of kept) writeFileSync(file, bytes);
  };
}

/** A gate with a run that goes on, and what its head told in the same turn, before it told of that. */
async function openAhead() {
  const log = ledger.open();
  log.append('refused', {});
  await nextTurn();
  const takeBack = remember(log.gateId);
  for (const run of ['a', 'b', 'c']) log.append('start', { run });
  log.append('end', { run: 'b' });
  const told = readHead(ledger.head(log.gateId))?.newest?.seq;
  await nextTurn();
  return { log, gate: log.gateId, takeBack, told };
}

test('the head follows when a turn is over', async () => {
  const { gate, told } = await openAhead();
  const { length } = ledger.lines(gate);
  expect(told).toBe(length - 4);
  expect(readHead(ledger.head(gate))?.newest?.seq).toBe(length);
});

test('it is never far behind, however much is written in one turn', () => {
  const log = ledger.open();
  for (let number = 1; number <= 200; number++) log.append('refused', { number });
  const told = readHead(ledger.head(log.gateId))?.newest?.seq ?? 0;
  expect(ledger.lines(log.gateId).length - told).toBeLessThanOrEqual(64);
});

test('a chain that is closed in the same turn ends where its head says, and the next gate goes on with it', async () => {
  const gate = ledger.fill(3);
  expect(readHead(ledger.head(gate))?.newest?.seq).toBe(ledger.lines(gate).length);
  expect(ledger.fill(1)).toBe(gate);
  expect(await ledger.findings()).toEqual([]);
});

test('whoever looks while the head is behind finds nothing wrong', async () => {
  const { takeBack } = await openAhead();
  takeBack();
  expect(await ledger.findings()).toEqual([]);
});

test('a gate that died before its head was written has lost nothing but its runs', async () => {
  const { gate, takeBack } = await openAhead();
  ledger.letDie(gate);
  takeBack();
  expect(await ledger.findings()).toEqual([['head_behind', ledger.lines(gate).length]]);
  const [recovered] = await ledger.open().recoverDeadGates(() => ({}));
  expect(recovered?.lost.map(({ run }) => run)).toEqual(['a', 'c']);
  expect(await ledger.verify()).toMatchObject({ sound: true });
});

test.each(['no key', 'another key'])(
  'what somebody adds behind the head with %s is told, and not gone on with',
  async (by) => {
    const { gate, takeBack } = await openAhead();
    ledger.letDie(gate);
    takeBack();
    const end = readLine(ledger.lines(gate).at(-1) ?? '');
    const { line } = writeEntry(gate, end, makeItem('end', { run: 'a' }, at), 0, by === 'no key' ? undefined : other());
    writeFileSync(ledger.segment(gate), line, { flag: 'a' });
    expect(await ledger.verify()).toMatchObject({ sound: false });
    const [recovered] = await ledger.open().recoverDeadGates(() => ({}));
    expect(recovered?.lost.map(({ run }) => run)).toEqual(['a', 'c']);
    expect(await ledger.verify()).toMatchObject({ sound: false });
  },
);
