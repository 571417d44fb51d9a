// The official conformance suite of MCP against our HTTP door: every scenario that a revision of MCP requires of servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode, installTools } from './installed-tools.mjs';

const suite = '@modelcontextprotocol/conformance';
/** The first releases with `--requirements` are alphas, so the version is said. */
const version = '0.2.0-alpha.12';
const required = { '2025-11-25': 30, '2026-07-28': 37 };

const node = installNode(22);
const program = join(installTools('conformance', [`${suite}@${version}`]), 'node_modules', suite, 'dist/index.js');
const scratch = mkdtempSync(join(tmpdir(), 'cmdgate-conformance-'));
const fixture = fileURLToPath(new URL('../test/conformance-mcp/fixture-server.mjs', import.meta.url));
const server = spawn(process.execPath, [fixture], { cwd: scratch, stdio: ['pipe', 'pipe', 'ignore'] });
const ended = once(server, 'exit');
let failed = false;
try {
  const first = await Promise.race([once(server.stdout, 'data'), ended.then(() => undefined)]);
  if (first === undefined) throw new Error('The fixture server did not start. Run "npm run build" first.');
  const url = first[0].toString().trim();
  for (const revision of Object.keys(required)) failed = !(await check(url, revision)) || failed;
} finally {
  server.stdin.end();
  await ended;
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function check(url, revision) {
  const names = new Set(await scenariosOf(revision));
  const { output } = await run('server', '--url', url, '--requirements', revision);
  const results = [...output.matchAll(/^([✓✗]) (\S+): (\d+) passed, (\d+) failed/gm)]
    .map(([, mark, name, passed, failures]) => ({ name, passed, failures, isGood: mark === '✓' }))
    .filter(({ name }) => names.has(name));
  const good = results.filter(({ isGood }) => isGood);
  process.stdout.write(
    `\nMCP ${revision}: ${good.length} of ${required[revision]} required server scenarios pass (suite ${version})\n\n`,
  );
  for (const { name, passed, failures, isGood } of results) {
    process.stdout.write(
      `  ${isGood ? 'pass' : 'FAIL'}  ${name.padEnd(50)} ${passed} checks passed, ${failures} failed\n`,
    );
  }
  if (results.length !== required[revision] || names.size !== required[revision]) {
    process.stdout.write(
      `  Expected ${required[revision]} scenarios, ${results.length} ran.\n${output.slice(-2_000)}\n`,
    );
    return false;
  }
  return good.length === results.length;
}

/** What the suite itself says that the revision requires of servers; it also runs others, which do not count. */
async function scenariosOf(revision) {
  const { output } = await run('list', '--server', '--requirements', revision);
  const [scored = ''] = output.split(/^(?:Client scenarios|Not scored)/m);
  return [...scored.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name);
}

async function run(...words) {
  const child = spawn(node, [program, ...words], { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}
