import { expect, test } from 'vitest';
import { isLarge, writeLarge } from './answering/large-answer.js';

const items = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}` }));
const plenty = { mostBytes: 100_000_000, shownBytes: 100_000_000 };
const little = { mostBytes: 50_000, shownBytes: 50_000 };

const manyFields = Object.fromEntries(items.map(({ id, name }) => [`field ${id}`, name]));
const large: readonly (readonly [string, unknown])[] = [
  ['a list', items],
  ['an object with a list', { before: 1, items, after: 2 }],
  ['an object with many fields', manyFields],
  ['a list in a list', [1, [items], 2]],
  ['lists in objects in objects', { a: { b: { items } } }],
  ['a list of lists', [items, items]],
  ['what turns itself into a list', { value: { toJSON: () => items }, items }],
  ['values that JSON has no word for', { none: undefined, work: () => 1, items: [undefined, () => 1, ...items] }],
  ['bytes, dates and half characters', { bytes: [Buffer.from('x')], when: new Date(0), half: '\ud800', items }],
];

test.each(large)('%s is written as it would be in one go', async (_what, value) => {
  expect(isLarge(value)).toBe(true);
  const { json, beginning, droppedBytes } = await writeLarge(value, plenty);

  const { toSoundJson } = await import('./answering/sound-json.js');
  expect([json === toSoundJson(value), beginning, droppedBytes]).toEqual([true, undefined, 0]);
});

test.each(large)('%s that is too large is whole JSON of no more than that', async (_what, value) => {
  const { json, droppedBytes } = await writeLarge(value, little);

  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(50_000);
  expect(Buffer.byteLength(json)).toBeGreaterThan(30_000);
  expect(() => JSON.parse(json)).not.toThrow();
  expect(droppedBytes).toBeGreaterThan(100_000);
});

test('what is left out of a list is told, about', async () => {
  const whole = JSON.stringify(items).length;
  const { json, droppedBytes } = await writeLarge(items, little);

  const kept = JSON.parse(json) as unknown[];
  expect(kept).toEqual(items.slice(0, kept.length));
  expect(Math.abs(json.length + droppedBytes - whole) / whole).toBeLessThan(0.15);
});

test('what is shown and what can be read later are two things', async () => {
  const { json, beginning = '' } = await writeLarge(items, { mostBytes: 200_000, shownBytes: 1_000 });

  expect(json.startsWith(beginning.slice(0, -1))).toBe(true);
  expect([beginning.length <= 1_000, beginning.length > 900, json.length > 190_000]).toEqual([true, true, true]);
});

test('others get turns', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await writeLarge(
    Array.from({ length: 1_000_000 }, (_, id) => ({ id })),
    plenty,
  );
  isDone = true;

  expect(turns).toBeGreaterThan(5);
});

test('nothing behind the end is looked at', async () => {
  let looked = 0;
  const list: unknown[] = items.map(({ name }) => name.padEnd(100));
  list[15_000] = { toJSON: () => ++looked };

  await writeLarge(list, little);

  expect(looked).toBe(0);
});

test('what cannot be written is refused, as JSON.stringify does', async () => {
  const circle: unknown[] = [...items];
  circle.push(circle);
  await expect(writeLarge(circle, plenty)).rejects.toThrow('circular');
  await expect(writeLarge([1n, ...items], plenty)).rejects.toThrow('BigInt');
});

test.each([
  ['a text', 'x'.repeat(1_000_000)],
  ['nothing', null],
  ['a few items', items.slice(0, 100)],
  ['bytes', Buffer.alloc(100_000)],
  ['a function', () => 1],
])('%s needs no turns', (_what, value) => {
  expect(isLarge(value)).toBe(false);
});
