import type { Outcome } from '../vocabulary/outcome.js';
import { renderAcli } from './acli.js';

/** What an MCP client gets from `tools/call`: section 5.3 of the ACLI specification. */
export interface CallToolResult {
  readonly content: [{ readonly type: 'text'; readonly text: string }];
  readonly isError: boolean;
}

export function toCallToolResult(outcome: Outcome): CallToolResult {
  return { content: [{ type: 'text', text: renderAcli(outcome) }], isError: outcome.status !== 'completed' };
}
