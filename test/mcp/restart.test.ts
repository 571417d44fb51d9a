// What is left of a gate that ended, as the clients of the next one see it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { textOf } from './fixtures/shell-client.js';
import { connectTaskClient } from './fixtures/task-client.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-restart-')));
const workspace = join(root, 'workspace');
const program = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));
const env = { ...(process.env as Record<string, string>), XDG_STATE_HOME: join(root, 'state') };
const place = { cwd: workspace, env };
const approvals = openFileApprovalStore({ directory: join(root, 'approvals') });
const wiped = () => (existsSync(join(workspace, 'wiped')) ? readFileSync(join(workspace, 'wiped'), 'utf8') : '');
const clients: Client[] = [];
const servers: ChildProcess[] = [];

beforeAll(() => {
  mkdirSync(workspace);
  const configuration = {
    name: 'restarted',
    tools: 'each',
    commands: ['commands.ts'],
    ledger: { directory: '../ledger' },
    approvals: { directory: '../approvals' },
  };
  writeFileSync(join(workspace, 'cmdgate.config.json'), JSON.stringify(configuration));
  writeFileSync(
    join(workspace, 'commands.ts'),
    `import { appendFileSync } from 'node:fs';
export const wipe = {
  description: 'Wipe one',
  danger: 'destructive',
  arguments: [{ name: 'what', type: 'string', required: true, description: 'What' }],
  dryRun: () => 'would wipe',
  handler: ({ what }) => appendFileSync('wiped', what + ' '),
};
export const slow = {
  description: 'Run until it is canceled',
  danger: 'safe',
  handler: (_given, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};
`,
  );
});

afterAll(async () => {
  for (const client of clients) await client.close();
  for (const server of servers) {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill();
      await once(server, 'exit');
    }
  }
  rmSync(root, { recursive: true, force: true });
});

async function serveHttp(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(process.execPath, [program, 'serve', '--http', '--port', '0'], {
    ...place,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  servers.push(server);
  const { value } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
  return { server, url: JSON.parse(value).endpoint };
}

/** A client whose person sees the form and does not answer it before they are told to. */
async function connect(transport: Transport) {
  const client = new Client({ name: 'tester', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  clients.push(client);
  let asked = 0;
  let answer: (decision: string) => void = () => undefined;
  client.setRequestHandler('elicitation/create', async () => {
    asked++;
    const decision = await new Promise<string>((resolve) => {
      answer = resolve;
    });
    return { action: 'accept', content: { decision } };
  });
  await client.connect(transport);
  const cli = async (command: string) => {
    const result = await client.callTool({ name: 'cli', arguments: { command } });
    return JSON.parse(textOf(result)) as { success: boolean; data?: { run?: string }; error?: unknown };
  };
  const startSlow = async () => (await cli('slow --background')).data?.run;
  return { client, cli, startSlow, asked: () => asked, answer: (decision: string) => answer(decision) };
}

test('a form that is open when the gate stops ends with its call; after a crash its approval can still be answered', async () => {
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve'],
    ...place,
    stderr: 'ignore',
  });
  const first = await connect(stdio);
  const stopped = await first.startSlow();
  const withdrawn = first.cli('wipe first');
  await expect.poll(first.asked, { timeout: 20_000 }).toBe(1);
  const [open] = approvals.list();
  process.kill(stdio.pid as number, 'SIGTERM');
  expect(await withdrawn).toMatchObject({
    success: false,
    error: {
      details: [expect.objectContaining({ code: 'CANCELED' })],
      message: expect.stringContaining('nothing was run'),
      hint: expect.stringContaining('asks again'),
    },
  });
  expect(approvals.list()).toEqual([]);
  expect(approvals.answer(open?.id ?? '', { answer: 'approve', by: 'terminal' })).toBe('not_found');

  const { server, url } = await serveHttp();
  const http = new StreamableHTTPClientTransport(new URL(url));
  const second = await connect(http);
  expect(await second.cli(`runs show ${stopped}`)).toMatchObject({ data: { state: 'canceled' } });
  const crashed = await second.startSlow();
  const lost = second.cli('wipe second').catch(() => 'no answer');
  await expect.poll(second.asked, { timeout: 20_000 }).toBe(1);
  server.kill('SIGKILL');
  await once(server, 'exit');
  second.answer('approve once');
  const session = { 'mcp-session-id': http.sessionId ?? '', 'mcp-protocol-version': '2025-11-25' };
  await second.client.close();
  expect(await lost).toBe('no answer');
  const [waiting, ...more] = approvals.list();
  expect([waiting?.subject, more]).toEqual([expect.objectContaining({ command: 'wipe' }), []]);
  expect(approvals.answer(waiting?.id ?? '', { answer: 'approve', by: 'terminal' })).toBe('answered');
  expect(wiped()).toBe('');

  const next = await serveHttp();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const unknown = await rawHttp(next.url, { method: 'POST', headers: { ...jsonHeaders, ...session } }, body);
  expect([unknown.status, JSON.parse(unknown.body)]).toMatchObject([
    404,
    { error: { code: -32001, message: expect.stringContaining('Send "initialize" again') } },
  ]);

  const third = await connect(new StreamableHTTPClientTransport(new URL(next.url)));
  expect(await third.cli('wipe second')).toMatchObject({ success: true });
  expect([third.asked(), wiped()]).toEqual([0, 'second ']);
  const again = third.cli('wipe second');
  await expect.poll(third.asked, { timeout: 20_000 }).toBe(1);
  third.answer('deny');
  expect(await again).toMatchObject({ success: false });
  expect(wiped()).toBe('second ');

  for (const what of ['show', 'wait']) {
    expect(await third.cli(`runs ${what} ${crashed}`)).toMatchObject({ data: { state: 'lost' } });
  }
  expect(await third.cli(`runs output ${crashed}`)).toMatchObject({ data: { state: 'lost', text: '' } });
  const tasks = await connectTaskClient(new StreamableHTTPClientTransport(new URL(next.url)), {}, () => undefined);
  clients.push(tasks.client);
  expect(await tasks.get(crashed)).toMatchObject({ status: 'failed' });
  expect(await tasks.get(stopped)).toMatchObject({ status: 'cancelled' });

  // A reload reaches both versions of the protocol over HTTP: one with its next call, one where it listens.
  const told = { third: 0, tasks: 0 };
  third.client.setNotificationHandler('notifications/tools/list_changed', () => void told.third++);
  tasks.client.setNotificationHandler('notifications/tools/list_changed', () => void told.tasks++);
  await third.client.listTools();
  const subscription = await tasks.client.listen({ toolsListChanged: true });
  // It is watched half a second after the start, and a change right after a call would count as one of the call.
  await delay(700);
  appendFileSync(
    join(workspace, 'commands.ts'),
    "export const more = { description: 'More', danger: 'safe', handler: () => 3 };\n",
  );
  await expect.poll(() => told, { timeout: 20_000 }).toEqual({ third: 0, tasks: 1 });
  expect(await third.cli('more')).toMatchObject({ data: 3 });
  expect(told).toEqual({ third: 1, tasks: 1 });
  await subscription.close();
}, 60_000);
