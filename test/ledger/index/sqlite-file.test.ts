// What becomes of the file of an index. The log is the truth: nothing that happens to the file is an error for anybody.

import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerIndex } from '../../../src/ledger/index/ledger-index.js';
import { loadSqlite } from '../../../src/ledger/index/sqlite/connection.js';
import { ended, listAll, listNames, request, TestLedger } from './test-ledger.js';

let ledger: TestLedger;

beforeEach(() => {
  ledger = new TestLedger(undefined);
});

afterEach(() => ledger.remove());

const indexDirectory = () => join(ledger.directory, 'index');

function findFile(): string {
  const name = readdirSync(indexDirectory()).find((one) => one.endsWith('.sqlite'));
  return join(indexDirectory(), name ?? 'none');
}

function write(count: number): void {
  const log = ledger.openLog();
  for (let number = 0; number < count; number++) log.append('end', request(`r${number}`, ended));
  log.close();
}

/** A file with so many runs in it, that nobody has open: libsql does not let go of one at once that was closed. */
async function makeFile(count: number): Promise<string> {
  write(count);
  const index = await ledger.openIndex();
  await index.follow();
  const file = findFile();
  await checkpoint(file);
  await index.close();
  const bytes = readFileSync(file);
  rmSync(indexDirectory(), { recursive: true });
  mkdirSync(indexDirectory(), { mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600 });
  return file;
}

/** Brings everything from the files beside it into the file. */
async function checkpoint(file: string): Promise<void> {
  const connection = (await loadSqlite())(file);
  connection.all('PRAGMA wal_checkpoint(TRUNCATE)', []);
  connection.close();
}

async function expectWhole(index: LedgerIndex): Promise<void> {
  await index.follow();
  expect(await listAll(index, { limit: 100 })).toEqual(await ledger.foldLog());
}

test('the files are for this user alone', async () => {
  write(3);
  const index = await ledger.openIndex();
  await index.follow();
  const modes = readdirSync(indexDirectory()).map((name) => statSync(join(indexDirectory(), name)).mode & 0o777);
  expect(modes.length).toBeGreaterThan(0);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(indexDirectory()).mode & 0o777).toBe(0o700);
});

test('a directory that others can write is refused', async () => {
  mkdirSync(indexDirectory(), { recursive: true, mode: 0o700 });
  chmodSync(indexDirectory(), 0o777);
  await expect(ledger.openIndex()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `The index cannot be kept in ${indexDirectory()}: other users can write there`,
  });
});

test.each([
  ['empty', (file: string) => truncateSync(file, 0)],
  ['no database', (file: string) => writeFileSync(file, 'Dear diary, '.repeat(1_000))],
  ['cut off', (file: string) => truncateSync(file, statSync(file).size / 2)],
  ['cut off in its first page', (file: string) => truncateSync(file, 1_000)],
  ['overwritten in the middle', (file: string) => overwrite(file, statSync(file).size / 2, Buffer.alloc(20_000, 7))],
  ['gone', (file: string) => rmSync(file)],
  ['a directory', replaceByDirectory],
  ['readable for others', (file: string) => chmodSync(file, 0o644)],
])('a file that is %s is made anew', async (_how, damage) => {
  const file = await makeFile(300);
  damage(file);
  const index = await ledger.openIndex();
  await expectWhole(index);
  expect(await listNames(index)).toHaveLength(100);
});

function replaceByDirectory(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'in'), { recursive: true });
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, Math.floor(at));
  closeSync(descriptor);
}

test('a database with other tables is made anew, and runs nothing that is written in it', async () => {
  const file = await makeFile(3);
  const connection = (await loadSqlite())(file);
  connection.exec(`CREATE TRIGGER bad AFTER INSERT ON runs BEGIN DELETE FROM runs; END`);
  connection.close();
  const index = await ledger.openIndex();
  write(5);
  await expectWhole(index);
});

test('a file of another version is left alone', async () => {
  await makeFile(3);
  const newer = join(indexDirectory(), 'v999-abc.sqlite');
  writeFileSync(newer, 'of the future');
  await expectWhole(await ledger.openIndex());
  expect(readFileSync(newer, 'utf8')).toBe('of the future');
});

