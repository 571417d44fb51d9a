import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedOutput, RecordedStream } from '../../../../vocabulary/run-record.js';
import { CapturedStream } from '../captured-stream.js';
import { ProcessOutput } from '../process-output.js';
import type { ReadableOutput } from '../readable-output.js';
import { checkStored } from './check-stored.js';
import { keepData } from './keep-data.js';
import { openStoredOutput } from './stored-output.js';
import { prefix, TestStore } from './test-helpers.js';

const store = new TestStore();

const opened = (runId: string, recorded: RecordedOutput | undefined, isOpen?: boolean) =>
  openStoredOutput(store.directory, runId, recorded, isOpen);

/** All that is kept, as pieces with their places, and what is told to be lost. */
async function readAll(output: ReadableOutput, limitBytes = 1_000_000) {
  const pieces: { from: number; bytes: Buffer }[] = [];
  let [lost, fromByte, total] = [0, 0, 0];
  for (let more = true; more; ) {
    const slice = await output.read('stdout', { fromByte, limitBytes, encoding: 'base64' });
    if (!slice || pieces.length > 100) throw new Error('It does not end, or was not captured.');
    lost += slice.skippedBytes;
    pieces.push({ from: slice.fromByte, bytes: Buffer.from(slice.text, 'base64') });
    fromByte = slice.toByte;
    total = slice.totalBytes;
    more = slice.more;
  }
  return { pieces, lost, total };
}

const unlocked = (name: string): string => {
  chmodSync(store.file(name), 0o600);
  return store.file(name);
};

