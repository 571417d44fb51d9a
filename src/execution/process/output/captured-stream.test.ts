import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openToWrite } from '../../../machine/files/open-file.js';
import { CapturedStream } from './captured-stream.js';
import { type GapStart, preview } from './preview.js';
import { readSlice } from './read-slice.js';
import { SpoolDirectory } from './spool-directory.js';

const created: string[] = [];
const spool = new SpoolDirectory((path) => created.push(path));

afterEach(() => spool.remove());

const capture = (mostBytes = 1_000_000, directory = spool) =>
  new CapturedStream({ directory, fileName: 'run_1.stdout', mostBytes });

/** Lines of ten bytes with their numbers. */
const lines = (from: number, to: number) =>
  Buffer.from(Array.from({ length: to - from }, (_, index) => `${String(from + index).padStart(9, '0')}\n`).join(''));

const howToRead = ({ byte }: GapStart) => `read from ${byte}`;

test('short output needs no file', async () => {
  const stream = capture();
  stream.add(lines(0, 1_000));
  await stream.end();
  expect(stream.inMemory?.length).toBe(10_000);
  expect(spool.usedBytes).toBe(0);
  expect(created).toEqual([]);
});

test('longer output goes to a file that nobody else can read, and is gone when it is discarded', async () => {
  const stream = capture();
  for (let index = 0; index < 50; index++) stream.add(lines(index * 100, (index + 1) * 100));
  await stream.end();
  const view = await stream.view();
  expect([view.totalBytes, view.keptBytes, view.isOpen, spool.usedBytes]).toEqual([50_000, 50_000, false, 50_000]);
  expect((await view.read(0, 50_000)).equals(lines(0, 5_000))).toBe(true);

  const directory = await spool.path();
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'run_1.stdout')).mode & 0o777).toBe(0o600);
  await stream.discard();
  expect([readdirSync(directory), spool.usedBytes, (await stream.view()).keptBytes]).toEqual([[], 0, 0]);
});

test('beyond the cap only the end is kept', async () => {
  const stream = capture(20_000);
  for (let index = 0; index < 30; index++) stream.add(lines(index * 1_000, (index + 1) * 1_000));
  const view = await stream.view();
  expect([view.totalBytes, view.storedBytes, view.endFrom]).toEqual([300_000, 20_000, 300_000 - 65_536]);
  expect((await view.read(19_990, 20_000)).toString()).toBe('000001999\n');
  expect((await view.read(299_990, 300_000)).toString()).toBe('000029999\n');
  await stream.discard();
});

test('a file that cannot be written costs the middle, and says so', async () => {
  const directory = new SpoolDirectory();
  try {
    // A directory stands where the file should be.
    mkdirSync(join(await directory.path(), 'run_1.stdout'));
    const stream = capture(1_000_000, directory);
    for (let index = 0; index < 30; index++) {
      stream.add(lines(index * 1_000, (index + 1) * 1_000));
      await stream.view();
    }
    await stream.end();
    const shown = await preview(await stream.view(), 'utf8', 1_000_000, howToRead);
    const [head, tail] = [lines(0, 1_638).toString(), lines(23_447, 30_000).toString()];
    const lost = 300_000 - 16_384 - 65_536;
    expect(shown).toEqual({
      text: `${head}[… ${lost + 10} bytes left out, ${lost} of them not kept: read from 16380 …]\n${tail}`,
      totalBytes: 300_000,
      omittedBytes: lost + 10,
      valid: true,
    });
    expect(directory.usedBytes).toBe(0);
  } finally {
    await directory.remove();
  }
});

test('a disk that becomes full keeps what was written before', async () => {
  class FillingSpool extends SpoolDirectory {
    override at<T>(fileName: string, use: (path: string) => T): T {
      if (use === openToWrite) throw new Error('ENOSPC');
      return super.at(fileName, use);
    }
  }
  const filling = new FillingSpool();
  const stream = capture(1_000_000, filling);
  stream.add(lines(0, 2_000));
  await stream.view();
  stream.add(lines(2_000, 12_000));
  const view = await stream.view();
  expect([view.totalBytes, view.storedBytes, view.isWhole]).toEqual([120_000, 20_000, false]);
  expect((await view.read(119_990, 120_000)).toString()).toBe('000011999\n');
  await filling.remove();
});

test('a program that prints faster than the disk writes is told to wait, and to go on', async () => {
  const stream = capture(10_000_000);
  const went = new Promise<void>((resolve) => {
    expect(stream.isFull(resolve)).toBe(false);
    for (let index = 0; index < 20; index++) stream.add(Buffer.alloc(65_536));
    expect(stream.isFull(resolve)).toBe(true);
  });
  await went;
  expect(stream.isFull(() => undefined)).toBe(false);
  await stream.discard();
});

test('a view stays as it is while the program prints on', async () => {
  const stream = capture(20_000);
  stream.add(lines(0, 10_000));
  const view = await stream.view();
  stream.add(lines(10_000, 20_000));
  expect([view.totalBytes, view.isOpen]).toEqual([100_000, true]);
  expect((await view.read(99_990, 100_000)).toString()).toBe('000009999\n');
  await stream.discard();
});

test('a file that somebody took away leaves an answer that says what is missing', async () => {
  const stream = capture();
  stream.add(lines(0, 5_000));
  await stream.end();
  rmSync(join(await spool.path(), 'run_1.stdout'));
  expect(await readSlice(await stream.view(), 'utf8', { fromByte: 0, limitBytes: 1_000 })).toMatchObject({
    skippedBytes: 50_000,
    more: false,
  });
  const shown = await preview(await stream.view(), 'utf8', 1_000_000, howToRead);
  expect(shown).toMatchObject({ totalBytes: 50_000, omittedBytes: 50_000 });
});

test('a directory that was removed is made again when it is needed', async () => {
  writeFileSync(join(await spool.path(), 'x'), '');
  const first = await spool.path();
  await spool.remove();
  expect(() => statSync(first)).toThrow('ENOENT');
  expect(await spool.path()).not.toBe(first);
});
