// Real MCP clients and bridges against our servers: each lists the tools and calls one. Downloads them into a cache.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installNode, installTools, versionOf } from './installed-tools.mjs';

const executable = fileURLToPath(new URL('../bin/cmdgate.js', import.meta.url));
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
  const mcporter = installTools('client-mcporter', ['mcporter']);
  const remote = installTools('client-mcp-remote', ['mcp-remote']);
  const proxy = installTools('client-mcp-proxy', ['mcp-proxy']);
  const gateway = installTools('client-supergateway', ['supergateway']);
  const program = (directory, name) => join(directory, 'node_modules/.bin', name);
  const viaSdk = (transport) => [process.execPath, '--input-type=module', '-e', askWithSdk(sdk, transport)];
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
  process.stdout.write('| Client | Version | Transport | Tools | Call |\n|---|---|---|---|---|\n');
  for (const { name, version, over, lists, calls } of results) {
    process.stdout.write(`| ${name} | ${version} | ${over} | ${lists ? 'yes' : 'NO'} | ${calls ? 'yes' : 'NO'} |\n`);
  }
  process.exitCode = results.every(({ lists, calls }) => lists && calls) ? 0 : 1;
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
    lists: /\bcli\b/.test(outputs[0] ?? ''),
    calls: all.includes('Hello from the gate'),
  };
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
  return { ...process.env, HOME: scratch, MCP_REMOTE_CONFIG_DIR: join(scratch, 'mcp-remote') };
}