test('a link in the place of the file is removed, and what it leads to stays as it is', async () => {
  const file = await makeFile(3);
  const elsewhere = join(ledger.home, 'elsewhere.sqlite');
  renameSync(file, elsewhere);
  const before = readFileSync(elsewhere);
  symlinkSync(elsewhere, file);
  const index = await ledger.openIndex();
  write(1);
  await expectWhole(index);
  expect(readFileSync(elsewhere).equals(before)).toBe(true);
  expect(lstatSync(findFile()).isFile()).toBe(true);
});

test('a link in the place of a file beside it is removed as well', async () => {
  const file = await makeFile(3);
  const elsewhere = join(ledger.home, 'elsewhere');
  for (const end of ['-wal', '-shm', '-journal']) {
    rmSync(`${file}${end}`, { force: true });
    symlinkSync(elsewhere, `${file}${end}`);
  }
  await expectWhole(await ledger.openIndex());
  expect(existsSync(elsewhere)).toBe(false);
});

test('whatever bytes are changed, nothing fails, and made anew it is whole', async () => {
  const file = await makeFile(200);
  const good = readFileSync(file);
  const place = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 30 }), async (changes) => {
      rmSync(indexDirectory(), { recursive: true });
      mkdirSync(indexDirectory(), { mode: 0o700 });
      const bytes = Buffer.from(good);
      for (const { at, byte } of changes) bytes[at] = byte;
      writeFileSync(file, bytes, { mode: 0o600 });
      const index = await ledger.openIndex();
      try {
        await index.follow();
        await index.find('r1');
        await listAll(index, { limit: 50 });
        await index.rebuild();
        await expectWhole(index);
      } finally {
        await index.close();
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('an index that is deleted while it is open is made anew', async () => {
  write(5);
  const index = await ledger.openIndex();
  await index.follow();
  rmSync(indexDirectory(), { recursive: true });
  expect(await listNames(index)).toEqual(['r4', 'r3', 'r2', 'r1', 'r0']);
  rmSync(findFile());
  expect(await index.find('r3')).toMatchObject({ run: 'r3' });
  await expectWhole(index);
});

test('damage that comes while it is open is mended', async () => {
  write(300);
  const index = await ledger.openIndex();
  await index.follow();
  const file = findFile();
  await checkpoint(file);
  overwrite(file, 0, Buffer.alloc(statSync(file).size, 7));
  const other = await ledger.openIndex();
  await expectWhole(other);
  await expectWhole(index);
});

test('a record that cannot be read any more is read from the log again', async () => {
  write(3);
  const index = await ledger.openIndex();
  await index.follow();
  const connection = (await loadSqlite())(findFile());
  connection.exec(`UPDATE runs SET record = '{"run":' WHERE run = 'r1'`);
  connection.close();
  expect(await index.find('r1')).toMatchObject({ run: 'r1', state: 'completed' });
  await expectWhole(index);
});

test('one that makes it anew does not disturb the others, and leaves one file', async () => {
  write(50);
  const indexes = await Promise.all([1, 2, 3].map(() => ledger.openIndex()));
  await Promise.all(indexes.map((index) => index.follow()));
  for (let round = 0; round < 5; round++) {
    await Promise.all(indexes.map((index, place) => (place === round % 3 ? index.rebuild() : index.follow())));
  }
  for (const index of indexes) await expectWhole(index);
  for (const index of indexes) await index.close();
  expect(readdirSync(indexDirectory()).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
});

test('whoever waits for another process to finish lets other work go on', async () => {
  write(5);
  const index = await ledger.openIndex();
  const writer = (await loadSqlite())(findFile());
  writer.exec('BEGIN IMMEDIATE');
  // Runs in this same process: if waiting stopped everything, nobody would ever end the transaction.
  const ending = sleep(200).then(() => writer.exec('COMMIT'));
  expect(await listNames(index)).toEqual([]);
  await expectWhole(index);
  await ending;
  writer.close();
});

test('a ledger that cannot be written is told', async () => {
  writeFileSync(ledger.directory, 'a file');
  await expect(ledger.openIndex()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
