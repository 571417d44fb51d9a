// Shows that a probe works at all: what does nothing outside proves nothing inside.

import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reach } from './probe.js';
import type { Stage, Touched } from './stage.js';
import { environmentOf, toVector } from './vector.js';

const longestMs = 15_000;

const lookEveryMs = 100;

export async function tryOutside(stage: Stage): Promise<boolean> {
  const begin = performance.now();
  const { probe, directory } = stage;
  const [program, ...args] = toVector(probe);
  const child = spawn(program, args, {
    cwd: directory,
    env: environmentOf(probe, directory),
    stdio: 'pipe',
    // With a group of its own, so that it can be ended with what it started.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (text: string) => {
      output += text.slice(0, Math.max(0, mostOutput - output.length));
    });
  }
  child.stdin.on('error', () => undefined).end(probe.stdin ?? '');
  const ended = new Promise<void>((resolve) => {
    child.once('close', resolve).once('error', resolve);
  });
  const works = () => isReached(probe.reach, stage.touched(output));
  while (performance.now() - begin < longestMs && !works()) {
    const isOver = await Promise.race([ended.then(() => true), delay(lookEveryMs, false)]);
    if (isOver) break;
    await stage.visit();
  }
  const hasWorked = works();
  endGroup(child.pid);
  await Promise.race([ended, delay(1_000)]);
  return hasWorked;
}

const mostOutput = 1024 * 1024;

function isReached(reach: Reach, { leaked, changed, connections }: Touched): boolean {
  const proofs: Readonly<Record<Reach, boolean>> = {
    reads: leaked,
    writes: changed.length > 0,
    runs: changed.length > 0,
    loads: changed.length > 0,
    connects: connections > 0,
    listens: connections > 0,
  };
  return proofs[reach];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
