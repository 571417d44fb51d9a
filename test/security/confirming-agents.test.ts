// Whoever types a line confirms it with an option. An agent behind MCP writes options, too, and is nobody's yes.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = (strict: boolean) => `
import { rmSync } from 'node:fs';
import { runCli } from ${JSON.stringify(library)};
const exitCodes = { 0: { description: 'Removed', retryable: false, sideEffects: 'complete' } };
const drop = {
  description: 'Remove the file', danger: 'destructive', requiredScopes: [], exitCodes,
  arguments: { all: { type: 'flag' } },
  confirm: () => 'Remove it?',
  dryRun: () => ({ effect: 'noop' }),
  handler: () => { rmSync('data'); return { effect: 'deleted' }; },
};
runCli({ name: 'drops', strict: ${strict}, commands: { drop, careful: { ...drop, safeDefault: true } } });
`;

const lines = [
  'drop --yes',
  'drop --confirm-destructive',
  '--yes drop --confirm-destructive',
  'drop --yes=true',
  'careful --live --yes',
  `drop --input '{"all":true}' --yes`,
  `exec --input '{"_cmd":"drop","_opts":{"yes":true}}'`,
  `exec --input '{"_cmd":"drop","_opts":{"confirm_destructive":true,"yes":true}}'`,
  `exec --plan --input '{"_cmd":"drop","_opts":{"confirm_destructive":true}}'`,
  `exec --ignore-errors --input '{"_cmd":"careful","_opts":{"live":true,"yes":true}}'`,
];

test.each([false, true])('an agent that an executable serves confirms nothing (strict: %s)', async (strict) => {
  const cwd = makeDirectory({ 'drops.mjs': program(strict), data: 'x' });
  const server = start(process.execPath, ['drops.mjs', 'serve'], { cwd });
  let printed = '';
  server.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
  send({ id: 'first', method: 'initialize', params: initialize });
  send({ method: 'notifications/initialized' });
  for (const [id, command] of lines.entries()) {
    send({ id, method: 'tools/call', params: { name: 'cli', arguments: { command } } });
  }
  await expect.poll(() => printed.split('\n').filter(Boolean).length, { timeout: 20_000 }).toBe(lines.length + 1);
  server.stdin.end();
  await finish(server);
  const answers = printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const [id, command] of lines.entries()) {
    const text = answers.find((answer) => answer.id === id).result.content[0].text;
    expect(text, command).toMatch(/APPROVAL_REQUIRED|VALIDATION_ERROR/);
    expect(text, command).not.toContain('"deleted"');
  }
  expect(existsSync(join(cwd, 'data'))).toBe(true);
});
