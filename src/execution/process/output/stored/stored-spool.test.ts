import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepData } from './keep-data.js';
import { StoredSpool } from './stored-spool.js';
import { prefix, TestStore } from './test-helpers.js';

const store = new TestStore();
const hashOfHello = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';

test('short output is in a file when it has ended, at once and for nobody else', () => {
  const { stream } = store.stream(store.open());
  stream.add(Buffer.from('hel'));
  stream.add(Buffer.from('lo\n'));
  expect(stream.end()).toEqual({ bytes: 6, kept: 6, sha256: hashOfHello });
  expect(store.list()).toEqual(['1.stdout 400']);
  expect(readFileSync(store.file('1.stdout'), 'utf8')).toBe('hello\n');
  expect([store.ledger, store.directory, store.gate].map((path) => statSync(path).mode & 0o777)).toEqual(
    Array(3).fill(0o700),
  );
  expect(readFileSync(join(store.ledger, '.gitignore'), 'utf8')).toBe('*\n');
});

test('what printed nothing leaves nothing', () => {
  const { stream } = store.stream(store.open());
  expect(stream.end()).toEqual({ bytes: 0, kept: 0 });
  expect(existsSync(store.ledger)).toBe(false);
});

test('what a program printed can be read by others soon, while it runs', async () => {
  const { stream } = store.stream(store.open());
  const readFile = () => (existsSync(store.file('1.stdout')) ? readFileSync(store.file('1.stdout'), 'utf8') : '');
  stream.add(Buffer.from('one\n'));
  await expect.poll(readFile, { timeout: 10_000 }).toBe('one\n');
  expect(store.list()).toEqual(['1.stdout 600']);
  stream.add(Buffer.from('two\n'));
  await expect.poll(readFile, { timeout: 10_000 }).toBe('one\ntwo\n');
  stream.add(Buffer.from('three\n'));
  await stream.end();
  expect([readFile(), store.list()]).toEqual(['one\ntwo\nthree\n', ['1.stdout 400']]);
});

test('beyond the cap the end is kept beside the beginning', async () => {
  const { stream } = store.stream(store.open(), 20_000);
  const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, line) => `${line}\n`).join(''));
  stream.add(bytes);
  expect(await stream.end()).toMatchObject({ bytes: bytes.length, kept: 20_000, tail: 65_536 });
  expect(store.list()).toEqual(['1.stdout 400', '1.stdout.tail 400']);
  expect(readFileSync(store.file('1.stdout')).equals(bytes.subarray(0, 20_000))).toBe(true);
  expect(readFileSync(store.file('1.stdout.tail')).equals(bytes.subarray(-65_536))).toBe(true);
});

test('forgetting a run leaves its files', async () => {
  const { stream } = store.stream(store.open());
  stream.add(Buffer.alloc(100_000, 'x'));
  await stream.end();
  await stream.discard();
  expect(statSync(store.file('1.stdout')).size).toBe(100_000);
});

test('what a function gave back is kept in the same way', async () => {
  expect(keepData(store.open(), `run_${prefix}_a`, '{"a":1}', 1_000)).toMatchObject({ bytes: 7, kept: 7 });
  expect(readFileSync(store.file('a.data'), 'utf8')).toBe('{"a":1}');
});

test('a directory that somebody removed, while it is used, is made again', async () => {
  const spool = store.open();
  await store.keep(spool, 'one');
  rmSync(store.ledger, { recursive: true });
  expect((await store.keep(spool, 'two')).stdout).toMatchObject({ bytes: 3, kept: 3 });
  expect(store.list()).toEqual(['2.stdout 400']);
});

test('a run id that leads elsewhere is none', async () => {
  const spool = store.open();
  for (const runId of ['run_1', 'run_../x_1', `run_${prefix}_../../1`, `run_${prefix}_1_2`, 'run__1']) {
    expect(await keepData(spool, runId, '{}', 1_000), runId).toMatchObject({ bytes: 2, kept: 0 });
  }
  expect(existsSync(store.ledger)).toBe(false);
});

