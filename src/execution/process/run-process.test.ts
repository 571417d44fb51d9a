import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../../../test/fixtures/is-alive.js';
import { fixture, planOf, resultOf, run, shell, spool, until } from '../../../test/fixtures/programs/run-program.js';
import type { ProcessEnd } from './run-process.js';

let directory: string;
/** What a test leaves on purpose. */
let leftOver: number[] = [];

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-process-')));
});

afterEach(() => {
  for (const pid of leftOver) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  leftOver = [];
  rmSync(directory, { recursive: true, force: true });
});

afterAll(() => spool.remove());

/** The first line of stdout, which in these fixtures is a process number. */
const firstNumber = async (end: ProcessEnd) => Number.parseInt(String((await resultOf(end)).stdout), 10);

/** Cancels as soon as the program has printed something. */
function cancelAfterOutput() {
  const controller = new AbortController();
  return { signal: controller.signal, onOutput: () => controller.abort() };
}

test('both streams, the exit code and the time are the result', async () => {
  const end = await run(shell('echo out; echo err >&2; exit 7'));
  expect(await resultOf(end)).toEqual({
    status: 'exited',
    exitCode: 7,
    signal: null,
    stdout: 'out\n',
    stderr: 'err\n',
  });
  expect('durationMs' in end && end.durationMs).toBeGreaterThan(0);
});

test('a program that dies by a signal says which', async () => {
  expect(await resultOf(await run(shell('kill -SEGV $$')))).toEqual({
    status: 'exited',
    exitCode: null,
    signal: 'SIGSEGV',
    stdout: '',
    stderr: '',
  });
});

