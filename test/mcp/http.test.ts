import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import type { OwnTool } from '../../src/surfaces/mcp/own-server.js';
import { type HttpServerHandle, type ServeHttpOptions, serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { localCaller, openSession, openTestGate } from './fixtures/test-gate.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 20_000 };

let gate: Gate;
const servers: HttpServerHandle[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  gate = await openTestGate();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

afterAll(() => gate.close());

async function serve(options: Partial<ServeHttpOptions> = {}): Promise<HttpServerHandle> {
  const server = await serveHttp({ gate, localCaller, openSession, ...options });
  servers.push(server);
  return server;
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

const callBody = (id: number, command: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'cli', arguments: { command } } });

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  rawHttp(url, { method: 'POST', headers: { ...jsonHeaders, ...headers } }, body);

const refused = (message: unknown) => ({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });

/** The `data` of the ACLI response in a server-sent event. */
function dataOf(body: string): unknown {
  const line = body.split('\n').find((candidate) => candidate.startsWith('data: ')) ?? '';
  return JSON.parse(JSON.parse(line.slice('data: '.length)).result.content[0].text).data;
}

/** Opens a session of the 2025 generation and gives what its requests have to carry. */
async function openRawSession(url: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await post(url, initialize, headers);
  expect(answer.status).toBe(200);
  const id = answer.headers['mcp-session-id'];
  return { ...headers, 'mcp-session-id': String(id), 'mcp-protocol-version': '2025-11-25' };
}

const stateOf = async (url: string, session: Record<string, string>, id: string) =>
  dataOf((await post(url, callBody(Math.floor(Math.random() * 1e9), `state ${id}`), session)).body);

const portOf = (url: string) => Number(new URL(url).port);

test('it listens on loopback', async () => {
  const { url } = await serve();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
});

test('a session of MCP 2025-03-26 may send batches: each request is answered in the one stream', async () => {
  const { url } = await serve({ limits: { requests: 8 } });
  const request = (id: number, command: string) => JSON.parse(callBody(id, command)) as unknown;
  const opened = await post(url, initialize.replace('2025-11-25', '2025-03-26'));
  const old = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } };
  const entries = [request(1, 'echo one'), 7, request(2, 'whoami'), request(3, 'wait batched'), request(2, 'whoami')];

  const answer = await post(url, JSON.stringify([...entries, cancel]), old);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
  const events = [...answer.body.matchAll(/^data: (.*)$/gm)].map(([, text = '']) => JSON.parse(text));
  expect(events).toHaveLength(4);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32600 }) }),
      expect.objectContaining({ id: 1, result: expect.objectContaining({ isError: false }) }),
      expect.objectContaining({ id: 2, result: expect.objectContaining({ isError: false }) }),
    ]),
  );
  const told = await post(url, JSON.stringify([{ jsonrpc: '2.0', method: 'notifications/initialized' }]), old);
  expect([told.status, told.body]).toEqual([202, '']);

  const crowd = [1, 2, 3, 4, 5].map((id) => request(id, 'wait crowd'));
  expect((await post(url, JSON.stringify(crowd), old)).status).toBe(503);

  const refusal = { id: null, error: { code: -32600, message: expect.stringContaining('one message at a time') } };
  const batch = JSON.stringify([request(1, 'whoami')]);
  const inNewer = await post(url, batch, await openRawSession(url));
  expect([inNewer.status, JSON.parse(inNewer.body)]).toMatchObject([400, refusal]);
  expect((await post(url, batch)).status).toBe(400);
});

test('an address that others can reach is refused without a token, before it listens', async () => {
  await expect(serve({ host: '0.0.0.0' })).rejects.toThrow(/authentication is required/);
  await expect(serve({ host: '::' })).rejects.toThrow(/authentication is required/);
  const { url } = await serve({ host: '0.0.0.0', token: 'secret-1' });
  expect((await post(url, initialize)).status).toBe(401);
  expect((await post(url, initialize, { authorization: 'Bearer secret-1' })).status).toBe(200);
});

