import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../../../test/fixtures/is-alive.js';
import type { UtcpHost } from '../tool.js';
import { discoverManual } from './discover-manual.js';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-discovery-')));
afterAll(() => rmSync(directory, { recursive: true }));

const searchPath = [dirname(process.execPath), '/usr/bin', '/bin'];
const host: UtcpHost = { searchPath, ownSearchPath: false, environment: { SECRET: 'canary' } };

const manual = { tools: [{ name: 'a' }] };
const json = JSON.stringify(manual);

/** A program of the owner, beside the configuration. */
function script(name: string, ...lines: string[]): string {
  const path = join(directory, name);
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
  return `./${name}`;
}

async function discover(command: readonly [string, ...string[]], timeoutMs?: number) {
  const { value, problems } = await discoverManual({ command, directory, workspace: directory, timeoutMs }, host);
  return { value, problems };
}

const failure = (message: string | RegExp, fix: string) => ({
  value: undefined,
  problems: [{ path: [], message: typeof message === 'string' ? message : expect.stringMatching(message), fix }],
});

const runItYourself =
  'Run it yourself to see why. It gets only PATH from the environment, and starts in the directory of the configuration.';

test('the manual is what the program prints, with log lines around it and in the other stream', async () => {
  const noisy = script(
    'noisy.sh',
    'echo "[info] {loading} [1"',
    `echo '{"level": "info", "message": "ready {"}'`,
    'echo "warning {" >&2',
    `echo '${json}'`,
    'echo "} done"',
  );
  expect(await discover([noisy])).toEqual({ value: manual, problems: [] });
});

test('arguments arrive as they are written, and no shell reads them', async () => {
  const printer = script('printer.sh', 'printf "%s\\n" "$@"');
  expect(await discover([printer, '$(touch canary) *; touch canary', json])).toEqual({ value: manual, problems: [] });
  expect(existsSync(join(directory, 'canary'))).toBe(false);
});

test('a program of the search path starts where the configuration is, with PATH and nothing else', async () => {
  const code = 'console.log(JSON.stringify({ tools: [], env: process.env, cwd: process.cwd() }))';
  writeFileSync(join(directory, 'print.mjs'), code);
  expect(await discover(['node', 'print.mjs'])).toEqual({
    value: { tools: [], env: { PATH: searchPath.join(':') }, cwd: directory },
    problems: [],
  });
});

test('a program that fails is told with the end of what it wrote, without secrets', async () => {
  const failing = script(
    'failing.sh',
    `echo '${json}'`,
    'echo one >&2; echo two >&2; echo "token ghp_abcdefghijklmnopqrstuvwxyz" >&2; printf "\\033[1mthree\\n\\n" >&2',
    'exit 3',
  );
  const last = '"two", "token [REDACTED]", "\\u001b[1mthree"';
  expect(await discover([failing])).toEqual(
    failure(`The program ended with exit code 3. Last error output: ${last}.`, runItYourself),
  );
  expect(await discover([script('killed.sh', 'kill -9 $$')])).toEqual(
    failure('The program ended by the signal SIGKILL.', runItYourself),
  );
});

test('a program that never ends is ended, with what it started', async () => {
  const pids = join(directory, 'pids');
  const endless = script('endless.sh', `echo '${json}'`, 'sleep 1000 &', `echo "$$ $!" > ${pids}`, 'wait');
  expect(await discover([endless], 1_000)).toEqual(
    failure(
      'The program did not exit within 1000 ms and was stopped.',
      'Make it print the manual and exit, or raise "timeoutMs" of this manual.',
    ),
  );
  expect(readFileSync(pids, 'utf8').trim().split(' ').map(Number).map(isAlive)).toEqual([false, false]);
});

test('a program that prints without end is ended', async () => {
  expect(await discover(['yes', '{'])).toEqual(
    failure(
      'The program printed more than 16777216 bytes and was stopped.',
      'Make it print one manual as JSON, and nothing else of that size.',
    ),
  );
});

test('a long manual is read whole', async () => {
  const tools = Array.from({ length: 2_000 }, (_, index) => ({ name: `tool${index}`, description: 'é'.repeat(200) }));
  const code = `console.log('[log]\\n' + JSON.stringify({ tools: ${JSON.stringify(tools)} }, null, 1))`;
  writeFileSync(join(directory, 'long.mjs'), code);
  expect(await discover(['node', 'long.mjs'])).toEqual({ value: { tools }, problems: [] });
});

test('what is no manual, and what is no program, is told', async () => {
  expect(await discover(['echo', 'usage: [--json]'])).toEqual(
    failure(
      'The program printed no JSON.',
      'Make it print one manual as JSON to standard output, starting on a line of its own.',
    ),
  );
  expect(await discover(['cmdgate-no-such-program'])).toEqual(
    failure(
      'There is no program "cmdgate-no-such-program" in the search path.',
      'Install it, or write its absolute path.',
    ),
  );
  expect(await discover(['./missing.sh'])).toEqual(
    failure('The program "./missing.sh" does not exist or cannot be reached.', 'Check the path.'),
  );
  writeFileSync(join(directory, 'plain.txt'), 'text');
  expect(await discover(['./plain.txt'])).toEqual(failure(/is not executable|cannot be run/, expect.any(String)));
});

test('what the search path finds in the workspace is not run, unless the owner wrote the search path', async () => {
  script('hidden', `echo '${json}'`);
  const discovery = { command: ['hidden'], directory, workspace: directory, timeoutMs: undefined } as const;
  const inside = { ...host, searchPath: [...searchPath, directory] };
  expect((await discoverManual(discovery, inside)).value).toBe(undefined);
  expect((await discoverManual(discovery, { ...inside, ownSearchPath: true })).value).toEqual(manual);
});
