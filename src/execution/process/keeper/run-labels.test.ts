import { afterEach, expect, test } from 'vitest';
import { RunLabels } from './run-labels.js';

let labels: RunLabels;

afterEach(() => labels.close());

test('living runs have different labels as long as there are enough, and an old one is used again as late as possible', () => {
  labels = new RunLabels();
  const first = Array.from({ length: 15 }, () => labels.take());
  expect(new Set(first.map(({ filter }) => filter)).size).toBe(15);
  expect(first.map(({ filter }) => filter)).not.toContain(labels.own.filter);

  const [kept, ...ended] = first;
  for (const label of ended) labels.giveBack(label);
  expect(Array.from({ length: 14 }, () => labels.take())).toEqual(ended);
  expect(labels.take()).toBe(kept);
});

test('only the part that speaks of huge pages and persistent memory is changed', () => {
  labels = new RunLabels();
  const taken = Array.from({ length: 15 }, () => labels.take());
  expect(taken.map(({ filter }) => filter & 0b11111)).toEqual(taken.map(() => labels.own.filter & 0b11111));
  expect(taken.every(({ filter }) => filter < 1 << 9)).toBe(true);
});
