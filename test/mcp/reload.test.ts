// A configuration that changes while `cmdgate serve` runs, as a real client over stdio and the owner's terminal see it.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from './fixtures/shell-client.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-reload-')));
const workspace = join(root, 'workspace');
const write = (name: string, text: string) => writeFileSync(join(workspace, name), text);
const configuration = {
  name: 'reloaded',
  tools: 'each',
  commands: ['commands/*.ts'],
  ledger: { directory: '../ledger' },
};
const configure = (change: object = {}) =>
  write('cmdgate.config.json', JSON.stringify({ ...configuration, ...change }));

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url)), 'serve'],
  cwd: workspace,
  env: { ...(process.env as Record<string, string>), XDG_STATE_HOME: join(root, 'state') },
  stderr: 'pipe',
});
const client = new Client({ name: 'tester', version: '1.0.0' });
let told = 0;
let log = '';

const namesOfTools = async () => (await client.listTools()).tools.map(({ name }) => name);
const call = async (name: string, given = {}) =>
  JSON.parse(textOf(await client.callTool({ name, arguments: given }))) as { data?: unknown; error?: unknown };

/** A change right after an answer would count as one that the call made. */
const afterCalls = () => delay(60);

/** What the terminal shows of the change. */
async function heard(change: () => void, pattern: RegExp): Promise<string> {
  await afterCalls();
  log = '';
  change();
  await expect.poll(() => log, { timeout: 20_000 }).toMatch(pattern);
  return log;
}

const hangUp = () => process.kill(transport.pid as number, 'SIGHUP');

beforeAll(async () => {
  mkdirSync(join(workspace, 'commands'), { recursive: true });
  mkdirSync(join(workspace, 'lib'));
  configure();
  write('lib/word.ts', "export const word = 'one';\n");
  write(
    'commands/first.ts',
    `import { writeFileSync } from 'node:fs';
import { word } from '../lib/word.js';
export const say = { description: 'Say it', danger: 'safe', handler: () => word };
export const save = {
  description: 'Save a file',
  danger: 'mutating',
  arguments: [
    { name: 'file', type: 'path', required: true, description: 'Where' },
    { name: 'text', type: 'string', required: true, description: 'What' },
  ],
  handler: ({ file, text }) => writeFileSync(file, text),
};
`,
  );
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    told++;
  });
  await client.connect(transport);
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
});

afterAll(async () => {
  await client.close();
  rmSync(root, { recursive: true, force: true });
});

test('a changed module, and what it imports, is taken over; the client hears of another list and of nothing else', async () => {
  expect((await namesOfTools()).sort()).toEqual(['cli', 'save', 'say']);
  expect(await call('say')).toMatchObject({ data: 'one' });

  await heard(() => write('lib/word.ts', "export const word = 'two';\n"), /was reloaded\.\n/);
  expect(await call('say')).toMatchObject({ data: 'two' });
  expect(told).toBe(0);

  const text = "export const more = { description: 'More', danger: 'safe', handler: () => 3 };\n";
  await heard(() => write('commands/second.ts', text), /was reloaded; new: more\.\n/);
  await expect.poll(() => told).toBe(1);
  expect((await namesOfTools()).sort()).toEqual(['cli', 'more', 'save', 'say']);
  expect(await call('more')).toMatchObject({ data: 3 });
});

test('what is wrong is told with all of its problems, and what was in force stays', async () => {
  const shown = await heard(() => configure({ tols: 1, version: 2 }), /not reloaded[\s\S]*hint:/);
  expect(shown).toMatch(/Unknown key "tols"[\s\S]*version/);
  await heard(() => configure({ limits: { concurrency: 2 } }), /A restart is required for what changed in "limits"/);
  expect(await call('more')).toMatchObject({ data: 3 });

  await heard(() => configure({ deny: ['more'], description: 'Other' }), /was reloaded\.\n/);
  expect((await namesOfTools()).sort()).toEqual(['cli', 'save', 'say']);
  await heard(() => configure(), /was reloaded\.\n/);
});

test('what a call wrote is neither run nor obeyed, whoever asks for it', async () => {
  const hostile = 'globalThis.process.stderr.write("OWNED"); export const evil = { danger: "safe" };\n';
  const shown = await heard(() => void call('save', { file: 'commands/evil.ts', text: hostile }), /cmdgate trust/);
  expect(shown).toContain(join(workspace, 'commands/evil.ts'));
  expect(await heard(hangUp, /cmdgate trust/)).not.toContain('OWNED');

  rmSync(join(workspace, 'commands/evil.ts'));
  await heard(hangUp, /was reloaded\.\n/);
  const allowed = JSON.stringify({ ...configuration, deny: [], description: 'Mine now' });
  await heard(() => void call('save', { file: 'cmdgate.config.json', text: allowed }), /cmdgate trust/);
  expect(await heard(hangUp, /cmdgate trust/)).not.toContain('was reloaded');
  expect((await namesOfTools()).sort()).toEqual(['cli', 'more', 'save', 'say']);
});
