import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { writeWholeFile } from './write-whole-file.js';

const directories: string[] = [];
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-test-'));
  directories.push(directory);
  file = join(directory, 'a.json');
});

afterAll(() => {
  for (const one of directories) rmSync(one, { recursive: true });
});

const state = () => [readFileSync(file, 'utf8'), (statSync(file).mode & 0o777).toString(8), readdirSync(directory)];

test('a new file has the usual mode, or the one that is asked for', async () => {
  await writeWholeFile(file, 'one');
  expect(state()).toEqual(['one', (0o666 & ~process.umask()).toString(8), ['a.json']]);
  await writeWholeFile(join(directory, 'b'), 'two', 0o600);
  expect((statSync(join(directory, 'b')).mode & 0o777).toString(8)).toBe('600');
});

test('a file that is replaced keeps its mode', async () => {
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  await writeWholeFile(file, Buffer.from('new'));
  expect(state()).toEqual(['new', '640', ['a.json']]);
});

test('a link stays a link', async () => {
  writeFileSync(join(directory, 'real'), 'old');
  symlinkSync('real', file);
  await writeWholeFile(file, 'new');
  expect([readFileSync(join(directory, 'real'), 'utf8'), readdirSync(directory)]).toEqual(['new', ['a.json', 'real']]);
});

test('what cannot take its place leaves nothing', async () => {
  await expect(writeWholeFile(join(directory, 'missing', 'a'), 'x')).rejects.toThrow('ENOENT');
  await expect(writeWholeFile(directory, 'x')).rejects.toThrow();
  expect(readdirSync(directory)).toEqual([]);
});

test('what a dead process left is removed, and what another may be writing is not', async () => {
  const long = new Date(Date.now() - 60_000);
  const place = (name: string, time: Date) => {
    writeFileSync(join(directory, name), '');
    utimesSync(join(directory, name), time, time);
  };
  place('.a.json.4194304999.0123456789ab.new', long);
  place('.a.json.4194304998.0123456789ab.new', new Date());
  place(`.a.json.${process.pid}.0123456789ab.new`, long);
  place('.a.json.mine', long);
  await writeWholeFile(file, 'x');
  expect(readdirSync(directory)).toEqual(
    ['.a.json.4194304998.0123456789ab.new', `.a.json.${process.pid}.0123456789ab.new`, '.a.json.mine', 'a.json'].sort(),
  );
});

test('a name may be as long as the system allows', async () => {
  file = join(directory, 'ä'.repeat(127));
  await writeWholeFile(file, 'one');
  await writeWholeFile(file, 'two');
  expect([readFileSync(file, 'utf8'), readdirSync(directory)]).toEqual(['two', ['ä'.repeat(127)]]);
});
