import { expect, test } from 'vitest';
import { FairQueue, Waiting } from './fair-queue.js';

/** Enters, and remembers the turn by its name. */
const recorder = (queue: FairQueue) => {
  const turns: string[] = [];
  const enter = (caller: string, name: string) => {
    const waiting = queue.enter(caller, () => turns.push(name));
    if (!(waiting instanceof Waiting)) throw new Error('full');
    return waiting;
  };
  return { turns, enter };
};

test('so many at once, the others of one caller in the order they came', () => {
  const queue = new FairQueue(2);
  const { turns, enter } = recorder(queue);
  expect([queue.tryEnter(), queue.tryEnter(), queue.tryEnter()]).toEqual([true, true, false]);
  for (const name of ['1', '2', '3']) enter('a', name);
  expect([turns, queue.isAwaited]).toEqual([[], true]);
  queue.leave();
  expect(turns).toEqual(['1']);
  queue.leave();
  queue.leave();
  expect([turns, queue.isAwaited]).toEqual([['1', '2', '3'], false]);
});

test('callers take turns', () => {
  const queue = new FairQueue(1);
  const { turns, enter } = recorder(queue);
  queue.tryEnter();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) enter(name.charAt(0), name);
  for (let count = 0; count < 6; count++) queue.leave();
  expect(turns).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a caller with a thousand waiting delays the first of another by one turn at most', () => {
  const queue = new FairQueue(1);
  const { turns, enter } = recorder(queue);
  queue.tryEnter();
  for (let count = 0; count < 1_000; count++) enter('many', `many ${count}`);
  queue.leave();
  enter('one', 'one');
  queue.leave();
  queue.leave();
  expect(turns).toEqual(['many 0', 'many 1', 'one']);
});

test('a place that was handed on is not free for anyone else', () => {
  const queue = new FairQueue(1);
  queue.tryEnter();
  queue.enter('a', () => undefined);
  queue.leave();
  expect(queue.tryEnter()).toBe(false);
  queue.leave();
  expect(queue.tryEnter()).toBe(true);
});

test('nobody overtakes those who wait while the queue pauses between two of them', async () => {
  const queue = new FairQueue(2);
  const turns: string[] = [];
  queue.tryEnter();
  queue.tryEnter();
  queue.enter('a', () => {
    turns.push('a1');
    const end = performance.now() + 15;
    while (performance.now() < end);
    queue.leave();
  });
  queue.enter('a', () => turns.push('a2'));
  queue.leave();

  expect([turns, queue.tryEnter()]).toEqual([['a1'], false]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toEqual(['a1', 'a2']);
});

test('who withdraws is passed over, wherever it stood, and withdrawing twice or too late changes nothing', () => {
  const queue = new FairQueue(1);
  const { turns, enter } = recorder(queue);
  queue.tryEnter();
  const [a1, a2, , b1, a4] = ['a1', 'a2', 'a3', 'b1', 'a4'].map((name) => enter(name.charAt(0), name));
  for (const waiting of [a1, b1, a4, a1]) queue.withdraw(waiting as Waiting);
  queue.leave();
  queue.withdraw(a2 as Waiting);
  queue.leave();
  expect([turns, queue.isAwaited]).toEqual([['a2', 'a3'], false]);
  enter('b', 'b2');
  queue.leave();
  expect(turns).toEqual(['a2', 'a3', 'b2']);
  queue.leave();
  expect(queue.tryEnter()).toBe(true);
});

test('when too many wait already, the next is told so', () => {
  const queue = new FairQueue(1, 2);
  queue.tryEnter();
  const wait = (caller: string) => (queue.enter(caller, () => undefined) === 'full' ? 'full' : 'waiting');
  expect([wait('a'), wait('b'), wait('c')]).toEqual(['waiting', 'waiting', 'full']);
  queue.leave();
  expect(wait('a')).toBe('waiting');
});

test('turns that end at once do not keep the event loop, however many wait', async () => {
  const queue = new FairQueue(1, 100_000);
  queue.tryEnter();
  let turns = 0;
  const work = () => {
    const end = performance.now() + 1;
    while (performance.now() < end);
    turns++;
    queue.leave();
  };
  for (let count = 0; count < 50; count++) queue.enter('a', work);
  queue.leave();
  const atOnce = turns;
  expect(atOnce).toBeLessThan(50);
  while (turns < 50) await new Promise(setImmediate);
  expect(queue.tryEnter()).toBe(true);
});

test('all of a long queue can withdraw in a moment', () => {
  const queue = new FairQueue(1, 200_000);
  queue.tryEnter();
  const { turns, enter } = recorder(queue);
  const waiting = Array.from({ length: 200_000 }, (_, index) => enter(`caller ${index % 3}`, ''));
  for (const each of waiting.reverse()) queue.withdraw(each);
  queue.leave();
  expect([turns, queue.isAwaited, queue.tryEnter()]).toEqual([[], false, true]);
});
