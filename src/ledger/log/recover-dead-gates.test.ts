import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHead } from './head-file.js';
import type { LostRun } from './recover-dead-gates.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();

const describeLost = ({ start }: LostRun) => ({ command: start?.command ?? 'unknown' });

/** The chain of a gate that died with one run that had ended and one that had not. */
function leaveDead(segmentBytes?: number): string {
  const log = ledger.open(segmentBytes === undefined ? {} : { segmentBytes });
  log.append('start', { run: 'a', command: 'sleep' });
  for (let number = 0; number < 10; number++) {
    log.append('start', { run: `b${number}` });
    log.append('end', { run: `b${number}` });
  }
  log.close();
  ledger.letDie(log.gateId);
  return log.gateId;
}

async function lostRuns(): Promise<readonly unknown[]> {
  return (await ledger.read()).flatMap(({ type, run, command }) => (type === 'lost' ? [[run, command]] : []));
}

test.each([undefined, 1_000])(
  'runs without an end are lost, in the chain in which they started',
  async (segmentBytes) => {
    const gate = leaveDead(segmentBytes);
    const log = ledger.open();
    const [recovered, ...others] = await log.recoverDeadGates(describeLost);
    expect(others).toEqual([]);
    expect(recovered).toMatchObject({ gate, lost: [{ run: 'a', start: { type: 'start', command: 'sleep' } }] });
    expect(await lostRuns()).toEqual([['a', 'sleep']]);
    expect((await ledger.read()).at(-1)).toMatchObject({ type: 'closed', gate });
    expect(ledger.leases()).toEqual([`${gate}.free`]);
    expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0 });
  },
);

test('a run that was accepted is lost when it has neither started and ended nor was refused', async () => {
  const log = ledger.open();
  for (const run of ['waiting', 'running', 'refused', 'ended']) log.append('accepted', { run, command: 'asked' });
  for (const run of ['running', 'ended']) log.append('start', { run, command: 'begun' });
  log.append('end', { run: 'ended' });
  log.append('refused', { run: 'refused' });
  log.append('refused', { run: 'denied at once' });
  log.close();
  ledger.letDie(log.gateId);
  await ledger.open().recoverDeadGates(describeLost);
  expect(await lostRuns()).toEqual([
    ['waiting', 'asked'],
    ['running', 'begun'],
  ]);
});

test('what was recovered is not recovered again, and the next gate goes on with the chain', async () => {
  const gate = leaveDead();
  const log = ledger.open();
  await log.recoverDeadGates(describeLost);
  expect(await log.recoverDeadGates(describeLost)).toEqual([]);
  log.append('refused', {});
  expect(log.gateId).toBe(gate);
});

test('a gate that lives, and one that was closed, are left alone', async () => {
  ledger.fill(1);
  const living = ledger.open();
  living.append('start', { run: 'a' });
  const before = await ledger.read();
  expect(await ledger.open().recoverDeadGates(describeLost)).toEqual([]);
  expect(await ledger.read()).toEqual(before);
});

test('gates that recover at the same moment share the dead ones', async () => {
  const dead = [leaveDead(), leaveDead(), leaveDead()];
  const all = await Promise.all([1, 2, 3, 4].map(() => ledger.open().recoverDeadGates(describeLost)));
  expect(
    all
      .flat()
      .map(({ gate }) => gate)
      .sort(),
  ).toEqual(dead.sort());
  expect(await lostRuns()).toEqual([1, 2, 3].map(() => ['a', 'sleep']));
});

test('a recovery that was broken off is finished by the next gate', async () => {
  const gate = leaveDead();
  const failing = await ledger.open().recoverDeadGates(() => {
    throw new Error('no words');
  });
  expect(failing).toEqual([{ gate, lost: [], problem: new Error('no words') }]);
  expect(ledger.leases()).toEqual([`${gate}.abandoned`]);
  await ledger.open().recoverDeadGates(describeLost);
  expect(await lostRuns()).toEqual([['a', 'sleep']]);
});

test('a gate that died over a recovery has written each lost run at most once', async () => {
  const log = ledger.open();
  for (const run of ['a', 'b', 'c', 'd']) log.append('start', { run, command: run });
  log.close();
  const gate = log.gateId;
  ledger.letDie(gate);
  const start = readFileSync(ledger.segment(gate));
  const head = readFileSync(ledger.head(gate));
  await ledger.open().recoverDeadGates(describeLost);
  const whole = readFileSync(ledger.segment(gate, 2));
  for (let length = 0; length <= whole.length; length += 53) {
    // As if the second gate had died when it had written so much.
    rmSync(ledger.segment(gate, 3), { force: true });
    writeFileSync(ledger.segment(gate), start);
    writeFileSync(ledger.segment(gate, 2), whole.subarray(0, length));
    writeFileSync(ledger.head(gate), head);
    const [lease = ''] = ledger.leases();
    renameSync(join(ledger.directory, 'leases', lease), join(ledger.directory, 'leases', `${gate}.abandoned`));
    await ledger.open().recoverDeadGates(describeLost);
    expect([...(await lostRuns())].sort()).toEqual(['a', 'b', 'c', 'd'].map((run) => [run, run]));
    expect(await ledger.verify()).toMatchObject({ sound: true });
  }
});

