// A client that follows a program's output and does not read it: the program waits, and nothing piles up.

import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import { openSession } from '../../src/gate/session.js';
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.js';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { newWorkspace, serveShell } from './fixtures/shell-client.js';
import { openShellGate } from './fixtures/shell-gate.js';
import { localCaller } from './fixtures/test-gate.js';

/** How long something may take on a busy machine. */
const patience = { timeout: 60_000 };

/** Far more than all buffers between a program and a client hold. */
const floodBytes = 60_000_000;

const flood = {
  name: 'shell_cmd',
  arguments: { command: 'sh', parameters: ['-c', `yes 0123456789abcde | head -c ${floodBytes}`] },
};

const message = (id: number, method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

const initialize = message(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

/** How far the only run has come, once it has come to a halt. */
async function whereItWaits(gate: Gate, workspace: string): Promise<number> {
  let before = -1;
  let now = -1;
  const look = async () => {
    const session = openSession(workspace);
    const outcome = await gate.run({ line: 'runs list', door: 'library', caller: localCaller, session });
    const { runs } = (outcome as { data: { runs: { state: string; stdout_bytes: number }[] } }).data;
    before = now;
    now = runs[0]?.state === 'running' ? runs[0].stdout_bytes : -1;
    return now > 0 && now === before;
  };
  await expect.poll(look, { ...patience, interval: 500 }).toBe(true);
  return now;
}

/** What a client has read: how much was printed, and what came last. */
class Reading {
  bytes = 0;
  last: Record<string, unknown> = {};
  #rest = '';

  take(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const json = line.replace(/^data: /, '');
      if (!json.startsWith('{')) continue;
      this.last = JSON.parse(json);
      const { data } = (this.last.params ?? {}) as { data?: { content: string } };
      this.bytes += data?.content.length ?? 0;
    }
  }
}

const answered = { id: 2, result: expect.objectContaining({ isError: false }) };

test('over stdio', async () => {
  const workspace = newWorkspace();
  const gate = await openShellGate(workspace, 600_000);
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveStdio({ gate, caller: localCaller, session: openSession(workspace), input, output });
  for (const line of [initialize, message(1, 'logging/setLevel', { level: 'info' }), message(2, 'tools/call', flood)]) {
    input.write(`${line}\n`);
  }

  expect(await whereItWaits(gate, workspace)).toBeLessThan(floodBytes / 4);
  expect(output.writableLength).toBeLessThan(1_000_000);

  const reading = new Reading();
  output.on('data', (chunk: Buffer) => reading.take(chunk));
  await expect.poll(() => reading.last, patience).toMatchObject(answered);
  expect(reading.bytes).toBe(floodBytes);
  input.end();
  await served;
  await gate.close();
}, 120_000);

test('over HTTP', async () => {
  const workspace = newWorkspace();
  const server = await serveShell(workspace, { yieldMs: 600_000 });
  const opened = await rawHttp(server.url, { method: 'POST', headers: jsonHeaders }, initialize);
  const headers = {
    ...jsonHeaders,
    'mcp-session-id': String(opened.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
  const level = message(1, 'logging/setLevel', { level: 'info' });
  expect((await rawHttp(server.url, { method: 'POST', headers }, level)).status).toBe(200);

  const reading = new Reading();
  const outgoing = request(server.url, { method: 'POST', agent: false, headers });
  const response = new Promise<import('node:http').IncomingMessage>((resolve) => outgoing.on('response', resolve));
  outgoing.end(message(2, 'tools/call', flood));
  const incoming = await response;

  expect(await whereItWaits(server.gate, workspace)).toBeLessThan(floodBytes / 2);

  incoming.on('data', (chunk: Buffer) => reading.take(chunk));
  await expect.poll(() => reading.last, patience).toMatchObject(answered);
  expect(reading.bytes).toBe(floodBytes);
}, 120_000);
