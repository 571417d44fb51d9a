import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { signalGroup } from '../../machine/processes/process-group.js';
import { drainPipes } from './drain-pipes.js';
import { Capture } from './output/capture.js';
import { CapturedStream } from './output/captured-stream.js';
import { SpoolDirectory } from './output/spool-directory.js';

const spool = new SpoolDirectory();
let child: ChildProcessByStdio<null, Readable, null> | undefined;

afterEach(async () => {
  // Its group is what holds the pipe.
  if (child?.pid) signalGroup(child.pid, 'SIGKILL');
  await spool.remove();
});

/** A program that prints something and has ended, while a child of it still has the pipe. */
async function endedProgram(script: string): Promise<Capture> {
  child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const stream = new CapturedStream({ directory: spool, fileName: 'x', mostBytes: 1_000 });
  const capture = new Capture(child.stdout, stream, 'utf8', [], undefined);
  child.stdout.pause();
  await once(child, 'exit');
  return capture;
}

/** How many turns of the event loop it took. */
function turnsToDrain(capture: Capture): Promise<number> {
  return new Promise((resolve) => {
    let turns = 0;
    let drained = false;
    const count = () => {
      turns++;
      if (drained) resolve(turns);
      else setImmediate(count);
    };
    setImmediate(count);
    drainPipes([capture], () => {
      drained = true;
    });
  });
}

test('all that the pipe holds is read, and then nothing is waited for', async () => {
  // Less than the smallest pipe holds: the program must be able to end before anybody reads.
  const capture = await endedProgram('head -c 50000 /dev/zero; sleep 600 &');
  expect(await turnsToDrain(capture)).toBeLessThan(10);
  expect(capture.receivedBytes).toBe(50_000);
  capture.end();
});

/** A pipe that brings so much in every turn of the event loop. */
function loudPipe(chunk: Buffer): Capture {
  const pipe = new Readable({ read: () => undefined });
  const speak = () => {
    if (pipe.destroyed) return;
    pipe.push(chunk);
    setImmediate(speak);
  };
  speak();
  const stream = new CapturedStream({ directory: spool, fileName: 'x', mostBytes: 1_000 });
  return new Capture(pipe, stream, 'utf8', [], undefined);
}

test('a pipe that is never silent is left after a while', async () => {
  const capture = loudPipe(Buffer.from('x'));
  expect(await turnsToDrain(capture)).toBeGreaterThan(10);
  capture.end();
});

test('a pipe that brings more than any pipe holds is left at once', async () => {
  const capture = loudPipe(Buffer.alloc(1024 * 1024));
  expect(await turnsToDrain(capture)).toBeLessThan(20);
  capture.end();
});
