import { expect, test } from 'vitest';
import { GateError } from '../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor } from '../vocabulary/outcome.js';
import { renderJsonl } from './jsonl.js';

const facts = { toolVersion: '1', directory: '/' };
const lines = (data: unknown) => renderJsonl(completedAtTheDoor(data, 'x'), facts).map((line) => JSON.parse(line));

test('a list is a line for each item, an object each, and one for the rest', () => {
  expect(lines([{ id: 1 }, 'two', [3], null])).toMatchObject([
    { id: 1 },
    { value: 'two' },
    { value: [3] },
    { value: null },
    { ok: true, data: { _summary: true, count: 4 }, error: null },
  ]);
});

test('anything else is one line', () => {
  expect(lines({ id: 1 })).toMatchObject([{ ok: true, data: { id: 1 } }]);
  const failed = failedAtTheDoor(new GateError('PARSE_ERROR', 'no', { hint: 'y' }), 'x');
  expect(renderJsonl(failed, facts).map((line) => JSON.parse(line).ok)).toEqual([false]);
});
