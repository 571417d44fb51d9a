// What a client wrote never steers the terminal of the owner, forges one of its lines or fills it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { colors } from '../../src/renderings/text/colors.js';
import { endWith } from '../../src/surfaces/cli/end-with.js';
import { logLine } from '../../src/terminal/log-line.js';
import { ownerLine } from '../../src/terminal/owner-line.js';

test('text of a client is one line of a bounded length, and steers nothing', () => {
  const hostile = '\u001b]0;owned\u0007\u001b[2J\nwarning: all is well\r\u202e';
  const shown = ownerLine(hostile);
  expect(shown).toBe('\\x1b]0;owned\\x07\\x1b[2J\\nwarning: all is well\\r\\u202e');
  expect(ownerLine('x'.repeat(1_000_000)).length).toBeLessThan(1_100);
});

test('a log message of a handler steers nothing, and none of its lines passes for one of the gate', () => {
  const message = 'saved\nwarning: all is well\r\u001b[2Kinfo: trusted';
  expect(logLine({ level: 'info', message }, colors(false))).toBe(
    'info: saved\n  warning: all is well\\r\\x1b[2Kinfo: trusted\n',
  );
  expect(logLine({ level: 'info', message: 'x'.repeat(1_000_000) }, colors(false)).length).toBeLessThan(17_000);
});

test.each([
  ['a process of their own', true, ['stdout', 'stderr', 'logged', 'left behind']],
  // Its stderr is that of the gate, which nothing stands before.
  ['the process of the gate', false, ['stdout', 'logged', 'left behind']],
])('what handlers print in %s steers nothing', async (_where, handlerProcess, writers) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-terminal-')));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const configuration = { commands: ['commands.ts'], handlerProcess };
  writeFileSync(join(workspace, 'cmdgate.config.json'), JSON.stringify(configuration));
  writeFileSync(
    join(workspace, 'commands.ts'),
    `export const say = {
  description: 'Say it',
  danger: 'safe',
  arguments: [{ name: 'text', type: 'string', required: true, description: 'What' }],
  handler: ({ text }, { log }) => {
    console.log('stdout ' + text);
    ${handlerProcess ? "console.error('stderr ' + text);" : ''}
    log.info('logged ' + text);
    void Promise.reject(new Error('left behind ' + text));
  },
};
`,
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url)), 'serve'],
    cwd: workspace,
    env: { ...(process.env as Record<string, string>), XDG_STATE_HOME: join(root, 'state') },
    stderr: 'pipe',
  });
  let shown = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const client = new Client({ name: 'hostile', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const command = `say --input '${JSON.stringify({ text: '\u001b]0;owned\u0007 Grüße' })}'`;
  await client.callTool({ name: 'cli', arguments: { command } });
  await expect.poll(() => writers.filter((writer) => !shown.includes(`${writer} `)), { timeout: 20_000 }).toEqual([]);
  expect(shown).toContain('\\x1b]0;owned\\x07 Grüße');
  expect(shown).not.toContain('\u001b]');
});

test('a mistake of ours that quotes a client steers nothing', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
  await endWith(Promise.reject(new Error('no \u001b[2J\nwarning: forged')));
  expect(exit).toHaveBeenCalledWith(1);
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
  expect(text).toContain('error: Error: no \\x1b[2J\n  warning: forged\n');
});
