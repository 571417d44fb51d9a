// `createServer`: the user's own MCP servers behind our doors.
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { Gate } from '../../src/gate/gate.js';
import type { CreateServer, OwnTool } from '../../src/surfaces/mcp/own-server.js';
import { type HttpServerHandle, type ServeHttpOptions, serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.js';
import { rawHttp } from './fixtures/raw-http.js';
import { openTestGate } from './fixtures/test-gate.js';

const eras = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
] as const;

let gate: Gate;
const servers: HttpServerHandle[] = [];

beforeAll(async () => {
  gate = await openTestGate();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

afterAll(() => gate.close());

async function serve(options: Partial<ServeHttpOptions>): Promise<HttpServerHandle> {
  const server = await serveHttp({ gate, ...options });
  servers.push(server);
  return server;
}

async function connect(url: string, options: object, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** As another copy of the SDK would make it: the same in everything but its class. */
const fromAnotherCopy = (server: McpServer): McpServer =>
  ({
    ...server,
    server: server.server,
    connect: (transport) => server.connect(transport),
    close: () => server.close(),
    toolInputSchemaJson: (name) => server.toolInputSchemaJson(name),
    resolveScopeChallenge: (context) => server.resolveScopeChallenge(context),
  }) as McpServer;

const ownServer: CreateServer = ({ caller, era, session }) => {
  const server = new McpServer({ name: 'own', version: '7.0.0' });
  server.registerTool('whom', { inputSchema: z.object({ word: z.string() }) }, ({ word }) => ({
    content: [{ type: 'text', text: [word, caller.name, era, session.workspace === gate.workspace].join(' ') }],
  }));
  server.registerPrompt('greet', {}, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }));
  return era === 'modern' ? fromAnotherCopy(server) : server;
};

test.each(eras)('a server of the user is behind the tokens and checks of the door (%s)', async (era, options) => {
  const caller = { name: 'reader', may: 'everything' as const };
  const { url } = await serve({ createServer: ownServer, callers: [{ caller, token: 'reader-token' }] });
  expect((await rawHttp(url, { method: 'POST' }, '{}')).status).toBe(401);
  const authorization = 'Bearer reader-token';
  expect((await rawHttp(url, { method: 'POST', headers: { authorization, host: 'evil.example' } })).status).toBe(403);
  const client = await connect(url, options, { authorization });
  expect(client.getServerVersion()).toMatchObject({ name: 'own', version: '7.0.0' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whom']);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet']);
  const expected = era === '2025-11-25' ? 'hi reader legacy true' : 'hi reader modern true';
  expect(await client.callTool({ name: 'whom', arguments: { word: 'hi' } })).toMatchObject({
    content: [{ type: 'text', text: expected }],
  });
  await client.close();
});

const clock: OwnTool = {
  definition: { name: 'clock', description: 'The time', inputSchema: { type: 'object' } },
  call: (given) => ({ content: [{ type: 'text', text: `asked with ${JSON.stringify(given)}` }] }),
};

test.each(eras)('tools of the user stand beside those of the gate (%s)', async (_, options) => {
  const { url } = await serve({ createServer: ({ gateServer }) => gateServer({ tools: [clock] }) });
  const client = await connect(url, options);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['cli', 'clock']);
  expect(await client.callTool({ name: 'clock', arguments: { zone: 'UTC' } })).toMatchObject({
    content: [{ text: 'asked with {"zone":"UTC"}' }],
  });
  expect(await client.callTool({ name: 'cli', arguments: { command: 'whoami' } })).toMatchObject({
    content: [{ text: expect.stringContaining('"local"') }],
  });
  await expect(client.callTool({ name: 'watch', arguments: {} })).rejects.toThrow(/"cli" and "clock"/);
  await client.close();
});

test('a server that asks its client beside the call is heard, though only the call has a stream', async () => {
  const createServer: CreateServer = () => {
    const server = new McpServer({ name: 'asking', version: '1' });
    server.registerTool('ask', { inputSchema: z.object({}) }, async (_: object, { mcpReq }: ServerContext) => {
      const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
      const { content } = await mcpReq.elicitInput({ mode: 'form', message: 'Your name?', requestedSchema });
      return { content: [{ type: 'text' as const, text: `Hello, ${content?.name}` }] };
    });
    return server;
  };
  const { url } = await serve({ createServer });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect(await client.callTool({ name: 'ask', arguments: {} })).toMatchObject({ content: [{ text: 'Hello, Ada' }] });
  await client.close();
});

test('whoever listens in MCP 2026-07-28 hears what the owner says has changed', async () => {
  const createServer: CreateServer = () =>
    new McpServer({ name: 'changing', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  const { url, notify } = await serve({ createServer });
  let heard = 0;
  const client = await connect(url, {
    versionNegotiation: { mode: 'auto' },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => (heard += 1) } },
  });
  await expect
    .poll(
      () => {
        notify.toolsChanged();
        return heard;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  await client.close();
});

test('closing lets a call of such a server finish', async () => {
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const createServer: CreateServer = () => {
    const server = new McpServer({ name: 'slow', version: '1' });
    server.registerTool('slow', { inputSchema: z.object({}) }, async () => {
      started();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { content: [{ type: 'text', text: 'done' }] };
    });
    return server;
  };
  const server = await serve({ createServer });
  const client = await connect(server.url, {});
  const call = client.callTool({ name: 'slow', arguments: {} });
  await running;
  await server.close();
  expect(await call).toMatchObject({ content: [{ text: 'done' }] });
  await client.close().catch(() => {});
});

test('over stdio, too', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  output.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const served = serveStdio({ gate, input, output, createServer: ownServer });
  const clientInfo = { name: 'raw', version: '1' };
  const send = (id: number, method: string, params: object) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  send(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send(2, 'tools/call', { name: 'whom', arguments: { word: 'hi' } });
  input.end();
  await served;
  expect(lines.map((line) => JSON.parse(line).result)).toMatchObject([
    { serverInfo: { name: 'own' } },
    { content: [{ text: 'hi local legacy true' }] },
  ]);
});
