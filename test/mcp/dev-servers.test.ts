// An agent's server over MCP, by the executable as people start it, and what is left when that is killed.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { writeFiles } from '../programs/workspace.js';
import { newWorkspace, textOf } from './fixtures/shell-client.js';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function open(workspace: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [executable, 'serve'],
    cwd: workspace,
    stderr: 'ignore',
    env: { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '', PATH: process.env.PATH ?? '' },
  });
  await client.connect(transport);
  const run = async (given: Record<string, unknown>) => {
    const answer = await client.callTool({ name: 'shell_cmd', arguments: { ...given, output_format: 'json' } });
    return JSON.parse(textOf(answer));
  };
  return { client, run, pid: transport.pid as number };
}

/** Processes that have this text among their words or variables: all that were started for one test. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });
}

test('a server is reached by later calls and at its published port, and dies with the gate', async () => {
  const [port, other] = [await freePort(), await freePort()];
  const workspace = newWorkspace();
  const mark = `mark-${port}-${other}`;
  writeFiles(workspace, {
    'cmdgate.config.json': { shell: { enabled: true }, sandbox: { mode: 'required', publish: [port] } },
    'server.js': `require('node:http').createServer((_, answer) => answer.end('served')).listen(${port}, 'localhost')`,
  });
  const [first, second] = [await open(workspace), await open(workspace)];
  const started = await first.run({ command: `node server.js ${mark}`, run_in_background: true });
  expect(started).toMatchObject({ next: expect.stringMatching(/^runs wait run_/), published: [`127.0.0.1:${port}`] });
  const ask = { command: `curl -sS --retry 60 --retry-delay 1 --retry-connrefused http://localhost:${port}/` };
  expect(await first.run(ask)).toMatchObject({ stdout: 'served', exit_code: 0 });
  expect(await second.run({ command: `curl -s http://localhost:${port}/` })).toMatchObject({ exit_code: 7 });
  const get = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      ({ cause }) => cause.code,
    );
  expect(await get()).toBe('served');

  const shown = await first.client.callTool({ name: 'cli', arguments: { command: `runs show ${started.run_id}` } });
  expect(JSON.parse(textOf(shown)).data).toMatchObject({ state: 'running', ports: [port] });

  // The second gate is told that the port is another's.
  const again = await second.run({ command: `node server.js ${mark}`, background: true });
  expect(again.warnings).toEqual([
    {
      code: 'PORT_NOT_PUBLISHED',
      message: `Port ${port} is not published: another program on this machine listens there.`,
    },
  ]);
  await second.client.close();

  const connectors = () => processesWith('connector-process.mjs').filter((pid) => isIn(pid, first.pid));
  expect(connectors()).toHaveLength(1);
  const [connector] = connectors();
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => processesWith(mark)).toEqual([]);
  await expect.poll(() => processesWith('connector-process.mjs')).not.toContain(connector);
  await expect.poll(get).toBe('ECONNREFUSED');
});

function isIn(pid: string, parent: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1').includes(`PPid:\t${parent}\n`);
  } catch {
    return false;
  }
}
