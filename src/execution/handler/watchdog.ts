// A handler that never gives the event loop back cannot be stopped from within: no timer fires, no signal is heard.
// A thread of its own notices, and hears signals itself. It ends the process, so that whoever waits for another answer,
// or wants to be rid of this one, need not wait for ever.
import { Worker } from 'node:worker_threads';

/** How much longer than any timeout the event loop may stand still before the process gives up. */
export const blockedGraceMs = 5_000;

/** So long the event loop may take to hear a signal before the thread takes over. */
const hearingMs = 1_000;

export interface Watchdog {
  stop(): void;
}

/** Why the thread ends the process. */
export type BlockedBy = 'timeout' | 'SIGINT' | 'SIGTERM';

/** What a process that has one answer to give still says when it is ended. */
export interface LastAnswer {
  /** A line for stdout, in which `"duration_ms":0` is filled in; empty where there is none. */
  readonly line: string;
  readonly exitCode: number;
}

export interface LastAnswers extends Partial<Record<BlockedBy, LastAnswer>> {
  /**
   * Called in the thread that stands still, wherever it stands: nothing asynchronous happens there any more. Gives what
   * is written instead of the answers above, which remain for where it cannot be called.
   */
  collect?(cause: BlockedBy): LastAnswer;
}

/** What a signal's exit code is where nobody has an answer to give. */
const endedBySignal: LastAnswers = {
  SIGINT: { line: '', exitCode: 130 },
  SIGTERM: { line: '', exitCode: 143 },
};

/**
 * What runs in the thread: plain JavaScript, because it is started from text.
 *
 * Only the thread that stands still can end the process with an exit code, and only a debugger can make it: it pauses
 * it wherever it is. Where even that does not help, as in the middle of native code, the process is killed. Node offers
 * signals to its main thread only; the binding behind that works in every thread.
 */
const watch = `
const { writeSync } = require('node:fs');
const { beats, limitMs, hearingMs, lastWords, answers, collects } = require('node:worker_threads').workerData;
const stepMs = Math.min(1000, limitMs / 4);
const startedAt = performance.now();
let seen = -1;
let stillSince = startedAt;
let lastLook = startedAt;
let ending = false;
const timer = setInterval(() => {
  const now = performance.now();
  // A process that was stopped and goes on now has not beaten either: it gets the time to.
  if (now - lastLook > stepMs + 1000) stillSince = now;
  lastLook = now;
  const count = Atomics.load(beats, 0);
  if (count !== seen) stillSince = now;
  seen = count;
  if (now - stillSince > limitMs) end('timeout');
}, stepMs);

let unheard = 0;
try {
  process.noDeprecation = true;
  const { Signal } = process.binding('signal_wrap');
  for (const [name, number] of [['SIGINT', 2], ['SIGTERM', 15]]) {
    const signal = new Signal();
    signal.unref();
    signal.onsignal = () => {
      const heard = Atomics.load(beats, 1);
      // The second one is from somebody who does not want to wait.
      if (unheard++ > 0 && heard === 0) return end(name);
      setTimeout(() => { if (Atomics.load(beats, 1) === 0) end(name); }, hearingMs);
    };
    signal.start(number);
  }
} catch {
  // Without the binding a process that computes hears no signal, as ever.
}

function end(cause) {
  if (ending) return;
  ending = true;
  clearInterval(timer);
  say(2, lastWords[cause] + '\\n');
  const answer = answers[cause];
  if (!answer) return kill();
  let isOut = false;
  const tell = ({ line }) => {
    if (isOut) return;
    isOut = true;
    say(1, line.replaceAll('"duration_ms":0,', '"duration_ms":' + Math.round(performance.now() - startedAt) + ','));
  };
  if (!collects) tell(answer);
  setTimeout(() => { tell(answer); kill(); }, 1000);
  try {
    pause((session) => {
      if (!collects) return exit(session, answer.exitCode);
      const expression = 'globalThis[Symbol.for("cmdgate.lastAnswer")](' + JSON.stringify(cause) + ')';
      session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, given) => {
        const collected = error ? undefined : given.result.value;
        tell(collected ?? answer);
        exit(session, (collected ?? answer).exitCode);
      });
    });
  } catch {
    tell(answer);
    kill();
  }
}

function say(descriptor, text) {
  const bytes = Buffer.from(text);
  const giveUpAt = performance.now() + 900;
  for (let written = 0; written < bytes.length && performance.now() < giveUpAt; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      // A pipe that is full for the moment.
      if (error.code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function kill() {
  process.kill(process.pid, 'SIGKILL');
}

function pause(onPaused) {
  const session = new (require('node:inspector').Session)();
  session.connectToMainThread();
  session.once('Debugger.paused', () => onPaused(session));
  session.post('Debugger.enable', () => session.post('Debugger.pause'));
}

function exit(session, exitCode) {
  // Closed first, as a debugged process that exits says something about debuggers there.
  const expression = 'process.getBuiltinModule("node:fs").closeSync(2); process.reallyExit(' + exitCode + ')';
  session.post('Runtime.evaluate', { expression });
  session.disconnect();
}`;

const lastAnswerKey = Symbol.for('cmdgate.lastAnswer');

/**
 * Ends this process when its event loop has stood still for `limitMs`, and soon after a signal that it does not hear;
 * says so on stderr first. With an answer to give it exits as that says, otherwise by SIGKILL.
 */
export function startWatchdog(limitMs: number, { collect, ...given }: LastAnswers = {}): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), Math.min(1_000, limitMs / 4));
  beat.unref();
  const onSignal = () => void Atomics.add(beats, 1, 1);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  if (collect) (globalThis as Record<symbol, unknown>)[lastAnswerKey] = collect;
  const lastWords = {
    timeout:
      `error: a command has blocked the event loop for more than ${limitMs}ms. cmdgate exits, because nothing else ` +
      'can run until it does. Declare the command isolated, or compute in a worker thread.',
    SIGINT: 'error: stopped by SIGINT while a command was computing',
    SIGTERM: 'error: stopped by SIGTERM while a command was computing',
  };
  const answers = { ...endedBySignal, ...given };
  const workerData = { beats, limitMs, hearingMs, lastWords, answers, collects: collect !== undefined };
  const worker = new Worker(watch, { eval: true, workerData });
  worker.unref();
  return {
    stop: () => {
      clearInterval(beat);
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
      if (collect) delete (globalThis as Record<symbol, unknown>)[lastAnswerKey];
      void worker.terminate();
    },
  };
}
