import { expect, test } from 'vitest';
import { readTime } from './read-time.js';

const now = Date.parse('2026-03-08T10:00:00.000Z');

test.each([
  ['90s', '2026-03-08T09:58:30.000Z'],
  ['30m', '2026-03-08T09:30:00.000Z'],
  ['2h', '2026-03-08T08:00:00.000Z'],
  ['7d', '2026-03-01T10:00:00.000Z'],
  ['1w', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00.250Z', '2026-03-01T10:00:00.250Z'],
  ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
])('%s is a time', (text, expected) => {
  expect(readTime(text, now)).toBe(expected);
});

test.each([
  '',
  'yesterday',
  '2026',
  '2026-13-01',
  '2026-03-01  10:00',
  '-2h',
  '2.5h',
  '2 h',
  '1e3',
  '10',
  '2026-03-01T25:00Z',
])('%j is none', (text) => {
  expect(readTime(text, now)).toBeUndefined();
});