test('a full disk costs output and nothing else, and the numbers say so', async () => {
  class FullSpool extends StoredSpool {
    override create(): number {
      return openSync('/dev/full', 'w');
    }
  }
  const spool = new FullSpool({ directory: store.directory });
  const short = store.stream(spool);
  short.stream.add(Buffer.from('short'));
  expect(short.stream.end()).toMatchObject({ bytes: 5, kept: 0 });
  expect(short.stream.inMemory?.toString()).toBe('short');
  const long = store.stream(spool);
  for (let count = 0; count < 50; count++) long.stream.add(Buffer.alloc(10_000, 'x'));
  expect(await long.stream.end()).toMatchObject({ bytes: 500_000, kept: 0 });
  expect(await long.stream.end()).not.toHaveProperty('tail');
  await spool.close();
});

test.each([
  ['the ledger', () => store.ledger],
  ['the directory of all outputs', () => store.directory],
  ['the directory of the gate', () => store.gate],
])('nothing is written where others could write or where a link leads: %s', async (_, path) => {
  mkdirSync(path(), { recursive: true, mode: 0o700 });
  chmodSync(path(), 0o777);
  expect((await store.keep(store.open(), 'x')).stdout).toMatchObject({ bytes: 1, kept: 0 });

  const elsewhere = join(store.outside, 'elsewhere');
  mkdirSync(join(elsewhere, 'output', prefix), { recursive: true, mode: 0o700 });
  rmSync(path(), { recursive: true });
  symlinkSync(elsewhere, path());
  expect((await store.keep(store.open(), 'x')).stdout).toMatchObject({ bytes: 1, kept: 0 });
  const found = readdirSync(elsewhere, { recursive: true, encoding: 'utf8' });
  expect(found.filter((name) => name.includes('std'))).toEqual([]);
});

test('a directory that is swapped for a link while the gate writes leads nothing astray', async () => {
  const spool = store.open();
  await store.keep(spool, 'one');
  const elsewhere = join(store.outside, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  renameSync(store.gate, join(store.directory, 'moved'));
  symlinkSync(elsewhere, store.gate);
  await store.keep(spool, 'two');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test.each<[string, (path: string, victim: string) => void]>([
  ['a link', (path, victim) => symlinkSync(victim, path)],
  ['another name of a file', (path, victim) => linkSync(victim, path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a file', (path) => writeFileSync(path, 'theirs')],
])('%s that waits where the output should go is replaced, and what it led to stays as it was', async (_, put) => {
  const spool = store.open();
  const victim = join(store.outside, 'victim');
  writeFileSync(victim, 'precious');
  mkdirSync(store.gate, { recursive: true, mode: 0o700 });
  put(store.file('1.stdout'), victim);
  expect((await store.keep(spool, 'mine')).stdout).toMatchObject({ bytes: 4, kept: 4 });
  expect(lstatSync(store.file('1.stdout')).isFile()).toBe(true);
  expect([readFileSync(store.file('1.stdout'), 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['mine', 'precious']);
});

test.each<[string, (path: string, victim: string) => void]>([
  ['a link', (path, victim) => symlinkSync(victim, path)],
  ['another name of a file', (path, victim) => linkSync(victim, path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a directory', (path) => mkdirSync(path)],
])('%s that is put in place of a growing file gets nothing', async (_, put) => {
  const victim = join(store.outside, 'victim');
  writeFileSync(victim, 'precious');
  const { stream } = store.stream(store.open());
  stream.add(Buffer.alloc(20_000, 'x'));
  await stream.view();
  rmSync(store.file('1.stdout'));
  put(store.file('1.stdout'), victim);
  stream.add(Buffer.alloc(20_000, 'y'));
  expect(await stream.end()).toMatchObject({ bytes: 40_000, kept: 20_000, tail: 20_000 });
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('a file that grows is touched, so that others see that its gate lives, and not when it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { stream } = store.stream(store.open());
  stream.add(Buffer.alloc(20_000, 'x'));
  await stream.view();
  const age = () => Date.now() - statSync(store.file('1.stdout')).mtimeMs;
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(store.file('1.stdout'), longAgo, longAgo);
  vi.advanceTimersByTime(60_000);
  expect(age()).toBeLessThan(1_800_000);
  await stream.end();
  utimesSync(store.file('1.stdout'), longAgo, longAgo);
  vi.advanceTimersByTime(600_000);
  expect(age()).toBeGreaterThan(1_800_000);
});
