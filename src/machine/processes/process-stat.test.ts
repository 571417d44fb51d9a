import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasEnded, mayBeRunning, ownIdentity } from './process-identity.js';
import { parentOf, parseStat, readStat, startOf } from './process-stat.js';

/** Fields behind the name: state, parent, group, …, threads as the 18th, start as the 20th. */
const fields = (state: string, threads: number) =>
  [state, 12, 13, 14, 0, -1, 4194560, 1, 0, 0, 0, 1, 2, 0, 0, 20, 0, threads, 0, '987654', 1, 2].join(' ');

test.each([
  ['S', 1, false],
  ['T', 1, false],
  ['Z', 1, true],
  ['X', 1, true],
  ['Z', 2, true],
])('a process in state %s with %i threads has ended: %s', (state, threads, isEnded) => {
  const expected = { parent: 12, group: 13, started: '987654', isEnded, threads };
  expect(parseStat(`77 (a) Z 1 1 (b c) ${fields(state, threads)}\n`)).toEqual(expected);
});

test.each(['', '77 (node) S 1 2'])('half a line says nothing: %j', (line) => {
  expect(parseStat(line)).toBeUndefined();
});

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('this process runs, and has the parent that Node knows', () => {
    expect(readStat('self')).toMatchObject({ parent: process.ppid, isEnded: false });
    expect(parentOf(process.pid)).toBe(process.ppid);
    expect(mayBeRunning(ownIdentity())).toBe(true);
  });

  test('a process that nobody has asked for has ended, and one that is gone as well', async () => {
    // It becomes a program that never asks for the child it got.
    const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = { pid: Number(chunk.toString()), started: startOf(Number(chunk.toString())) ?? '' };
    expect(hasEnded(child)).toBe(false);

    process.kill(child.pid, 'SIGKILL');
    while (!hasEnded(child)) await sleep(10);

    expect(readStat(child.pid)).toMatchObject({ parent: parent.pid, isEnded: true });
    const identity = { pid: parent.pid as number, started: startOf(parent.pid as number) ?? null };
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect([hasEnded(identity), readStat(identity.pid), startOf(identity.pid), parentOf(identity.pid)]).toEqual([
      true,
      'gone',
      undefined,
      0,
    ]);
  });

  test('another process with the same number is not the one that was meant', () => {
    expect(hasEnded({ pid: process.pid, started: '1' })).toBe(true);
    expect(mayBeRunning({ pid: process.pid, started: '1', namespace: 'pid:[1]' })).toBe(true);
  });
});

test('without a start, a process is there as long as its number is', () => {
  expect(hasEnded({ pid: process.pid, started: null })).toBe(false);
  expect(hasEnded({ pid: 2 ** 30, started: null })).toBe(true);
});
