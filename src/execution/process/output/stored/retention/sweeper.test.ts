import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TestStore } from '../test-helpers.js';

const store = new TestStore();
const hourMs = 3_600_000;
const patience = { timeout: 20_000 };
const old = () => join(store.directory, 'old1', '1.stdout');
const swept = () => join(store.directory, '.swept');

function putOld(): void {
  mkdirSync(join(store.directory, 'old1'), { recursive: true, mode: 0o700 });
  writeFileSync(old(), 'x', { mode: 0o400 });
  setAge(old(), 1_000 * hourMs);
  // An earlier sweep has seen the same clock.
  writeFileSync(join(store.directory, '.clock'), `${Date.now()}\n`);
}

function setAge(path: string, ageMs: number): void {
  utimesSync(path, new Date(Date.now() - ageMs), new Date(Date.now() - ageMs));
}

function useFakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a gate sweeps a while after its first output', async () => {
  useFakeTimeouts();
  putOld();
  await store.keep(store.open(), 'new');
  expect(existsSync(old())).toBe(true);
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect.poll(() => existsSync(old()), patience).toBe(false);
  await expect.poll(() => existsSync(swept()), patience).toBe(true);
  expect(readdirSync(store.directory).sort()).toEqual(['.clock', '.swept', 'mh5x0abc12']);
});

test('a command that is over soon sweeps at its end, once an hour', async () => {
  putOld();
  const first = store.open();
  await store.keep(first, 'new');
  await first.close();
  expect(existsSync(old())).toBe(false);

  putOld();
  const second = store.open();
  await store.keep(second, 'new');
  await second.close();
  expect(existsSync(old())).toBe(true);

  setAge(swept(), 2 * hourMs);
  const third = store.open();
  await store.keep(third, 'new');
  await third.close();
  expect([existsSync(old()), Date.now() - statSync(swept()).mtimeMs < hourMs]).toEqual([false, true]);
});

test('a gate that printed nothing sweeps nothing', async () => {
  putOld();
  const spool = store.open();
  await spool.close();
  expect(existsSync(old())).toBe(true);
});

test('whoever has written a sixteenth of what may be kept looks again', async () => {
  const spool = store.open({ keepBytes: 16 * 65_536 });
  for (let count = 0; count < 60; count++) await store.keep(spool, Buffer.alloc(65_536));
  const used = () => readdirSync(store.gate).length * 65_536;
  await store.keep(spool, Buffer.alloc(65_537));
  await expect.poll(used, patience).toBeLessThanOrEqual(18 * 65_536);
});

test('so does whoever has written very many small files', async () => {
  putOld();
  mkdirSync(store.directory, { recursive: true });
  writeFileSync(swept(), '');
  const spool = store.open();
  for (let count = 0; count < 4_097; count++) await store.keep(spool, 'x');
  await expect.poll(() => existsSync(old()), patience).toBe(false);
});

test('while another gate sweeps nobody else does, unless it has not been heard of for long', async () => {
  const running = join(store.directory, '.sweep');
  putOld();
  writeFileSync(running, '');
  const first = store.open();
  await store.keep(first, 'new');
  await first.close();
  expect([existsSync(old()), existsSync(running)]).toEqual([true, true]);

  setAge(running, hourMs);
  const second = store.open();
  await store.keep(second, 'new');
  await second.close();
  expect([existsSync(old()), existsSync(running)]).toEqual([false, false]);
});

test('a directory in the place of its marks keeps it from sweeping, and from nothing else', async () => {
  putOld();
  mkdirSync(join(store.directory, '.sweep'));
  setAge(join(store.directory, '.sweep'), hourMs);
  const spool = store.open();
  expect((await store.keep(spool, 'new')).stdout).toMatchObject({ kept: 3 });
  await spool.close();
  rmSync(join(store.directory, '.sweep'), { recursive: true });
  expect(existsSync(old())).toBe(true);
});

test('one run whose clock is years ahead removes nothing for its age', async () => {
  mkdirSync(join(store.directory, 'new1'), { recursive: true, mode: 0o700 });
  const file = join(store.directory, 'new1', '1.stdout');
  writeFileSync(file, 'x', { mode: 0o400 });
  // As if it were written long ago, by the clock of now, of which the sweep before knew nothing.
  setAge(file, 1_000 * hourMs);
  writeFileSync(join(store.directory, '.clock'), `${Date.now() - 1_000 * hourMs}\n`);
  const spool = store.open();
  await store.keep(spool, 'new');
  await spool.close();
  expect([existsSync(file), existsSync(swept())]).toEqual([true, true]);
});

test('the first sweep has nothing to compare the clock with, and removes nothing for its age', async () => {
  putOld();
  rmSync(join(store.directory, '.clock'));
  const spool = store.open();
  await store.keep(spool, 'new');
  await spool.close();
  expect([existsSync(old()), existsSync(swept())]).toEqual([true, true]);
});
