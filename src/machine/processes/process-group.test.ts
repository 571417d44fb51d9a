import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { groupGone, signalGroup } from './process-group.js';
import { readStat } from './process-stat.js';

const far = () => performance.now() + 60_000;

/** A program in a group of its own. Resolves when it has printed something. */
async function start(program: string, ...args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const leader = child.pid as number;
  onTestFinished(() => void signalGroup(leader, 'SIGKILL'));
  await once(child.stdout, 'data');
  return leader;
}

test('a group is gone when nobody in it lives', async () => {
  const leader = await start('/bin/sh', '-c', 'sleep 600 & echo started; wait');
  expect(signalGroup(leader, 0)).toBe(true);
  signalGroup(leader, 'SIGKILL');
  await groupGone(leader, far());
  const stat = readStat(leader);
  expect(stat === 'gone' || (typeof stat === 'object' && stat.isEnded)).toBe(true);
});

test('a group is not waited for longer than that', async () => {
  const leader = await start('/bin/sh', '-c', 'echo started; exec sleep 600');
  await groupGone(leader, performance.now() + 50);
  expect(signalGroup(leader, 0)).toBe(true);
});

const endsFirstThread = `
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
print('started', flush=True)
ctypes.CDLL(None).pthread_exit(None)
`;
const canEndFirstThread = process.platform === 'linux' && spawnSync('python3', ['-c', 'import ctypes']).status === 0;

describe.runIf(canEndFirstThread)('with Python', () => {
  test('a program that ends its first thread and goes on in another is not gone', async () => {
    const leader = await start('python3', '-c', endsFirstThread);
    await expect.poll(() => readStat(leader)).toMatchObject({ isEnded: true, threads: 2 });
    let isGone = false;
    const gone = groupGone(leader, far()).then(() => {
      isGone = true;
    });
    await sleep(300);
    expect(isGone).toBe(false);
    signalGroup(leader, 'SIGKILL');
    await gone;
  });
});
