import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAcli } from 'cmdgate';
import { serveHttp } from 'cmdgate/mcp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../../test/fixtures/is-alive.js';
import { askServer } from './ask-server.js';
import { type Target, targetOf } from './target.js';

const acli = createAcli(
  { hello: { description: 'Hello', handler: () => 'hello' } },
  { name: 'office', version: '2.5.0', audit: false },
);
afterAll(() => acli.close());

const calm = new AbortController().signal;

const fixture = fileURLToPath(new URL('../../../test/fixtures/conformance/wrong-server.mjs', import.meta.url));

/** What `tools/list` and a call of `cli` give. */
function look(target: Target, signal = calm): Promise<unknown> {
  return askServer(target, signal, async ({ version, ask }) => {
    const { tools } = await ask('tools/list', {});
    const { content } = await ask('tools/call', { name: 'cli', arguments: { command: 'hello' } });
    const [{ text = '' } = {}] = content as { text?: string }[];
    return { version, tools: (tools as { name: string }[]).map(({ name }) => name), data: JSON.parse(text).data };
  });
}

/** A program that answers each line by these words, which see `id` and `method`. */
function program(answer: string): Target {
  const code = `
    process.stdin.on('data', (chunk) => {
      for (const line of String(chunk).split('\\n').filter(Boolean)) {
        const { id, method } = JSON.parse(line);
        ${answer}
      }
    });`;
  return targetOf({ command: [process.execPath, '-e', code] });
}

const answering = (result: string) => `
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ${result} }) + '\\n');`;

/** The address that the fixture prints. It ends with its input. */
async function startFixture([command, ...words]: [string, ...string[]]): Promise<string> {
  const server = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  });
  const [line] = await once(server.stdout, 'data');
  return String(line).trim();
}

async function httpServer(answer: (id: number, response: ServerResponse) => void): Promise<Target> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(body === '' ? Number.NaN : JSON.parse(body).id, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return targetOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` });
}

test('asks a server of ours over HTTP, with a token, and leaves no session behind', async () => {
  const server = await serveHttp({ gate: acli.gate, port: 0, token: 'a-token-of-16-characters' });
  onTestFinished(() => server.close());

  const target = targetOf({ url: server.url, token: 'a-token-of-16-characters' });
  expect(await look(target)).toEqual({ version: '2.5.0', tools: ['cli'], data: 'hello' });
  await expect(look(targetOf({ url: server.url, token: 'another' }))).rejects.toThrow(/^HTTP 401: /);
});

test.each([
  ['over stdio', ['--modern']],
  ['over HTTP', ['--modern', '--http']],
])('asks a server %s that speaks only MCP 2026-07-28', async (_name, words) => {
  const command: [string, ...string[]] = [process.execPath, fixture, ...words];
  const target = words.includes('--http') ? targetOf({ url: await startFixture(command) }) : targetOf({ command });

  const seen = await askServer(target, calm, async ({ version, ask }) => {
    const { tools } = await ask('tools/list', {});
    const { content } = await ask('tools/call', { name: 'cli', arguments: { command: 'help' } });
    return { version, tools, content };
  });

  expect(seen).toMatchObject({ version: '1.0.0', tools: [{ name: 'cli' }], content: [{ type: 'text' }] });
});

test('starts a program again with the handshake when the newer question has ended it', async () => {
  const old = program(
    `if (method === 'server/discover') process.exit(1); ${answering(`result: { method, serverInfo: { version: 'old' } }`)}`,
  );

  const seen = await askServer(old, calm, async ({ version, ask }) => [version, await ask('tools/list', {})]);

  expect(seen).toEqual(['old', { method: 'tools/list', serverInfo: { version: 'old' } }]);
});

test('what an address answers beside the protocol is told, and it is not waited for longer than allowed', async () => {
  const page = await httpServer((_, response) => response.end('<!DOCTYPE html>'));
  await expect(look(page)).rejects.toThrow(/^The server answers something that is not JSON-RPC: "<!DOCTYPE html>"$/);
  const closing = await httpServer((_, response) => response.destroy());
  await expect(look(closing)).rejects.toThrow(/^The server cannot be reached: other side closed$/);
  const silent = await httpServer(() => {});
  await expect(look(silent, AbortSignal.timeout(50))).rejects.toThrow(/^The server did not answer in time$/);
});

test('reads an answer that comes at the end of a stream of events', async () => {
  const target = await httpServer((id, response) => {
    const message = (fields: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...fields })}\r\n\r\n`;
    response.setHeader('content-type', 'text/event-stream');
    const progress = message({ method: 'notifications/progress', params: {} });
    // The stream is left open: what was asked has been answered.
    response.write(`id: 1\ndata:\n\n${progress}event: message\r\n${message({ id, result: { serverInfo: {}, id } })}`);
  });

  expect(await askServer(target, calm, ({ ask }) => ask('ping', {}))).toEqual({ serverInfo: {}, id: 3 });
});

test('what a program prints beside the protocol does not matter', async () => {
  const target = program(
    `console.log('loading\\nnull\\n[]'); ${answering(`result: { method, serverInfo: { version: '1' } }`)}`,
  );

  expect(await askServer(target, calm, ({ ask }) => ask('tools/list', {}))).toMatchObject({ method: 'tools/list' });
});

test.each([
  [
    'refuses',
    answering(`error: { code: -32601, message: 'no such method' }`),
    /initialize: JSON-RPC error -32601: no such/,
  ],
  [
    'ends',
    `console.error('no configuration'); process.exit(3);`,
    /^The server ended; its stderr ends with: no configuration$/,
  ],
])('a program that %s is told as that', async (_name, answer, reason) => {
  await expect(look(program(answer))).rejects.toThrow(reason);
});

test('a program that is silent is ended when the time is over', async () => {
  const hurry = new AbortController();
  let pid = 0;
  const silent = `if (method === 'server/discover') { ${answering('error: { code: -32601 }')} }
    if (method === 'initialize') { ${answering('result: { serverInfo: { version: process.pid } }')} }`;

  const asked = askServer(program(silent), hurry.signal, async ({ version, ask }) => {
    pid = Number(version);
    setImmediate(() => hurry.abort());
    await ask('tools/list', {});
  });

  await expect(asked).rejects.toThrow('The server did not answer in time');
  expect(isAlive(pid)).toBe(false);
});

test('a program that is not there, and an address where nobody listens', async () => {
  await expect(look(targetOf({ command: ['/nonexistent/program'] }))).rejects.toThrow(/ENOENT/);
  await expect(look(targetOf({ url: 'http://127.0.0.1:1/mcp' }))).rejects.toThrow(/^The server cannot be reached: .+/);
});

test('an address that is none', () => {
  expect(() => targetOf({ url: 'ftp://office' })).toThrow(
    'The url must be an http or https address, not "ftp://office".',
  );
});
