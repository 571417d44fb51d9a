import { expect, test } from 'vitest';
import { completedAtTheDoor } from '../vocabulary/outcome.js';
import { withoutStreamed } from './without-streamed.js';

const values = completedAtTheDoor([1, 2], 'x');

test('what was shown is not shown again: a person reads how many, a program a last document', () => {
  expect(withoutStreamed(values, 2, false)).toMatchObject({ json: 'null', data: null, message: '2 in all' });
  expect(withoutStreamed(values, 2, true)).toMatchObject({
    json: '{"_summary":true,"count":2}',
    data: { _summary: true, count: 2 },
  });
});

test('what the answer could not keep was shown all the same, so nothing is missing', () => {
  const run = { ...values.run, warnings: [{ code: 'TRUNCATED', message: 'Cut.' }] };
  const cut = { ...values, run, truncated: { limitBytes: 9, totalBytes: 90 } };
  expect(withoutStreamed(cut, 50, true)).toMatchObject({
    data: { _summary: true, count: 50 },
    truncated: undefined,
    run: { warnings: [] },
  });
});

test('an answer that is not the stream is shown', () => {
  const other = completedAtTheDoor({ total: 2 }, 'x');
  expect(withoutStreamed(other, 2, true)).toBe(other);
});
