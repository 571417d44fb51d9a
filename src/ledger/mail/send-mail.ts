// Asks the living gate that has a run. Nobody else could do anything about the run.

import { existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stateAfter } from '../../machine/claims/sockets.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { isGatePrefix, openMailDirectory, socketName } from './mailbox-place.js';
import { type MailMessage, type MailReply, messageLine, mostBytesOfMail, readReply } from './message.js';
import { readLine } from './read-line.js';

export interface MailOptions {
  readonly directory: string;
  /** Of the gate: see `gateOf`. */
  readonly prefix: string;
  readonly message: MailMessage;
  /** For all of it: a gate may have to wait for a program before it can reply. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** A gate that has just begun opens its mailbox a little later. */
const longestOpeningMs = 1_000;
const pauseMs = 20;

/** Never rejects. `nobody`: there is no such gate any more, or it takes no mail; nothing has happened. */
export async function sendMail(options: MailOptions): Promise<MailReply | 'nobody'> {
  const { directory, prefix, waitMs, message, signal } = options;
  if (!isGatePrefix(prefix)) return 'nobody';
  if (message.type === 'write' && message.bytes.byteLength > mostBytesOfMail) return { error: tooLong() };
  const end = performance.now() + waitMs;
  const lastTry = performance.now() + Math.min(waitMs, longestOpeningMs);
  const mail = { line: messageLine(message), end, signal, waitMs };
  try {
    let reply = await deliver(directory, prefix, mail);
    while (reply === 'missing' && performance.now() < lastTry) {
      await sleep(pauseMs);
      reply = await deliver(directory, prefix, mail);
    }
    return reply === 'missing' ? 'nobody' : reply;
  } catch (error) {
    return { error: error instanceof GateError ? error : interrupted() };
  }
}

interface Mail extends Pick<MailOptions, 'signal' | 'waitMs'> {
  readonly line: string;
  /** On the clock of `performance.now()`. */
  readonly end: number;
}

async function deliver(directory: string, prefix: string, mail: Mail): Promise<MailReply | 'nobody' | 'missing'> {
  if (mail.signal.aborted) return { error: canceled() };
  if (!existsSync(directory)) return 'missing';
  const opened = openMailDirectory(directory);
  try {
    const path = opened.pathTo(socketName(prefix));
    const reply = await ask(path, mail);
    if (reply !== 'refused') return reply;
    rmSync(path, { force: true });
    return 'nobody';
  } finally {
    opened.close();
  }
}

async function ask(path: string, { line, end, signal, waitMs }: Mail): Promise<MailReply | 'refused' | 'missing'> {
  const connection = connect(path);
  let trouble: NodeJS.ErrnoException | undefined;
  let givenUp: GateError | undefined;
  const giveUp = (error: GateError) => {
    givenUp = error;
    connection.destroy();
  };
  const onAbort = () => giveUp(canceled());
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => giveUp(tooSlow(waitMs)), Math.max(0, end - performance.now()));
  connection.on('error', (error) => {
    trouble = error;
  });
  connection.once('connect', () => connection.write(line));
  const read = await readLine(connection);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  connection.destroy();
  if (typeof read === 'object') return readReply(read.line) ?? { error: interrupted() };
  const state = stateAfter(trouble);
  if (state === 'refused' || state === 'missing') return state;
  return { error: givenUp ?? interrupted() };
}

const lookFirst = "Check the run with 'runs show' before you send it again: it may have been done";

function tooLong(): GateError {
  return new GateError(
    'VALIDATION_ERROR',
    `At most ${mostBytesOfMail} bytes can be written at once from another gate`,
    {
      hint: 'Write it in several pieces',
    },
  );
}

function tooSlow(waitMs: number): GateError {
  const message = `The gate that owns the run did not reply within ${waitMs}ms`;
  return new GateError('TIMEOUT', message, { hint: lookFirst, phase: 'execution' });
}

function canceled(): GateError {
  return new GateError('CANCELED', 'Nobody is waiting for the reply any more', { hint: lookFirst, phase: 'execution' });
}

function interrupted(): GateError {
  const message = 'The gate that owns the run ended, or could not be reached, before it replied';
  return new GateError('UNAVAILABLE', message, { hint: lookFirst, phase: 'execution' });
}
