import {
  appendFileSync,
  chmodSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEntry } from './entry.js';
import type { Finding } from './finding.js';
import { HeadFile, readHead } from './head-file.js';
import { TestLedger } from './test-helpers.js';
import { verifyLedger } from './verify-ledger.js';
import { Witness } from './witness.js';

const ledger = new TestLedger({ isWitnessed: true });

const describeLost = () => ({});

const witness = () => new Witness(ledger.witness ?? '', ledger.directory);

/** Keeps the ledger as it is now; the returned function brings all of it back. */
function keep(): () => void {
  const copy = `${ledger.directory}.kept`;
  cpSync(ledger.directory, copy, { recursive: true });
  return () => {
    rmSync(ledger.directory, { recursive: true });
    renameSync(copy, ledger.directory);
  };
}

/** A closed chain of eight entries that was rolled back to five: an opening, two entries and a closing are missing. */
function rollBack(): string {
  const gate = ledger.fill(2);
  const restore = keep();
  expect(ledger.fill(2)).toBe(gate);
  restore();
  return gate;
}

test('the witness tells the same as the head, in a directory and a file for their owner alone', () => {
  const gate = ledger.fill(3);
  expect(readHead(witness().file(gate))?.newest).toEqual(readHead(ledger.head(gate))?.newest);
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([ledger.witness ?? '', witness().directory, witness().file(gate)].map(mode)).toEqual([0o700, 0o700, 0o600]);
});

test.each(['process', 'full'] as const)('with sync %s, a log that nobody touched is sound', async (sync) => {
  const log = ledger.open({ sync, segmentBytes: 1_500 });
  for (let number = 0; number < 20; number++) await log.appendLater('refused', { number });
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
  log.close();
  expect(ledger.fill(1, { sync })).toBe(log.gateId);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('a log that was rolled back together with its head is found, with the first entry that is missing', async () => {
  const gate = rollBack();
  expect((await ledger.verify()).findings).toEqual([
    {
      kind: 'rolled_back',
      severity: 'problem',
      gate,
      seq: 6,
      file: witness().file(gate),
      message: 'The entries 6 to 9 are missing, and the head does not mention them: the log was rolled back',
    },
  ]);
  expect(await verifyLedger(ledger.directory)).toMatchObject({ sound: true });
});

test('a gate does not go on with a log that was rolled back, and what was found stays in it', async () => {
  const gate = rollBack();
  const log = ledger.open();
  log.append('refused', {});
  expect(log.gateId).not.toBe(gate);
  expect(ledger.leases()).toContain(`${gate}.abandoned`);
  expect(await ledger.findings()).toEqual([['rolled_back', 6]]);
  await log.recoverDeadGates(describeLost);
  const told = [
    ['rolled_back', 10],
    ['removed', 6],
  ];
  expect(await ledger.findings()).toEqual(told);
  expect(ledger.fill(1)).toBe(gate);
  expect(await ledger.findings()).toEqual(told);
});

test('a log that was rolled back and written anew, with a head that fits, is found', async () => {
  const gate = rollBack();
  const lines = ledger.lines(gate).slice(0, -1);
  let { seq, hash } = JSON.parse(lines.at(-1) ?? '');
  for (let number = 0; number < 9; number++) {
    const item = { at: '2026-03-01T10:00:00.000Z', type: 'refused', fields: '"number":7', run: undefined };
    const written = writeEntry(gate, { seq, hash }, item, 0);
    lines.push(written.line.trimEnd());
    seq++;
    hash = written.hash;
  }
  const text = `${lines.join('\n')}\n`;
  writeFileSync(ledger.segment(gate), text);
  const head = new HeadFile(ledger.head(gate), readHead(ledger.head(gate)));
  head.write({ seq, hash, segment: 1, bytes: text.length });
  head.close();
  expect(await verifyLedger(ledger.directory)).toMatchObject({ sound: true });
  expect(await ledger.findings()).toEqual([['rolled_back', 9]]);
  ledger.open().append('refused', {});
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.findings()).map(([kind]) => kind)).toContain('rolled_back');
});

test('a dead gate’s log that was rolled back is closed with what was found', async () => {
  const log = ledger.open();
  log.append('start', { run: 'a' });
  const restore = keep();
  log.append('end', { run: 'a' });
  log.append('start', { run: 'b' });
  log.close();
  restore();
  ledger.letDie(log.gateId);
  expect(await ledger.findings()).toEqual([['rolled_back', 4]]);
  await ledger.open().recoverDeadGates(describeLost);
  expect(await ledger.findings()).toEqual([
    ['rolled_back', 6],
    ['removed', 4],
  ]);
});

test('a chain that was removed with its head and its lease is found, and so is the whole ledger', async () => {
  const log = ledger.open();
  log.append('refused', {});
  const gate = ledger.fill(3);
  log.close();
  rmSync(join(ledger.directory, 'gates', gate), { recursive: true });
  rmSync(ledger.head(gate));
  rmSync(join(ledger.directory, 'leases', `${gate}.free`));
  expect((await ledger.verify()).findings).toMatchObject([
    { kind: 'missing_chain', gate, seq: 1, message: 'The whole chain is missing, with its entries up to 6' },
  ]);
  rmSync(ledger.directory, { recursive: true });
  const expected = [gate, log.gateId].sort().map((one) => ({ kind: 'missing_chain', gate: one }));
  expect((await ledger.verify()).findings).toMatchObject(expected);
  const next = ledger.fill(1);
  expect([gate, log.gateId]).not.toContain(next);
  expect((await ledger.verify()).findings).toMatchObject(expected);
});

