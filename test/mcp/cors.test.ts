// Web pages of listed origins: the exchange that a browser has with the HTTP door.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import { type HttpServerHandle, serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { openTestGate } from './fixtures/test-gate.js';

const page = 'https://app.example';
let gate: Gate;
let server: HttpServerHandle;

beforeAll(async () => {
  gate = await openTestGate();
  server = await serveHttp({ gate, token: 'page-token', allowedOrigins: [page] });
});

afterAll(async () => {
  await server.close();
  await gate.close();
});

const preflight = (origin: string, more: Record<string, string> = {}) =>
  rawHttp(server.url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-param-region',
      ...more,
    },
  });

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-|^vary/.test(name)));

test('a preflight of a listed origin needs no token, and names exactly that origin', async () => {
  const { status, headers, body } = await preflight(page, { 'access-control-request-private-network': 'true' });
  expect([status, body]).toEqual([204, '']);
  expect(corsOf(headers)).toEqual({
    vary: 'Origin',
    'access-control-allow-origin': page,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, mcp-param-region',
    'access-control-expose-headers': 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After',
    'access-control-max-age': '7200',
    'access-control-allow-private-network': 'true',
  });
});

test('answers and refusals can be read by a page of that origin', async () => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
  });
  const post = (authorization: string) =>
    rawHttp(server.url, { method: 'POST', headers: { ...jsonHeaders, origin: page, authorization } }, body);
  const readable = {
    vary: 'Origin',
    'access-control-allow-origin': page,
    'access-control-expose-headers': 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After',
  };
  const answered = await post('Bearer page-token');
  expect([answered.status, corsOf(answered.headers)]).toEqual([200, readable]);
  expect(answered.headers['mcp-session-id']).toBeDefined();
  const refused = await post('Bearer wrong');
  expect([refused.status, corsOf(refused.headers)]).toEqual([401, readable]);
});

test('other origins get nothing: strangers are refused, and pages of this machine get no header', async () => {
  for (const [origin, expected] of [
    ['https://evil.example', 403],
    ['null', 403],
    ['https://app.example.evil.example', 403],
    ['http://localhost:3000', 401],
  ] as const) {
    const { status, headers } = await preflight(origin);
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, expected, undefined]);
  }
});
