import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answersIn } from '../fixtures/ledger-entries.js';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'cmdgate-death-'));
  writeFileSync(
    join(workspace, 'cmdgate.config.json'),
    JSON.stringify({ commands: ['commands.mjs'], limits: { timeoutMs: 500 }, handlerProcess: false }),
  );
  writeFileSync(
    join(workspace, 'commands.mjs'),
    `import { writeFileSync } from 'node:fs';
    const started = () => writeFileSync(${JSON.stringify(join(workspace, 'started'))}, '');
    export const wait = { description: 'Wait', timeoutMs: 3000, handler: () => { started(); return new Promise(() => {}); } };
    export const block = { description: 'Block', handler: async () => { await null; started(); for (;;); } };
    export const quick = { description: 'Quick', handler: () => 'done' };`,
  );
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function serve(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [executable, 'serve'], { cwd: workspace });
}

/** Sends a call and waits until its handler has been entered. */
async function callAndEnter(server: ChildProcessWithoutNullStreams, command: string): Promise<void> {
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'cli', arguments: { command } } },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  while (!existsSync(join(workspace, 'started'))) await new Promise((resolve) => setTimeout(resolve, 20));
}

const brief = () => answersIn(workspace).map(({ command, error_code, success }) => ({ command, error_code, success }));

test('a run whose gate was killed is recorded as lost by the next gate, once', async () => {
  const server = serve();
  const ended = once(server, 'exit');
  await callAndEnter(server, 'wait');
  server.kill('SIGKILL');
  await ended;
  expect(answersIn(workspace)).toEqual([]);

  for (let time = 0; time < 2; time++) spawnSync(process.execPath, [executable, 'run', 'quick'], { cwd: workspace });

  expect(brief().sort((a, b) => (a.command > b.command ? -1 : 1))).toEqual([
    { command: 'wait', error_code: 'LOST', success: false },
    { command: 'quick', error_code: undefined, success: true },
    { command: 'quick', error_code: undefined, success: true },
  ]);
});

test('a command that blocks the event loop of a server without a process for handlers ends the server, and says so', async () => {
  const server = serve();
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(server, 'exit');
  await callAndEnter(server, 'block');
  const [code, signal] = await ended;

  expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(log).toContain('a command has blocked the event loop');
  spawnSync(process.execPath, [executable, 'run', 'quick'], { cwd: workspace });
  expect(brief()).toContainEqual({ command: 'block', error_code: 'LOST', success: false });
}, 120_000);
