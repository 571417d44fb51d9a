import { fstatSync, readSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { RunSlots } from './run-slots.js';

let slots: RunSlots;

afterEach(() => slots.close());

function read(): number[][] {
  const numbers = new Int32Array(fstatSync(slots.descriptor).size / 4);
  readSync(slots.descriptor, numbers, 0, numbers.byteLength, 0);
  const rows = Array.from({ length: numbers.length / 4 }, (_, row) => [...numbers.subarray(row * 4, row * 4 + 4)]);
  return rows.filter(([key]) => key !== 0);
}

test('what is told of a run is in the file at once', () => {
  slots = new RunSlots();
  const [first, second] = [slots.begin(19), slots.begin(-1)];
  slots.identify(second, 77);
  const before = Math.floor(Date.now() / 1_000);
  slots.end(first);
  expect(read()).toEqual([
    [1, 19, 0, expect.toSatisfy((ended: number) => ended >= before && ended <= before + 60)],
    [2, -1, 77, 0],
  ]);
});

test('the slots of ended runs are used again, those of living runs never, and the file does not grow', () => {
  slots = new RunSlots();
  const size = fstatSync(slots.descriptor).size;
  const living = slots.begin(1);
  for (let run = 0; run < 10_000; run++) slots.end(slots.begin(2));
  slots.identify(living, 5);

  expect(fstatSync(slots.descriptor).size).toBe(size);
  expect(read().filter(([, , , ended]) => ended === 0)).toEqual([[1, 1, 5, 0]]);
  // The newest are the ones that the keeper may not have looked at yet.
  expect(Math.min(...read().flatMap(([key, , , ended]) => (ended ? [key ?? 0] : [])))).toBeGreaterThan(7_000);
});
