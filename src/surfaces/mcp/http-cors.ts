// Web pages of the origins that the owner lists may use the server, and read what it answers (CORS).

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isListedOrigin } from './http-guard.js';

const requestHeaders = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];
const exposedHeaders = 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After';

/**
 * Lets a page of a listed origin read the answer, and answers a preflight; true when that was all. Others get no header:
 * a page from this machine may send what needs no preflight, as any program here may, and reads nothing.
 * Credentials of the browser are never asked for: a token is in a header that the page sets itself.
 */
export function answerCors(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  allowedOrigins: readonly string[],
): boolean {
  if (allowedOrigins.length === 0) return false;
  response.setHeader('vary', 'Origin');
  const { origin } = headers;
  if (origin === undefined || !isListedOrigin(origin, allowedOrigins)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', exposedHeaders);
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  const asked = String(headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(/[ ,]+/);
  // Arguments of tools that their author wants in a header.
  const parameters = asked.filter((name) => /^mcp-param-[a-z0-9-]{1,64}$/.test(name)).slice(0, 50);
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [...requestHeaders, ...parameters].join(', '),
    'access-control-max-age': '7200',
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'content-length': '0',
  });
  response.end();
  return true;
}
