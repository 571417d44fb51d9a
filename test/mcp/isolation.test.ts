// Twenty clients of one server while one of them calls a handler that blocks, exits or fills its memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../fixtures/is-alive.js';
import { answersIn } from '../fixtures/ledger-entries.js';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));

let workspace: string;
let server: ChildProcess | undefined;
const clients: Client[] = [];

/** Of the shared process and of those that commands have for themselves the same is expected. */
const bad = (isolated: boolean) => `
  block: { description: 'Block', timeoutMs: 1500, isolated: ${isolated}, handler: async () => { await null; enter(); for (;;); } },
  leave: { description: 'Exit', isolated: ${isolated}, handler: async () => { await null; enter(); process.exit(0); } },
  abort: { description: 'Crash', isolated: ${isolated}, handler: () => { enter(); process.abort(); } },
  fill: { description: 'Fill the memory', isolated: ${isolated}, handler: () => {
    enter();
    const held = [];
    for (;;) held.push(new Array(10_000).fill({}));
  } },`;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'cmdgate-isolation-'));
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(workspace, { recursive: true, force: true });
});

function write(commands: string): void {
  writeFileSync(
    join(workspace, 'commands.mjs'),
    `import { appendFileSync, existsSync } from 'node:fs';
     const enter = () => appendFileSync(${JSON.stringify(join(workspace, 'entered'))}, process.pid + '\\n');
     let count = 0;
     export const commands = { ${commands}
       quick: { description: 'Quick', danger: 'safe', handler: () => 'done' },
       note: { description: 'Note', handler: () => enter() },
       count: { description: 'Count', handler: () => ++count },
       pid: { description: 'Which process', danger: 'safe', handler: () => process.pid },
       look: { description: 'Read slowly', danger: 'safe', handler: async () => {
         while (!existsSync(${JSON.stringify(join(workspace, 'go'))})) await new Promise((resolve) => setTimeout(resolve, 20));
         return 'looked';
       } },
     };`,
  );
}

async function serve(configuration: object = {}): Promise<string> {
  const limits = { timeoutMs: 20_000, handlerMemoryBytes: 67_108_864 };
  const written = JSON.stringify({ commands: ['commands.mjs'], limits, ...configuration });
  writeFileSync(join(workspace, 'cmdgate.config.json'), written);
  server = spawn(process.execPath, [executable, 'serve', '--http', '--port', '0'], { cwd: workspace });
  // Read, so that it never waits for somebody to do so.
  server.stderr?.resume();
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return JSON.parse(line.toString()).endpoint;
}

async function connect(url: string): Promise<(command: string) => Promise<Answer>> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return async (command) => {
    const { content } = (await client.callTool({ name: 'cli', arguments: { command } })) as {
      content: { text: string }[];
    };
    return JSON.parse(content[0]?.text ?? '');
  };
}

interface Answer {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly details?: unknown;
  };
}

const entered = () => (existsSync(join(workspace, 'entered')) ? readFileSync(join(workspace, 'entered'), 'utf8') : '');

async function whenEntered(): Promise<number> {
  while (entered() === '') await new Promise((resolve) => setTimeout(resolve, 10));
  return Number(entered().split('\n')[0]);
}

const lost = (name: string, why: string) => ({
  code: 'EXECUTION_ERROR',
  message: `'${name}' ended before it answered: ${why}`,
  hint: 'All, some or none of it may have been done: check what changed before you send it again. Tell the owner',
});

const ends = [
  ['block', { code: 'TIMEOUT' }],
  ['leave', lost('leave', 'its handler called process.exit(0)')],
  ['abort', lost('abort', 'its process was terminated by SIGABRT')],
  ['fill', lost('fill', 'its process ran out of memory')],
] as const;

