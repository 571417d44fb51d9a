import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  RELATED_TASK_META_KEY,
  type RequestId,
} from '@modelcontextprotocol/server';

import { describeJsonHazard } from '../../command-line/describe-json-hazard.js';
import { findJsonHazard, type JsonHazard } from '../../vocabulary/find-json-hazard.js';

/** Deeper than any real message; what walks a message recursively is safe below it. */
const maximumDepth = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a text is not a message, as JSON-RPC reports it. */
export interface UnreadableMessage {
  readonly code: number;
  readonly message: string;
  readonly id: RequestId | null;
}

export type ReadMessage =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly problem: UnreadableMessage };

/** The version of MCP that had batches; the one before did not know them, and the one after dropped them. */
export const versionWithBatches = '2025-03-26';

/** As many as one HTTP connection may have unanswered. */
export const mostInBatch = 16;

export const batchRefused: UnreadableMessage = {
  code: ProtocolErrorCode.InvalidRequest,
  message: `Invalid request: send one message at a time, not a batch. Only MCP ${versionWithBatches} has batches, after "initialize".`,
  id: null,
};

/** Reads one JSON-RPC message, or the messages of a batch. */
export function readMessages(bytes: Uint8Array): ReadMessage | readonly ReadMessage[] {
  let value: unknown;
  let text: string;
  try {
    text = utf8.decode(bytes);
    if (isTooDeep(text)) return unreadable(ProtocolErrorCode.ParseError, 'Parse error: the JSON is nested too deeply.');
    value = JSON.parse(text);
  } catch {
    return unreadable(ProtocolErrorCode.ParseError, 'Parse error: the message is not valid JSON in UTF-8.');
  }
  const batch: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (batch && (batch.length === 0 || batch.length > mostInBatch)) {
    const text = `Invalid request: a batch holds 1 to ${mostInBatch} messages, and this one ${batch.length}.`;
    return unreadable(ProtocolErrorCode.InvalidRequest, text);
  }
  // Which message of a batch is ambiguous cannot be said for sure, so that none of them is read.
  for (const one of batch ?? [value]) {
    const hazard = findArgumentHazard(text, one);
    if (!hazard) continue;
    const { what, hint } = describeJsonHazard(hazard, 'character');
    return unreadable(ProtocolErrorCode.InvalidParams, `Invalid params: ${what}. ${hint}.`, idOf(value));
  }
  return batch ? batch.map(readInBatch) : parse(value);
}

function readInBatch(value: unknown): ReadMessage {
  const read = parse(value);
  if (!read.ok || !('method' in read.message) || read.message.method !== 'initialize') return read;
  const text = 'Invalid request: "initialize" is not sent in a batch.';
  return unreadable(ProtocolErrorCode.InvalidRequest, text, idOf(value));
}

function parse(value: unknown): ReadMessage {
  if (isPlainRequest(value)) return { ok: true, message: value };
  try {
    return { ok: true, message: parseJSONRPCMessage(value) };
  } catch {
    return unreadable(ProtocolErrorCode.InvalidRequest, 'Invalid request: not a JSON-RPC 2.0 message.', idOf(value));
  }
}

const requestKeys: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

/**
 * Whether it is what almost all messages are, as the SDK's schema would say: the schema costs more than the rest of
 * reading. Everything else is left to the schema.
 */
function isPlainRequest(value: unknown): value is JSONRPCRequest {
  if (!isObject(value)) return false;
  for (const key in value) if (!requestKeys.includes(key)) return false;
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  if (params === undefined) return true;
  if (!isObject(params) || Object.hasOwn(params, '__proto__')) return false;
  const { _meta: meta } = params;
  return meta === undefined || (isObject(meta) && !settledMetaKeys.some((key) => Object.hasOwn(meta, key)));
}

/** What the schema looks into, or leaves out. */
const settledMetaKeys = ['progressToken', RELATED_TASK_META_KEY, '__proto__'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  // What comes after the number has to be read as well.
  return holdsLongNumber(given) ? hazard : findJsonHazard(text, value, 'ignored');
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
