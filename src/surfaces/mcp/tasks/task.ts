// A task as the extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28 writes it.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { CallToolResult } from '../../../renderings/mcp-result.js';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

interface TaskFacts {
  readonly taskId: string;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Always without a limit: an ended run stays as long as there is room for it, which no time can tell. */
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
}

/** What the person at the client has to answer before it goes on, by the id of the approval. */
export type InputRequests = Readonly<
  Record<string, { readonly method: 'elicitation/create'; readonly params: ElicitRequestFormParams }>
>;

/** What the call would have answered, with what the SDK would have put to it on the way. */
export type TaskResult = CallToolResult & { readonly resultType: 'complete' };

export type Task = TaskFacts &
  (
    | { readonly status: 'working' }
    | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
    /** Also where the answer is an error: `failed` is for what is no answer at all. */
    | { readonly status: 'completed'; readonly result: TaskResult }
    | { readonly status: 'failed'; readonly error: { readonly code: number; readonly message: string } }
    | { readonly status: 'cancelled' }
  );

/** In place of the answer to a call. */
export type CreatedTask = TaskFacts & {
  readonly resultType: 'task';
  readonly status: 'working';
  /** Means nothing, but the SDK lets no answer to a call leave without it. */
  readonly content: [];
};

const pollIntervalMs = 1_000;

export function taskFacts(taskId: string, created: number, updated: number, statusMessage?: string): TaskFacts {
  return {
    taskId,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(created).toISOString(),
    lastUpdatedAt: new Date(updated).toISOString(),
    ttlMs: null,
    pollIntervalMs,
  };
}
