import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Deadlines, Expiring } from './deadlines.js';

class Waiting extends Expiring {
  readonly deadline: number;
  readonly ended: Promise<void>;
  expirations = 0;
  #end: () => void = () => undefined;

  constructor(milliseconds: number) {
    super();
    this.deadline = performance.now() + milliseconds;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  cancel(): void {
    deadlines.remove(this);
    this.#end();
  }

  expire(): void {
    this.expirations++;
    deadlines.remove(this);
    this.#end();
  }
}

const deadlines = new Deadlines();

afterEach(() => deadlines.close());

test('each expires once and not before its time, in whichever order they came', async () => {
  const runs = [60, 5, 150, 30].map((milliseconds) => new Waiting(milliseconds));
  const early: number[] = [];
  for (const run of runs) {
    deadlines.add(run);
    run.ended.then(() => early.push(performance.now() - run.deadline));
  }
  await Promise.all(runs.map(({ ended }) => ended));
  expect(runs.map(({ expirations }) => expirations)).toEqual([1, 1, 1, 1]);
  expect(early.filter((milliseconds) => milliseconds < 0)).toEqual([]);
});

test('one that was removed never expires, wherever it stood', async () => {
  const [first, second, third] = [new Waiting(5), new Waiting(5), new Waiting(5)];
  const last = new Waiting(20);
  for (const run of [first, second, third, last]) deadlines.add(run);
  for (const run of [second, third, first]) deadlines.remove(run);
  await last.ended;
  expect([first, second, third, last].map(({ expirations }) => expirations)).toEqual([0, 0, 0, 1]);
});

test('a deadline in the past expires at the next chance', async () => {
  const late = new Waiting(-1_000);
  deadlines.add(late);
  await late.ended;
  expect(late.expirations).toBe(1);
});

test('after closing nothing expires any more, and a later one still does', async () => {
  const closed = new Waiting(5);
  deadlines.add(closed);
  deadlines.close();
  await sleep(30);
  expect(closed.expirations).toBe(0);
  deadlines.remove(closed);
  const later = new Waiting(5);
  deadlines.add(later);
  await later.ended;
  expect(later.expirations).toBe(1);
});

test('all of them can be canceled at once', async () => {
  const runs = [60_000, 50_000].map((milliseconds) => new Waiting(milliseconds));
  for (const run of runs) deadlines.add(run);

  deadlines.cancelAll();

  await Promise.all(runs.map(({ ended }) => ended));
  expect(runs.map(({ expirations }) => expirations)).toEqual([0, 0]);
});
