import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.js';

test('as many requests as the limit at once, then one each time a share of the minute has passed', () => {
  const limit = new RateLimit(3);
  expect([0, 0, 0, 0].map((now) => limit.take('agent', now))).toEqual(['taken', 'taken', 'taken', { waitMs: 20_000 }]);
  expect(limit.take('agent', 19_999)).toEqual({ waitMs: 1 });
  expect(limit.take('agent', 20_000)).toBe('taken');
  expect(limit.take('agent', 20_000)).toEqual({ waitMs: 20_000 });
});

test('a request that was refused costs nothing', () => {
  const limit = new RateLimit(1);
  limit.take('agent', 0);
  for (let now = 0; now < 60_000; now += 1_000) expect(limit.take('agent', now)).not.toBe('taken');
  expect(limit.take('agent', 60_000)).toBe('taken');
});

test('a long silence fills the bucket once, not more', () => {
  const limit = new RateLimit(2);
  limit.take('agent', 0);
  const later = 24 * 3_600_000;
  expect([1, 2, 3].map(() => limit.take('agent', later))).toEqual(['taken', 'taken', { waitMs: 30_000 }]);
});

test('each caller has a bucket of its own, whatever its name', () => {
  const limit = new RateLimit(1);
  for (const caller of ['a', 'b', '__proto__', 'constructor']) {
    expect(limit.take(caller, 0)).toBe('taken');
    expect(limit.take(caller, 0)).toEqual({ waitMs: 60_000 });
  }
});

test('whoever waits as long as told is let in, every time', () => {
  const start = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), start, (perMinute, startedAt) => {
      const limit = new RateLimit(perMinute);
      let now = startedAt;
      while (limit.take('agent', now) === 'taken');
      for (let round = 0; round < 20; round++) {
        const refused = limit.take('agent', now);
        if (refused === 'taken') throw new Error('There was more than the limit.');
        now += refused.waitMs;
        expect(limit.take('agent', now)).toBe('taken');
      }
    }),
  );
});

test('nobody gets more than the limit and what is refilled meanwhile', () => {
  const waits = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5_000, noNaN: true })), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), waits, (perMinute, steps) => {
      const limit = new RateLimit(perMinute);
      let now = 0;
      let taken = 0;
      for (const step of steps) {
        now += step;
        if (limit.take('agent', now) === 'taken') taken++;
      }
      expect(taken).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000 + 1e-6);
    }),
  );
});
