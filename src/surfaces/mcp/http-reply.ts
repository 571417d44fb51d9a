import type { ServerResponse } from 'node:http';
import type { Refusal } from './http-guard.js';
import { jsonRpcErrorText } from './json-rpc-error.js';

/** An answer that is made before the protocol is spoken. */
export interface HttpReply {
  readonly status: number;
  /** JSON. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long the rest of an unread request is thrown away before its connection closes. */
const lingerMs = 1_000;

/** A refusal in the form that an MCP client expects. */
export function refusalReply({ message, ...rest }: Refusal): HttpReply {
  return { ...rest, text: jsonRpcErrorText(-32000, message) };
}

/** Answers at once, also while the request is still arriving. */
export function writeReply(response: ServerResponse, { status, text, headers }: HttpReply): void {
  const { req: request } = response;
  const hasBody = 'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  const isUnread = hasBody && !request.complete;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(isUnread && { connection: 'close' }),
    ...headers,
  });
  if (!isUnread) {
    response.end(text);
    return;
  }
  // Closing a connection with unread data resets it, and the client would never see the answer.
  response.write(text);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.on('end', end);
  request.on('close', end);
  request.resume();
}
