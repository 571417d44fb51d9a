// A run that this process does not remember → a task. The gate's own commands tell of it, whichever gate had it.

import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { toCallToolResult } from '../../../renderings/mcp-result.js';
import type { Completed } from '../../../vocabulary/outcome.js';
import type { RunRecord } from '../../../vocabulary/run-record.js';
import { type Task, taskFacts } from './task.js';

/** From the answer of `runs show`. */
export function describePastTask(shown: Completed): Task {
  const { run, state, created_at, started_at, ended_at } = shown.data as RunRecord;
  const created = Date.parse(created_at);
  const facts = taskFacts(run, created, Date.parse(ended_at ?? started_at ?? created_at));
  const answered = { resultType: 'complete', ...toCallToolResult(shown) } as const;
  switch (state) {
    case 'queued':
    case 'starting':
    case 'running':
      return { ...facts, status: 'working' };
    case 'canceled':
      return { ...facts, status: 'cancelled' };
    case 'lost': {
      const message = 'The gate that ran it died, and the run with it.';
      return { ...facts, status: 'failed', error: { code: ProtocolErrorCode.InternalError, message } };
    }
    case 'completed':
    case 'failed':
    case 'timed_out':
    case 'handed_over':
      return {
        ...facts,
        status: 'completed',
        result: { ...answered, isError: state !== 'completed' && state !== 'handed_over' },
      };
    default:
      return state satisfies never;
  }
}
