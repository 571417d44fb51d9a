// Real MCP clients and bridges against our servers: each lists the tools and calls one, and some log in by OAuth first.
// Downloads them into a cache.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installNode, installTools, versionOf } from './installed-tools.mjs';
import { runAsPerson, withProtectedGate } from './log-in-with.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1);
const executable = join(root, 'bin/cmdgate.js');
const moduleOfClient = `${pathToFileURL(root)}/node_modules/@modelcontextprotocol/client/dist`;
const scratch = mkdtempSync(join(tmpdir(), 'cmdgate-clients-'));
writeFileSync(
  join(scratch, 'commands.mjs'),
  "export const greet = { description: 'Greet', danger: 'safe', handler: () => 'Hello from the gate' };\n",
);
writeFileSync(
  join(scratch, 'cmdgate.config.json'),
  JSON.stringify({ name: 'greeter', commands: ['commands.mjs'], audit: false }),
);
// The configuration is found in the directory where all of them start.
const ours = [process.execPath, executable, 'serve'];
const server = spawn(ours[0], [...ours.slice(1), '--http', '--port', '0'], {
  cwd: scratch,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const ended = once(server, 'exit');

/** A program that lists the tools over a transport, and calls `cli`. */
const askWithSdk = (directory, transport) => `
import { Client } from '${pathToFileURL(directory)}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js';
import { ${transport.name} } from '${pathToFileURL(directory)}/node_modules/@modelcontextprotocol/sdk/dist/esm/client/${transport.file}.js';
const client = new Client({ name: 'check', version: '1' });
await client.connect(new ${transport.name}(${transport.given}));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: 'cli', arguments: { command: 'greet' } });
console.log(tools.map(({ name }) => name).join(), content[0].text);
await client.close();`;

/** The same with version 2, which comes with this repository: asks for MCP 2026-07-28 first. */
const askWithSdk2 = (transport) => `
import { Client, StreamableHTTPClientTransport } from '${moduleOfClient}/index.mjs';
import { StdioClientTransport } from '${moduleOfClient}/stdio.mjs';
const client = new Client({ name: 'check', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new ${transport.name}(${transport.given}));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: 'cli', arguments: { command: 'greet' } });
console.log(tools.map(({ name }) => name).join(), content[0].text);
await client.close();`;

/** A server of FastMCP whose tool is that of `createAcli`. */
const serverOfFastMcp = (directory) => `
import { FastMCP } from '${pathToFileURL(directory)}/node_modules/fastmcp/dist/FastMCP.js';
import { z } from '${pathToFileURL(directory)}/node_modules/zod/index.js';
import { createAcli } from '${pathToFileURL(root)}/dist/index.js';
const acli = createAcli({ greet: { description: 'Greet', danger: 'safe', handler: () => 'Hello from the gate' } });
const server = new FastMCP({ name: 'greeter', version: '1.0.0' });
server.addTool({
  name: acli.name,
  description: acli.description,
  parameters: z.object({ command: z.string() }),
  execute: (input) => acli.execute(input),
});
await server.start({ transportType: 'stdio' });`;

const overStdio = ([command, ...args]) => ({
  name: 'StdioClientTransport',
  file: 'stdio',
  given: JSON.stringify({ command, args, stderr: 'ignore' }),
});
const overHttp = (url) => ({
  name: 'StreamableHTTPClientTransport',
  file: 'streamableHttp',
  given: `new URL('${url}')`,
});

try {
  const [line] = await once(server.stdout, 'data');
  const { endpoint } = JSON.parse(line.toString());
  const node22 = installNode(22);
  const node24 = installNode(24);
  const sdk = installTools('client-sdk', ['@modelcontextprotocol/sdk@1']);
  const inspector = installTools('client-inspector', ['@modelcontextprotocol/inspector@2']);
  // Its newest release needs a newer Node than npm runs on here, so npm would choose an old one.
  const mcporter = installTools('client-mcporter', ['mcporter@0.12.3']);
  // The newest viem depends on a release of ox that does not exist; mcpc uses it for payments only.
  const mcpc = installTools('client-mcpc', ['@apify/mcpc@0.2.6'], { viem: '2.56.0' });
  const fastmcp = installTools('client-fastmcp', ['fastmcp@4']);
  const remote = installTools('client-mcp-remote', ['mcp-remote']);
  const proxy = installTools('client-mcp-proxy', ['mcp-proxy']);
  const gateway = installTools('client-supergateway', ['supergateway']);
  const program = (directory, name) => join(directory, 'node_modules/.bin', name);
  const viaSdk = (transport) => [process.execPath, '--input-type=module', '-e', askWithSdk(sdk, transport)];
  const viaSdk2 = (transport) => [process.execPath, '--input-type=module', '-e', askWithSdk2(transport)];
  const inspect = (target) => (method) => [
    node22,
    program(inspector, 'mcp-inspector'),
    '--cli',
    ...target,
    '--method',
    ...method,
  ];
  const list = ['tools/list'];
  const call = ['tools/call', '--tool-name', 'cli', '--tool-arg', 'command=greet'];
  const results = [
    check('MCP SDK 1', sdk, '@modelcontextprotocol/sdk', 'stdio', [viaSdk(overStdio(ours))]),
    check('MCP SDK 1', sdk, '@modelcontextprotocol/sdk', 'HTTP', [viaSdk(overHttp(endpoint))]),
    check('MCP SDK 2', root, '@modelcontextprotocol/client', 'stdio', [viaSdk2(overStdio(ours))]),
    check('MCP SDK 2', root, '@modelcontextprotocol/client', 'HTTP', [viaSdk2(overHttp(endpoint))]),
    check('FastMCP with createAcli', fastmcp, 'fastmcp', 'stdio', [
      viaSdk(overStdio([process.execPath, '--input-type=module', '-e', serverOfFastMcp(fastmcp)])),
    ]),
    check('mcpc', mcpc, '@apify/mcpc', 'HTTP', viaMcpc(mcpc, endpoint)),
    check(
      'Inspector CLI',
      inspector,
      '@modelcontextprotocol/inspector',
      'HTTP',
      [list, call].map(inspect([endpoint, '--transport', 'http'])),
    ),
    check('Inspector CLI', inspector, '@modelcontextprotocol/inspector', 'stdio', [list, call].map(inspect(ours))),
    check('mcporter', mcporter, 'mcporter', 'HTTP', [
      [node24, program(mcporter, 'mcporter'), 'list', endpoint, '--allow-http'],
      [node24, program(mcporter, 'mcporter'), 'call', `${endpoint}.cli`, 'command=greet', '--allow-http'],
    ]),
    check('mcp-remote', remote, 'mcp-remote', 'HTTP → stdio', [
      viaSdk(overStdio([process.execPath, program(remote, 'mcp-remote'), endpoint, '--allow-http'])),
    ]),
    check('supergateway', gateway, 'supergateway', 'HTTP → stdio', [
      viaSdk(
        overStdio([
          process.execPath,
          program(gateway, 'supergateway'),
          '--streamableHttp',
          endpoint,
          '--logLevel',
          'none',
        ]),
      ),
    ]),
    await bridged(
      'supergateway',
      gateway,
      'supergateway',
      (port) => [
        program(gateway, 'supergateway'),
        '--stdio',
        ours.join(' '),
        '--outputTransport',
        'streamableHttp',
        '--port',
        port,
      ],
      (port) => viaSdk(overHttp(`http://127.0.0.1:${port}/mcp`)),
    ),
    await bridged(
      'mcp-proxy',
      proxy,
      'mcp-proxy',
      (port) => [program(proxy, 'mcp-proxy'), '--host', '127.0.0.1', '--port', port, '--', ...ours],
      (port) => viaSdk(overHttp(`http://127.0.0.1:${port}/mcp`)),
    ),
  ];
  const serve = (config, port) => [ours[0], executable, '--config', config, 'serve', '--http', '--port', port];
  await withProtectedGate({ directory: scratch, serve }, async ({ resource, login }) => {
    const bridge = overStdio([process.execPath, program(remote, 'mcp-remote'), resource, '--allow-http']);
    const withLogs = { ...bridge, given: bridge.given.replace('"stderr":"ignore"', '"stderr":"inherit"') };
    results.push(await logIn('mcp-remote', remote, 'mcp-remote', login, [viaSdk(withLogs)]));
    results.push(await logIn('mcpc', mcpc, '@apify/mcpc', login, viaMcpc(mcpc, resource, 'login')));
  });
  const word = (value) => (value ? 'yes' : 'NO');
  process.stdout.write('| Client | Version | Transport | Tools | Call | OAuth login |\n|---|---|---|---|---|---|\n');
  for (const { name, version, over, lists, calls, login } of results) {
    const logsIn = login === undefined ? '' : word(login);
    process.stdout.write(`| ${name} | ${version} | ${over} | ${word(lists)} | ${word(calls)} | ${logsIn} |\n`);
  }
  process.exitCode = results.every(({ lists, calls, login = true }) => lists && calls && login) ? 0 : 1;
} finally {
  server.kill('SIGINT');
  await ended;
  rmSync(scratch, { recursive: true, force: true });
}

function check(name, directory, packageName, over, commands) {
  const outputs = commands.map(([command, ...args]) => {
    const { stdout, stderr } = spawnSync(command, args, {
      cwd: scratch,
      encoding: 'utf8',
      timeout: 60_000,
      env: environment(),
    });
    if (process.env.SHOW) process.stderr.write(`--- ${name} ${over}\n${stdout}${stderr}\n`);
    return stdout;
  });
  const all = outputs.join('\n');
  return {
    ...{ name, over },
    version: versionOf(directory, packageName),
    lists: listsTools(outputs),
    calls: all.includes('Hello from the gate'),
  };
}

/** The words of mcpc: it keeps a process for a session, which is closed at the end. */
function viaMcpc(directory, endpoint, login) {
  const mcpc = (...words) => [process.execPath, join(directory, 'node_modules/.bin/mcpc'), ...words];
  return [
    ...(login ? [mcpc(login, endpoint)] : []),
    mcpc('connect', endpoint, '@gate'),
    mcpc('@gate', 'tools-list'),
    mcpc('@gate', 'tools-call', 'cli', 'command:=greet'),
    mcpc('close', '@gate'),
  ];
}

/** A client that finds the authorization server by itself, registers there, and is let in by a person. */
async function logIn(name, directory, packageName, { issuer, asked }, commands) {
  const before = asked.length;
  const outputs = [];
  for (const command of commands) {
    const { stdout, stderr } = await runAsPerson(command, { directory: scratch, environment: environment(), issuer });
    if (process.env.SHOW) process.stderr.write(`--- ${name} logs in\n${stdout}${stderr}\n`);
    outputs.push(stdout);
  }
  const steps = asked.slice(before);
  return {
    ...{ name, over: 'HTTP', version: versionOf(directory, packageName) },
    lists: listsTools(outputs),
    calls: outputs.join().includes('Hello from the gate'),
    login: ['/register', '/authorize', '/token'].every((path) => steps.includes(path)),
  };
}

/** Where a client needs several calls, the one that calls the tool names it as well. */
function listsTools(outputs) {
  return outputs.some((output, at) => (at === 0 || !output.includes('Hello from the gate')) && /\bcli\b/.test(output));
}

/** A program that makes a server for HTTP of ours over stdio. */
async function bridged(name, directory, packageName, start, ask) {
  const port = String(20_000 + Math.floor(process.pid % 20_000));
  const bridge = spawn(process.execPath, start(port), { cwd: scratch, stdio: 'ignore', env: environment() });
  const gone = once(bridge, 'exit');
  try {
    for (let waited = 0; waited < 100; waited += 1) {
      const reached = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
      if (reached) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return check(name, directory, packageName, 'stdio → HTTP', [ask(port)]);
  } finally {
    bridge.kill('SIGTERM');
    await gone;
  }
}

function environment() {
  // The browser that a client starts does nothing: the person is this script, which opens the printed address.
  const programs = join(scratch, 'bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  const PATH = `${programs}:${process.env.PATH}`;
  return { ...process.env, PATH, HOME: scratch, MCP_REMOTE_CONFIG_DIR: join(scratch, 'mcp-remote') };
}
