// A run of this process → the task that it is to the client that started it.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { KnownRun } from '../../../gate/run/run-book.js';
import type { CallToolResult } from '../../../renderings/mcp-result.js';
import type { Outcome } from '../../../vocabulary/outcome.js';
import { type CreatedTask, type Task, taskFacts } from './task.js';

export interface TaskView {
  /** What the call would have answered. */
  readonly render: (outcome: Outcome) => CallToolResult;
  /** What the person at this client is asked. */
  readonly form?: ElicitRequestFormParams | undefined;
}

export function describeTask(known: KnownRun, { render, form }: TaskView): Task {
  const { runId, createdAt, startedAt, endedAt, outcome, approvalId } = known;
  const facts = (message?: string) => taskFacts(runId, createdAt, endedAt ?? startedAt ?? createdAt, message);
  if (outcome?.status === 'failed' && outcome.error.code === 'CANCELED') {
    return { ...facts(outcome.error.message), status: 'cancelled' };
  }
  if (outcome) return { ...facts(), status: 'completed', result: { resultType: 'complete', ...render(outcome) } };
  if (form === undefined || approvalId === undefined) return { ...facts(progressOf(known)), status: 'working' };
  return {
    ...facts(progressOf(known)),
    status: 'input_required',
    inputRequests: { [approvalId]: { method: 'elicitation/create', params: form } },
  };
}

/** Its state at its beginning, also where it has ended meanwhile: how it ended is told by `tasks/get` alone. */
export function createdTask(known: KnownRun): CreatedTask {
  const { runId, createdAt } = known;
  const facts = taskFacts(runId, createdAt, createdAt, progressOf(known));
  return { resultType: 'task', status: 'working', ...facts, content: [] };
}

function progressOf({ runId, state, approvalId, output }: KnownRun): string {
  if (approvalId !== undefined) return `Waiting for a person's approval (${approvalId}).`;
  if (state === 'queued') return 'Waiting for its turn.';
  if (state === 'starting') return 'Starts.';
  return output === undefined ? 'Runs.' : `Running. 'runs output ${runId}' shows its output so far.`;
}
