// Clients of the 2025 generation are asked while the call waits.

import type { ServerContext } from '@modelcontextprotocol/server';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { questionFor, readAnswer } from './approval-question.js';

/** The approval ends by itself; the question must not end before it. */
const marginMs = 10_000;

/** Never rejects: a client that cannot show the question is one where nobody answers. */
export function askDuringCall(context: ServerContext): AskPerson {
  return async (approval, signal) => {
    const now = Date.now();
    const question = questionFor(approval, now);
    if (question === undefined) return undefined;
    const timeout = Math.min(Math.max(Date.parse(approval.expires_at) - now, 0) + marginMs, longestDelayMs);
    try {
      // Not `elicitInput`, which would send it beside the call: over HTTP only the call's own stream is there.
      const result = await context.mcpReq.send(
        { method: 'elicitation/create', params: { ...question } },
        { signal, timeout },
      );
      const { always, session_means, similar } = approval;
      return readAnswer(result, always !== null, session_means !== undefined, similar !== undefined);
    } catch {
      return undefined;
    }
  };
}
