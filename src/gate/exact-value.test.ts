import { expect, test } from 'vitest';
import { exactly } from './approving/exact-value.js';

const text = (value: unknown, written: unknown = 'as written') => JSON.stringify(exactly(value, written));

test('the order of keys means nothing, at any depth', () => {
  expect(text({ a: 1, b: { c: 2, d: 3 } })).toBe(text({ b: { d: 3, c: 2 }, a: 1 }));
});

test('every kind of value has a text of its own', () => {
  const values = [
    ...[null, undefined, true, false, 'true', 'null', '5', 5, 5n, '5n', Number.NaN, Number.POSITIVE_INFINITY],
    ...[[], {}, new Map(), new Set(), [1], new Set([1]), ['list', 1], [['number', '1']], { a: undefined }],
    ...[new Date(0), new Date(0).toISOString(), 0, new Map([['a', 1]]), { a: 1 }, [['a', 1]], Buffer.from('a')],
    JSON.parse('{"__proto__":1}'),
  ];

  expect(new Set(values.map((value) => text(value))).size).toBe(values.length);
});

test('what cannot be looked into counts as what was written for it', () => {
  expect(text({ url: new URL('http://a/') }, 'one')).not.toBe(text({ url: new URL('http://a/') }, 'two'));
  expect(text({ url: new URL('http://a/') }, 'one')).toBe(text({ url: new URL('http://a/') }, 'one'));
});