test('whatever comes, in whatever pieces and with whatever cap, can be read afterwards as far as it was kept', async () => {
  const spool = store.open();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          length: fc.oneof(fc.nat(50), fc.nat(20_000), fc.nat(100_000)),
          seed: fc.nat(255),
          waits: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
      fc.oneof(fc.nat(2_000), fc.nat(50_000), fc.nat(400_000)),
      async (chunks, cap) => {
        const runId = `run_${prefix}_${(++runs).toString(36)}`;
        const stream = new CapturedStream({ directory: spool, fileName: `${runId}.stdout`, mostBytes: cap });
        const printed: Buffer[] = [];
        for (const { length, seed, waits } of chunks) {
          const chunk = Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 7 + seed) % 256));
          printed.push(chunk);
          stream.add(chunk);
          if (waits) await stream.view();
        }
        const all = Buffer.concat(printed);
        const recorded = { stdout: await stream.end() };
        const kept = Math.min(all.length, cap);
        const tail = Math.min(65_536, all.length - kept);
        expect(recorded.stdout).toEqual({
          bytes: all.length,
          kept,
          ...(tail > 0 && { tail }),
          ...(all.length > 0 && { sha256: expect.any(String) }),
        });
        const { pieces, lost, total } = await readAll(opened(runId, recorded));
        expect([total, lost]).toEqual([all.length, all.length - kept - tail]);
        for (const { from, bytes } of pieces) expect(bytes.equals(all.subarray(from, from + bytes.length))).toBe(true);
        expect(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(kept + tail);
        expect(await checkStored(store.directory, runId, recorded)).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('all ways of reading work on what is stored', async () => {
  const spool = store.open();
  const plan = { encoding: 'utf16le', stdout: 'pipe', stderr: 'pipe' } as ConstructorParameters<
    typeof ProcessOutput
  >[1];
  const runId = `run_${prefix}_1`;
  const output = new ProcessOutput(runId, plan, spool, 1_000_000);
  const text = Array.from({ length: 5_000 }, (_, line) => `{"line":${line}}\n`).join('');
  output.stdout?.add(Buffer.from(text, 'utf16le'));
  output.stderr?.add(Buffer.from('oh no\n', 'utf16le'));
  const recorded = await output.finish();
  expect(recorded).toMatchObject({ encoding: 'utf16le', stdout: { bytes: text.length * 2 }, stderr: { bytes: 12 } });

  const stored = opened(runId, JSON.parse(JSON.stringify(recorded)));
  expect(await stored.read('stderr', { lastLines: 1, limitBytes: 100 })).toMatchObject({ text: 'oh no\n' });
  expect(await stored.read('stdout', { fromLine: 4_321, lines: 1, limitBytes: 100 })).toMatchObject({
    text: '{"line":4320}\n',
    totalLines: 5_000,
  });
  expect(await stored.search('stdout', { pattern: 'line":4999', most: 5, limitBytes: 1_000 })).toMatchObject({
    matches: [{ line: 5_000 }],
  });
  expect(await stored.select('stdout', '$.line', { limitBytes: 1_000_000 })).toMatchObject({ total: 5_000 });
  const shown = await stored.preview('stdout', 1_000);
  expect(shown).toEqual(await output.preview('stdout', 1_000));
  expect(shown?.text).toContain(`runs output ${runId} --stream stdout --from-line`);
  expect(await stored.read('data', { fromByte: 0, limitBytes: 100 })).toBeUndefined();
});

test('what a function gave back is read as JSON', async () => {
  const runId = `run_${prefix}_1`;
  const data = await keepData(store.open(), runId, JSON.stringify({ items: [{ name: 'é' }] }), 1_000);
  const selected = await opened(runId, { data }).select('data', '$.items[*].name', { limitBytes: 1_000 });
  expect(selected).toMatchObject({ values: [{ value: 'é' }], total: 1 });
});

test('without a record there is what the files have so far, and more may come', async () => {
  const { runId, stream } = store.stream(store.open());
  const output = opened(runId, undefined);
  const range = { fromByte: 0, limitBytes: 100_000 };
  expect(await output.read('stdout', range)).toMatchObject({ text: '', totalBytes: 0, more: false });
  stream.add(Buffer.from(`${'x'.repeat(20_000)}€`).subarray(0, 20_002));
  await stream.view();
  // The rest of the character may come.
  expect(await output.read('stdout', range)).toMatchObject({ toByte: 20_000, totalBytes: 20_002, more: true });
  expect(await opened(runId, undefined, false).read('stdout', range)).toMatchObject({ toByte: 20_002, valid: false });
  await stream.end();
});

test.each<[string, (file: string) => void, { kept: number }]>([
  ['removed', (file) => rmSync(file), { kept: 0 }],
  ['cut', (file) => truncateSync(file, 30_000), { kept: 30_000 }],
  ['replaced by a link', (file) => [rmSync(file), symlinkSync('/etc/passwd', file)], { kept: 0 }],
  ['replaced by a pipe', (file) => [rmSync(file), execFileSync('mkfifo', [file])], { kept: 0 }],
  ['replaced by a directory', (file) => [rmSync(file), mkdirSync(file)], { kept: 0 }],
])('a file that somebody has %s leaves the rest, and what is lost is told', async (_, change, { kept }) => {
  const { runId, stdout } = await store.keep(store.open(), Buffer.alloc(50_000, 'x'));
  change(unlocked('1.stdout'));
  const output = opened(runId, { stdout });
  const { pieces, lost, total } = await readAll(output);
  expect([pieces.reduce((sum, { bytes }) => sum + bytes.length, 0), lost, total]).toEqual([
    kept,
    50_000 - kept,
    50_000,
  ]);
  expect(await output.read('stdout', { lastLines: 5, limitBytes: 1_000 })).toMatchObject({
    text: '',
    skippedBytes: 50_000 - kept,
    keptBytes: kept,
  });
  expect(await output.search('stdout', { pattern: 'y', most: 5, limitBytes: 1_000 })).toMatchObject({
    lostBytes: 50_000 - kept,
  });
  expect(await output.preview('stdout', 1_000)).toMatchObject({ totalBytes: 50_000 });
  expect(await checkStored(store.directory, runId, { stdout })).toEqual([
    { stream: 'stdout', fault: kept === 0 ? 'missing' : 'shorter' },
  ]);
});

test('a tail that somebody has cut is lost', async () => {
  const { runId, stream } = store.stream(store.open(), 20_000);
  stream.add(Buffer.alloc(60_000, 'x'));
  const recorded = { stdout: await stream.end() };
  expect(await readAll(opened(runId, recorded))).toMatchObject({ lost: 0 });
  truncateSync(unlocked('1.stdout.tail'), 39_999);
  expect(await readAll(opened(runId, recorded))).toMatchObject({ lost: 40_000, total: 60_000 });
  expect(await checkStored(store.directory, runId, recorded)).toEqual([{ stream: 'stdout', fault: 'shorter' }]);
});

test('of a file that became longer only what was recorded is shown', async () => {
  const { runId, stdout } = await store.keep(store.open(), 'mine');
  appendFileSync(unlocked('1.stdout'), 'theirs');
  const output = opened(runId, { stdout });
  expect(await output.read('stdout', { lastLines: 5, limitBytes: 100 })).toMatchObject({ text: 'mine', totalBytes: 4 });
  expect(await checkStored(store.directory, runId, { stdout })).toEqual([{ stream: 'stdout', fault: 'longer' }]);
});

test('other bytes of the same length are found', async () => {
  const { runId, stdout } = await store.keep(store.open(), 'mine');
  writeFileSync(unlocked('1.stdout'), 'fine');
  expect(await checkStored(store.directory, runId, { stdout })).toEqual([{ stream: 'stdout', fault: 'changed' }]);
});

test.each<[RecordedStream, number]>([
  [{ bytes: 2 ** 50, kept: 4, tail: 2 ** 50 }, 4],
  [{ bytes: -1, kept: -5, tail: -7 }, 0],
  [{ bytes: 4, kept: 2 ** 40 }, 4],
  [{ bytes: Number.NaN, kept: Number.NaN }, 0],
  [{ bytes: '4', kept: {} } as unknown as RecordedStream, 0],
])('a record that makes no sense breaks nothing: %j', async (stdout, kept) => {
  const { runId } = await store.keep(store.open(), 'mine');
  const output = opened(runId, { stdout });
  expect(await output.read('stdout', { fromByte: 0, limitBytes: 100 })).toMatchObject({ keptBytes: kept });
  expect(await output.preview('stdout', 1_000)).toMatchObject({ text: expect.any(String) });
});

test('a run that nobody knows has nothing', async () => {
  for (const runId of ['run_1', `run_${prefix}_zz`, '../../etc/passwd']) {
    const { pieces, total } = await readAll(opened(runId, undefined, false));
    expect([pieces.length, total], runId).toEqual([1, 0]);
  }
});
