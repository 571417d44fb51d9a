import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../test/fixtures/bundle.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { gateOf } from './mailbox-place.js';
import { type MailMessage, type MailReply, mostBytesOfMail } from './message.js';
import { type MailboxOptions, openMailbox } from './open-mailbox.js';
import { type MailOptions, sendMail } from './send-mail.js';

let scripts: string;
let own: string;
let directory: string;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'cmdgate-mail-'));
  await bundle(fileURLToPath(new URL('open-mailbox.ts', import.meta.url)), join(scripts, 'open-mailbox.mjs'));
  writeFileSync(
    join(scripts, 'gate.mjs'),
    `import { openMailbox } from './open-mailbox.mjs';
const [directory, prefix, stays] = process.argv.slice(2);
openMailbox({
  directory,
  prefix,
  receive: async ({ bytes, ...message }) => ({ pid: process.pid, ...message, text: bytes && String(bytes) }),
});
if (stays) setInterval(() => {}, 1_000);
`,
  );
});

afterAll(() => rmSync(scripts, { recursive: true, force: true }));

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'cmdgate-mail-'));
  directory = join(own, 'mail');
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
});

const cancel: MailMessage = { type: 'cancel', run: 'run_a1_1', caller: 'me' };

const send = (options: Partial<MailOptions> = {}) =>
  sendMail({
    directory,
    prefix: 'a1',
    message: cancel,
    waitMs: 20_000,
    signal: new AbortController().signal,
    ...options,
  });

/** A mailbox in this process. */
function open(receive: MailboxOptions['receive'] = async ({ type }) => ({ type }), prefix = 'a1') {
  const mailbox = openMailbox({ directory, prefix, receive });
  onTestFinished(() => mailbox.close());
  return mailbox;
}

function startGate(prefix: string, ...more: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(scripts, 'gate.mjs'), directory, prefix, ...more], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 1_500) throw new Error('It did not happen in time.');
    await sleep(10);
  }
}

const isOpen = (prefix = 'a1') => existsSync(join(directory, `${prefix}.sock`));

function errorOf(reply: MailReply | 'nobody'): Pick<GateError, 'code' | 'message'> {
  if (reply === 'nobody' || 'answer' in reply) throw new Error(JSON.stringify(reply));
  const { code, message, hint } = reply.error;
  expect(hint).not.toBe('');
  return { code, message };
}

test('the id of a run names the gate that has it', () => {
  expect(['run_mabc12_1z', 'run_1', 'run_a/b_1', 'run_../../x_1', 'run_a_1 ', 'x', ''].map(gateOf)).toEqual([
    'mabc12',
    ...Array(6).fill(undefined),
  ]);
});

