// So many at once: every way out gives its place back, and the gate's own commands need none.

import { expect, test } from 'vitest';
import { Latch, openHeart, other, told } from './heart.js';

function open() {
  const latch = new Latch();
  const order: string[] = [];
  const heart = openHeart(
    {
      hold: { description: 'Hold a place', danger: 'safe', handler: () => latch.opened },
      quick: { description: 'Be quick', danger: 'safe', handler: () => void order.push('quick') },
      fail: {
        description: 'Fail',
        danger: 'safe',
        handler: () => {
          throw new Error('no');
        },
      },
    },
    { limits: { concurrency: 1 } },
  );
  return { ...heart, latch, order };
}

test('one more than there are places waits, and goes on when a place is free', async () => {
  const { ask, latch, order } = open();
  const holding = ask('hold');
  const waiting = ask('quick');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual([]);
  latch.open();

  expect([told(await holding), told(await waiting), order]).toEqual(['completed', 'completed', ['quick']]);
});

test('what fails, what is refused and what cannot be recorded give their places back', async () => {
  const { ask, log } = open();
  for (let time = 0; time < 3; time++) await ask('fail');
  log.failing.add('begin');
  for (let time = 0; time < 3; time++) await ask('quick');
  log.failing.clear();

  expect(told(await ask('quick'))).toBe('completed');
});

test('what waits can be given up, and is not begun later', async () => {
  const { ask, latch, order, log } = open();
  const controller = new AbortController();
  const holding = ask('hold');
  const waiting = ask('quick', { signal: controller.signal });
  await Promise.resolve();
  controller.abort();
  expect(told(await waiting)).toBe('CANCELED');
  latch.open();
  await holding;

  expect([told(await ask('quick')), order]).toEqual(['completed', ['quick']]);
  expect(log.events.filter((event) => event.startsWith('record quick'))).toEqual([
    'record quick CANCELED',
    'record quick ok',
  ]);
});

test('nobody is kept from asking what runs, or from ending it', async () => {
  const { ask, latch } = open();
  const holding = ask('hold');

  expect([told(await ask('runs list')), told(await ask('help'))]).toEqual(['completed', 'completed']);
  latch.open();
  await holding;
});

test('callers take turns: one with many waiting does not keep another out', async () => {
  const { ask, latch } = open();
  const ended: string[] = [];
  const holding = ask('hold');
  const many = Array.from({ length: 5 }, () => ask('quick').then(() => ended.push('owner')));
  const one = ask('quick', { caller: other }).then(() => ended.push('other'));
  await Promise.resolve();
  latch.open();
  await Promise.all([holding, one, ...many]);

  expect(ended.indexOf('other')).toBeLessThan(2);
});
