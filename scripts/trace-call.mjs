// npm run trace: which files of src/ one call over MCP stdio enters, in the gate's own process. The third call is traced:
// by then everything is loaded. Gives the number of files and of functions; with --files also their names.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } });
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-trace-')));

const hello = `export default { hello: { description: 'Says hello', danger: 'safe',
  arguments: [{ name: 'who', type: 'string', required: true }], handler: ({ who }) => ({ said: who }) } };`;

/** The gate in a process that counts calls from one message to the next. */
const start = `
import { Session } from 'node:inspector';
const session = new Session();
session.connect();
const post = (method, params) => new Promise((resolve, reject) =>
  session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))));
await post('Profiler.enable');
await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('message', async () => process.send((await post('Profiler.takePreciseCoverage')).result));
const { main } = await import('./dist/cli.js');
await main(['serve', '--config', process.argv[2]]);
`;

try {
  await main();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function main() {
  await build();
  const workspace = join(directory, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'a\n');
  writeFileSync(join(workspace, 'hello.mjs'), hello);
  writeFileSync(
    join(workspace, 'cmdgate.config.json'),
    JSON.stringify({ commands: ['hello.mjs'], shell: { enabled: true } }),
  );
  const calls = {
    'cli, a function': { name: 'cli', arguments: { command: 'hello world' } },
    'shell_cmd cat': { name: 'shell_cmd', arguments: { command: 'cat', parameters: ['a.txt'] } },
  };
  for (const [name, call] of Object.entries(calls)) report(name, await trace(call, workspace));
}

/** As it is built for users, but readable, and with maps that tell which file a function is from. */
async function build() {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: {
      cli: 'src/surfaces/cli/main.ts',
      'keeper-process': 'src/execution/process/keeper/program/keeper-process.mjs',
      'handler-process': 'src/gate/isolation/handler-process.ts',
      'relay-process': 'src/execution/sandbox/network/relay/relay-process.mjs',
      'connector-process': 'src/execution/sandbox/session-network/connector-process.mjs',
    },
    external: (id) => !/^(?:\.|\/|src\/)/.test(id),
  });
  await bundle.write({
    dir: join(directory, 'dist'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: ({ name }) => (name.endsWith('-process') ? '[name].mjs' : '[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module","name":"cmdgate","version":"0.0.0"}');
  writeFileSync(join(directory, 'start.mjs'), start);
}

async function trace(call, workspace) {
  const state = join(directory, 'state');
  const child = spawn(process.execPath, [join(directory, 'start.mjs'), join(workspace, 'cmdgate.config.json')], {
    cwd: workspace,
    env: { ...process.env, XDG_STATE_HOME: state, HOME: directory },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const lines = createInterface({ input: child.stdout });
  const waiting = new Map();
  lines.on('line', (line) => {
    const { id, ...answer } = JSON.parse(line);
    waiting.get(id)?.(answer);
  });
  let next = 0;
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = ++next;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const counted = () =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send('count');
    });
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'trace', version: '1' } };
  await ask('initialize', client);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  let answer;
  for (let round = 0; round < 2; round++) answer = await ask('tools/call', call);
  if (answer.result?.isError) throw new Error(JSON.stringify(answer));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await counted();
  await ask('tools/call', call);
  const result = await counted();
  child.kill();
  return result;
}

function report(name, scripts) {
  const files = new Map();
  for (const { url, functions } of scripts) {
    // What packages bring is not counted.
    if (!url.startsWith(`file://${directory}/dist/`)) continue;
    const path = fileURLToPath(url);
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    const lines = lineStarts(readFileSync(path, 'utf8'));
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count }] = ranges;
      if (functionName === '' || count === 0) continue;
      const file = sourceAt(map, lines, startOffset);
      if (file !== undefined) files.set(file, (files.get(file) ?? 0) + count);
    }
  }
  const total = [...files.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${name}: ${files.size} files, ${total} calls of functions`);
  if (values.files)
    for (const [file, count] of [...files].sort()) console.log(`  ${String(count).padStart(5)} ${file}`);
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The file of src/ in which the function at this place was written. */
function sourceAt(map, lines, offset) {
  const line = lines.findLastIndex((start) => start <= offset);
  const { originalSource: source } = map.findEntry(line, offset - lines[line]);
  const at = source?.lastIndexOf('src/') ?? -1;
  return at === -1 || source.includes('node_modules') ? undefined : source.slice(at);
}