test('a chain whose files are gone while its lease says that it was closed is not begun again in silence', async () => {
  const gate = ledger.fill(3);
  rmSync(join(ledger.directory, 'gates', gate), { recursive: true });
  rmSync(ledger.head(gate));
  ledger.open().append('refused', {});
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.verify()).findings).toMatchObject([
    { kind: 'rolled_back', gate },
    { kind: 'missing_segment', gate, seq: 1 },
  ]);
});

test('a ledger that was copied elsewhere is not sound until its owner accepts it, and a gate begins a chain of its own there', async () => {
  const gate = ledger.fill(3);
  const directory = join(dirname(ledger.directory), 'copy');
  cpSync(ledger.directory, directory, { recursive: true });
  const findings: Finding[] = [];
  const verify = () =>
    verifyLedger(directory, { witness: ledger.witness, report: (finding) => findings.push(finding) });
  expect(await verify()).toMatchObject({ sound: false, problems: 1, notices: 0 });
  expect(findings.splice(0)).toMatchObject([{ kind: 'unwitnessed', severity: 'problem', gate }]);
  const log = ledger.open({ directory });
  log.append('refused', {});
  log.close();
  expect(log.gateId).not.toBe(gate);
  expect(await verify()).toMatchObject({ sound: false, problems: 1, notices: 0 });
  new Witness(ledger.witness ?? '', directory).accept([gate]);
  findings.splice(0);
  expect(await verify()).toMatchObject({ sound: true, problems: 0, notices: 1 });
  expect(findings).toMatchObject([{ kind: 'unwitnessed', severity: 'notice', accepted: true, gate, seq: 1 }]);
  const next = ledger.open({ directory });
  expect(next.gateId).toBe(log.gateId);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
});

test('entries that a gate with another witness wrote are told, and the chain is left to that gate', async () => {
  const gate = ledger.fill(2);
  const other = `${ledger.witness}-other`;
  const elsewhere = ledger.open({ witness: other });
  elsewhere.append('refused', {});
  elsewhere.close();
  expect(elsewhere.gateId).not.toBe(gate);
  const log = ledger.open();
  log.append('start', { run: 'a' });
  expect(log.gateId).toBe(gate);
  log.close();
  ledger.letDie(gate);
  await ledger.open({ witness: other }).recoverDeadGates(describeLost);
  expect((await ledger.verify()).findings).toMatchObject(
    [
      { kind: 'unwitnessed', gate: elsewhere.gateId, seq: 1 },
      { kind: 'unknown_entries', gate, seq: 8 },
    ].sort((left, right) => (left.gate < right.gate ? -1 : 1)),
  );
  expect([gate, elsewhere.gateId]).not.toContain(ledger.open().gateId);
});

test('old segments are removed from chains that nothing here witnesses, too', async () => {
  const gate = ledger.fill(20, { segmentBytes: 1_000, witness: undefined });
  const removed = await ledger.open().removeOldSegments({ keepBytes: 1_000 });
  expect(removed).toMatchObject([{ gate }]);
  expect(await ledger.findings()).toEqual([['unwitnessed', 1]]);
});

test('a gate that died between the head and its witness is no problem, and its chain goes on', async () => {
  const log = ledger.open();
  log.append('refused', {});
  const before = readFileSync(witness().file(log.gateId));
  log.append('start', { run: 'a' });
  log.close();
  ledger.letDie(log.gateId);
  writeFileSync(witness().file(log.gateId), before);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
  await ledger.open().recoverDeadGates(describeLost);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
  expect(ledger.fill(1)).toBe(log.gateId);
});

test('a witness that is spoiled tells nothing, and that is a problem', async () => {
  const gate = ledger.fill(2);
  writeFileSync(witness().file(gate), 'spoiled');
  expect((await ledger.verify()).findings).toMatchObject([{ kind: 'unwitnessed', severity: 'problem', gate, seq: 1 }]);
  expect(ledger.fill(2)).not.toBe(gate);
});

test('a gate works where its witness cannot be kept, says so, and does not begin a chain each time', async () => {
  writeFileSync(ledger.witness ?? '', 'a file where a directory should be');
  const gate = ledger.fill(1);
  const log = ledger.open();
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
  expect(log.trouble()).toBeUndefined();
  expect(log.witnessTrouble()?.message).toMatch(
    /^What witnesses the ledger cannot be kept in .*: it is not a directory$/,
  );
  log.close();
  expect((await ledger.verify()).findings).toMatchObject([{ kind: 'untrusted', severity: 'problem' }]);
  rmSync(ledger.witness ?? '');
  const next = ledger.open();
  next.append('refused', {});
  expect(next.witnessTrouble()).toBeUndefined();
  expect(next.gateId).not.toBe(gate);
});

test('a witness in the hands of others is not believed', async () => {
  const gate = ledger.fill(1);
  chmodSync(witness().directory, 0o777);
  expect((await ledger.verify()).findings).toMatchObject([
    { kind: 'untrusted', message: expect.stringContaining('other users can write there') },
  ]);
  const log = ledger.open();
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
  expect(log.witnessTrouble()?.message).toContain('other users can write there');
});

test('the way to the ledger does not matter', async () => {
  const gate = ledger.fill(1);
  const way = join(dirname(ledger.directory), 'way');
  symlinkSync(dirname(ledger.directory), way);
  const log = ledger.open({ directory: join(way, 'ledger') });
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
});

test('bytes behind the last line do not make a closed log look rolled back', async () => {
  const gate = ledger.fill(2);
  appendFileSync(ledger.segment(gate), '{"seq":');
  expect(await ledger.findings()).toEqual([['added', undefined]]);
});
