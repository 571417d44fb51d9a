import { expect, test } from 'vitest';
import { InFlight } from './in-flight.js';

function open(most: number, unordered = false, weigh = (_: string) => 0) {
  const delivered: string[] = [];
  const inFlight = new InFlight<string>({ most, unordered, weigh, deliver: (value) => delivered.push(value) });
  const ends: ((value: string) => void)[] = [];
  const add = () => inFlight.add(new Promise((resolve) => ends.push(resolve)));
  const end = async (at: number, value: string) => {
    ends[at]?.(value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { inFlight, delivered, add, end };
}

async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test('results are handed on in the order in which they were asked for', async () => {
  const { delivered, add, end } = open(3);
  for (let count = 0; count < 3; count++) add();
  await end(2, 'c');
  await end(1, 'b');
  const before = [...delivered];
  await end(0, 'a');

  expect({ before, after: delivered }).toEqual({ before: [], after: ['a', 'b', 'c'] });
});

test('unordered, they are handed on as they come', async () => {
  const { delivered, add, end } = open(3, true);
  for (let count = 0; count < 3; count++) add();
  await end(2, 'c');
  await end(0, 'a');

  expect(delivered).toEqual(['c', 'a']);
});

test('there is room as long as fewer run than may', async () => {
  const { inFlight, add, end } = open(2, true);
  add();
  const first = await isDone(inFlight.room());
  add();
  const room = inFlight.room();
  const second = await isDone(room);
  await end(1, 'b');

  expect({ first, second, third: await isDone(room) }).toEqual({ first: true, second: false, third: true });
});

test('one that is slow holds up the others after a while, and results that are heavy at once', async () => {
  const light = open(2);
  light.add();
  for (let at = 1; at < 16; at++) {
    light.add();
    await light.end(at, String(at));
  }
  const heavy = open(2, false, () => 9 * 1024 * 1024);
  heavy.add();
  heavy.add();
  await heavy.end(1, 'b');

  expect(await isDone(light.inFlight.room())).toBe(false);
  expect(await isDone(heavy.inFlight.room())).toBe(false);
  await heavy.end(0, 'a');
  expect(await isDone(heavy.inFlight.room())).toBe(true);
});