describe('two processes', () => {
  test('each message arrives as it was sent, and is answered', async () => {
    const { pid } = startGate('a1', 'stays');
    const about = { run: 'run_a1_1', caller: 'caller "ä\n"' };
    // The other process may take long to start; it is asked until it has its mailbox.
    let reply = await send({ message: { type: 'cancel', ...about } });
    for (let tries = 0; reply === 'nobody' && tries < 20; tries++)
      reply = await send({ message: { type: 'cancel', ...about } });

    expect(reply).toEqual({ answer: { pid, type: 'cancel', ...about } });
    expect(await send({ message: { type: 'write', ...about, bytes: Buffer.from('y\n\0') } })).toEqual({
      answer: { pid, type: 'write', ...about, text: 'y\n\0' },
    });
    expect(await send({ message: { type: 'close-input', ...about } })).toEqual({
      answer: { pid, type: 'close-input', ...about },
    });
  });

  test('a gate that was killed is nobody, and the next mail or gate removes what it left', async () => {
    const gates = ['a1', 'b2', 'c3'].map((prefix) => startGate(prefix, 'stays'));
    await until(() => ['a1', 'b2', 'c3'].every(isOpen));
    for (const gate of gates.slice(0, 2)) {
      const end = ended(gate);
      gate.kill('SIGKILL');
      await end;
    }
    // The third may still be removing what it finds, from when it was opened: the others may be gone already.
    expect(await send()).toBe('nobody');
    expect(isOpen('a1')).toBe(false);
    expect(isOpen('c3')).toBe(true);
    open(undefined, 'd4');
    await until(() => !isOpen('b2') && isOpen('d4'));
    expect(await send({ prefix: 'c3' })).toMatchObject({ answer: { pid: gates[2]?.pid } });
  });

  test('a mailbox keeps no process alive, and one that is over soon makes nothing', async () => {
    const child = startGate('a1');
    expect(await ended(child)).toBe(0);
    expect(existsSync(directory)).toBe(false);
  });

  test('a gate that dies before it answers leaves its sender with an answer', async () => {
    writeFileSync(
      join(scripts, 'dies.mjs'),
      `import { openMailbox } from './open-mailbox.mjs';
const [directory, prefix] = process.argv.slice(2);
openMailbox({ directory, prefix, receive: async () => process.kill(process.pid, 'SIGKILL') });
setInterval(() => {}, 1_000);
`,
    );
    const child = spawn(process.execPath, [join(scripts, 'dies.mjs'), directory, 'b2'], { stdio: 'inherit' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const gone = ended(child);
    await until(() => isOpen('b2'));

    expect(errorOf(await send({ prefix: 'b2' }))).toEqual({
      code: 'UNAVAILABLE',
      message: 'The gate that owns the run ended, or could not be reached, before it replied',
    });
    await gone;
    expect(await send({ prefix: 'b2' })).toBe('nobody');
  });
});

describe('replies', () => {
  test('what the gate refuses comes back as its own error', async () => {
    open(async () => {
      throw new GateError('VALIDATION_ERROR', 'No run of yours', { hint: 'runs list', retryAfterMs: 5 });
    });
    const reply = await send();
    expect(errorOf(reply)).toEqual({ code: 'VALIDATION_ERROR', message: 'No run of yours' });
    expect(reply).toMatchObject({ error: { hint: 'runs list', phase: 'validation', retryAfterMs: 5 } });
  });

  test.each<[string, MailboxOptions['receive']]>([
    ['that throws', () => Promise.reject(new Error('secret detail'))],
    ['whose answer is no JSON', async () => ({ big: 1n })],
  ])('a gate %s says only that it failed, and goes on', async (_, receive) => {
    let first = true;
    open(async (message) => {
      if (!first) return { type: message.type };
      first = false;
      return await receive(message);
    });
    expect(errorOf(await send())).toEqual({
      code: 'EXECUTION_ERROR',
      message: 'The gate that owns the run failed to do it',
    });
    expect(await send()).toEqual({ answer: { type: 'cancel' } });
  });

  test('a gate that takes too long is not waited for', async () => {
    open(() => new Promise(() => undefined));
    expect(errorOf(await send({ waitMs: 1_500 }))).toEqual({
      code: 'TIMEOUT',
      message: 'The gate that owns the run did not reply within 1500ms',
    });
  });

  test('nobody waits when the request is withdrawn', async () => {
    const controller = new AbortController();
    open(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const canceled = { code: 'CANCELED', message: 'Nobody is waiting for the reply any more' };
    expect(errorOf(await send({ signal: controller.signal }))).toEqual(canceled);
    expect(errorOf(await send({ signal: controller.signal }))).toEqual(canceled);
  });

  test('whoever waits when the mailbox closes gets an answer', async () => {
    const mailbox = open(() => {
      setImmediate(() => mailbox.close());
      return new Promise(() => undefined);
    });
    expect(errorOf(await send())).toMatchObject({ code: 'UNAVAILABLE' });
    expect(readdirSync(directory)).toEqual([]);
    mailbox.close();
  });

  test('a reply that is on its way arrives although the mailbox closes', async () => {
    const mailbox = open(async () => {
      queueMicrotask(() => queueMicrotask(() => setImmediate(() => mailbox.close())));
      return { done: true };
    });
    expect(await send()).toEqual({ answer: { done: true } });
  });
});

describe('sizes', () => {
  test('as much as one message can carry is carried, and more is refused before it is sent', async () => {
    open(async (message) => ({ bytes: message.type === 'write' && message.bytes.byteLength }));
    const write = (bytes: number) => send({ message: { ...cancel, type: 'write', bytes: Buffer.alloc(bytes, 255) } });

    expect(await write(mostBytesOfMail)).toEqual({ answer: { bytes: mostBytesOfMail } });
    expect(await write(0)).toEqual({ answer: { bytes: 0 } });
    expect(errorOf(await write(mostBytesOfMail + 1))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('many at once are answered, or told that they are too many', async () => {
    open(async () => {
      await sleep(50);
      return { done: true };
    });
    await send();
    const replies = await Promise.all(Array.from({ length: 100 }, () => send()));
    const isAnswer = (reply: MailReply | 'nobody') => reply !== 'nobody' && 'answer' in reply;
    const refused = replies.filter((reply) => !isAnswer(reply)).map(errorOf);
    expect(replies.filter(isAnswer).length).toBeGreaterThanOrEqual(32);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['UNAVAILABLE']));
    expect(await send()).toEqual({ answer: { done: true } });
  });
});

describe('hostile senders', () => {
  /** Everything that comes back until the other side hangs up. */
  async function talk(text: string | Buffer): Promise<string> {
    const connection = connect(join(directory, 'a1.sock'));
    connection.on('error', () => undefined);
    let heard = '';
    connection.on('data', (chunk) => {
      heard += chunk;
    });
    connection.write(text);
    await new Promise((resolve) => connection.once('close', resolve));
    return heard;
  }

  const fields = { type: 'cancel', run: 'run_a1_1', caller: 'me' };

  test.each<[string, string | Buffer, RegExp]>([
    ['no JSON', 'hello\n', /it is not a JSON object/],
    ['nothing', '\n', /it is not a JSON object/],
    ['null', 'null\n', /it is not a JSON object/],
    ['a list', '[]\n', /it is not a JSON object/],
    ['bytes that are not valid UTF-8 text', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), /it is not a JSON object/],
    ['nesting without end', `${'['.repeat(500_000)}\n`, /it is not a JSON object/],
    ['no run', `${JSON.stringify({ ...fields, run: 1 })}\n`, /\\"run\\" is not text/],
    ['no caller', `${JSON.stringify({ ...fields, caller: null })}\n`, /\\"caller\\" is not text/],
    ['another type', `${JSON.stringify({ ...fields, type: 'constructor' })}\n`, /\\"type\\" is not one/],
    ['no bytes', `${JSON.stringify({ ...fields, type: 'write' })}\n`, /\\"bytes\\" is not base64/],
    ['wrong bytes', `${JSON.stringify({ ...fields, type: 'write', bytes: 'a"b' })}\n`, /\\"bytes\\" is not base64/],
    ['too much', 'x'.repeat(1_100_000), /it is too long/],
  ])('%s is answered, and the gate goes on', async (_, text, why) => {
    const received: MailMessage[] = [];
    open(async (message) => {
      received.push(message);
      return { done: true };
    });
    await until(isOpen);
    expect(await talk(text)).toMatch(why);
    expect(received).toEqual([]);
    expect(await send()).toEqual({ answer: { done: true } });
  });

  test('only the first line of a connection counts', async () => {
    const received: MailMessage[] = [];
    open(async (message) => {
      received.push(message);
      return { done: true };
    });
    await until(isOpen);
    const line = `${JSON.stringify({ ...fields, unknown: 1 })}\n`;
    expect(await talk(line + line)).toBe('{"answer":{"done":true}}\n');
    expect(received).toEqual([fields]);
  });

  test('those who connect and say nothing hold nobody up', async () => {
    open();
    await until(isOpen);
    const silent: Socket[] = [];
    for (let count = 0; count < 31; count++)
      silent.push(connect(join(directory, 'a1.sock')).on('error', () => undefined));
    await Promise.all(silent.map((one) => new Promise((resolve) => one.once('connect', resolve))));
    expect(await send()).toEqual({ answer: { type: 'cancel' } });
    for (const one of silent) one.destroy();
  });

  test('those who say nothing for long are hung up on', async () => {
    open();
    await until(isOpen);
    expect(await talk('{"type"')).toBe('');
  });

  test('whoever hangs up in the middle is forgotten', async () => {
    open();
    await until(isOpen);
    for (let count = 0; count < 100; count++) {
      const connection = connect(join(directory, 'a1.sock')).on('error', () => undefined);
      connection.end('{"type"');
    }
    await sleep(100);
    await until(isOpen);
    expect(await send()).toEqual({ answer: { type: 'cancel' } });
  });
});

describe('the place', () => {
  test('only the user can enter the directory and use the socket, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    open();
    await until(isOpen);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([mode(directory), mode(join(directory, 'a1.sock'))]).toEqual(['700', '600']);
  });

  test('a directory with a very long name will do', async () => {
    directory = join(own, 'x'.repeat(200), 'y'.repeat(200));
    open();
    expect(await send()).toEqual({ answer: { type: 'cancel' } });
  });

  test('a directory that others can write to is not used', async () => {
    mkdirSync(directory);
    chmodSync(directory, 0o777);
    open();
    const reply = await send();
    expect(errorOf(reply)).toEqual({
      code: 'UNAVAILABLE',
      message: `Mail between gates cannot be kept in ${directory}: other users can write there`,
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('a file in the place of a socket is nobody', async () => {
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, 'a1.sock'), 'x');
    expect(await send({ waitMs: 100 })).toBe('nobody');
  });

  test('what names no gate is nobody, and leads nowhere', async () => {
    const server = createServer((connection) => connection.destroy()).listen(join(own, 'outside.sock'));
    await until(() => existsSync(join(own, 'outside.sock')));
    onTestFinished(() => void server.close());
    mkdirSync(directory, { mode: 0o700 });
    for (const prefix of ['../outside', '', '.', 'A', 'a/b', 'a\0']) expect(await send({ prefix })).toBe('nobody');
    expect(existsSync(join(own, 'outside.sock'))).toBe(true);
  });

  test('nothing is left open', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const mailbox = open();
    await send();
    mailbox.close();
    await send({ waitMs: 50 });
    const before = descriptors();
    for (let count = 0; count < 10; count++) {
      const another = openMailbox({ directory, prefix: `b${count}`, receive: async () => ({}) });
      expect(await send({ prefix: `b${count}` })).toEqual({ answer: {} });
      another.close();
    }
    await until(() => descriptors() <= before);
    expect(readdirSync(directory)).toEqual([]);
  });
});
