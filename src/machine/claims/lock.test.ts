import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameHolder, newHolder } from './holder.js';
import { type TriedLock, tryLock } from './lock.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-lock-'));
  file = join(directory, 'lock');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const living = () => ({ holder: nameHolder(newHolder()) });
const dead = () => ({ holder: nameHolder({ ...newHolder(), pid: 2 ** 30 }) });

function taken(lock: TriedLock) {
  if (lock.state !== 'taken') throw new Error(`It is held: ${lock.text}`);
  return lock;
}

test('one has it at a time, and the next one learns what was written', async () => {
  const first = living();
  const lock = taken(await tryLock(file, first));
  expect(await tryLock(file, living())).toEqual({ state: 'held', text: JSON.stringify(first) });
  lock.free();
  expect(readdirSync(directory)).toEqual([]);
  expect((await tryLock(file, living())).state).toBe('taken');
});

test.each([
  ['a dead process', () => JSON.stringify(dead())],
  ['nobody, after a power cut', () => ''],
  ['nonsense', () => 'null'],
  ['a dead process, as earlier versions wrote it', () => JSON.stringify({ ...newHolder(), pid: 2 ** 30 })],
])('the lock of %s is taken over', async (_, text) => {
  writeFileSync(file, text());
  const next = living();
  taken(await tryLock(file, next));
  expect([readFileSync(file, 'utf8'), readdirSync(directory)]).toEqual([JSON.stringify(next), ['lock']]);
});

test.each([
  ['a living process', () => JSON.stringify(living())],
  ['a living process, as earlier versions wrote it', () => JSON.stringify(newHolder())],
  ['who cannot be seen', () => JSON.stringify({ holder: nameHolder({ ...newHolder(), boot: null }) })],
])('the lock of %s is kept, however old it is', async (_, text) => {
  writeFileSync(file, text());
  utimesSync(file, 1, 1);
  expect((await tryLock(file, living())).state).toBe('held');
});

test('where a lock is short, an old one is taken over, and its holder finds out', async () => {
  const first = taken(await tryLock(file, living(), 5_000));
  expect((await tryLock(file, living(), 5_000)).state).toBe('held');
  utimesSync(file, 1, 1);
  const second = taken(await tryLock(file, living(), 5_000));
  expect([first.isStillHeld(), second.isStillHeld()]).toEqual([false, true]);
  first.free();
  expect(second.isStillHeld()).toBe(true);
});

test('while one process takes it over, no other does, unless that one died over it', async () => {
  writeFileSync(file, JSON.stringify(dead()));
  writeFileSync(`${file}.breaking`, '');
  expect((await tryLock(file, living())).state).toBe('held');
  utimesSync(`${file}.breaking`, 1, 1);
  expect((await tryLock(file, living())).state).toBe('held');
  expect((await tryLock(file, living())).state).toBe('taken');
});