test('the program gets its name, its arguments, its directory and exactly the environment that was declared', async () => {
  const script = 'printf "%s|" "$0" "$@"; pwd; env';
  const plan = planOf('/bin/sh', ['-c', script, 'me', 'a b', '', '$HOME', '*'], {
    directory,
    environment: { ONE: '1' },
  });
  process.env.NODE_V8_COVERAGE = directory;
  try {
    const { stdout } = await resultOf(await run(plan));
    const [first, ...environment] = String(stdout).trimEnd().split('\n');
    expect(first).toBe(`me|a b||$HOME|*|${directory}`);
    // What the shell sets by itself.
    expect(environment.filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual(['ONE=1']);
  } finally {
    delete process.env.NODE_V8_COVERAGE;
  }
});

test('the name that a program sees is the one that was written', async () => {
  const plan = planOf('/bin/sh', ['-c', 'tr "\\0" "\\n" < /proc/$$/cmdline | head -n 1'], {
    name: 'another-name',
    environment: { PATH: '/usr/bin:/bin' },
  });
  expect((await resultOf(await run(plan))).stdout).toBe('another-name\n');
});

test('states are told in order, with the process number', async () => {
  const states: unknown[] = [];
  const end = await run(shell('echo $$'), { onState: (...state) => states.push(state) });
  expect(states).toEqual([['starting'], ['running', await firstNumber(end)]]);
});

test('the keeper hears of the start before it, and of the end', async () => {
  const calls: unknown[] = [];
  const keeper = {
    runStarts: async (id: string) => void calls.push(['starts', id]),
    runStarted: (id: string, pid: number) => void calls.push(['started', id, pid]),
    runEnded: (id: string) => void calls.push(['ended', id]),
  };
  const end = await run(shell('echo $$'), { runId: 'run_k' }, { keeper });
  const pid = await firstNumber(end);
  await new Promise(setImmediate);
  expect(calls).toEqual([
    ['starts', 'run_k'],
    ['started', 'run_k', pid],
    ['ended', 'run_k'],
  ]);
});

test('the keeper hears of the end of what never started', async () => {
  const calls: string[] = [];
  const keeper = {
    runStarts: () => void calls.push('starts'),
    runStarted: () => void calls.push('started'),
    runEnded: () => void calls.push('ended'),
  };
  await run(planOf('/nowhere/at/all'), {}, { keeper });
  expect(calls).toEqual(['starts', 'ended']);
});

test('input is closed when there is none', async () => {
  expect((await resultOf(await run(shell('cat; echo end')))).stdout).toBe('end\n');
});

test('a large input comes back whole', async () => {
  const stdin = randomBytes(6 * 1024 * 1024);
  const end = await run(planOf('/bin/cat', [], { stdin, encoding: 'base64' }));
  if (end.status !== 'exited') throw new Error(end.status);
  const parts: Buffer[] = [];
  for (let fromByte = 0; ; ) {
    const slice = await end.output.read('stdout', { fromByte, limitBytes: 1_000_000, encoding: 'base64' });
    if (!slice) throw new Error('not captured');
    parts.push(Buffer.from(slice.text, 'base64'));
    fromByte = slice.toByte;
    if (!slice.more) break;
  }
  expect(Buffer.concat(parts).equals(stdin)).toBe(true);
  await end.output.discard();
});

test('a program that reads nothing of a large input ends as it would', async () => {
  const stdin = Buffer.alloc(20 * 1024 * 1024);
  expect(await resultOf(await run(shell('exit 4', { stdin })))).toMatchObject({ status: 'exited', exitCode: 4 });
  expect(await resultOf(await run(shell('exec 0<&-; sleep 0.1; exit 5', { stdin })))).toMatchObject({ exitCode: 5 });
});

test('streams that are not captured are not there', async () => {
  const end = await run(shell('echo out; echo err >&2', { stdout: 'ignore', stderr: 'pipe' }));
  expect(await resultOf(end)).toMatchObject({ stdout: undefined, stderr: 'err\n' });
  if (end.status === 'exited') expect(await end.output.read('stdout', { fromByte: 0, limitBytes: 10 })).toBeUndefined();
});

test('a program that takes too long is stopped, and what it printed is kept', async () => {
  const end = await run(shell('echo begun; sleep 600'), { timeoutMs: 300 });
  expect(await resultOf(end)).toEqual({
    status: 'stopped',
    by: 'timeout',
    exitCode: null,
    signal: 'SIGTERM',
    stdout: 'begun\n',
    stderr: '',
  });
});

test('a timeout that no timer can hold does not end the program at once', async () => {
  const end = await run(shell('sleep 0.1'), { timeoutMs: Number.POSITIVE_INFINITY });
  expect(await resultOf(end)).toMatchObject({ status: 'exited', exitCode: 0 });
});

test('a program that ended in time while nobody could look has not timed out', async () => {
  const running = run(shell('exit 0'), { timeoutMs: 200 });
  await new Promise(setImmediate);
  const blockedUntil = performance.now() + 400;
  while (performance.now() < blockedUntil);
  expect(await resultOf(await running)).toMatchObject({ status: 'exited', exitCode: 0 });
});

test('cancelling ends the program and everything in its group', async () => {
  const end = await run(shell('sleep 600 & echo $!; wait'), cancelAfterOutput());
  expect(await resultOf(end)).toMatchObject({ status: 'stopped', by: 'cancel', signal: 'SIGTERM' });
  expect(isAlive(await firstNumber(end))).toBe(false);
});

test('a program that ignores SIGTERM is killed when its grace is over', async () => {
  const end = await run(fixture('ignore-sigterm.py'), cancelAfterOutput(), { graceMs: 100 });
  expect(await resultOf(end)).toMatchObject({ status: 'stopped', by: 'cancel', exitCode: null, signal: 'SIGKILL' });
  expect(isAlive(await firstNumber(end))).toBe(false);
});

test('a child that cleans up after SIGTERM has its grace although the program itself is gone', async () => {
  const controller = new AbortController();
  const onOutput = (_: unknown, text: string) => text.includes('ready') && controller.abort();
  const end = await run(fixture('end-slowly.py'), { signal: controller.signal, onOutput }, { graceMs: 20_000 });
  expect(await resultOf(end)).toMatchObject({ signal: 'SIGTERM', stdout: 'ready\ncleaned up\n' });
});

test('what was cancelled before it started is not started', async () => {
  const file = join(directory, 'started');
  const end = await run(planOf('/usr/bin/touch', [file]), { signal: AbortSignal.abort() });
  const nothing = { exitCode: null, signal: null, stdout: '', stderr: '' };
  expect(await resultOf(end)).toEqual({ status: 'stopped', by: 'cancel', ...nothing });

  const controller = new AbortController();
  const keeper = { runStarts: async () => controller.abort(), runStarted: () => undefined, runEnded: () => undefined };
  const later = await run(planOf('/usr/bin/touch', [file]), { signal: controller.signal }, { keeper });
  expect(await resultOf(later)).toEqual({ status: 'stopped', by: 'cancel', ...nothing });
  expect(readdirSync(directory)).toEqual([]);
});

test('one that has suspended itself can be asked to end', async () => {
  const controller = new AbortController();
  const onOutput = (_: unknown, text: string) => {
    const pid = Number.parseInt(text, 10);
    if (pid > 0) void until(() => isSuspended(pid)).then(() => controller.abort());
  };
  const end = await run(fixture('stop-self.py'), { signal: controller.signal, onOutput }, { graceMs: 20_000 });
  expect(await resultOf(end)).toMatchObject({ exitCode: 5, stdout: expect.stringMatching(/^\d+\nasked to end\n$/) });
});

test('a child that was left in the group is gone when the result is there', async () => {
  const end = await run(fixture('leave-in-group.py'));
  expect(await resultOf(end)).toMatchObject({ status: 'exited', exitCode: 3 });
  expect(isAlive(await firstNumber(end))).toBe(false);
});

test.each([['setsid'], ['daemon'], ['daemon', 'flood']])(
  'a descendant that left the group and keeps the pipe does not hold the run open (%s %s)',
  async (...how) => {
    const end = await run(fixture('leave-group.py', ['0', ...how]), { timeoutMs: 20_000 });
    expect(await resultOf(end)).toMatchObject({ status: 'exited', exitCode: 0 });
    if (end.status !== 'exited') return;
    const { text } = (await end.output.preview('stdout', 10_000_000)) ?? { text: '' };
    const pid = Number(/(\d+)\nthe last words\n/.exec(text)?.[1]);
    leftOver.push(pid);
    // It is the keeper who ends it.
    expect(isAlive(pid)).toBe(true);
  },
);

test('nothing that was written before the end is lost, although nobody could read meanwhile', async () => {
  const running = run(fixture('leave-group.py', ['100000']));
  await new Promise(setImmediate);
  const blockedUntil = performance.now() + 500;
  while (performance.now() < blockedUntil);
  const { stdout } = await resultOf(await running);
  const [, printed, pid] = /^(x*)(\d+)\nthe last words\n$/.exec(String(stdout)) ?? [];
  leftOver.push(Number(pid));
  expect(printed?.length).toBe(100_000);
});

test('a program that closes its output and stays is still running', async () => {
  const end = await run(fixture('close-output.py', ['0.5']));
  expect(await resultOf(end)).toMatchObject({ status: 'exited', exitCode: 0 });
  expect('durationMs' in end && end.durationMs).toBeGreaterThanOrEqual(490);

  const late = await run(fixture('close-output.py', ['600']), cancelAfterOutput());
  expect(await resultOf(late)).toMatchObject({ status: 'stopped', by: 'cancel', signal: 'SIGTERM' });
});

test('a flood on both streams at once is kept whole up to the cap, and its end beyond', async () => {
  const size = 3 * 1024 * 1024;
  const end = await run(fixture('flood.py', [String(size)]), {}, { outputBytes: 1024 * 1024 });
  if (end.status !== 'exited') throw new Error(end.status);
  for (const name of ['stdout', 'stderr'] as const) {
    const first = await end.output.read(name, { fromByte: 1024 * 1024 - 32, limitBytes: 1_000 });
    expect(first).toMatchObject({ text: '000000000065534\n000000000065535\n', totalBytes: size, more: true });
    const last = await end.output.read(name, { lastLines: 2, limitBytes: 1_000 });
    expect(last?.text).toBe('000000000196606\n000000000196607\n');
  }
  await end.output.discard();
});

test('output can be read while the program runs', async () => {
  const controller = new AbortController();
  let text: string | undefined;
  await run(shell('echo one; echo two; sleep 600'), {
    signal: controller.signal,
    onCapture: (output) =>
      void (async () => {
        while (text !== 'one\ntwo\n') {
          await sleep(5);
          text = (await output.read('stdout', { fromByte: 0, limitBytes: 100 }))?.text;
        }
        controller.abort();
      })(),
  });
  expect(text).toBe('one\ntwo\n');
});

const pieces = (text: string, encoding: BufferEncoding, size: number) =>
  Buffer.from(text, encoding)
    .toString('hex')
    .match(new RegExp(`.{1,${size * 2}}`, 'g')) ?? [];

test.each(['utf8', 'utf16le'] as const)('characters that come byte by byte in %s are never split', async (encoding) => {
  const text = '\uFEFFaé€😀\nß𝄞.';
  const events: string[] = [];
  const end = await run(fixture('drip.py', pieces(text, encoding, 1), { encoding }), {
    onOutput: (_, part) => events.push(part),
  });
  expect(events.join('')).toBe(text);
  expect(events.filter((part) => !part.isWellFormed() || part.includes('\uFFFD'))).toEqual([]);
  expect((await resultOf(end)).stdout).toBe(text);
});

test.each(['utf8', 'utf16le'] as const)('a secret that is split over writes in %s is never shown', async (encoding) => {
  const plan = fixture('drip.py', pieces('key=hunter2-hunter, hunter2! hunter', encoding, 3), {
    encoding,
    secrets: ['hunter2-hunter', 'hunter2'],
  });
  const events: string[] = [];
  const end = await run(plan, { onOutput: (_, part) => events.push(part) });
  expect(events.join('')).toBe('key=[REDACTED], [REDACTED]! hunter');
  expect((await resultOf(end)).stdout).toBe('key=[REDACTED], [REDACTED]! hunter');
});

test('a start that fails is an answer of its own each time, and nothing of the arguments is in it', async () => {
  const file = (name: string, text: string, mode: number) => {
    writeFileSync(join(directory, name), text, { mode });
    return join(directory, name);
  };
  const secret = 'do-not-show';
  const failing = {
    missing: planOf(join(directory, 'missing'), [secret]),
    notExecutable: planOf(file('plain', 'x', 0o644), [secret]),
    noInterpreter: planOf(file('script', '#!/nowhere/interpreter\n', 0o755), [secret]),
    noDirectory: planOf('/bin/true', [secret], { directory: join(directory, 'missing') }),
    directoryIsFile: planOf('/bin/true', [secret], { directory: file('file', '', 0o644) }),
    nul: planOf('/bin/true', [`${secret}\0`]),
    nulInEnvironment: planOf('/bin/true', [], { environment: { NAME: `${secret}\0` } }),
    oneTooLong: planOf('/bin/true', [secret.repeat(20_000)]),
    allTooLong: planOf('/bin/true', Array(50_000).fill(`${secret}${'x'.repeat(90)}`)),
  };
  const codes: Record<string, string> = {};
  for (const [name, plan] of Object.entries(failing)) {
    const end = await run(plan);
    if (end.status !== 'not-started') throw new Error(`${name} was started`);
    const { error } = end;
    codes[name] = error.code;
    expect(JSON.stringify([error.message, error.hint, error.cause, error.details])).not.toContain(secret);
    expect(error.hint).not.toBe('');
    expect(error.phase).toBe('validation');
  }
  expect(codes).toEqual({
    missing: 'PROGRAM_NOT_FOUND',
    notExecutable: 'PROGRAM_NOT_EXECUTABLE',
    noInterpreter: 'PROGRAM_NOT_EXECUTABLE',
    noDirectory: 'DIRECTORY_NOT_FOUND',
    directoryIsFile: 'DIRECTORY_NOT_FOUND',
    nul: 'VALIDATION_ERROR',
    nulInEnvironment: 'VALIDATION_ERROR',
    oneTooLong: 'VALIDATION_ERROR',
    allTooLong: 'VALIDATION_ERROR',
  });
});

test('runs leave no files and no descriptors open, whether they start or not', async () => {
  const descriptors = () => readdirSync('/proc/self/fd').length;
  await run(planOf('/nowhere/at/all'));
  const before = descriptors();
  for (let count = 0; count < 20; count++) {
    await run(planOf('/nowhere/at/all'));
    await run(shell('echo x', { stdin: Buffer.from('y') }));
  }
  await until(() => descriptors() <= before);
});

const isSuspended = (pid: number) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