test('tokens that cannot tell callers apart are refused, before it listens', async () => {
  const other = { caller: { name: 'other', may: 'everything' as const }, token: 'same' };
  await expect(serve({ token: 'same', callers: [other] })).rejects.toThrow(/same token/);
  await expect(serve({ token: '' })).rejects.toThrow(/not empty/);
});

test('a port that is taken is an error', async () => {
  const { url } = await serve();
  await expect(serve({ port: portOf(url) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a Host header that is not this server is refused', async () => {
  const { url } = await serve({ allowedHosts: ['gate.example', 'other.example:8443'] });
  const port = portOf(url);
  const status = async (host: string) => (await post(url, initialize, { host })).status;
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'gate.example', 'gate.example:99']) {
    expect([host, await status(host)]).toEqual([host, 200]);
  }
  expect(await status('other.example:8443')).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', `localhost:${port + 1}`, 'other.example']) {
    expect([host, await status(host)]).toEqual([host, 403]);
  }
  expect(JSON.parse((await post(url, initialize, { host: 'evil.example' })).body)).toEqual(
    refused(expect.stringContaining('allowedHosts')),
  );
});

test('a web page from elsewhere is refused', async () => {
  const { url } = await serve({ allowedOrigins: ['https://app.example'] });
  const status = async (origin: string) => (await post(url, initialize, { origin })).status;
  for (const origin of ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:1', 'https://app.example']) {
    expect([origin, await status(origin)]).toEqual([origin, 200]);
  }
  for (const origin of ['https://evil.example', 'http://app.example', 'null', 'http://localhost.evil.example']) {
    expect([origin, await status(origin)]).toEqual([origin, 403]);
  }
});

test('a token names its caller, on loopback too', async () => {
  const reader = { name: 'reader', may: 'everything' as const };
  const { url } = await serve({ token: 'local-token', callers: [{ caller: reader, token: 'reader-token' }] });
  const missing = await post(url, initialize);
  expect(missing.status).toBe(401);
  expect(missing.headers['www-authenticate']).toBe('Bearer realm="cmdgate"');
  expect(JSON.parse(missing.body)).toEqual(refused(expect.stringContaining('Authorization: Bearer')));
  const wrong = await post(url, initialize, { authorization: 'Bearer reader-tokem' });
  expect(wrong.status).toBe(401);
  expect(wrong.headers['www-authenticate']).toBe('Bearer realm="cmdgate", error="invalid_token"');
  expect((await post(url, initialize, { authorization: 'Basic cmVhZGVyLXRva2Vu' })).status).toBe(401);

  const asReader = await openRawSession(url, { authorization: 'Bearer reader-token' });
  const asLocal = await openRawSession(url, { authorization: 'bearer local-token' });
  expect(dataOf((await post(url, callBody(1, 'whoami'), asReader)).body)).toBe('reader');
  expect(dataOf((await post(url, callBody(1, 'whoami'), asLocal)).body)).toBe('local');
  const stolen = { ...asReader, authorization: 'Bearer local-token' };
  expect((await post(url, callBody(1, 'whoami'), stolen)).status).toBe(404);
});

test('a real client with a token is its caller in both generations', async () => {
  const reader = { name: 'reader', may: 'everything' as const };
  const { url } = await serve({ callers: [{ caller: reader, token: 'reader-token' }] });
  for (const options of [{}, { versionNegotiation: { mode: 'auto' } }] as const) {
    const client = new Client({ name: 'test', version: '1' }, options);
    const requestInit = { headers: { authorization: 'Bearer reader-token' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { content } = await client.callTool({ name: 'cli', arguments: { command: 'whoami' } });
    expect(content).toMatchObject([{ text: expect.stringContaining('"reader"') }]);
    await client.close();
  }
});

test('other paths and methods are told where to go', async () => {
  const { url } = await serve();
  const root = new URL('/', url).href;
  const hint = 'The MCP endpoint is /mcp: send JSON-RPC there with POST.';
  const home = await rawHttp(root);
  expect([home.status, JSON.parse(home.body)]).toEqual([200, { name: 'test-gate', endpoint: '/mcp', hint }]);
  const elsewhere = await rawHttp(`${root}.well-known/oauth-protected-resource`);
  expect([elsewhere.status, JSON.parse(elsewhere.body)]).toEqual([
    404,
    { error: 'Not found.', hint, endpoint: '/mcp' },
  ]);
  for (const method of ['GET', 'PUT', 'OPTIONS', 'PATCH']) {
    const answer = await rawHttp(url, { method });
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'POST, DELETE']);
    expect(JSON.parse(answer.body)).toEqual(refused(expect.stringContaining('Method not allowed')));
  }
  expect((await rawHttp(root, { method: 'POST' }, '{}')).status).toBe(405);
});

