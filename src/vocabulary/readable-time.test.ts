import { expect, test, vi } from 'vitest';
import { durationText, localTime, localTimeWithZone, timeAgo } from './readable-time.js';

test('a time is shown in the time zone of the machine', () => {
  expect(localTime(new Date(2026, 10, 8, 6, 4, 5).toISOString())).toBe('2026-11-08 06:04:05');
  expect(localTime('soon')).toBe('soon');
});

test.each([
  ['UTC', '2026-11-08 06:04:05 UTC'],
  ['Europe/Berlin', '2026-11-08 07:04:05 UTC+1'],
  ['Asia/Kolkata', '2026-11-08 11:34:05 UTC+5:30'],
  ['America/St_Johns', '2026-11-08 02:34:05 UTC-3:30'],
])('what is read elsewhere, too, names its zone: %s', (zone, text) => {
  vi.stubEnv('TZ', zone);
  expect(localTimeWithZone('2026-11-08T06:04:05.678Z')).toBe(text);
  expect(localTimeWithZone('soon')).toBe('soon');
  vi.unstubAllEnvs();
});

test('how long ago', () => {
  const now = Date.parse('2026-03-05T12:00:00Z');
  const ago = (iso: string) => timeAgo(iso, now);
  expect(['2026-03-05T12:00:07Z', '2026-03-05T11:59:01Z', '2026-03-05T11:01:00Z'].map(ago)).toEqual([
    '0s ago',
    '59s ago',
    '59m ago',
  ]);
  expect(['2026-03-04T12:01:00Z', '2026-02-23T12:00:00Z', 'x'].map(ago)).toEqual(['23h ago', '10d ago', 'x']);
});

test('how long it took', () => {
  expect([0.4, 12.4, 1_400, 59_949, 59_950, 65_000, 3_599_999, 7_620_000, 273_600_000].map(durationText)).toEqual([
    '0ms',
    '12ms',
    '1.4s',
    '59.9s',
    '1m00s',
    '1m05s',
    '1h00m',
    '2h07m',
    '3d04h',
  ]);
});
