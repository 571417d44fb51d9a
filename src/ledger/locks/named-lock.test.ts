import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import { acquireLock } from './named-lock.js';

const directories: string[] = [];
let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-test-')));
  directories.push(directory);
});

afterAll(() => {
  for (const one of directories) rmSync(one, { recursive: true });
});

const locks = () => readdirSync(directory).filter((name) => !name.endsWith('.alive'));

test('one has it at a time, and whoever comes second learns who', async () => {
  const first = await acquireLock(directory, 'deploy', 'run_1');
  expect(await acquireLock(directory, 'deploy', 'run_2')).toEqual({
    state: 'held',
    holder: { pid: process.pid, run: 'run_1', since: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect((await acquireLock(directory, 'other', 'run_2')).state).toBe('taken');
  if (first.state === 'taken') first.free();
  expect((await acquireLock(directory, 'deploy', 'run_2')).state).toBe('taken');
});

test('a name is no path', async () => {
  expect((await acquireLock(directory, '../../x', 'run_1')).state).toBe('taken');
  expect(locks()).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.lock$/)]);
});

/** As if another process had taken it, which has ended. */
async function letHolderDie(): Promise<void> {
  await acquireLock(directory, 'deploy', 'run_1');
  const file = join(directory, locks()[0] ?? '');
  const { pid } = spawnSync('true');
  const holder = nameHolder({ ...newHolder(), pid });
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid, holder }));
}

test('what a dead process holds is free', async () => {
  await letHolderDie();
  expect((await acquireLock(directory, 'deploy', 'run_2')).state).toBe('taken');
  expect((await acquireLock(directory, 'deploy', 'run_3')).state).toBe('held');
  expect(locks()).toHaveLength(1);
});

test('what a power cut has emptied is free', async () => {
  await acquireLock(directory, 'deploy', 'run_1');
  writeFileSync(join(directory, locks()[0] ?? ''), '');
  expect((await acquireLock(directory, 'deploy', 'run_2')).state).toBe('taken');
  expect((await acquireLock(directory, 'deploy', 'run_3')).state).toBe('held');
});

test('while one process breaks a lock, no other does', async () => {
  await letHolderDie();
  const breaking = join(directory, `${locks()[0]}.breaking`);
  writeFileSync(breaking, '');
  expect((await acquireLock(directory, 'deploy', 'run_2')).state).toBe('held');
  rmSync(breaking);
  expect((await acquireLock(directory, 'deploy', 'run_2')).state).toBe('taken');
});

test('whoever has nothing is not shown any more', async () => {
  const first = await acquireLock(directory, 'one', 'run_1');
  const second = await acquireLock(directory, 'two', 'run_1');
  await acquireLock(directory, 'one', 'run_2');
  expect(readdirSync(directory).filter((name) => name.endsWith('.alive'))).toHaveLength(1);
  for (const acquired of [first, second]) if (acquired.state === 'taken') acquired.free();
  await expect.poll(() => readdirSync(directory)).toEqual([]);
});
