import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEntry, writeEntry } from './entry.js';
import { HeadFile, readHead } from './head-file.js';
import { TestLedger } from './test-helpers.js';
import { verifyLedger } from './verify-ledger.js';

const ledger = new TestLedger();

/** Rewrites the lines of a segment. */
function change(gate: string, work: (lines: string[]) => readonly string[], segment = 1): void {
  const lines = work([...ledger.lines(gate, segment)]);
  writeFileSync(ledger.segment(gate, segment), lines.map((line) => `${line}\n`).join(''));
}

/** Writes all lines from one on again, with hashes that fit: what somebody would do who knows how. */
function forge(lines: readonly string[], from: number, edit: (line: string) => string): string[] {
  let end = { seq: 0, hash: '' };
  return lines.map((line, index) => {
    const entry = JSON.parse(index === from ? edit(line) : line);
    const { seq, gate, at, type, more = 0, prev, hash, ...fields } = entry;
    if (index < from) {
      end = { seq, hash };
      return line;
    }
    const text = JSON.stringify(fields).slice(1, -1);
    const written = writeEntry(gate, end, { at, type, fields: text, run: undefined }, more);
    end = { seq, hash: written.hash };
    return written.line.trimEnd();
  });
}

test('a log that nobody touched is sound, whatever its length', async () => {
  const gate = ledger.fill(30, { segmentBytes: 3_000 });
  const { seq, hash } = readHead(ledger.head(gate))?.newest ?? { seq: 0, hash: '' };
  expect(await ledger.verify()).toEqual({
    sound: true,
    entries: seq,
    problems: 0,
    notices: 0,
    firstProblem: undefined,
    gates: [{ gate, seq, hash }],
    findings: [],
  });
});

test('there is nothing wrong with a ledger that is not there', async () => {
  expect(await ledger.verify()).toMatchObject({ sound: true, entries: 0 });
});

test('a problem is told with gate, entry, file and line', async () => {
  const gate = ledger.fill(5);
  change(gate, (lines) => lines.map((line) => line.replace('"number":3', '"number":4')));
  const finding = {
    kind: 'changed',
    severity: 'problem',
    gate,
    seq: 5,
    file: ledger.segment(gate),
    line: 5,
    message: 'Entry 5 was changed: its hash does not match',
  };
  expect(await ledger.verify()).toMatchObject({
    sound: false,
    problems: 1,
    firstProblem: finding,
    findings: [finding],
  });
});

// The log of each: segment, opened, five entries, closed.
test.each<[string, (lines: string[]) => readonly string[], readonly (readonly [string, number])[]]>([
  ['a removed entry', (lines) => lines.toSpliced(3, 1), [['removed', 4]]],
  ['several removed entries', (lines) => lines.toSpliced(3, 2), [['removed', 4]]],
  [
    'removed entries in two places',
    (lines) => lines.toSpliced(5, 1).toSpliced(2, 1),
    [
      ['removed', 3],
      ['removed', 6],
    ],
  ],
  [
    'two entries in each other’s place',
    ([a, b, c, d, ...rest]) => [a, b, d, c, ...rest] as string[],
    [
      ['removed', 3],
      ['reordered', 3],
    ],
  ],
  ['a doubled entry', (lines) => lines.toSpliced(3, 0, lines[3] ?? ''), [['doubled', 4]]],
  ['an entry once more at the end', (lines) => [...lines, lines[2] ?? ''], [['doubled', 3]]],
  ['an entry that was put in', (lines) => lines.toSpliced(3, 0, '{"type":"refused"}'), [['unreadable', 4]]],
  ['a line in another’s place', (lines) => lines.toSpliced(3, 1, 'something else'), [['unreadable', 4]]],
  ['an empty line', (lines) => lines.toSpliced(3, 0, ''), [['unreadable', 4]]],
  [
    'an entry with a hash of its own',
    (lines) =>
      lines.map((line, index) =>
        index === 3 ? (forge(lines, 3, (one) => one.replace('"number":2', '"number":9'))[3] ?? '') : line,
      ),
    [['added', 5]],
  ],
  [
    'all entries from one on written again',
    (lines) => forge(lines, 3, (line) => line.replace('"number":2', '"number":9')),
    [['changed', 8]],
  ],
  ['the newest entry cut off', (lines) => lines.slice(0, -1), [['cut_off', 7]]],
  ['the newest entries cut off', (lines) => lines.slice(0, 3), [['cut_off', 3]]],
  ['all entries cut off', () => [], [['cut_off', 0]]],
  ['the oldest entry removed', (lines) => lines.slice(1), [['removed', 1]]],
])('%s is found', async (_, work, expected) => {
  const gate = ledger.fill(5);
  change(gate, work);
  expect(await ledger.findings()).toEqual(expected);
});

test('an entry that was added at the end, as a gate would write it, is found in a chain that is closed', async () => {
  const gate = ledger.fill(2);
  const { seq, hash } = JSON.parse(ledger.lines(gate).at(-1) ?? '');
  const { line } = writeEntry(gate, { seq, hash }, { at: '', type: 'refused', fields: '', run: undefined }, 0);
  change(gate, (lines) => [...lines, line.trimEnd()]);
  expect(await ledger.findings()).toEqual([['added', 6]]);
});

