// Which run's output can be read as a resource, and the link to it that a long answer carries.

import type { CallToolResult, ResourceLink } from '../../../renderings/mcp-result.js';
import type { Outcome } from '../../../vocabulary/outcome.js';
import { type StreamOfRun, writeRunUri } from './run-uri.js';

type Result = Readonly<Record<string, unknown>>;

/** The answer with a link to the rest of it, where only a part was shown and all of it is kept. */
export function linkOutput(result: CallToolResult, outcome: Outcome): CallToolResult {
  const stream = cutStream(outcome);
  if (stream === undefined) return result;
  const [text, ...others] = result.content;
  return { ...result, content: [text, ...others, linkTo(outcome.run.runId, stream)] };
}

/** Whether something was printed or kept under the run's id. */
export function hasOutput(outcome: Outcome): boolean {
  const result = resultOf(outcome);
  // A finished program has an exit code, one that goes on has a state.
  return cutStream(outcome) !== undefined || (result !== undefined && ('exit_code' in result || 'state' in result));
}

function cutStream(outcome: Outcome): StreamOfRun | undefined {
  if (outcome.status === 'completed' && outcome.truncated?.wholeLine !== undefined) return 'data';
  const result = resultOf(outcome);
  // What could not be kept cannot be read later either.
  if (result?.truncated !== true || !('exit_code' in result) || 'not_kept_bytes' in result) return undefined;
  const { stdout = 0 } = (result.omitted_bytes ?? {}) as { readonly stdout?: number };
  return stdout > 0 ? 'stdout' : 'stderr';
}

function resultOf(outcome: Outcome): Result | undefined {
  const result: unknown = outcome.status === 'failed' ? outcome.error.result : outcome.data;
  return typeof result === 'object' && result !== null && !Array.isArray(result) ? (result as Result) : undefined;
}

function linkTo(run: string, stream: StreamOfRun): ResourceLink {
  return {
    type: 'resource_link',
    uri: writeRunUri({ run, stream }),
    name: `${run} ${stream}`,
    description: stream === 'data' ? 'The whole answer' : `All of ${stream}`,
    mimeType: stream === 'data' ? 'application/json' : 'text/plain',
  };
}
