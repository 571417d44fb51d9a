import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../../test/fixtures/is-alive.js';
import { fixture, planOf, resultOf, run, shell, spool, until } from '../../../test/fixtures/programs/run-program.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { ProgramInput } from './program-input.js';
import type { ProcessEnd, ProcessHost } from './run-process.js';

afterAll(() => spool.remove());

const mebibyte = 1024 * 1024;

interface Started {
  readonly input: ProgramInput;
  readonly ended: Promise<ProcessEnd>;
  /** Everything that was printed so far. */
  printed(): string;
}

/** Resolves when the program runs and can be written to. */
function start(plan: ProgramPlan, host: Partial<ProcessHost> = {}): Promise<Started> {
  return new Promise((resolve) => {
    let printed = '';
    const ended: Promise<ProcessEnd> = run(
      { ...plan, stdin: 'open' },
      {
        onOutput: (_, text) => {
          printed += text;
        },
        onInput: (input) => queueMicrotask(() => resolve({ input, ended, printed: () => printed })),
        ...host,
      },
    );
  });
}

const python = (code: string) =>
  planOf('/usr/bin/env', ['python3', '-c', code], { environment: { PATH: '/usr/bin:/bin' } });
const bytes = (text: string) => Buffer.from(text);
const size = async (end: ProcessEnd) => Number((await resultOf(end)).stdout);

test('a program reads what is written while it runs, and its end', async () => {
  const { input, ended, printed } = await start(planOf('/bin/cat'));
  expect(await input.write(bytes('one\n'))).toBe('written');
  await until(() => printed() === 'one\n');
  expect(await input.write(bytes('two ä'))).toBe('written');
  await until(() => printed() === 'one\ntwo ä');
  input.end();
  input.end();

  expect(await resultOf(await ended)).toEqual({
    status: 'exited',
    exitCode: 0,
    signal: null,
    stdout: 'one\ntwo ä',
    stderr: '',
  });
  expect(await input.write(bytes('late'))).toBe('closed');
  input.end();
});

test('a dialogue line by line', async () => {
  const { input, ended, printed } = await start(
    python('for line in iter(input, "quit"): print("heard", line, flush=True)'),
  );
  for (const word of ['a', 'b']) {
    await input.write(bytes(`${word}\n`));
    await until(() => printed().endsWith(`heard ${word}\n`));
  }
  await input.write(bytes('quit\n'));

  expect(await resultOf(await ended)).toMatchObject({ exitCode: 0, stdout: 'heard a\nheard b\n' });
});

test('several who write at once are heard in the order of their calls', async () => {
  const { input, ended } = await start(planOf('/bin/cat'));
  const words = Array.from({ length: 100 }, (_, index) => `${index}\n`);
  expect(new Set(await Promise.all(words.map((word) => input.write(bytes(word)))))).toEqual(new Set(['written']));
  expect(await input.write(new Uint8Array())).toBe('written');
  input.end();

  expect((await resultOf(await ended)).stdout).toBe(words.join(''));
});

test('what was written before the end arrives, however slowly it is read', async () => {
  const { input, ended } = await start(shell('sleep 0.3; wc -c'));
  const written = input.write(Buffer.alloc(4 * mebibyte, 'x'));
  input.end();

  expect(await size(await ended)).toBe(4 * mebibyte);
  expect(await written).toBe('written');
});

test('100 MB go through with little memory', async () => {
  const { input, ended } = await start(planOf('/usr/bin/wc', ['-c']));
  const piece = Buffer.alloc(64 * 1024, 'x');
  const pieces = 1_600;
  let most = 0;
  for (let count = 0; count < pieces; count++) {
    expect(await input.write(piece)).toBe('written');
    most = Math.max(most, input.waitingBytes);
  }
  input.end();

  expect(await size(await ended)).toBe(pieces * piece.byteLength);
  expect(most).toBeLessThanOrEqual(piece.byteLength);
});

test('a program that never reads makes the writer wait, and a bounded amount waits', async () => {
  const controller = new AbortController();
  const { input, ended } = await start(planOf('/bin/sleep', ['600']), { signal: controller.signal });
  const piece = Buffer.alloc(256 * 1024, 'x');
  const answers: Promise<unknown>[] = [];
  for (let count = 0; count < 20; count++) answers.push(input.write(piece));

  const full = await Promise.all(answers.map((answer) => Promise.race([answer, 'waits'])));
  expect(full.filter((answer) => answer === 'full').length).toBeGreaterThanOrEqual(14);
  expect(full.filter((answer) => answer === 'waits').length).toBeGreaterThanOrEqual(2);
  expect(input.waitingBytes).toBeLessThanOrEqual(mebibyte);

  controller.abort();
  expect(await ended).toMatchObject({ status: 'stopped', by: 'cancel' });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['full', 'closed']));
  expect({ isOpen: input.isOpen, write: await input.write(piece) }).toEqual({ isOpen: false, write: 'closed' });
});

test('one large piece is taken when nothing waits', async () => {
  const { input, ended } = await start(planOf('/usr/bin/wc', ['-c']));
  expect(await input.write(Buffer.alloc(8 * mebibyte))).toBe('written');
  input.end();
  expect(await size(await ended)).toBe(8 * mebibyte);
});

test('whoever writes to a program that closed its input is told, and the program goes on', async () => {
  const { input, ended, printed } = await start(shell('exec <&-; echo closed; sleep 0.5; echo done'));
  await until(() => printed() === 'closed\n');
  expect(await input.write(bytes('x'))).toBe('closed');
  expect(await input.write(bytes('y'))).toBe('closed');
  input.end();

  expect(await resultOf(await ended)).toMatchObject({ exitCode: 0, stdout: 'closed\ndone\n' });
});

test('a program that takes only the beginning makes no trouble', async () => {
  const { input, ended } = await start(planOf('/usr/bin/head', ['-c', '3']));
  const answers = [];
  for (let count = 0; count < 100 && input.isOpen; count++)
    answers.push(await input.write(bytes('abcdef'.repeat(10_000))));

  expect(await resultOf(await ended)).toMatchObject({ exitCode: 0, stdout: 'abc' });
  expect(answers.at(-1)).toBe('closed');
});

test('a program that waits for input for ever ends by its timeout', async () => {
  const { input, ended } = await start(planOf('/bin/cat'), { timeoutMs: 300 });

  expect(await resultOf(await ended)).toMatchObject({ status: 'stopped', by: 'timeout', signal: 'SIGTERM' });
  expect(await input.write(bytes('x'))).toBe('closed');
});

test('a program that ends while its input is open ends, although a child that left its group still reads', async () => {
  const { input, ended, printed } = await start(fixture('leave-group.py', ['0', 'setsid']));

  expect(await ended).toMatchObject({ status: 'exited', exitCode: 0 });
  const child = Number.parseInt(printed(), 10);
  expect(isAlive(child)).toBe(true);
  process.kill(child, 'SIGKILL');
  expect(await input.write(bytes('x'))).toBe('closed');
});

test('input that is not open is never handed out', async () => {
  const inputs: unknown[] = [];
  const onInput = (input: ProgramInput) => inputs.push(input);
  await run(planOf('/bin/cat', [], { stdin: bytes('given') }), { onInput });
  await run(planOf('/bin/cat'), { onInput });
  await run(planOf('/nowhere/at/all', [], { stdin: 'open' }), { onInput });
  await run(planOf('/bin/cat', [], { stdin: 'open' }), { onInput, signal: AbortSignal.abort() });
  expect(inputs).toEqual([]);
});
