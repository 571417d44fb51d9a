// Whoever types a line confirms it with an option. An agent behind MCP writes options, too, and is nobody's yes.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = (strict: boolean, more = '') => `
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
runCli({ name: 'drops', strict: ${strict}, ${more} commands: { drop, careful: { ...drop, safeDefault: true } } });
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
    // Nobody could answer it later: to send it again after a person ran it would run it twice.
    if (command === 'drop --yes')
      expect(text).toContain('run it in a terminal: drops drop --yes. Do not send it again afterwards');
  }
  expect(existsSync(join(cwd, 'data'))).toBe(true);
});

test('with a ledger, the request waits where the approvals of the executable show and answer it', async () => {
  const ledger = makeDirectory({});
  const cwd = makeDirectory({
    'drops.mjs': program(false, `ledger: { directory: ${JSON.stringify(ledger)} },`),
    data: 'x',
  });
  const drops = async (...words: readonly string[]) => {
    const child = start(process.execPath, ['drops.mjs', ...words], { cwd });
    child.stdin.end();
    return JSON.parse((await finish(child)).stdout);
  };
  expect(await ask(cwd, 'drop')).toContain("approve it with 'drops approvals' in another terminal");
  const [waiting, ...others] = (await drops('approvals', 'list')).data.approvals;
  expect({ command: waiting.subject.command, always: waiting.always, others }).toEqual({
    ...{ command: 'drop', always: null, others: [] },
  });
  expect(await drops('approvals', 'deny', waiting.id, '--note', 'keep it')).toMatchObject({ ok: true });
  expect(await ask(cwd, 'drop')).toContain('keep it');
  expect(existsSync(join(cwd, 'data'))).toBe(true);
});

test('without a ledger, its approvals say that nothing waits there', async () => {
  const child = start(process.execPath, ['drops.mjs', 'approvals', 'list'], {
    cwd: makeDirectory({ 'drops.mjs': program(false) }),
  });
  child.stdin.end();
  const { code, stdout } = await finish(child);
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 4, error: 'NO_APPROVALS' });
});

/** What an agent is answered that sends one line. */
async function ask(cwd: string, command: string): Promise<string> {
  const server = start(process.execPath, ['drops.mjs', 'serve'], { cwd });
  let printed = '';
  server.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
  send({ id: 'first', method: 'initialize', params: initialize });
  send({ method: 'notifications/initialized' });
  send({ id: 'asked', method: 'tools/call', params: { name: 'cli', arguments: { command } } });
  await expect.poll(() => printed, { timeout: 20_000 }).toContain('"id":"asked"');
  server.stdin.end();
  await finish(server);
  const answers = printed.split('\n').filter(Boolean);
  return answers.map((line) => JSON.parse(line)).find(({ id }) => id === 'asked').result.content[0].text;
}
