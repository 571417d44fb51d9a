import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { ownerCommand } from '../fixtures/owner-command.js';
import { ask, connectAgent } from './support/agent.js';
import { firstColumn, readDocument, root, tableRows } from './support/documents.js';
import { openDocumentWorkspace } from './support/workspace.js';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  version: string;
  os: string[];
  engines: { node: string };
  scripts: Record<string, string>;
};

interface Welcome {
  readonly endpoint: string;
  readonly stdio: { readonly mcpServers: Record<string, { readonly command: string; readonly args: string[] }> };
  readonly try: string[];
}

/** What `npm start` runs, on a free port: the usual one may be taken on this machine. */
function start(cache: string): ChildProcess {
  const [program, ...words] = (manifest.scripts.start ?? '').split(' ');
  expect(program).toBe('node');
  return spawn(process.execPath, [...words, '--port', '0'], {
    cwd: root,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function firstLine(server: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of server.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}

test('npm start serves the office on loopback, prints endpoint, configuration and three commands, and stops on Ctrl-C', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'cmdgate-readme-'));
  const server = start(cache);
  const ended = once(server, 'exit');
  let printed = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  try {
    const welcome = JSON.parse(await firstLine(server)) as Welcome;
    const client = new Client({ name: 'readme', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(welcome.endpoint)));
    const { text } = await ask(client, 'calendar events --today');
    await client.close();

    expect(welcome.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(Object.keys(welcome.stdio.mcpServers)).toEqual(['office']);
    expect(welcome.try).toHaveLength(3);
    expect(JSON.parse(text)).toMatchObject({ success: true, message: 'Found 2 events for today' });
    for (const part of [welcome.endpoint, '"mcpServers"', ...welcome.try]) expect(printed).toContain(part);
  } finally {
    server.kill('SIGINT');
    await ended;
    rmSync(cache, { recursive: true, force: true });
  }
  expect(server.exitCode).toBe(0);
});

test('the README names the port that npm start takes', () => {
  const usual = /const usualPort = (\d+);/.exec(readFileSync(`${root}src/configuration/keys/http.ts`, 'utf8'))?.[1];

  expect(readDocument('README.md')).toContain(`http://127.0.0.1:${usual}/mcp`);
});

test('the command of the README is served over MCP as it stands there', async () => {
  const workspace = openDocumentWorkspace('README.md');
  try {
    const agent = await connectAgent(workspace);
    const { text } = await ask(agent, 'greet Ada --times 2');
    await agent.close();

    expect(JSON.parse(text)).toMatchObject({ success: true, data: { greeting: 'Hello Ada. Hello Ada.' } });
  } finally {
    workspace.remove();
  }
});

test('the library and the executable of the README print what they should', () => {
  const workspace = openDocumentWorkspace('README.md');
  try {
    expect(JSON.parse(workspace.run('node library.js').stdout)).toMatchObject({ data: { greeting: 'Hello Ada.' } });
    expect(JSON.parse(workspace.run('node hello.js greet Ada').stdout)).toMatchObject({
      ok: true,
      data: { greeting: 'Hello Ada.' },
      meta: { tool_version: '1.0.0' },
    });
  } finally {
    workspace.remove();
  }
});

test('the table of interfaces names what the command line itself can do', () => {
  const cells = tableRows('docs/interfaces.md', 'Interface').map(([, how = '']) => how);
  const lines = cells.flatMap((cell) => [...cell.matchAll(/`cmdgate ([^`]+)`/g)].map(([, line = '']) => line));

  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ');
    const labels = ownerCommand(name).parameters.map(({ label }) => label);
    expect(labels, line).toEqual(expect.arrayContaining(rest.flatMap((word) => /--[a-z]+/.exec(word) ?? [])));
  }
});

test('version, platforms and the least Node are those of the package', () => {
  const readme = readDocument('README.md');

  expect(readme).toContain(`Version ${manifest.version}.`);
  expect(readme).toContain(`Node ${manifest.engines.node.replace('>=', '')} or newer`);
  expect(readme).toContain('Windows is not tested');
});

test('the README is short', () => {
  expect(readDocument('README.md').split('\n').length).toBeLessThanOrEqual(200);
});

test('the place for measurements is where the benchmark looks for it', () => {
  expect(readDocument('bench/README.md')).toMatch(/\n<!-- bench:start -->\n[\s\S]+\n<!-- bench:end -->\n/);
});

test('CONTRIBUTING names every script of the check', () => {
  const { check = '' } = manifest.scripts;
  const inCheck = [...check.matchAll(/npm (?:run )?(\w+)/g)].map(([, name]) => name);
  const named = tableRows('CONTRIBUTING.md', 'Script').map(([cell = '']) => /npm (?:run )?(\w+)/.exec(cell)?.[1]);

  expect(named.sort()).toEqual(inCheck.sort());
});

test('CONTRIBUTING names every folder of tests that holds something, and no other', () => {
  const named = firstColumn('CONTRIBUTING.md', 'Place').filter((place) => place.startsWith('test/'));
  const folders = readdirSync(`${root}test`)
    .filter((name) => readdirSync(`${root}test/${name}`).length > 0)
    .map((name) => `test/${name}`);

  expect(named).toEqual(folders.sort());
});
