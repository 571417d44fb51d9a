import { expect, test } from 'vitest';
import { Concurrency } from './concurrency.js';

test('so many at once, the others in the order they came', () => {
  const concurrency = new Concurrency(2);
  const turns: string[] = [];
  expect([concurrency.tryEnter(), concurrency.tryEnter(), concurrency.tryEnter()]).toEqual([true, true, false]);
  for (const name of ['a', 'b', 'c']) expect(concurrency.enter(() => turns.push(name))).toBe('waiting');
  expect(turns).toEqual([]);
  concurrency.leave();
  expect(turns).toEqual(['a']);
  concurrency.leave();
  concurrency.leave();
  expect(turns).toEqual(['a', 'b', 'c']);
});

test('a place that was handed on is not free for anyone else', () => {
  const concurrency = new Concurrency(1);
  concurrency.tryEnter();
  concurrency.enter(() => undefined);
  concurrency.leave();
  expect(concurrency.tryEnter()).toBe(false);
  concurrency.leave();
  expect(concurrency.tryEnter()).toBe(true);
});

test('who withdraws is passed over, and withdrawing twice or too late changes nothing', () => {
  const concurrency = new Concurrency(1);
  const turns: string[] = [];
  const a = () => turns.push('a');
  const b = () => turns.push('b');
  concurrency.tryEnter();
  concurrency.enter(a);
  concurrency.enter(b);
  concurrency.withdraw(a);
  concurrency.withdraw(a);
  concurrency.leave();
  expect(turns).toEqual(['b']);
  concurrency.withdraw(b);
  concurrency.leave();
  expect(concurrency.tryEnter()).toBe(true);
});

test('when too many wait already, the next is told so', () => {
  const concurrency = new Concurrency(1, 2);
  concurrency.tryEnter();
  const wait = () => concurrency.enter(() => undefined);
  expect([wait(), wait(), wait()]).toEqual(['waiting', 'waiting', 'full']);
  concurrency.leave();
  expect(wait()).toBe('waiting');
});
