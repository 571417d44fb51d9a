import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitResponse } from './answering/fit-response.js';

const fitted = (data: unknown, limitBytes: number) => fitResponse(data, JSON.stringify(data), limitBytes);

test('what fits is given as it is', () => {
  const data = { a: 'é' };
  expect(fitResponse(data, '{"a":"é"}', 10)).toEqual({ data, json: '{"a":"é"}', truncated: undefined });
  expect(fitResponse(data, '{"a":"é"}', 10).data).toBe(data);
});

test('bytes are counted, not characters', () => {
  expect(fitted('éééé', 10).truncated).toBeUndefined();
  expect(fitted('ééééé', 10)).toEqual({
    data: 'éééé',
    json: '"éééé"',
    truncated: { limitBytes: 10, totalBytes: 12 },
  });
});

test('a list keeps its first items', () => {
  expect(fitted([1, 22, 333, 4444], 10)).toEqual({
    data: [1, 22],
    json: '[1,22]',
    truncated: { limitBytes: 10, totalBytes: 15 },
  });
});

test('an object keeps the beginning of its longest list and everything else', () => {
  const { data } = fitted({ total: 4, tags: ['a'], items: [1, 2, 3, 4, 5, 6] }, 40);
  expect(data).toEqual({ total: 4, tags: ['a'], items: [1, 2] });
});

test('an object without a list becomes the beginning of its text', () => {
  const { data, json } = fitted({ a: 'x'.repeat(100) }, 20);
  expect(data).toBe('{"a":"xxxxxxxxx');
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(20);
});

test('a text is never cut inside a character', () => {
  for (let limit = 2; limit < 40; limit++) {
    const { data } = fitted('👩‍👩‍👧é'.repeat(10), limit);
    expect((data as string).isWellFormed()).toBe(true);
    expect(data).not.toContain('\uFFFD');
  }
});

test('whatever the value, the result is valid JSON of at most the limit, and the count is honest', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 2, max: 200 }), (value, limitBytes) => {
      const before = JSON.stringify(value);
      const { data, json, truncated } = fitResponse(value, before, limitBytes);
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(limitBytes);
      expect(JSON.stringify(data)).toBe(json);
      const fits = Buffer.byteLength(before) <= limitBytes;
      expect(truncated).toEqual(fits ? undefined : { limitBytes, totalBytes: Buffer.byteLength(before) });
      if (fits) expect(json).toBe(before);
    }),
  );
});
