// Reads what came back for one command, as leniently as it can: level Minimal does not ask for the
// response format, so an answer in a wrong envelope must still be usable by the checks of the parser.

import { brief, isObject, type JsonObject } from './json.js';

/** What a call brought back, before anything is made of it. */
export type Exchange =
  | { readonly kind: 'result'; readonly result: unknown }
  /** The protocol below refused the call: a JSON-RPC error or an HTTP status. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer came: a timeout, or the server is gone. */
  | { readonly kind: 'silence'; readonly reason: string };

/** One command that was sent, and its answer. */
export interface Probe {
  /** The command as a report shows it: quoted, and cut when it is long. */
  readonly sent: string;
  readonly command: string;
  readonly exchange: Exchange;
  /** The ACLI response: the first text content that is a JSON object. */
  readonly response: JsonObject | undefined;
  readonly outcome: 'success' | 'failure' | 'unclear' | 'none';
  /** `error.code`. */
  readonly code: string | undefined;
  readonly data: unknown;
  readonly received: string;
}

/** Makes a probe of a command and what it brought back; never throws, whatever that is. */
export function readProbe(command: string, exchange: Exchange): Probe {
  const sent = brief(JSON.stringify(command), 120);
  const silent = { sent, command, exchange, response: undefined, code: undefined, data: undefined };
  if (exchange.kind === 'silence') return { ...silent, outcome: 'none', received: `no answer: ${exchange.reason}` };
  if (exchange.kind === 'refused') return { ...silent, outcome: 'failure', received: exchange.reason };

  const result = isObject(exchange.result) ? exchange.result : {};
  const response = firstObject(result.content);
  const error = isObject(response?.error) ? response.error : undefined;
  return {
    sent,
    command,
    exchange,
    response,
    outcome: outcomeOf(response, result.isError),
    code: typeof error?.code === 'string' ? error.code : undefined,
    // A server without the envelope of section 5.1 may send the payload bare.
    data: response !== undefined && ('success' in response || 'data' in response) ? response.data : response,
    received: response === undefined ? brief(exchange.result) : brief(response),
  };
}

function outcomeOf(response: JsonObject | undefined, isError: unknown): Probe['outcome'] {
  if (typeof response?.success === 'boolean') return response.success ? 'success' : 'failure';
  if (typeof isError === 'boolean') return isError ? 'failure' : 'success';
  if (isObject(response?.error)) return 'failure';
  return response === undefined ? 'unclear' : 'success';
}

function firstObject(content: unknown): JsonObject | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const item of content) {
    if (!isObject(item) || typeof item.text !== 'string') continue;
    try {
      const value: unknown = JSON.parse(item.text);
      if (isObject(value)) return value;
    } catch {
      // Not JSON: the checks of the response say so.
    }
  }
  return undefined;
}
