// The three starts, as a new user takes them: the packed package is installed into a clean directory, and what the pages
// show is written and typed there, as they show it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, test } from 'vitest';
import { baseEnvironment, makeDirectory } from '../cli/process.js';
import { blocksOf, root } from '../docs/support/documents.js';

/** Where it is installed. Each start has a directory in it, as a package of a repository has. */
const installed = makeDirectory({ 'package.json': '{ "private": true }' });
const home = makeDirectory();

/** The shell of somebody who has installed nothing else. */
const environment = () => ({ ...baseEnvironment(), HOME: home });

beforeAll(() => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', installed];
  const packed = ['.', 'packages/create-cmdgate'].map((folder) => {
    const told = execFileSync('npm', pack, { cwd: join(root, folder), stdio: ['ignore', 'pipe', 'ignore'] });
    const [{ filename }] = JSON.parse(told.toString());
    return join(installed, filename);
  });
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packed];
  execFileSync('npm', install, { cwd: installed, stdio: 'ignore' });
}, 240_000);

function makeStart(name: string): string {
  const directory = join(installed, name);
  mkdirSync(directory);
  return directory;
}

/** `cmdgate` is `npx cmdgate` for somebody who has installed it in a project. */
function type(line: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replace(/^cmdgate /, 'npx cmdgate ')], {
    ...{ cwd, env: environment(), encoding: 'utf8' },
  });
  return { status, stdout, stderr };
}

/** Writes the files of a page and types its lines, in their order. */
function follow(page: string, cwd: string): void {
  for (const { label, text } of blocksOf(page)) {
    const [, file] = /^file: (.+)$/.exec(label) ?? [];
    if (file !== undefined) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), text);
    }
    if (label !== 'run: here') continue;
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
      const { status, stdout, stderr } = type(line, cwd);
      const expected = Number(/# exits with (\d+)$/.exec(line)?.[1] ?? 0);
      expect(status, `${page}: ${line}\n${stdout}${stderr}`).toBe(expected);
    }
  }
}

/** Starts the server as the written file says, the way Claude Code would. */
async function throughClient<T>(directory: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { mcpServers } = JSON.parse(readFileSync(join(directory, '.mcp.json'), 'utf8'));
  const [{ command, args }] = Object.values(mcpServers) as [{ command: string; args: string[] }];
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: home, env: environment() }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, command: string): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { command } });
  return (content as { text: string }[])[0]?.text ?? '';
}

test('give an agent tools: the page, then init, run and connect; a client calls the guarded tool', async () => {
  follow('docs/start-agent.md', makeStart('page-agent'));
  const directory = makeStart('agent');
  const made = JSON.parse(type('cmdgate init --yes', directory).stdout);
  // What init says next is typed as it is printed.
  expect(made.data.next[0]).toBe('npx cmdgate run note add "Buy milk"');
  expect(type(made.data.next[0], directory).status).toBe(0);
  const { data } = JSON.parse(type('cmdgate connect claude-code', directory).stdout);
  expect(data).toMatchObject({ already_connected: false, started: { tools: 1, commands: 3 } });

  await throughClient(directory, async (client) => {
    expect(JSON.parse(await call(client, 'cli', 'note list')).data).toEqual({ notes: [{ id: 1, text: 'Buy milk' }] });
    expect(await call(client, 'cli', 'note remove 1')).toContain('A person confirms that a note is removed.');
  });
});

test('answer for a machine: what asks is answered in another terminal, and the record has it', async () => {
  follow('docs/start-machine.md', makeStart('page-machine'));
  const directory = makeStart('machine');
  writeFileSync(join(directory, 'old.txt'), 'old');
  type('cmdgate init --start shell --name machine', directory);
  expect(type('cmdgate connect claude-code --close-shell', directory).status).toBe(0);

  await throughClient(directory, async (client) => {
    expect(await call(client, 'shell_cmd', 'rm old.txt')).toMatch(/approv/i);
    const { data } = JSON.parse(type('cmdgate approvals list', directory).stdout);
    const [{ id }] = data.approvals;
    const answered = type(`cmdgate approvals deny ${id} --note no`, directory);
    expect(answered.status, answered.stdout).toBe(0);
  });
  const listed = type('cmdgate audit list', directory).stdout;
  expect(listed).toContain('rm old.txt');
});

test('build a command line: the executable of the page runs, and is an MCP server', () => {
  const directory = makeStart('command-line');
  follow('docs/start-command-line.md', directory);
});

test('npm create cmdgate: the package compiles, its tests pass, it runs, and nothing is written a second time', () => {
  const directory = makeStart('created');
  // What `npm create cmdgate tool` runs.
  const create = () => type('npx create-cmdgate tool', directory);
  expect(create().status).toBe(0);
  const tool = join(directory, 'tool');
  const before = readFileSync(join(tool, 'src/tasks.ts'), 'utf8');
  // The compiler and the types of Node as `npm install` would bring them.
  mkdirSync(join(tool, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(root, 'node_modules/@types'), join(tool, 'node_modules/@types'));
  symlinkSync(join(root, 'node_modules/typescript/bin/tsc'), join(tool, 'node_modules/.bin/tsc'));

  const tested = type('npm test', tool);
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  type('node dist/cli.js add "Buy milk"', tool);
  expect(type('node dist/cli.js list --format csv', tool).stdout).toBe('id,title,priority\n1,Buy milk,normal\n');

  const again = create();
  expect(again.status).toBe(6);
  expect(JSON.parse(again.stdout).error.message).toContain('There is src/cli.ts, src/tasks.ts');
  expect(readFileSync(join(tool, 'src/tasks.ts'), 'utf8')).toBe(before);
});
