// What an answer says about its end is what the process says: ok is true exactly where the exit code is 0.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';
import { readDocument } from './contract-cli.js';

const handle = { name: 'list', description: 'Lists', handler: 'command', command: 'ls' };

const files = {
  'cmdgate.config.json': JSON.stringify({ commands: ['hello.mjs'], shell: { enabled: true } }),
  'hello.mjs': `export const hello = { description: 'Greets', danger: 'safe', handler: () => 'hello' };`,
  'good.json': JSON.stringify(handle),
  'bad.json': '{"command": 7}',
  'broken.config.json': 'broken',
  'policy.json': JSON.stringify({
    default: 'ask',
    rules: [{ id: 'no-ls', decision: 'deny', reason: 'Nobody lists files.', program: 'ls', match: ['ls'] }],
  }),
};

/** Each own command that finds something out, once well and once not. */
const lines: readonly (readonly [line: string, code: number])[] = [
  ['run hello', 0],
  ['run nothing', 2],
  ['nothing', 2],
  ['handles check good.json', 0],
  ['handles check bad.json', 2],
  ['utcp check bad.json', 2],
  ['audit verify', 0],
  ['audit list --since never', 2],
  ['doctor', 0],
  ['--config broken.config.json doctor', 4],
  ['policy test', 0],
  ['policy replay policy.json --fail-on looser', 0],
  ['policy replay policy.json --fail-on stricter', 1],
  ['approvals list', 0],
  ['approvals approve approval_0', 4],
  ['mcp-validate', 0],
  ['generate-skills --output-dir skills', 0],
  ['generate-skills --output-dir hello.mjs', 4],
  ['check-permissions --for hello', 0],
  ['--show-config', 0],
  ['--config broken.config.json --show-config', 4],
  ['exec', 2],
  ['repl', 4],
  ['conformance', 2],
  ['contract check', 2],
];

test('V8: ok and the exit code agree in every command of our own', async () => {
  const cwd = makeDirectory(files);
  const environment = { XDG_STATE_HOME: makeDirectory() };
  // Something that a policy can be asked about.
  await cmdgate(['shell', 'ls'], { cwd, environment });
  const told = [];
  for (const [line] of lines) {
    const { code, stdout } = await cmdgate([...line.split(' '), '--format', 'json'], { cwd, environment });
    const { ok, meta } = readDocument(stdout);
    told.push([line, code, { ok, exit: meta.exit_code }]);
  }
  expect(told).toEqual(lines.map(([line, code]) => [line, code, { ok: code === 0, exit: code }]));
}, 120_000);

test('V8: a server that breaks a must is no success', async () => {
  const cwd = makeDirectory();
  writeFileSync(
    join(cwd, 'server.mjs'),
    `process.stdin.on('data', (chunk) => { for (const line of String(chunk).split('\\n').filter(Boolean)) {
      const { id, method } = JSON.parse(line);
      if (id === undefined) continue;
      const result = method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'wrong', version: '1' } }
        : method === 'tools/list' ? { tools: [] } : { content: [{ type: 'text', text: 'no' }] };
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    } });`,
  );
  const { code, stdout } = await cmdgate(['conformance', '--command', `${process.execPath} server.mjs`], { cwd });
  const { ok, error, meta } = readDocument(stdout);
  expect([code, ok, meta.exit_code, error.code]).toEqual([1, false, 1, 'NOT_CONFORMANT']);
  expect(error.result.counts.failedMust).toBeGreaterThan(0);
}, 120_000);
