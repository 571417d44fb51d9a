import { expect, test } from 'vitest';
import type { RunEventBody } from '../../vocabulary/event.js';
import { ClientLog, isHeard, type LogData } from './client-log.js';

/** A log whose client takes a message when it is told to. */
function open() {
  const sent: LogData[] = [];
  const waiting: (() => void)[] = [];
  const log = new ClientLog({
    send: (_, data) => {
      sent.push(data);
      return new Promise((resolve) => waiting.push(resolve));
    },
    session: 'session_1',
    chat: undefined,
    hearsOutput: true,
    hearsLog: (level) => isHeard(level, 'info'),
  });
  let sequence = 0;
  const emit = (event: RunEventBody) => log.onEvent({ runId: 'run_1', sequence: ++sequence, ...event });
  const print = (text: string, stream: 'stdout' | 'stderr' = 'stdout') => emit({ type: 'output-delta', stream, text });
  return { log, sent, emit, print, take: () => waiting.shift()?.() };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const about = { run_id: 'run_1', session_id: 'session_1', chat_id: null };

test('what is printed, and what an assistant says, becomes a message; nothing else does', async () => {
  const { sent, emit, print, take } = open();
  expect(emit({ type: 'run-state', state: 'running', at: 0 })).toBeUndefined();
  void print('one');
  await nextTurn();
  take();
  void print('two', 'stderr');
  await nextTurn();
  take();
  void emit({ type: 'assistant-output', text: 'three' });
  await nextTurn();
  expect(sent).toEqual([
    { type: 'tool-stream', stream: 'stdout', content: 'one', seq: 1, ...about },
    { type: 'tool-stream', stream: 'stderr', content: 'two', seq: 2, ...about },
    { type: 'assistant-output', content: 'three', seq: 3, ...about },
  ]);
});

test('the program waits until the client has taken what it printed, whichever stream it came from', async () => {
  const { sent, print, take } = open();
  const over: string[] = [];
  void print('one')?.then(() => over.push('one'));
  void print('two', 'stderr')?.then(() => over.push('two'));
  await nextTurn();
  expect([sent.length, over]).toEqual([1, []]);
  take();
  await nextTurn();
  expect([sent.length, over]).toEqual([2, ['one']]);
  take();
  await nextTurn();
  expect(over).toEqual(['one', 'two']);
});

test('after the stop nothing is sent, and nobody holds up the program', async () => {
  const { log, sent, print, take } = open();
  const printed = print('one');
  await nextTurn();
  const stopped = log.stop();
  await printed;
  expect(print('two')).toBeUndefined();
  take();
  await stopped;
  expect(sent.map(({ content }) => content)).toEqual(['one']);
});

test('a client that is gone holds up nothing', async () => {
  const log = new ClientLog({
    send: () => Promise.reject(new Error('gone')),
    ...{ session: 's', chat: 'c', hearsOutput: true, hearsLog: () => false },
  });
  const event = { runId: 'r', sequence: 1, type: 'output-delta', stream: 'stdout', text: 'x' } as const;
  await expect(log.onEvent(event)).resolves.toBeUndefined();
  await log.stop();
});

test('a handler that logs faster than the client reads holds up nobody, and what was left out is counted', async () => {
  const { sent, emit, take, log } = open();
  for (let count = 1; count <= 150; count++) {
    expect(emit({ type: 'log', level: 'warn', message: `message ${count}` })).toBeUndefined();
  }
  void emit({ type: 'log', level: 'debug', message: 'not wanted' });
  for (let count = 1; count <= 100; count++) {
    await nextTurn();
    take();
  }
  await nextTurn();
  void emit({ type: 'log', level: 'error', message: 'the last one' });
  await nextTurn();
  take();
  await log.stop();
  expect(sent.length).toBe(101);
  expect(sent[99]).toMatchObject({ type: 'handler-log', content: 'message 100' });
  expect(sent[100]).toMatchObject({ type: 'handler-log', content: 'the last one', dropped: 50 });
});