test('entries of another chain are found', async () => {
  const log = ledger.open();
  log.append('refused', {});
  const other = ledger.fill(1);
  log.close();
  change(log.gateId, (lines) => [...lines, ledger.lines(other)[2] ?? '']);
  expect(await ledger.findings()).toEqual([['added', 3]]);
});

test('segments that are missing, emptied, in another’s place or doubled are found', async () => {
  const gate = ledger.fill(14, { segmentBytes: 1_200 });
  const files = [1, 2, 3, 4].map((number) => ledger.segment(gate, number));
  const [first = '', second = '', third = '', fourth = ''] = files;
  const firstSeq = (file: string) => readEntry(Buffer.from(readFileSync(file, 'utf8').split('\n')[0] ?? ''))?.seq ?? 0;
  const [two, three, four] = [second, third, fourth].map(firstSeq) as [number, number, number];
  const original = files.map((file) => readFileSync(file));
  const restore = () => {
    for (const [index, file] of files.entries()) writeFileSync(file, original[index] ?? '');
  };

  rmSync(second);
  expect(await ledger.findings()).toEqual([['missing_segment', two]]);
  rmSync(first);
  expect(await ledger.findings()).toEqual([['missing_segment', 1]]);
  restore();
  rmSync(fourth);
  expect(await ledger.findings()).toEqual([['cut_off', four - 1]]);
  restore();
  writeFileSync(second, '');
  expect(await ledger.findings()).toEqual([['removed', two]]);
  restore();
  writeFileSync(second, readFileSync(third));
  writeFileSync(third, original[1] ?? '');
  expect((await ledger.findings()).slice(-1)).toEqual([['removed', two]]);
  restore();
  writeFileSync(ledger.segment(gate, 5), original[3] ?? '');
  expect((await ledger.findings())[0]).toEqual(['doubled', four]);
  rmSync(ledger.segment(gate, 5));
  expect(three).toBeGreaterThan(two);
  expect(await ledger.findings()).toEqual([]);
});

test('a chain, a head or both that are missing are found', async () => {
  const gate = ledger.fill(3);
  renameSync(ledger.head(gate), `${ledger.head(gate)}.away`);
  expect(await ledger.findings()).toEqual([['head_missing', 6]]);
  renameSync(join(ledger.directory, 'gates', gate), join(ledger.directory, 'away'));
  expect(await ledger.findings()).toEqual([['missing_chain', undefined]]);
  renameSync(`${ledger.head(gate)}.away`, ledger.head(gate));
  expect(await ledger.findings()).toEqual([['missing_chain', undefined]]);
});

test('all chains, all heads or all leases that are missing are found', async () => {
  const gate = ledger.fill(3);
  const remove = (name: string) => rmSync(join(ledger.directory, name), { recursive: true });
  remove('heads');
  expect(await ledger.findings()).toEqual([['head_missing', 6]]);
  remove('gates');
  expect(await ledger.findings()).toEqual([['missing_chain', undefined]]);
  rmSync(ledger.directory, { recursive: true });
  const other = ledger.fill(3);
  remove('leases');
  remove('gates');
  expect(await ledger.findings()).toEqual([['missing_chain', undefined]]);
  expect(other).not.toBe(gate);
});

test('a head that tells of more, of less or of something else is found', async () => {
  const gate = ledger.fill(3);
  const newest = readHead(ledger.head(gate))?.newest;
  if (!newest) throw new Error('There is no head');
  const original = readFileSync(ledger.head(gate));
  const tell = (changes: Partial<typeof newest>) => {
    writeFileSync(ledger.head(gate), '');
    const head = new HeadFile(ledger.head(gate), readHead(ledger.head(gate)));
    head.write({ ...newest, ...changes });
    head.close();
  };
  tell({ seq: newest.seq + 1 });
  expect(await ledger.findings()).toEqual([['cut_off', newest.seq]]);
  tell({ seq: newest.seq - 1 });
  expect(await ledger.findings()).toEqual([['added', newest.seq]]);
  tell({ hash: '1'.repeat(64) });
  expect(await ledger.findings()).toEqual([['changed', newest.seq]]);
  tell({ bytes: newest.bytes + 1 });
  expect(await ledger.findings()).toEqual([['head_spoiled', newest.seq]]);
  tell({ segment: 2 });
  expect(await ledger.findings()).toEqual([['head_spoiled', newest.seq]]);
  writeFileSync(ledger.head(gate), original);
  expect(await ledger.findings()).toEqual([]);
});

test('links, pipes and directories in the place of files are found, and nothing is read through them', async () => {
  const gate = ledger.fill(3);
  const file = ledger.segment(gate);
  renameSync(file, `${file}.away`);
  symlinkSync(`${file}.away`, file);
  expect(await ledger.findings()).toEqual([['untrusted', undefined]]);
  rmSync(file);
  mkdirSync(file);
  expect(await ledger.findings()).toEqual([['untrusted', undefined]]);
});

