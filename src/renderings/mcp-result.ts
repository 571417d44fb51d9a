import type { Outcome } from '../vocabulary/outcome.js';
import { renderAcli } from './acli.js';
import { type MediaContent, takeMedia } from './take-media.js';

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

/** Where the client finds more than an answer can hold. */
export interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** What an MCP client gets from `tools/call`: section 5.3 of the ACLI specification. */
export interface CallToolResult {
  /** The answer as text, and what text cannot hold. */
  readonly content: [TextContent, ...(TextContent | ResourceLink | MediaContent)[]];
  readonly isError: boolean;
  /** The answer as data, where the tool declares what it is. */
  readonly structuredContent?: unknown;
}

export function toCallToolResult(outcome: Outcome): CallToolResult {
  if (outcome.status !== 'completed') return { content: [{ type: 'text', text: renderAcli(outcome) }], isError: true };
  const taken = takeMedia(outcome);
  if (!taken) return { content: [{ type: 'text', text: renderAcli(outcome) }], isError: false };
  return { content: [{ type: 'text', text: renderAcli(taken.outcome) }, ...taken.content], isError: false };
}
