// What the configuration and the options say reaches the HTTP door: each of them, seen from outside.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));
const environment = { ...process.env, OWNER: 'owner-token', BOT: 'bot-token' };

let workspace: string;
const servers: ChildProcess[] = [];

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'cmdgate-serve-'));
  writeFileSync(
    join(workspace, 'commands.mjs'),
    `export const who = { description: 'Who', danger: 'safe', handler: (_, { caller }) => caller.name };
     export const other = { description: 'Other', danger: 'safe', handler: () => 'other' };`,
  );
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }
  rmSync(workspace, { recursive: true, force: true });
});

function configure(configuration: Record<string, unknown>): void {
  const text = JSON.stringify({ commands: ['commands.mjs'], audit: false, ...configuration });
  writeFileSync(join(workspace, 'cmdgate.config.json'), text);
}

interface Welcome {
  readonly endpoint: string;
  readonly http: unknown;
  readonly stdio: { readonly mcpServers: Record<string, { readonly args: string[]; readonly env?: object }> };
  readonly try: string[];
}

async function serve(...words: string[]): Promise<Welcome> {
  const args = [executable, ...words];
  const server = spawn(process.execPath, args, {
    cwd: workspace,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  servers.push(server);
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return JSON.parse(line.toString());
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly session: string | undefined;
}

async function post(endpoint: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const accept = 'application/json, text/event-stream';
  const sent = request(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, body: text, session: response.headers['mcp-session-id'] };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The ACLI response to a command line of whoever has the token. */
async function call(endpoint: string, command: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { session } = await post(endpoint, initialize, headers);
  const params = { name: 'cli', arguments: { command } };
  const { body } = await post(
    endpoint,
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
    {
      ...headers,
      ...(session && { 'mcp-session-id': session }),
    },
  );
  const message = JSON.parse(body.slice(body.indexOf('{')).split('\n')[0] ?? '');
  return JSON.parse(message.result.content[0].text);
}

test('tokens name the caller, and without one nobody gets in', async () => {
  configure({ http: { token: 'env:OWNER' }, callers: { bot: { token: 'env:BOT', may: ['who'] } } });
  const { endpoint } = await serve('serve', '--http', '--port', '0');

  expect((await post(endpoint, initialize)).status).toBe(401);
  expect((await post(endpoint, initialize, bearer('wrong'))).status).toBe(401);
  expect(await call(endpoint, 'who', bearer('owner-token'))).toMatchObject({ data: 'local' });
  expect(await call(endpoint, 'who', bearer('bot-token'))).toMatchObject({ data: 'bot' });
  expect(await call(endpoint, 'other', bearer('bot-token'))).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
});

test('hosts and origins of the configuration are let in, and no others', async () => {
  configure({ http: { allowedHosts: ['gate.example'], allowedOrigins: ['https://page.example'] } });
  const { endpoint } = await serve('serve', '--http', '--port', '0');

  expect((await post(endpoint, initialize, { host: 'gate.example' })).status).toBe(200);
  expect((await post(endpoint, initialize, { host: 'evil.example' })).status).toBe(403);
  expect((await post(endpoint, initialize, { origin: 'https://page.example' })).status).toBe(200);
  expect((await post(endpoint, initialize, { origin: 'https://evil.example' })).status).toBe(403);
});

test('another address needs a token, and is listened on with one', async () => {
  configure({});
  const args = [executable, 'serve', '--http', '--host', '0.0.0.0', '--port', '0'];
  const refused = spawnSync(process.execPath, args, { cwd: workspace, env: environment, encoding: 'utf8' });
  expect({ status: refused.status, error: JSON.parse(refused.stdout).error }).toMatchObject({
    status: 4,
    error: { code: 'LISTEN_FAILED', hint: 'Set a token, or listen on 127.0.0.1' },
  });

  configure({ http: { token: 'env:OWNER' } });
  const { endpoint } = await serve('serve', '--http', '--host', '0.0.0.0', '--port', '0');
  // Another address of this machine, which a server on 127.0.0.1 alone would not answer at.
  const { host } = new URL(endpoint);
  const elsewhere = endpoint.replace('127.0.0.1', '127.0.0.2');
  expect((await post(elsewhere, initialize, { host, ...bearer('owner-token') })).status).toBe(200);
});

test('the address and the port of the configuration are used', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  configure({ http: { host: '127.0.0.1', port } });

  expect((await serve('serve', '--http')).endpoint).toBe(`http://127.0.0.1:${port}/mcp`);
  const args = [executable, 'serve', '--http'];
  const second = spawnSync(process.execPath, args, { cwd: workspace, env: environment, encoding: 'utf8' });
  expect(JSON.parse(second.stdout).error).toMatchObject({ code: 'LISTEN_FAILED' });
});

test('the usual port is left to whoever has it', async () => {
  configure({});
  const first = await serve('serve', '--http');
  const second = await serve('serve', '--http');
  expect(second.endpoint).not.toBe(first.endpoint);
  expect(await call(second.endpoint, 'who')).toMatchObject({ data: 'local' });
});

test('--caller is who asks without a token of his own, and is in the configuration to paste', async () => {
  configure({ name: 'office', callers: { bot: { token: 'env:BOT', may: ['who'] } } });
  const { endpoint, http, stdio } = await serve('--caller', 'bot', 'serve', '--http', '--port', '0');

  expect(await call(endpoint, 'who', bearer('bot-token'))).toMatchObject({ data: 'bot' });
  const headers = { Authorization: ['Bearer $', '{BOT}'].join('') };
  expect(http).toEqual({ mcpServers: { office: { type: 'http', url: endpoint, headers } } });
  // A client starts its own server with few variables, and the configuration cannot be read without this one.
  expect(stdio.mcpServers.office?.env).toEqual({ BOT: ['$', '{BOT}'].join('') });
  expect(stdio.mcpServers.office?.args.slice(1)).toEqual([
    'serve',
    '--config',
    expect.stringMatching(/cmdgate\.config\.json$/),
    '--caller',
    'bot',
  ]);
});

/** At a pseudo-terminal, whose stdout goes to a file: what is left on it is what people see. */
function serveAtTerminal(): { readonly written: () => string; readonly endpoint: () => string } {
  const welcome = join(workspace, 'welcome.json');
  const line = `'${process.execPath}' '${executable}' serve --http --port 0 > '${welcome}'`;
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qec', line, '/dev/null'];
  const server = spawn('script', args, { cwd: workspace, env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  servers.push(server);
  let written = '';
  server.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  return { written: () => written, endpoint: () => JSON.parse(readFileSync(welcome, 'utf8')).endpoint };
}

const purge = `export const purge = { description: 'Purge', danger: 'destructive', dryRun: true, handler: () => 1 };`;

test('at a terminal a bell and one line tell that something waits', async () => {
  writeFileSync(join(workspace, 'commands.mjs'), purge);
  configure({ http: {} });
  const { written, endpoint } = serveAtTerminal();
  await expect.poll(written, { timeout: 25_000 }).toContain('Ctrl-C stops it.');

  await call(endpoint(), 'purge');

  await expect.poll(written, { timeout: 25_000 }).toContain('(answer approval_');
  const lines = written()
    .split('\n')
    .filter((line) => line.includes('\x07'));
  expect(lines.map((line) => line.replace(/\x1b\[[0-9;]*m/g, '').trimEnd())).toEqual([
    expect.stringMatching(
      /^\x07waiting: local asks to run: purge \(answer approval_\w+ with 'cmdgate approvals' in another terminal\)$/,
    ),
  ]);
});

test('off a terminal the line has no bell', async () => {
  writeFileSync(join(workspace, 'commands.mjs'), purge);
  configure({ http: {} });
  const args = [executable, 'serve', '--http', '--port', '0'];
  const server = spawn(process.execPath, args, { cwd: workspace, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  servers.push(server);
  let told = '';
  server.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];

  const { endpoint } = JSON.parse(line.toString());
  await call(endpoint, 'purge');
  // What a client writes is quoted in a warning: it is one line, and steers nothing.
  const meta = {
    'io.modelcontextprotocol/protocolVersion': `\x1b[2J\nwarning: forged${'x'.repeat(10_000)}`,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const forged = { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { _meta: meta } };
  expect((await post(endpoint, forged)).status).toBe(400);

  await expect.poll(() => told, { timeout: 25_000 }).toContain('waiting: local asks to run: purge');
  await expect.poll(() => told, { timeout: 25_000 }).toContain('\\x1b[2J\\nwarning: forged');
  expect(told).not.toMatch(/\x07|\x1b\[2J|^warning: forged|x{2000}/m);
});
