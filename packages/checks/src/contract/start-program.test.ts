import { expect, test } from 'vitest';
import { killGroup, startProgram } from './start-program.js';

/** The loop stands still, as on a machine that is busy with others. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('what a program printed is read, also where nothing could be read before the pipes are given up', async () => {
  let read = () => {};
  const { child, ended } = startProgram({
    // What it leaves behind keeps the pipes open.
    argv: ['sh', '-c', 'sleep 60 & echo all of it; echo and this >&2'],
    cwd: '/',
    environment: { PATH: process.env.PATH ?? '' },
    timeLimitMs: 20_000,
    afterExit: async () => {
      read();
      setImmediate(() => standStill(700));
    },
  });
  const handles = [child.stdout, child.stderr].map(
    (stream) => (stream as unknown as { _handle: { readStart(): void; readStop(): void } })._handle,
  );
  for (const handle of handles) handle.readStop();
  read = () => {
    for (const handle of handles) handle.readStart();
  };

  const { code, stdout, stderr } = await ended;
  killGroup(child.pid);

  expect([code, stdout.toString(), stderr.toString()]).toEqual([0, 'all of it\n', 'and this\n']);
});
