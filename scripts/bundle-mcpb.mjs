// Makes cmdgate-<version>.mcpb, which desktop clients install by a double click, and tries it: the packed package with
// what it needs, unpacked again, started as its manifest says, and asked by a real client.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installNode, installTools } from './installed-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bundle = join(root, `cmdgate-${version}.mcpb`);
const tools = installTools('mcpb', ['@anthropic-ai/mcpb@2.1.2']);
const mcpb = (...words) =>
  execFileSync(process.execPath, [join(tools, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), ...words], {
    encoding: 'utf8',
  });

/** SQLite for Node 20, one binary for each platform. The clients bring a newer Node, so one bundle fits all of them. */
const onlyForNode20 = ['libsql', '@libsql', '@neon-rs', 'detect-libc'];

const scratch = mkdtempSync(join(tmpdir(), 'cmdgate-mcpb-'));
try {
  pack();
  const size = (statSync(bundle).size / 1024 / 1024).toFixed(1);
  await tryBundle();
  console.log(`${bundle}: ${size} MB, starts and answers`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  const contents = join(scratch, 'contents');
  const server = join(contents, 'server');
  mkdirSync(server, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root }).toString());
  writeFileSync(join(server, 'package.json'), '{ "private": true }');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, '--loglevel=error', join(scratch, filename)], { cwd: server });
  for (const name of ['package.json', 'package-lock.json']) rmSync(join(server, name));
  for (const name of onlyForNode20) rmSync(join(server, 'node_modules', name), { recursive: true, force: true });
  copyFileSync(join(root, 'mcpb/manifest.json'), join(contents, 'manifest.json'));
  copyFileSync(join(root, 'mcpb/start.mjs'), join(server, 'start.mjs'));
  mcpb('validate', join(contents, 'manifest.json'));
  mcpb('pack', contents, bundle);
}

async function tryBundle() {
  const unpacked = join(scratch, 'unpacked');
  mcpb('unpack', bundle, unpacked);
  const { mcp_config } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')).server;
  const node = installNode(22);
  const started = (workspace) => ({
    command: node,
    args: mcp_config.args.map((word) =>
      word.replace(/\$\{([^}]+)\}/g, (_, name) => ({ __dirname: unpacked, 'user_config.workspace': workspace })[name]),
    ),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', HOME: scratch },
    stderr: 'pipe',
  });
  const workspace = join(scratch, 'workspace');
  mkdirSync(workspace);
  await expect(started(workspace), 'help', /"success":true/);
  const executable = join(unpacked, 'server/node_modules/cmdgate/bin/cmdgate.js');
  const env = { PATH: '/usr/bin:/bin', HOME: scratch };
  execFileSync(node, [executable, 'init', '--start', 'commands', '--yes'], { cwd: workspace, env, stdio: 'ignore' });
  if (!existsSync(join(workspace, 'cmdgate.config.json'))) throw new Error('cmdgate init wrote no configuration');
  // Its run is recorded, which needs the SQLite of Node once it is asked about.
  await expect(started(workspace), 'help', /"success":true/);
  await expect(started(workspace), 'runs list', /"success":true/);
}

async function expect(parameters, command, pattern) {
  const client = new Client({ name: 'bundle', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport(parameters));
  try {
    const { content } = await client.callTool({ name: 'cli', arguments: { command } });
    const text = content[0]?.text ?? '';
    if (!pattern.test(text)) throw new Error(`The bundle answers "${command}" with ${text}`);
  } finally {
    await client.close();
  }
}
