// One hostile script through every source and every door: the same canaries, the same end.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../src/gate/session.js';
import { createGate } from '../../../src/index.js';
import { runCall } from '../../../src/surfaces/exec/run-call.js';
import { baseEnvironment, bin, cmdgate } from '../../cli/process.js';
import { handle, temporaryDirectory, writeFiles } from '../../programs/workspace.js';

/** What the script prints when it is through, and when it got what it must not get. */
const through = 'the end of the script';
const caught = 'alive';

/** Reads, writes, signals and connects outside; tells whether a child sees more; leaves one behind that runs for ever. */
function hostile(canary: string, port: number): string {
  const connect = `perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); print "${caught}" if connect(S, sockaddr_in(${port}, INADDR_LOOPBACK))'`;
  return [
    `cat ${canary}`,
    `echo dead > ${canary}`,
    `echo dead > ${canary}.new`,
    `kill -9 ${process.pid}`,
    connect,
    `setsid sh -c 'cat ${canary}; echo dead > ${canary}'`,
    'echo x > .git/hooks/post-checkout',
    `(setsid sh -c 'echo up >> children; exec sleep 1e9' sleeper-of-${canary} > /dev/null 2>&1 &)`,
    'before=$(cat before); while [ "$(wc -l < children)" -le "$before" ]; do sleep 0.01; done',
    `echo '${through}'`,
  ].join('\n');
}

const anything = { type: 'object', properties: {} };

function tool(name: string, ...commands: readonly string[]): object {
  const steps = commands.map((command) => ({ command, append_to_final_output: true }));
  return {
    ...{ name, description: `Runs ${name}`, inputs: anything },
    tool_call_template: { call_template_type: 'cli', commands: steps },
  };
}

const module = `
  const answer = ({ exitCode, stdout, stderr }) => ({ exit_code: exitCode, stdout, stderr });
  export const spawned = {
    description: 'Starts a program',
    handler: async (_, { spawn }) => answer(await spawn('sh', ['hostile.sh'])),
  };
  export const piped = {
    description: 'Starts several',
    handler: async (_, { pipeline }) => answer(await pipeline([['cat', 'hostile.sh'], ['sh'], ['cat']])),
  };
`;

async function stage() {
  const outside = temporaryDirectory();
  const canary = join(outside, 'canary');
  writeFileSync(canary, caught);
  const connections = { count: 0 };
  const server = createServer((socket) => {
    connections.count++;
    socket.on('error', () => undefined).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const directory = temporaryDirectory();
  mkdirSync(join(directory, '.git/hooks'), { recursive: true });
  const { port } = server.address() as { port: number };
  writeFiles(directory, {
    'hostile.sh': hostile(canary, port),
    'handles/all.json': [handle('handled', '/bin/sh', ['hostile.sh'])],
    'manuals/all.json': { tools: [tool('one', 'sh hostile.sh'), tool('list', 'echo first', 'sh hostile.sh')] },
    'modules/all.mjs': module,
    'cmdgate.config.json': {
      ...{ commands: ['modules/all.mjs'], handles: ['handles/all.json'] },
      utcp: [{ name: 'tools', file: 'manuals/all.json' }],
      ...{ shell: { enabled: true }, sandbox: 'required', audit: false },
    },
    children: '',
    before: '0',
  });
  const arrived = () => readFileSync(join(directory, 'children'), 'utf8').split('\n').length - 1;
  return {
    directory,
    /** Before each run: the script waits until its own child is there. */
    count: () => writeFileSync(join(directory, 'before'), String(arrived())),
    arrived,
    /** What must be as it was, whoever ran the script. */
    expectUntouched: async () => {
      await expect.poll(() => sleepers(canary), { timeout: 10_000, interval: 20 }).toEqual([]);
      expect(readFileSync(canary, 'utf8')).toBe(caught);
      expect(existsSync(`${canary}.new`)).toBe(false);
      expect(readdirSync(join(directory, '.git/hooks'))).toEqual([]);
      expect(connections.count).toBe(0);
    },
  };
}

/** The processes that the script left behind, by what stands in their arguments. */
function sleepers(canary: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(canary);
    } catch {
      return false;
    }
  });
}

/** The script came to its end, and what it was after is nowhere in what it printed. */
function expectHeld(shown: unknown): void {
  const text = JSON.stringify(shown);
  expect(text).toContain(through);
  expect(text).not.toContain(caught);
}

test('every source is held, in the foreground, in the background and in a plan', { timeout: 60_000 }, async () => {
  const { directory, count, arrived, expectUntouched } = await stage();
  const gate = await createGate({ config: 'cmdgate.config.json', directory });
  onTestFinished(() => gate.close());
  expect(gate.warnings).toEqual([]);
  const lines = [
    'shell sh hostile.sh',
    'shell timeout 60 sh hostile.sh',
    'handled',
    'tools one',
    'tools list',
    'spawned',
    'piped',
  ];
  for (const line of lines) {
    count();
    const outcome = await gate.run(line);
    expect([line, outcome.run.about?.scope]).toEqual([line, 'enforced']);
    expectHeld(outcome.status === 'completed' ? outcome.data : outcome.error);
    await expectUntouched();
  }

  for (const line of ['shell --background sh hostile.sh', 'handled --background', 'spawned --background']) {
    count();
    const { run } = ((await gate.run(line)) as unknown as { data: { run: string } }).data;
    const state = async () =>
      ((await gate.run(`runs show ${run}`)) as unknown as { data: { state: string } }).data.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('completed');
    if (line !== 'spawned --background') expectHeld(await gate.run(`runs output ${run}`));
    await expectUntouched();
  }

  count();
  const session = openSession(directory);
  const plan = `exec --input '{"_cmd":"shell","command":"sh","parameters":["hostile.sh"]}'`;
  const caller = { name: 'agent', may: 'everything' } as const;
  const { data } = (await runCall(gate.gate, { line: plan, door: 'library', caller, session })) as { data?: unknown };
  expectHeld(data);
  expect(JSON.stringify(data)).toContain('"scope":"enforced"');
  await expectUntouched();
  expect(arrived()).toBe(lines.length + 4);
});

test('every door says what held: MCP over stdio, and the command line', { timeout: 60_000 }, async () => {
  const { directory, count, expectUntouched } = await stage();
  const client = new Client({ name: 'test', version: '1' });
  const env = baseEnvironment();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'serve'], cwd: directory, env }),
  );
  onTestFinished(() => client.close());
  for (const command of ['shell sh hostile.sh', 'handled', 'tools list', 'spawned']) {
    count();
    const { content } = await client.callTool({ name: 'cli', arguments: { command } });
    const answer = JSON.parse((content as readonly { text: string }[])[0]?.text ?? '');
    expect([command, answer._meta.scope]).toEqual([command, 'enforced']);
    expectHeld(answer);
    await expectUntouched();
  }
  for (const words of [['shell', 'sh', 'hostile.sh'], ['tools', 'one'], ['piped']]) {
    count();
    const { stdout } = await cmdgate(['run', ...words], { cwd: directory });
    const answer = JSON.parse(stdout);
    expect([words, answer.meta.scope]).toEqual([words, 'enforced']);
    expectHeld(answer);
    await expectUntouched();
  }
});