test('a body that is not a message gets a JSON-RPC error', async () => {
  const { url } = await serve();
  const cases: [string, number][] = [
    ['{', -32700],
    ['', -32700],
    ['['.repeat(100_000), -32700],
    ['[]', -32600],
    ['null', -32600],
    ['{"jsonrpc":"2.0"}', -32600],
  ];
  for (const [body, code] of cases) {
    const answer = await post(url, body);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, code]);
  }
  expect((await post(url, initialize, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(url, initialize)).status).toBe(200);
});

test('a body over the limit is refused, whether its length is declared or not', async () => {
  const { url } = await serve({ limits: { bodyBytes: 1000 } });
  const body = JSON.stringify({ padding: 'x'.repeat(500_000) });
  const message = refused('The request body may have at most 1000 bytes.');
  const declared = await post(url, body, { 'content-length': String(body.length) });
  expect([declared.status, JSON.parse(declared.body)]).toEqual([413, message]);
  const chunked = await post(url, body, { 'transfer-encoding': 'chunked' });
  expect([chunked.status, JSON.parse(chunked.body)]).toEqual([413, message]);
  expect((await post(url, initialize)).status).toBe(200);
});

test('a session is needed in the 2025 generation, and ends with DELETE', async () => {
  const { url } = await serve();
  expect((await post(url, callBody(1, 'whoami'))).status).toBe(400);
  expect((await post(url, callBody(1, 'whoami'), { 'mcp-session-id': randomUUID() })).status).toBe(404);
  const session = await openRawSession(url);
  expect((await post(url, callBody(1, 'whoami'), session)).status).toBe(200);
  expect((await rawHttp(url, { method: 'DELETE', headers: session })).status).toBe(200);
  expect((await post(url, callBody(2, 'whoami'), session)).status).toBe(404);
});

test('sessions are bounded: the one unused longest makes room, and one in use does not', async () => {
  const { url } = await serve({ limits: { sessions: 2 } });
  const first = await openRawSession(url);
  const second = await openRawSession(url);
  const waiting = post(url, callBody(1, 'wait bounded'), first).catch(() => undefined);
  await expect.poll(() => stateOf(url, second, 'bounded'), patience).toBe('running');
  const third = await openRawSession(url);
  expect((await post(url, callBody(2, 'whoami'), second)).status).toBe(404);
  expect((await post(url, callBody(2, 'whoami'), first)).status).toBe(200);
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect((await post(url, JSON.stringify(cancelled), first)).status).toBe(202);
  expect(await waiting).toMatchObject({ status: 200, body: '' });
  expect((await post(url, callBody(3, 'whoami'), third)).status).toBe(200);
});

test('an unused session expires', async () => {
  const { url } = await serve({ limits: { sessionIdleMs: 50 } });
  const session = await openRawSession(url);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await post(url, callBody(1, 'whoami'), session)).status).toBe(404);
});

test('an id that is still in use in its session is refused', async () => {
  const { url } = await serve();
  const session = await openRawSession(url);
  const waiting = post(url, callBody(1, 'wait same-id'), session).catch(() => undefined);
  await expect.poll(() => stateOf(url, session, 'same-id'), patience).toBe('running');
  expect((await post(url, callBody(1, 'whoami'), session)).status).toBe(400);
  expect((await rawHttp(url, { method: 'DELETE', headers: session })).status).toBe(200);
  await waiting;
});