test('half a line stays where it is, is told, and is no problem', async () => {
  const gate = leaveDead();
  appendFileSync(ledger.segment(gate), '{"seq":24,"gate":"');
  const before = readFileSync(ledger.segment(gate));
  await ledger.open().recoverDeadGates(describeLost);
  expect(readFileSync(ledger.segment(gate))).toEqual(before);
  const verification = await ledger.verify();
  expect(verification.findings).toMatchObject([{ kind: 'torn_line', severity: 'notice', file: ledger.segment(gate) }]);
  expect(verification.sound).toBe(true);
  expect(await lostRuns()).toEqual([['a', 'sleep']]);
});

test('entries that are missing at the end are still found after the chain went on', async () => {
  const gate = leaveDead();
  const lines = ledger.lines(gate);
  truncateSync(ledger.segment(gate), Buffer.byteLength(`${lines.slice(0, -3).join('\n')}\n`));
  expect(await ledger.findings()).toEqual([['cut_off', lines.length - 3]]);
  await ledger.open().recoverDeadGates(describeLost);
  ledger.open().append('refused', {});
  expect(await ledger.findings()).toEqual([
    ['cut_off', lines.length + 1],
    ['removed', lines.length - 2],
  ]);
});

test('entries that were added are still found after the chain went on', async () => {
  const gate = leaveDead();
  const line = ledger.lines(gate).at(-1) ?? '';
  appendFileSync(ledger.segment(gate), `${line}\n${line}\n`);
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.findings()).map(([kind]) => kind)).toEqual(['doubled', 'doubled', 'added']);
});

test('a head that is missing or spoiled is still told after the chain went on', async () => {
  const gate = leaveDead();
  writeFileSync(ledger.head(gate), 'spoiled');
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.findings()).map(([kind]) => kind)).toEqual(['head_spoiled']);
  expect(await lostRuns()).toEqual([['a', 'sleep']]);
  const other = leaveDead();
  rmSync(ledger.head(other));
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.findings()).map(([kind]) => kind)).toEqual(['head_spoiled', 'head_missing']);
});

test('a gate that died before it wrote anything is closed', async () => {
  const { gateId } = ledger.open();
  ledger.letDie(gateId);
  rmSync(ledger.head(gateId));
  rmSync(join(ledger.directory, 'gates', gateId), { recursive: true });
  expect(await ledger.verify()).toMatchObject({ sound: true });
  expect(await ledger.open().recoverDeadGates(describeLost)).toEqual([{ gate: gateId, lost: [] }]);
  expect(await ledger.verify()).toMatchObject({ sound: true, notices: 0, entries: 3 });
});

test('a start that cannot be read any more is lost all the same', async () => {
  const log = ledger.open({ segmentBytes: 500 });
  log.append('start', { run: 'a', command: 'sleep' });
  for (let number = 0; number < 4; number++) log.append('refused', {});
  log.close();
  ledger.letDie(log.gateId);
  rmSync(ledger.segment(log.gateId));
  const [recovered] = await ledger.open().recoverDeadGates(describeLost);
  expect(recovered?.lost).toEqual([{ run: 'a', start: undefined }]);
  expect(await lostRuns()).toEqual([['a', 'unknown']]);
});

test('a gate that dies over the recovery of a chain whose head was behind leaves no more than one write behind', async () => {
  const log = ledger.open();
  log.append('refused', {});
  const head = readFileSync(ledger.head(log.gateId));
  log.append('start', { run: 'a' });
  log.close();
  ledger.letDie(log.gateId);
  writeFileSync(ledger.head(log.gateId), head);
  await ledger.open().recoverDeadGates(describeLost);
  // As if it had died before it wrote the head the last time: only the slot before is there.
  const slot = readHead(ledger.head(log.gateId))?.slot ?? 0;
  const descriptor = openSync(ledger.head(log.gateId), 'r+');
  writeSync(descriptor, 'torn', slot * 256 + 20);
  closeSync(descriptor);
  const leases = join(ledger.directory, 'leases');
  renameSync(join(leases, `${log.gateId}.free`), join(leases, `${log.gateId}.abandoned`));
  expect((await ledger.findings()).map(([kind]) => kind)).toEqual(['head_behind', 'head_torn']);
  await ledger.open().recoverDeadGates(describeLost);
  expect(await ledger.verify()).toMatchObject({ sound: true });
  expect(await lostRuns()).toEqual([['a', 'unknown']]);
});

test('more than one write behind the head is not taken for what a death leaves', async () => {
  const log = ledger.open();
  log.append('refused', {});
  const head = readFileSync(ledger.head(log.gateId));
  log.append('start', { run: 'a' });
  log.append('start', { run: 'b' });
  log.close();
  ledger.letDie(log.gateId);
  writeFileSync(ledger.head(log.gateId), head);
  await ledger.open().recoverDeadGates(describeLost);
  expect((await ledger.verify()).firstProblem).toMatchObject({ seq: 5 });
  expect((await ledger.findings()).map(([kind]) => kind)).toContain('added');
});

test('half a line before a segment that was only just made is no problem', async () => {
  const gate = leaveDead();
  appendFileSync(ledger.segment(gate), '{"seq":24,"gate":"');
  writeFileSync(ledger.segment(gate, 2), '');
  expect(await ledger.findings()).toEqual([['torn_line', undefined]]);
  await ledger.open().recoverDeadGates(describeLost);
  expect(await ledger.findings()).toEqual([['torn_line', undefined]]);
});