for (const [name, error] of ends) {
  for (const isolated of [true, false]) {
    const where = isolated ? 'in a process of its own' : 'in the process of all handlers';
    test(`a handler that does "${name}" ${where} fails alone, while twenty others are answered`, async () => {
      write(bad(isolated));
      const url = await serve();
      const callers = await Promise.all(Array.from({ length: 20 }, () => connect(url)));
      const worst = await connect(url);
      // They wait in the middle of their handlers, and new ones come.
      const waiting = callers.map((call) => call('look'));
      const badCall = worst(name);
      const pid = await whenEntered();
      const during = await Promise.all(callers.map((call) => call('quick')));
      writeFileSync(join(workspace, 'go'), '');
      const answer = await badCall;
      const looked = await Promise.all(waiting);

      expect(during.map(({ data }) => data)).toEqual(callers.map(() => 'done'));
      expect(looked.map(({ data }) => data)).toEqual(callers.map(() => 'looked'));
      expect(answer).toMatchObject({ success: false, error });
      // The door stayed open, and what computed without an end is gone.
      expect(server?.exitCode).toBe(null);
      if (name !== 'leave') await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
      expect((await worst('quick')).data).toBe('done');
      const code = name === 'block' ? 'TIMEOUT' : 'HANDLER_LOST';
      expect(answersIn(workspace).filter(({ command }) => command === name)).toMatchObject([
        { command: name, success: false, error_code: code },
      ]);
    }, 120_000);
  }
}

test('what changes something and waits behind a handler that blocks is done once, in another process', async () => {
  write(bad(false));
  const call = await connect(await serve());
  await Promise.all([call('look'), call('quick'), writeFileSync(join(workspace, 'go'), '')]);
  const blocked = call('block');
  // Some of them are there before the gate can know that nothing is answered any more.
  const notes = Array.from({ length: 20 }, () => call('note'));
  expect((await Promise.all(notes)).map(({ success }) => success)).toEqual(notes.map(() => true));
  expect(await blocked).toMatchObject({ success: false, error: { code: 'TIMEOUT' } });
  expect(entered().trim().split('\n')).toHaveLength(1 + notes.length);
}, 60_000);

test('a call on stdio is answered also where its commands take longer to load than a call may after the end', async () => {
  // Only the process of the handlers takes its time: the gate itself reads nothing before it knows its commands.
  write(`slow: { description: 'Slow to load', danger: 'safe', handler: () => 'loaded' }, ...(await slowly()),`);
  appendFileSync(
    join(workspace, 'commands.mjs'),
    `async function slowly() { if (process.send) await new Promise((resolve) => setTimeout(resolve, 1_500)); return {}; }`,
  );
  writeFileSync(join(workspace, 'cmdgate.config.json'), JSON.stringify({ commands: ['commands.mjs'] }));
  server = spawn(process.execPath, [executable, 'serve'], { cwd: workspace });
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { id: 2, method: 'tools/call', params: { name: 'cli', arguments: { command: 'slow' } } },
  ];
  server.stdin?.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  server.stderr?.resume();
  const answers = await text(server.stdout as Readable);
  expect(JSON.parse(answers.trim().split('\n')[1] ?? '')).toMatchObject({ id: 2, result: { isError: false } });
}, 60_000);

test('an answer of three million items is cut where it is made', async () => {
  write(
    `many: { description: 'Many', danger: 'safe', handler: () => { enter(); return Array.from({ length: 3_000_000 }, (_, id) => ({ id })); } },`,
  );
  const url = await serve({ limits: { timeoutMs: 60_000 } });
  const [large, small] = [await connect(url), await connect(url)];

  const many = large('many');
  await whenEntered();
  expect((await small('help')).success).toBe(true);

  expect((await many).success).toBe(true);
  expect(((await many).data as unknown[]).slice(0, 2)).toEqual([{ id: 0 }, { id: 1 }]);
}, 120_000);

test('modules of which a file has changed are not loaded again, and the answer says so', async () => {
  write(bad(false));
  const url = await serve();
  const call = await connect(url);
  expect((await call('quick')).data).toBe('done');

  writeFileSync(
    join(workspace, 'commands.mjs'),
    `export const commands = { quick: { description: 'Q', handler: () => 'evil' } };`,
  );
  await call('abort');

  expect(await call('quick')).toMatchObject({
    success: false,
    error: { message: expect.stringContaining('commands.mjs has changed since the gate started') },
  });
});
