// A handler that never gives the event loop back cannot be stopped from within: no timer fires, no signal is heard.
// A thread of its own notices, and ends the process, so that whoever waits for another answer need not wait for ever.
import { Worker } from 'node:worker_threads';

/** How much longer than any timeout the event loop may stand still before the process gives up. */
export const blockedGraceMs = 5_000;

export interface Watchdog {
  stop(): void;
}

/** What a process that has one answer to give still says when it is ended. */
export interface LastAnswer {
  /** A line for stdout, in which `"duration_ms":0` is filled in; empty where there is none. */
  readonly line: string;
  readonly exitCode: number;
}

/**
 * What runs in the thread: plain JavaScript, because it is started from text.
 *
 * Only the thread that stands still can end the process with an exit code, and only a debugger can make it: it pauses
 * it wherever it is. Where even that does not help, the process is killed.
 */
const watch = `
const { writeSync } = require('node:fs');
const { beats, limitMs, lastWords, lastAnswer } = require('node:worker_threads').workerData;
const stepMs = Math.min(1000, limitMs / 4);
const startedAt = performance.now();
let seen = -1;
let stillSince = startedAt;
let lastLook = startedAt;
const timer = setInterval(() => {
  const now = performance.now();
  // A process that was stopped and goes on now has not beaten either: it gets the time to.
  if (now - lastLook > stepMs + 1000) stillSince = now;
  lastLook = now;
  const count = Atomics.load(beats, 0);
  if (count !== seen) stillSince = now;
  seen = count;
  if (now - stillSince <= limitMs) return;
  clearInterval(timer);
  writeSync(2, lastWords + '\\n');
  if (!lastAnswer) return kill();
  try {
    const duration = '"duration_ms":' + Math.round(now - startedAt);
    writeSync(1, lastAnswer.line.replace('"duration_ms":0', duration));
    setTimeout(kill, 1000);
    exit();
  } catch {
    kill();
  }
}, stepMs);

function kill() {
  process.kill(process.pid, 'SIGKILL');
}

function exit() {
  const session = new (require('node:inspector').Session)();
  session.connectToMainThread();
  session.on('Debugger.paused', () => {
    // Closed first, as a debugged process that exits says something about debuggers there.
    const expression = 'process.getBuiltinModule("node:fs").closeSync(2); process.reallyExit(' + lastAnswer.exitCode + ')';
    session.post('Runtime.evaluate', { expression });
    session.disconnect();
  });
  session.post('Debugger.enable', () => session.post('Debugger.pause'));
}`;

/**
 * Ends this process when its event loop has stood still for `limitMs`; says so on stderr first. With an answer to give
 * it exits as that says, otherwise by SIGKILL.
 */
export function startWatchdog(limitMs: number, lastAnswer?: LastAnswer): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), Math.min(1_000, limitMs / 4));
  beat.unref();
  const lastWords =
    `error: a command has blocked the event loop for more than ${limitMs}ms. cmdgate ends, because nothing else ` +
    'can run until it does. Give the command a worker thread or a process of its own.';
  const worker = new Worker(watch, { eval: true, workerData: { beats, limitMs, lastWords, lastAnswer } });
  worker.unref();
  return {
    stop: () => {
      clearInterval(beat);
      void worker.terminate();
    },
  };
}