test('a connection that closes cancels the call that it waits for', async () => {
  const { url } = await serve();
  const session = await openRawSession(url);
  const outgoing = request(url, { method: 'POST', agent: false, headers: { ...jsonHeaders, ...session } });
  outgoing.on('error', () => {});
  outgoing.end(callBody(1, 'wait closed-connection'));
  await expect.poll(() => stateOf(url, session, 'closed-connection'), patience).toBe('running');
  outgoing.destroy();
  await expect.poll(() => stateOf(url, session, 'closed-connection'), patience).toBe('aborted');
});

test('clients that open connections and stay silent do not lock out the others', async () => {
  const { url } = await serve({ limits: { connections: 20 } });
  for (let index = 0; index < 40; index += 1) {
    const socket = connect(portOf(url), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    if (index % 3 === 1) socket.write('POST /mcp HTTP/1.1\r\nHost: loc');
    if (index % 3 === 2) {
      const head = `Host: localhost:${portOf(url)}\r\nContent-Type: application/json\r\nContent-Length: 100`;
      socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n\r\n{"json`);
    }
  }
  const session = await openRawSession(url);
  expect(dataOf((await post(url, callBody(1, 'whoami'), session)).body)).toBe('local');
});

test('a client that does not finish its request is cut off', async () => {
  const { url } = await serve({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
  const socket = connect(portOf(url), '127.0.0.1');
  sockets.push(socket);
  socket.write('POST /mcp HTTP/1.1\r\nHost: loc');
  const [chunk] = await once(socket, 'data');
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 408 /);
});

test('more requests than the limit are told to come again, and a cancellation still gets through', async () => {
  // One alone has half of them.
  const { url } = await serve({ limits: { requests: 4 } });
  const session = await openRawSession(url);
  const first = post(url, callBody(1, 'wait limit-1'), session).catch(() => undefined);
  await expect.poll(() => stateOf(url, session, 'limit-1'), patience).toBe('running');
  const second = post(url, callBody(2, 'wait limit-2'), session).catch(() => undefined);
  await expect.poll(async () => (await post(url, callBody(3, 'whoami'), session)).status, patience).toBe(503);
  const full = await post(url, callBody(3, 'whoami'), session);
  expect([full.status, full.headers['retry-after']]).toEqual([503, '1']);
  for (const requestId of [1, 2]) {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    expect((await post(url, JSON.stringify(cancelled), session)).status).toBe(202);
  }
  await Promise.all([first, second]);
  await expect.poll(async () => (await post(url, callBody(4, 'whoami'), session)).status, patience).toBe(200);
});

test('a caller who has as many calls as it may still asks what runs and ends it, and others are served', async () => {
  const tokens = { greedy: 'g'.repeat(20), modest: 'm'.repeat(20) };
  const callers = Object.entries(tokens).map(([name, token]) => ({ caller: { ...localCaller, name }, token }));
  const { url } = await serve({ limits: { requests: 6 }, callers });
  const open = (token: string) => openRawSession(url, { authorization: `Bearer ${token}` });
  const as = async (token: string) => ({ ...(await open(token)), authorization: `Bearer ${token}` });
  // Several sessions are still one caller.
  const [greedy, again, modest] = [await as(tokens.greedy), await as(tokens.greedy), await as(tokens.modest)];
  const held = Array.from({ length: 10 }, (_, at) => post(url, callBody(100 + at, `wait held-${at}`), greedy));
  await expect.poll(async () => (await post(url, callBody(3, 'whoami'), again)).status, patience).toBe(503);

  expect(dataOf((await post(url, callBody(4, 'whoami'), modest)).body)).toBe('modest');
  expect((await post(url, callBody(5, 'help'), greedy)).status).toBe(200);
  const listed = dataOf((await post(url, callBody(6, 'runs list --state running'), greedy)).body);
  expect(listed).toMatchObject({ runs: expect.any(Array) });
  for (let requestId = 100; requestId < 110; requestId++) {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    await post(url, JSON.stringify(cancelled), greedy);
  }
  const refused = (await Promise.all(held)).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(7);
});

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
] as const)('closing lets a call finish, cancels and answers what takes too long (%s)', async (generation, options) => {
  const server = await serve({ limits: { graceMs: 400 } });
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const call = async (command: string) => {
    const { content, isError } = await client.callTool({ name: 'cli', arguments: { command } });
    return { isError, text: content[0]?.type === 'text' ? content[0].text : '' };
  };
  const quick = call('echo finished --delay 150');
  const endless = call(`wait closing-${generation}`);
  await expect.poll(async () => (await call(`state closing-${generation}`)).text, patience).toContain('running');

  const closing = server.close();

  expect(await quick).toMatchObject({ isError: false, text: expect.stringContaining('finished') });
  expect(await endless).toMatchObject({ isError: true });
  await closing;
  await expect(rawHttp(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await client.close().catch(() => {});
});

test('closing does not wait for idle and half-open connections', async () => {
  const server = await serve();
  const socket = connect(portOf(server.url), '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write('POST /mcp HTTP/1.1\r\nHost: loc');
  // Not `once`, which rejects for the reset that a half-open connection may get: that is closed, too.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await server.close();
  await server.close();
  await closed;
});

const large = 'x'.repeat(4_000_000);

/** Connections that send so many calls of a tool and read none of the answers. */
async function sendUnread(url: string, connections: number, calls: number): Promise<void> {
  for (let count = 0; count < connections; count++) {
    const session = await openRawSession(url);
    const socket = connect(portOf(url), '127.0.0.1').pause();
    socket.on('error', () => {});
    sockets.push(socket);
    for (let id = 1; id <= calls; id++) {
      const params = { name: 'large', arguments: {}, _meta: { progressToken: id } };
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
      const headers = { ...jsonHeaders, ...session, host: new URL(url).host, 'content-length': body.length };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    }
  }
}

const serveLarge = (requests: number, call: OwnTool['call']) =>
  serve({
    limits: { requests },
    createServer: ({ gateServer }) =>
      gateServer({ tools: [{ definition: { name: 'large', inputSchema: { type: 'object' } }, call }] }),
  });

test('answers that nobody reads keep no place from others', async () => {
  let made = 0;
  const { url } = await serveLarge(10, () => {
    made++;
    return { content: [{ type: 'text', text: large }] };
  });
  const session = await openRawSession(url);

  await sendUnread(url, 6, 2);
  await expect.poll(() => made, patience).toBeGreaterThanOrEqual(10);

  expect((await post(url, callBody(1, 'echo hello'), session)).status).toBe(200);
});

test('a call whose client reads nothing of it loses its place when others need one', async () => {
  const withdrawn: unknown[] = [];
  const { url } = await serveLarge(2, async (_given, { mcpReq }) => {
    const params = { progressToken: 1, progress: 1, message: large };
    for (let count = 0; count < 3; count++) await mcpReq.notify({ method: 'notifications/progress', params });
    await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve));
    withdrawn.push(mcpReq.id);
    return { content: [] };
  });
  const session = await openRawSession(url);

  await sendUnread(url, 2, 1);

  const ask = async () => (await post(url, callBody(1, 'echo hello'), session)).status;
  await expect.poll(ask, { timeout: 30_000, interval: 500 }).toBe(200);
}, 40_000);

test('one connection has only so many calls at a time', async () => {
  const { url } = await serveLarge(100, () => ({ content: [{ type: 'text', text: 'small' }] }));
  const session = await openRawSession(url);
  const socket = connect(portOf(url), '127.0.0.1');
  sockets.push(socket);
  const asked = Array.from({ length: 18 }, (_, id) => {
    const body = callBody(id, id === 0 ? 'wait first-of-connection' : `echo ${id} --delay 60000`);
    const headers = { ...jsonHeaders, ...session, host: new URL(url).host, 'content-length': body.length };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  });
  socket.write(asked.join(''));
  await expect.poll(() => stateOf(url, session, 'first-of-connection'), patience).toBe('running');

  // The answers leave in order: those that were refused come behind the ones that are cancelled now.
  for (let requestId = 0; requestId < 16; requestId++) {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    await post(url, JSON.stringify(cancel), session);
  }
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await expect
    .poll(() => text.match(/HTTP\/1.1 \d+/g), patience)
    .toEqual([...Array.from({ length: 16 }, () => 'HTTP/1.1 200'), ...Array.from({ length: 2 }, () => 'HTTP/1.1 503')]);
});
