// What the owner can do with the executable is not for agents: no door offers it, explains it, guesses it or runs it.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executableCommands } from '../../src/surfaces/cli/executable-commands.js';
import { reservedWords } from '../../src/vocabulary/names.js';
import { baseEnvironment, bin, finish, makeDirectory, start } from '../cli/process.js';

const cwd = makeDirectory({
  'cmdgate.config.json': JSON.stringify({ commands: ['hello.mjs'], shell: { enabled: true } }),
  'hello.mjs': `export const hello = { description: 'Hello', danger: 'safe', handler: () => 'hello' };`,
});

/** But for `exec`, which is a way to send requests, whichever door they come by. */
const owners = Object.entries(executableCommands)
  .filter(([name, { needs }]) => needs !== 'request' && name !== 'exec')
  .map(([name]) => name);

const asking = owners.flatMap((name) => [name, `help ${name}`, `schema ${name}`, `${name} --help`]);
/** Near enough to be guessed, were they known. */
const mistyped = ['audt', 'policy sugest', 'help aprovals', 'doctr', 'help policy'];

interface Answer {
  readonly success: boolean;
  readonly error?: { readonly code: string };
}

let client: Client;

beforeAll(async () => {
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'serve'], cwd, env: baseEnvironment() }),
  );
});

afterAll(() => client.close());

async function overMcp(command: string): Promise<string> {
  const { content } = await client.callTool({ name: 'cli', arguments: { command } });
  return (content as { text: string }[])[0]?.text ?? '';
}

describe('over MCP', () => {
  test('none of them is there', async () => {
    const codes = await Promise.all(
      asking.map(async (line) => (JSON.parse(await overMcp(line)) as Answer).error?.code),
    );
    expect(codes).toEqual(asking.map(() => 'COMMAND_NOT_FOUND'));
  });

  test('none of them is listed or guessed', async () => {
    for (const line of ['help', 'schema', 'help --search audit approvals doctor', ...mistyped]) {
      const text = await overMcp(line);
      expect(
        owners.filter((name) => new RegExp(`["']${name}["']`).test(text)),
        line,
      ).toEqual([]);
    }
    const { commands } = JSON.parse(await overMcp('manifest')).data;
    expect(owners.filter((name) => Object.hasOwn(commands, name.replace(' ', '.')))).toEqual([]);
    expect(commands).toHaveProperty('hello');
  });
});

test.each([
  ['exec', ['exec', '--ignore-errors'], (name: string) => JSON.stringify({ _cmd: name.replace(' ', '.') })],
  ['the repl', ['repl', '--stdin', '--format', 'jsonl'], (name: string) => name],
])('%s finds none of them', async (_name, words, toLine) => {
  const child = start(process.execPath, [bin, ...words], { cwd });
  child.stdin.end(`${owners.map(toLine).join('\n')}\n`);
  const { stdout } = await finish(child);
  const answers = stdout.trim().split('\n');

  expect(answers.map((line) => JSON.parse(line).error?.code)).toEqual(owners.map(() => 'COMMAND_NOT_FOUND'));
});

test('no commands of a workspace or an executable can take their names', () => {
  const words = owners.map((name) => name.split(' ')[0] as string);
  // A command of the workspace may be called init or undo, and means itself: cmdgate's own are no words of agents. In an
  // executable, completion and reference yield to a command of that name.
  const free = ['init', 'connect', 'hook', 'trust', 'undo', 'completion', 'reference'];
  expect(words.filter((word) => !reservedWords.has(word)).sort()).toEqual(free.sort());
});
