import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';

import { describeJsonHazard } from '../../command-line/describe-json-hazard.js';
import { findJsonHazard, type JsonHazard } from '../../vocabulary/find-json-hazard.js';

/** Deeper than any real message; what walks a message recursively is safe below it. */
const maximumDepth = 200;

/** Why a text is not a message, as JSON-RPC reports it. */
export interface UnreadableMessage {
  readonly code: number;
  readonly message: string;
  readonly id: RequestId | null;
}

export type ReadMessage =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly problem: UnreadableMessage };

/** Reads one JSON-RPC message. Batches are refused: MCP dropped them, and one would pass a limit as many. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isTooDeep(text)) return unreadable(ProtocolErrorCode.ParseError, 'Parse error: the JSON is nested too deeply.');
    value = JSON.parse(text);
  } catch {
    return unreadable(ProtocolErrorCode.ParseError, 'Parse error: the message is not valid JSON in UTF-8.');
  }
  if (Array.isArray(value)) {
    return unreadable(ProtocolErrorCode.InvalidRequest, 'Invalid request: send one message at a time, not a batch.');
  }
  const hazard = findArgumentHazard(text, value);
  if (hazard) {
    const { what, hint } = describeJsonHazard(hazard, 'character');
    return unreadable(ProtocolErrorCode.InvalidParams, `Invalid params: ${what}. ${hint}.`, idOf(value));
  }
  try {
    return { ok: true, message: parseJSONRPCMessage(value) };
  } catch {
    return unreadable(ProtocolErrorCode.InvalidRequest, 'Invalid request: not a JSON-RPC 2.0 message.', idOf(value));
  }
}

/**
 * The arguments of a tool say one thing, or nothing is done: of two equal keys the one that a reviewer saw may be the
 * lost one. Numbers elsewhere, such as times in `_meta`, are the client's own.
 */
function findArgumentHazard(text: string, value: unknown): JsonHazard | undefined {
  const { method, params } = (value ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== 'tools/call') return undefined;
  const hazard = findJsonHazard(text, value);
  if (hazard?.kind !== 'long-number') return hazard;
  const { arguments: given } = (params ?? {}) as { readonly arguments?: unknown };
  return holdsLongNumber(given) ? hazard : undefined;
}

function holdsLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongNumber);
}

/** The error response for a message that could not be read. */
export function errorResponse({ id, code, message }: UnreadableMessage): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

function unreadable(code: number, message: string, id: RequestId | null = null): ReadMessage {
  return { ok: false, problem: { code, message, id } };
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || Number.isInteger(value.id) ? (value.id as RequestId) : null;
}

function isTooDeep(text: string): boolean {
  if (text.length <= maximumDepth) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) {
      inString = true;
    } else if (character === openBrace || character === openBracket) {
      depth += 1;
      if (depth > maximumDepth) return true;
    } else if (character === closeBrace || character === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
