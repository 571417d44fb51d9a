// Two MCP clients, each with a server of its own, in one workspace: side by side, and each knows what the other runs.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { baseEnvironment, bin, cmdgate, makeDirectory } from '../cli/process.js';
import { ledgerEntries, ledgerOf } from '../fixtures/ledger-entries.js';
import type { Answer } from './stdio-client.js';

const handle = (name: string, command: string, args: readonly string[] = []) => ({
  name,
  description: `Runs ${name}`,
  handler: 'command',
  command,
  danger: 'safe',
  arguments: args,
});

let workspace: string;
let environment: Record<string, string>;

beforeEach(() => {
  workspace = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ commands: ['commands.mjs'], handles: ['handles.json'] }),
    'commands.mjs': `export const echo = {
      description: 'Echo', danger: 'safe', arguments: [{ name: 'text', type: 'string' }], handler: ({ text }) => text,
    };`,
    'handles.json': JSON.stringify([
      handle('repeat', 'cat'),
      handle('rest', 'sleep', ['60']),
      handle('count', 'seq', ['3']),
    ]),
  });
  environment = { ...baseEnvironment(), XDG_STATE_HOME: makeDirectory() };
});

async function connect(): Promise<{ ask(command: string): Promise<Answer>; close(): Promise<void> }> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'serve'],
    cwd: workspace,
    env: environment,
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    ask: async (command) => {
      const { content } = await client.callTool({ name: 'cli', arguments: { command } });
      return JSON.parse((content as { text: string }[])[0]?.text ?? '');
    },
    close: () => client.close(),
  };
}

const cli = (...words: string[]) => cmdgate(words, { cwd: workspace, environment });

test('hundreds of runs of both are all there, in order, and the chains hold', async () => {
  const clients = await Promise.all([connect(), connect()]);
  const count = 150;
  await Promise.all(
    clients.map(async ({ ask }, client) => {
      for (let index = 0; index < count; index += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, more) => ask(`echo ${client}-${index + more}`)));
      }
      await ask('count');
    }),
  );

  const ends = ledgerEntries(workspace, ledgerOf(workspace, environment.XDG_STATE_HOME)).filter(
    ({ type }) => type === 'end',
  );
  expect(new Set(ends.map(({ gate }) => gate)).size).toBe(2);
  expect(ends.map(({ command }) => command).sort()).toEqual(
    [0, 1]
      .flatMap((client) => ['count', ...Array.from({ length: count }, (_, index) => `echo ${client}-${index}`)])
      .sort(),
  );
  const listed = await Promise.all(clients.map(({ ask }) => ask('runs list --limit 500')));
  for (const { data } of listed) expect(data?.runs).toHaveLength(2 * (count + 1));
  expect((await cli('audit', 'verify')).code).toBe(0);
});

test('a run of one is read, fed and ended through the other, and from a terminal', async () => {
  const [one, other] = await Promise.all([connect(), connect()]);
  const { data } = await one.ask('repeat --stdin open --background');
  const run = String(data?.run);

  expect((await other.ask(`runs write ${run} 'hello there' --line`)).data).toMatchObject({ run, written_bytes: 12 });
  await expect
    .poll(async () => (await other.ask(`runs output ${run}`)).data?.text, { timeout: 10_000 })
    .toBe('hello there\n');
  expect((await other.ask('runs list --state running')).data).toMatchObject({ runs: [{ run, state: 'running' }] });
  expect(JSON.parse((await cli('runs', 'write', run, 'bye', '--end')).stdout)).toMatchObject({ ok: true });
  expect((await other.ask(`runs wait ${run}`)).data).toMatchObject({
    state: 'completed',
    data: { exit_code: 0, stdout: 'hello there\nbye' },
  });

  const rest = String((await one.ask('rest --background')).data?.run);
  expect((await other.ask(`runs cancel ${rest}`)).data).toMatchObject({ run: rest, state: 'canceled', canceled: true });
  expect((await one.ask(`runs show ${rest}`)).data).toMatchObject({ run: rest, state: 'canceled' });
  expect((await other.ask(`runs cancel ${rest}`)).data).toMatchObject({ outcome: 'already_finished' });
  expect((await other.ask(`runs write ${rest} more`)).error).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('what one ran is there for the next gate, with what it printed', async () => {
  const client = await connect();
  await client.ask('count');
  const background = String((await client.ask('echo kept --background')).data?.run);
  await client.ask(`runs wait ${background}`);
  await client.close();

  const next = await connect();
  const { data } = await next.ask('runs list');
  const runs = data?.runs as { run: string; command: string }[];
  expect(runs.map(({ command }) => command)).toEqual(['echo kept --background', 'count']);
  expect((await next.ask(`runs output ${runs[1]?.run}`)).data).toMatchObject({
    text: '1\n2\n3\n',
    total_bytes: 6,
    more: false,
  });
  expect((await next.ask(`runs output ${runs[1]?.run} --grep 2`)).data).toMatchObject({ matches: [{ line: 2 }] });
  expect((await next.ask(`runs show ${background}`)).data).toMatchObject({ state: 'completed', data: 'kept' });
  expect((await next.ask(`runs output ${background}`)).data).toMatchObject({ stream: 'data', text: '"kept"' });
});
