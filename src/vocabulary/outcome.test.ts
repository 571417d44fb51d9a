import { expect, test } from 'vitest';
import { GateError } from './gate-error.js';
import { completedAtTheDoor, failedAtTheDoor } from './outcome.js';

const run = {
  runId: expect.stringMatching(/^run_\w+_0$/),
  command: 'x',
  path: [],
  danger: undefined,
  durationMs: 0,
  dryRun: false,
  presentation: {},
  warnings: [],
};

test('what a door could not read has an answer, and an id by which it can be named', () => {
  const error = new GateError('PARSE_ERROR', 'no', { hint: 'y' });
  expect(failedAtTheDoor(error, 'x')).toEqual({ status: 'failed', error, run });
});

test('so has what a door answers by itself', () => {
  expect(completedAtTheDoor({ a: 1 }, 'x')).toEqual({
    status: 'completed',
    json: '{"a":1}',
    data: { a: 1 },
    message: undefined,
    truncated: undefined,
    run,
  });
});
