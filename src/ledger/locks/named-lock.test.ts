import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
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

test('one has it at a time, and whoever comes second learns who', () => {
  const first = acquireLock(directory, 'deploy', 'run_1');
  expect(acquireLock(directory, 'deploy', 'run_2')).toEqual({
    state: 'held',
    holder: { pid: process.pid, run: 'run_1', since: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect(acquireLock(directory, 'other', 'run_2').state).toBe('taken');
  if (first.state === 'taken') first.free();
  expect(acquireLock(directory, 'deploy', 'run_2').state).toBe('taken');
});

test('a name is no path', () => {
  expect(acquireLock(directory, '../../x', 'run_1').state).toBe('taken');
  expect(readdirSync(directory)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.lock$/)]);
});

/** As if another process had taken it, which has ended. */
function letHolderDie(): void {
  acquireLock(directory, 'deploy', 'run_1');
  const file = join(directory, readdirSync(directory)[0] ?? '');
  const { pid } = spawnSync('true');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid }));
}

test('what a dead process holds is free', () => {
  letHolderDie();
  expect(acquireLock(directory, 'deploy', 'run_2').state).toBe('taken');
  expect(acquireLock(directory, 'deploy', 'run_3').state).toBe('held');
  expect(readdirSync(directory)).toHaveLength(1);
});

test('what a power cut has emptied is free', () => {
  acquireLock(directory, 'deploy', 'run_1');
  writeFileSync(join(directory, readdirSync(directory)[0] ?? ''), '');
  expect(acquireLock(directory, 'deploy', 'run_2').state).toBe('taken');
  expect(acquireLock(directory, 'deploy', 'run_3').state).toBe('held');
});

test('while one process breaks a lock, no other does', () => {
  letHolderDie();
  const breaking = join(directory, `${readdirSync(directory)[0]}.breaking`);
  writeFileSync(breaking, '');
  expect(acquireLock(directory, 'deploy', 'run_2').state).toBe('held');
  rmSync(breaking);
  expect(acquireLock(directory, 'deploy', 'run_2').state).toBe('taken');
});
