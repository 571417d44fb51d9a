// A handler that never gives the event loop back cannot be stopped from within: no timer fires, no signal is heard.
// A thread of its own notices, and ends the process, so that whoever waits for another answer need not wait for ever.
import { Worker } from 'node:worker_threads';

/** How much longer than any timeout the event loop may stand still before the process gives up. */
export const blockedGraceMs = 5_000;

export interface Watchdog {
  stop(): void;
}

/** What runs in the thread: plain JavaScript, because it is started from text. */
const watch = `
const { writeSync } = require('node:fs');
const { beats, limitMs, lastWords } = require('node:worker_threads').workerData;
let seen = -1;
for (;;) {
  const count = Atomics.load(beats, 0);
  if (count === seen) {
    // A process that was stopped and goes on now has not beaten either: it gets the time to.
    Atomics.wait(beats, 1, 0, 2000);
  }
  if (Atomics.load(beats, 0) === seen) {
    writeSync(2, lastWords + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
  seen = Atomics.load(beats, 0);
  Atomics.wait(beats, 1, 0, limitMs);
}`;

/** Ends this process with SIGKILL when its event loop has stood still for `limitMs`; says so on stderr first. */
export function startWatchdog(limitMs: number): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), Math.min(1_000, limitMs / 4));
  beat.unref();
  const lastWords =
    `error: a command has blocked the event loop for more than ${limitMs}ms. cmdgate ends, because nothing else ` +
    'can run until it does. Give the command a worker thread or a process of its own.';
  const worker = new Worker(watch, { eval: true, workerData: { beats, limitMs, lastWords } });
  worker.unref();
  return {
    stop: () => {
      clearInterval(beat);
      void worker.terminate();
    },
  };
}
