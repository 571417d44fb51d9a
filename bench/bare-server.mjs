// An MCP server as the SDK's own pages show one, with one tool that does what the measured command does and says the
// same. It has no policy, no ledger and no limits.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const all = [
  { id: 'evt_101', summary: 'Planning', start: '2026-02-01T09:00:00Z', end: '2026-02-01T10:30:00Z' },
  { id: 'evt_123', summary: 'Team Meeting', start: '2026-11-18T10:00:00Z' },
  { id: 'evt_456', summary: 'Lunch', start: '2026-11-18T12:00:00Z' },
];

function answer({ command }) {
  const startedAt = performance.now();
  const { from, max } = optionsOf(command.split(' '));
  const since = Date.parse(from);
  const events = all
    .filter(({ start }) => Date.parse(start) >= since)
    .sort((left, right) => Date.parse(left.start) - Date.parse(right.start))
    .slice(0, Number(max));
  const said = {
    success: true,
    data: { events },
    message: `Found ${events.length} events`,
    _meta: { command, duration_ms: Math.round(performance.now() - startedAt) },
  };
  return { content: [{ type: 'text', text: JSON.stringify(said) }], isError: false };
}

function optionsOf(words) {
  const found = {};
  for (const name of ['from', 'max']) found[name] = words[words.indexOf(`--${name}`) + 1];
  return found;
}

function makeServer() {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  const description = 'Runs one command.';
  server.registerTool('cli', { description, inputSchema: z.object({ command: z.string() }) }, answer);
  return server;
}

/** Sessions of 2025-11-25, each with a server; the SDK's handler for 2026-07-28. */
function serveHttp() {
  const sessions = new Map();
  const modern = toNodeHandler(createMcpHandler(makeServer));
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request));
    if (request.headers['mcp-protocol-version'] === '2026-07-28') return modern(request, response, message);
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known) return known.handleRequest(request, response, message);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(request, response, message);
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ endpoint: `http://127.0.0.1:${server.address().port}/mcp` }));
  });
}

if (process.argv[2] === 'http') serveHttp();
else serveStdio(makeServer);
