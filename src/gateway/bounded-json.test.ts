import { expect, test } from 'vitest';
import { toBoundedJson } from './bounded-json.js';

const items = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `item ${id}` }));

test('what fits is written as JSON.stringify writes it', () => {
  for (const value of [items, { before: 1, items, after: 2 }, 'text', null, { toJSON: () => items }]) {
    expect(toBoundedJson(value, 10_000_000)).toEqual({ json: JSON.stringify(value), droppedBytes: 0 });
  }
});

test('a list is written until it is too long, and what is left out is told', () => {
  const whole = JSON.stringify(items).length;

  const { json, droppedBytes } = toBoundedJson(items, 50_000);

  const kept = JSON.parse(json) as unknown[];
  expect(kept).toEqual(items.slice(0, kept.length));
  expect(json.length).toBeLessThanOrEqual(50_000);
  expect(Math.abs(json.length + droppedBytes - whole) / whole).toBeLessThan(0.1);
});

test('of an object the longest list is cut, and every other field is kept in its place', () => {
  const { json, droppedBytes } = toBoundedJson({ total: 5_000, items, next: null }, 50_000);

  const { items: kept, ...others } = JSON.parse(json) as { items: unknown[] };
  expect(Object.keys(JSON.parse(json) as object)).toEqual(['total', 'items', 'next']);
  expect([others, kept]).toEqual([{ total: 5_000, next: null }, items.slice(0, kept.length)]);
  expect(droppedBytes).toBeGreaterThan(0);
});

test('nothing behind the end is looked at', () => {
  const list: unknown[] = Array.from({ length: 4_000 }, () => 'x'.repeat(100));
  let looked = 0;
  list[3_500] = { toJSON: () => ++looked };

  toBoundedJson(list, 100_000);

  expect(looked).toBe(0);
});