test('a ledger that others can write is not believed', async () => {
  ledger.fill(3);
  chmodSync(ledger.directory, 0o777);
  expect(await ledger.verify()).toMatchObject({
    sound: false,
    entries: 0,
    findings: [
      { kind: 'untrusted', file: ledger.directory, message: expect.stringContaining('other users can write') },
    ],
  });
});

test('how far it is, is told, and it can be stopped', async () => {
  ledger.fill(50, { segmentBytes: 3_000 });
  const progress: (readonly number[])[] = [];
  await verifyLedger(ledger.directory, { onProgress: (done, total) => progress.push([done, total]) });
  const [done, total] = progress.at(-1) ?? [];
  expect(done).toBe(total);
  expect(progress.length).toBeGreaterThan(3);
  const controller = new AbortController();
  const stopped = verifyLedger(ledger.directory, {
    onProgress: () => controller.abort(new Error('enough')),
    signal: controller.signal,
  });
  await expect(stopped).rejects.toThrow('enough');
});

test('the newest part can be checked alone', async () => {
  const gate = ledger.fill(50, { segmentBytes: 3_000 });
  const newestOnly = async () => verifyLedger(ledger.directory, { newestOnly: true });
  const whole = await ledger.verify();
  const newest = await newestOnly();
  expect(newest).toMatchObject({ sound: true, gates: whole.gates });
  expect(newest.entries).toBeLessThan(20);
  change(gate, (lines) => lines.toSpliced(1, 1), 1);
  expect(await newestOnly()).toMatchObject({ sound: true });
  const last = readdirSync(join(ledger.directory, 'gates', gate)).length;
  change(gate, (lines) => lines.toSpliced(1, 1), last);
  expect(await newestOnly()).toMatchObject({ sound: false, firstProblem: { kind: 'removed', line: 2 } });
  rmSync(ledger.segment(gate, last));
  expect(await newestOnly()).toMatchObject({ sound: false, firstProblem: { kind: 'cut_off' } });
});

test('what a sudden death leaves is told, and is no problem', async () => {
  const log = ledger.open();
  log.append('refused', { number: 1 });
  const { gateId } = log;
  const head = readFileSync(ledger.head(gateId));
  log.append('refused', { number: 2 });
  const text = readFileSync(ledger.segment(gateId), 'utf8');
  expect(await ledger.findings()).toEqual([]);
  ledger.letDie(gateId);
  expect(await ledger.findings()).toEqual([]);
  writeFileSync(ledger.head(gateId), head);
  expect(await ledger.findings()).toEqual([['head_behind', 4]]);
  writeFileSync(ledger.segment(gateId), `${text}{"seq":5,"ga`);
  expect(await ledger.verify()).toMatchObject({ sound: true, problems: 0, notices: 2 });
  expect(await ledger.findings()).toEqual([
    ['torn_line', undefined],
    ['head_behind', 4],
  ]);
});

test('two writes that the head does not tell of are a problem, for a gate that died too', async () => {
  const log = ledger.open();
  log.append('refused', { number: 1 });
  const head = readFileSync(ledger.head(log.gateId));
  log.append('refused', { number: 2 });
  log.append('refused', { number: 3 });
  ledger.letDie(log.gateId);
  writeFileSync(ledger.head(log.gateId), head);
  expect(await ledger.findings()).toEqual([['added', 5]]);
});

test('half of the head is what a death leaves only where the log has the write that it was to tell of', async () => {
  const log = ledger.open();
  log.append('refused', { number: 1 });
  log.append('refused', { number: 2 });
  const { gateId } = log;
  const slot = readHead(ledger.head(gateId))?.slot ?? 0;
  ledger.letDie(gateId);
  const descriptor = openSync(ledger.head(gateId), 'r+');
  writeSync(descriptor, 'torn', slot * 256 + 20);
  closeSync(descriptor);
  expect(await ledger.verify()).toMatchObject({ sound: true, findings: [{ kind: 'head_torn', severity: 'notice' }] });
  change(gateId, (lines) => lines.slice(0, -1));
  expect(await ledger.findings()).toEqual([['head_spoiled', 3]]);
});

test('every byte of a small log that is changed, in any way, is found', async () => {
  const log = ledger.open({ segmentBytes: 900 });
  log.append('start', { run: 'a', text: 'ä' });
  await Promise.all([log.appendLater('end', { run: 'a' }), log.appendLater('refused', {})]);
  log.close();
  expect((await ledger.verify()).sound).toBe(true);
  for (const file of [ledger.segment(log.gateId, 1), ledger.segment(log.gateId, 2), ledger.head(log.gateId)]) {
    const descriptor = openSync(file, 'r+');
    for (const [index, byte] of readFileSync(file).entries()) {
      const bit = 1 << (index % 8);
      for (const other of [byte ^ bit, 10].filter((value) => value !== byte)) {
        writeSync(descriptor, Buffer.of(other), 0, 1, index);
        if ((await ledger.verify()).sound) expect.fail(`${file}: byte ${index} as ${other}`);
      }
      writeSync(descriptor, Buffer.of(byte), 0, 1, index);
    }
    closeSync(descriptor);
  }
  expect((await ledger.verify()).sound).toBe(true);
}, 240_000);
