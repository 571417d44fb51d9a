// Who is let in at all: before anything of the request is read.

import { expect, test } from 'vitest';
import { openHeart, other, told } from './heart.js';

const hello = { hello: { description: 'Say hello', danger: 'safe', handler: () => 'hello' } } as const;

test('a gate that is closed lets nobody in, and says so', async () => {
  const { gate, ask, log } = openHeart(hello);
  await gate.close();

  expect([told(await ask('hello')), told(await ask('help'))]).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  expect(log.events.filter((event) => event.startsWith('begin'))).toEqual([]);
});

test('a request that was given up is not begun', async () => {
  const { ask, log } = openHeart(hello);

  expect(told(await ask('hello', { signal: AbortSignal.abort() }))).toBe('CANCELED');
  expect(log.events).toEqual(['record hello CANCELED']);
});

test('each caller has a rate of its own, and what is refused counts as little as what is not', async () => {
  const { ask } = openHeart(hello, { limits: { rate: { perMinute: 2 } } });
  const answers = [await ask('hello'), await ask('nothing like it'), await ask('hello')];

  expect(answers.map(told)).toEqual(['completed', 'COMMAND_NOT_FOUND', 'RATE_LIMITED']);
  expect(told(await ask('hello', { caller: other }))).toBe('completed');
});

test('where nothing can be written, nothing of the owner runs, and what is there can still be asked about', async () => {
  const { ask, log } = openHeart(hello);
  log.failing.add('trouble');

  expect([told(await ask('hello')), told(await ask('help')), told(await ask('runs list'))]).toEqual([
    'UNAVAILABLE',
    'completed',
    'completed',
  ]);
  expect(log.events.filter((event) => event.startsWith('begin'))).toEqual([]);
});

test('what comes while the gate closes is refused, and what runs is waited for', async () => {
  const { gate, ask } = openHeart({
    wait: {
      description: 'Wait until told',
      danger: 'safe',
      handler: (_args, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended'), { once: true })),
    },
  });
  const waiting = ask('wait', { chat: 'one' });
  await Promise.resolve();
  const closing = gate.close();

  expect(told(await ask('wait'))).toBe('UNAVAILABLE');
  await closing;
  expect(told(await waiting)).toBe('CANCELED');
});
