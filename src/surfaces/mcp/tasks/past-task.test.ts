import { expect, test } from 'vitest';
import { completedAtTheDoor } from '../../../vocabulary/outcome.js';
import type { RunState } from '../../../vocabulary/program.js';
import { describePastTask } from './past-task.js';

const times = {
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:01.000Z',
  ended_at: '2026-01-01T00:00:02.000Z',
};

const shown = (state: RunState) => completedAtTheDoor({ run: 'run_1_1', state, ...times }, 'runs show run_1_1');

const facts = {
  taskId: 'run_1_1',
  createdAt: times.created_at,
  lastUpdatedAt: times.ended_at,
  ttlMs: null,
  pollIntervalMs: 1_000,
};

const text = (state: RunState) => expect.stringContaining(`{"success":true,"data":{"run":"run_1_1","state":"${state}"`);

const answer = (state: RunState, isError: boolean) => ({
  ...facts,
  status: 'completed',
  result: { resultType: 'complete', content: [{ type: 'text', text: text(state) }], isError },
});

test('a run that ended some time ago is a task that tells what is remembered of it', () => {
  expect(describePastTask(shown('completed'))).toEqual(answer('completed', false));
  expect(describePastTask(shown('failed'))).toEqual(answer('failed', true));
  expect(describePastTask(shown('timed_out'))).toEqual(answer('timed_out', true));
  expect(describePastTask(shown('canceled'))).toEqual({ ...facts, status: 'cancelled' });
});

test('a run whose gate died has no answer', () => {
  const message = 'The gate that ran it died, and the run with it.';
  expect(describePastTask(shown('lost'))).toEqual({ ...facts, status: 'failed', error: { code: -32603, message } });
});

test.each(['queued', 'starting', 'running'] as const)('a run of another gate that is %s goes on', (state) => {
  expect(describePastTask(shown(state))).toEqual({ ...facts, status: 'working' });
});
