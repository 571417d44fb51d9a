// What a handler may use, as a process: programs, temporary directories, locks, files, and what is done at the end.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Finished, finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { type Answer, readDocument } from './contract-cli.js';

const fixture = fileURLToPath(new URL('../fixtures/context-cli.mjs', import.meta.url));

type Options = Partial<ProcessOptions>;

function startCli(words: readonly string[], { cwd = makeDirectory(), ...rest }: Options = {}) {
  const child = start(process.execPath, [fixture, ...words], { cwd, ...rest });
  child.stdin.end();
  return child;
}

async function ask(words: readonly string[], options: Options = {}): Promise<Answer> {
  const finished = await finish(startCli(words, options));
  return { ...finished, envelope: readDocument(finished.stdout) };
}

/** Sends the signal as soon as the command says that it is ready. */
async function interrupt(words: readonly string[], signal: NodeJS.Signals, options: Options): Promise<Finished> {
  const child = startCli(words, options);
  const finished = finish(child);
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('ready')) child.kill(signal);
  });
  return await finished;
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const last = Date.now() + 20_000; !isTrue() && Date.now() < last; ) await sleep(20);
  expect(isTrue()).toBe(true);
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('the environment of programs', () => {
  const environment = {
    ...{ LANG: 'de_DE.UTF-8', LC_NUMERIC: 'de_DE.UTF-8', PAGER: 'less', GIT_PAGER: 'less', EDITOR: 'vi' },
    ...{ TOOL_TRACE_ID: 'trace-7', SOME_TOKEN: 'not for programs' },
  };

  test('REQ-F-008, F-010, F-046, F-055, F-066, F-025: it is the same for what a program starts', async () => {
    const { envelope } = await ask(['environment'], { environment });
    const expected = {
      ...{ NO_COLOR: '1', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', LESS: '-FRX', MORE: '-e' },
      ...{ EDITOR: 'true', VISUAL: 'true', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TOOL_TRACE_ID: 'trace-7' },
    };
    expect(envelope.data).toMatchObject({ child: expected, grandchild: expected });
    expect(JSON.stringify(envelope.data)).not.toMatch(/SOME_TOKEN|de_DE/);
  });

  test('REQ-F-066: a command can keep the locale', async () => {
    const { child } = (await ask(['environment', '--preserve'], { environment })).envelope.data;
    expect([child.LANG, child.LC_NUMERIC, child.LC_ALL]).toEqual(['de_DE.UTF-8', 'de_DE.UTF-8', undefined]);
  });
});

describe('programs', () => {
  test('REQ-F-044, F-062: arguments reach a program as they are', async () => {
    const cwd = makeDirectory({ 'a.json': '', 'b.json': '' });
    const given = ['a b', '*.json', '; touch pwned', '$(touch pwned)', '`touch pwned`', 'two\nlines', '', '~'];
    expect((await ask(['words', '--', ...given], { cwd })).envelope.data).toEqual(given);
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });

  test.each(['text', 'in-shell'])('REQ-F-044, F-062: %s is refused', async (command) => {
    const cwd = makeDirectory();
    const { code, envelope, stderr } = await ask([command], { cwd });
    expect([code, envelope.error.code, existsSync(join(cwd, 'pwned'))]).toEqual([1, 'EXECUTION_ERROR', false]);
    expect(stderr).toMatch(/never with a line of text|without a shell/);
  });

  test('a non-zero exit is an answer, and a program that is not there an error', async () => {
    const cwd = makeDirectory({ 'work.sh': 'echo out; echo err >&2; exit 3' });
    expect((await ask(['result', '--', 'sh', 'work.sh'], { cwd })).envelope.data).toEqual({
      ...{ exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n', truncated: false, timedOut: false },
    });
    const { envelope } = await ask(['result', '--', 'no-such-program-here']);
    expect([envelope.error.code, envelope.error.message]).toEqual([
      'PROGRAM_NOT_FOUND',
      expect.stringContaining('no-such-program-here'),
    ]);
  });

  test('REQ-F-065: a pipeline gives what its last program prints, and fails with the one that fails', async () => {
    expect((await ask(['pipeline'])).envelope.data.value).toBe('a\nb\n');
    const { code, envelope } = await ask(['pipeline', '--fail']);
    expect([code, envelope.error.code, envelope.error.message, envelope.data]).toEqual([
      ...[1, 'EXECUTION_ERROR', 'Stage 1 of 2 (sh) exited with code 3'],
      { stage: 1, of: 2, program: 'sh', exit_code: 3 },
    ]);
  });

  test.each(['1', '8'])('REQ-F-065: its programs run together where %s may run at a time', async (PROCESSES) => {
    const { envelope } = await ask(['together'], { environment: { PROCESSES } });
    expect(envelope.data).toEqual({ stdout: 'a\nb\n', begun: true });
  });

  test('REQ-F-030: none outlives a command that returns without waiting for it', async () => {
    const cwd = makeDirectory();
    expect((await ask(['stubborn', '--leave'], { cwd })).envelope.data.value).toBe('left');
    expect([isAlive(Number(read(cwd, 'pid'))), existsSync(join(cwd, 'terminated'))]).toEqual([false, true]);
  });

  test('REQ-F-031: SIGTERM reaches it first, SIGKILL later, and the document comes last', async () => {
    const cwd = makeDirectory();
    const { code, stdout } = await interrupt(['stubborn'], 'SIGTERM', { cwd });
    expect([code, readDocument(stdout).error.code]).toEqual([143, 'CANCELED']);
    expect([isAlive(Number(read(cwd, 'pid'))), existsSync(join(cwd, 'terminated'))]).toEqual([false, true]);
  });

  test('REQ-F-030: it ends when its command runs out of time', async () => {
    const cwd = makeDirectory();
    const { code } = await ask(['stubborn', '--timeout', '2s'], { cwd });
    expect([code, isAlive(Number(read(cwd, 'pid')))]).toEqual([10, false]);
  });

  test('REQ-F-030: it ends when its command is killed', async () => {
    const cwd = makeDirectory();
    await interrupt(['stubborn'], 'SIGKILL', { cwd });
    await until(() => !isAlive(Number(read(cwd, 'pid'))));
  });
});

describe('temporary directories', () => {
  test('REQ-F-032, F-043: each run has its own, private even without a umask, and gone afterwards', async () => {
    const temporary = makeDirectory();
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => ask(['temporary'], { environment: { TMPDIR: temporary } })),
    );
    const data = runs.map(({ envelope }) => envelope.data);
    expect(new Set(data.map(({ directory }) => directory)).size).toBe(5);
    expect(data.map(({ mode, same }) => [mode, same])).toEqual(data.map(() => ['700', true]));
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('REQ-F-032, F-043: it is gone after %s', async (signal) => {
    const [cwd, temporary] = [makeDirectory(), makeDirectory()];
    await interrupt(['temporary', '--wait'], signal, { cwd, environment: { TMPDIR: temporary } });
    expect([read(cwd, 'where').startsWith(temporary), readdirSync(temporary)]).toEqual([true, []]);
  });

  test('REQ-F-032, F-043: it is gone soon after SIGKILL, also where no program was started', async () => {
    const [cwd, temporary] = [makeDirectory(), makeDirectory()];
    await interrupt(['temporary', '--wait'], 'SIGKILL', { cwd, environment: { TMPDIR: temporary } });
    await until(() => readdirSync(temporary).length === 0);
    expect(read(cwd, 'where').startsWith(temporary)).toBe(true);
  });
});

describe('locks', () => {
  const options = () => ({ cwd: makeDirectory(), environment: { XDG_STATE_HOME: makeDirectory() } });

  test('REQ-F-033: whoever comes second learns who has it, and gets it afterwards', async () => {
    const shared = options();
    const holder = startCli(['lock', '--hold', '60000'], shared);
    const ended = finish(holder);
    await new Promise((resolve) => holder.stderr.once('data', resolve));
    const { code, envelope } = await ask(['lock'], shared);
    expect([code, envelope.error.code, envelope.error.retryable]).toEqual([6, 'LOCK_HELD', true]);
    expect(envelope.error.retry_after_ms).toEqual(expect.any(Number));
    expect(envelope.data.holder).toMatchObject({ pid: holder.pid, age_ms: expect.any(Number) });
    holder.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    expect((await ask(['lock'], shared)).envelope.data.value).toBe('had it');
    expect((await ask(['lock'], shared)).envelope.data.value).toBe('had it');
  });

  test('REQ-F-033: a process that dies suddenly keeps nothing', async () => {
    const shared = options();
    await interrupt(['lock', '--hold', '60000'], 'SIGKILL', shared);
    expect((await ask(['lock'], shared)).envelope.data.value).toBe('had it');
  });

  test('REQ-F-033: waiting helps where the other one ends', async () => {
    const shared = options();
    const holder = startCli(['lock', '--hold', '500'], shared);
    const ended = finish(holder);
    await new Promise((resolve) => holder.stderr.once('data', resolve));
    expect((await ask(['lock', '--wait', '20000'], shared)).envelope.data.value).toBe('had it');
    await ended;
  });
});

describe('REQ-C-017: what is done at the end is done once, the last first', () => {
  test.each([
    ['return', [], 0],
    ['throw', [], 1],
    ['wait', ['--timeout', '1s'], 10],
  ])('after %s %j', async (how, more, expected) => {
    const cwd = makeDirectory();
    const { code } = await ask(['cleanup', '--how', how, ...more], { cwd });
    expect([code, read(cwd, 'marks')]).toEqual([expected, 'second first ']);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('after %s', async (signal, expected) => {
    const cwd = makeDirectory();
    const { code } = await interrupt(['cleanup', '--how', 'wait'], signal, { cwd });
    expect([code, read(cwd, 'marks')]).toEqual([expected, 'second first ']);
  });
});

test('REQ-F-070: a file that is being written is the old one or the new one', async () => {
  const cwd = makeDirectory();
  for (let round = 0; round < 8; round++) {
    await interrupt(['write', '--times', '1000'], 'SIGKILL', { cwd });
    expect(JSON.parse(read(cwd, 'config.json')).end).toBe(true);
  }
  await sleep(2_500);
  expect((await ask(['write'], { cwd })).code).toBe(0);
  expect(readdirSync(cwd)).toEqual(['config.json']);
});

test('REQ-F-057: without a display nothing is opened', async () => {
  const programs = makeDirectory();
  const called = join(programs, 'called');
  for (const name of ['xdg-open', 'open', 'sensible-browser']) {
    writeFileSync(join(programs, name), `#!/bin/sh\ntouch '${called}'\n`, { mode: 0o755 });
  }
  const { envelope } = await ask(['login'], { environment: { PATH: `${programs}:${process.env.PATH}`, DISPLAY: '' } });
  expect([envelope.data, envelope.meta.headless, existsSync(called)]).toEqual([
    { open_url: 'https://example.com/a?b', headless: true },
    true,
    false,
  ]);
});
