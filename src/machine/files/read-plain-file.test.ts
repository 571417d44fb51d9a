import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFile, openHandleIfThere, openIfThere, openToRead, openToWrite } from './open-file.js';
import { readOwnText, readPlainFile } from './read-plain-file.js';

let directory: string;
const at = (name: string) => join(directory, name);

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-plain-'));
  writeFileSync(at('file'), 'twelve bytes');
  writeFileSync(at('empty'), '');
  symlinkSync('file', at('link'));
  symlinkSync('nowhere', at('dangling'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a file is read, up to the bytes that it may have', () => {
  expect(readPlainFile(at('file'), 12)?.toString()).toBe('twelve bytes');
  expect(readPlainFile(at('empty'), 0)?.toString()).toBe('');
  expect(() => readPlainFile(at('file'), 11)).toThrow('it is larger than 11 bytes');
});

test('what says that it is empty is bounded all the same', () => {
  expect(() => readPlainFile('/proc/self/environ', 1)).toThrow('it is larger than 1 bytes');
});

test.each(['missing', 'missing/more'])('%s is nothing', async (name) => {
  expect([readPlainFile(at(name), 10), readOwnText(at(name)), openIfThere(at(name))]).toEqual(Array(3).fill(undefined));
  expect(await openHandleIfThere(at(name))).toBeUndefined();
  expect(() => openToRead(at(name))).toThrow('ENOENT');
});

test('a link is followed where that is said, and nowhere else', async () => {
  expect(readPlainFile(at('link'), 100)?.toString()).toBe('twelve bytes');
  expect(readPlainFile(at('dangling'), 100)).toBeUndefined();
  for (const name of ['link', 'dangling']) {
    expect(() => readOwnText(at(name))).toThrow('ELOOP');
    expect(() => readPlainFile(at(name), 100, 'refused')).toThrow('ELOOP');
    expect(() => openToRead(at(name))).toThrow('ELOOP');
    expect(() => openToWrite(at(name))).toThrow('ELOOP');
    await expect(openHandleIfThere(at(name))).rejects.toThrow('ELOOP');
  }
});

test.each(['pipe', 'folder'])('a %s is refused, and nobody waits for it', async (name) => {
  expect(() => readPlainFile(at(name), 100)).toThrow(/^it is not a file$/);
  expect(() => openToRead(at(name))).toThrow(`${at(name)} is not a file`);
  await expect(openHandleIfThere(at(name))).rejects.toThrow(`${at(name)} is not a file`);
});

test('a device is refused', () => {
  expect(() => readPlainFile('/dev/zero', 100)).toThrow('it is not a file');
});

test('a new file takes the place of a link, and not of what it leads to', () => {
  symlinkSync('file', at('new'));
  const descriptor = createFile(at('new'), 0o600);
  expect(fstatSync(descriptor).mode & 0o777).toBe(0o600);
  closeSync(descriptor);
  expect([readFileSync(at('new'), 'utf8'), readFileSync(at('file'), 'utf8')]).toEqual(['', 'twelve bytes']);
});
