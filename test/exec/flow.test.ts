// Streams: slow readers, hasty writers, signals, and readers that leave.

import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, makeDirectory, onTerminal } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { bookIn, codes, exec, parseAnswers, readAll, startLedger, toText, until } from './ledger.js';

test('the answer of a line can be read before the next line is sent', async () => {
  const { child } = startLedger(['exec']);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  for (let line = 1; line <= 3; line++) {
    child.stdin.write('{"_cmd":"process.id"}\n');
    await until(() => parseWhole(stdout).length === line);
  }
  child.stdin.end();
  const [code] = await once(child, 'close');

  expect({ code, codes: codes(parseWhole(stdout)) }).toEqual({ code: 0, codes: ['1 ok', '2 ok', '3 ok'] });
});

test('the answer of a line leaves while the next one still runs', async () => {
  const { child } = startLedger(['exec']);
  child.stdin.end(toText([{ _cmd: 'process.id' }, { _cmd: 'wait' }]));
  const [first] = await once(child.stdout, 'data');
  child.kill('SIGTERM');

  expect(codes(parseAnswers(String(first)))).toEqual(['1 ok']);
  await once(child, 'close');
});

test('whoever writes 8 MiB before reading anything is not left waiting, and nothing stays on the disk', async () => {
  const before = leftOnDisk();
  const { child } = startLedger(['exec']);
  const lines = Array.from({ length: 40_000 }, (_, at) => `{"_cmd":"echo","text":"${String(at).padEnd(170, '.')}"}\n`);
  await new Promise((resolve) => child.stdin.end(lines.join(''), () => resolve(undefined)));
  const { code, answers } = await readAll(child);

  expect({ code, count: answers.length }).toEqual({ code: 0, count: 40_000 });
  expect(
    answers.every(({ meta, data }, at) => meta._line === at + 1 && Number.parseInt(String(data?.text), 10) === at),
  ).toBe(true);
  expect(leftOnDisk()).toEqual(before);
});

test('a reader that stops reading stops the plan instead of filling the memory', async () => {
  const cwd = makeDirectory();
  writeFileSync(join(cwd, 'plan.jsonl'), '{"_cmd":"large","bytes":200000}\n'.repeat(2_000));
  const { child } = startLedger(['exec', '--input-file', 'plan.jsonl'], { cwd });
  await once(child.stdout, 'readable');
  let last = -1;
  await until(() => {
    const now = processorTime(child.pid as number);
    const idle = now === last;
    last = now;
    return idle;
  });
  let bytes = 0;
  let most = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    most = Math.max(most, peakMemory(child.pid as number));
  });
  const [code] = await once(child, 'close');

  expect(code).toBe(0);
  expect(bytes).toBeGreaterThan(400_000_000);
  expect(most).toBeLessThan(300_000);
});

test('memory does not grow with the plan', async () => {
  const line = (at: number) => (at % 20_000 === 0 ? '{"_cmd":"process.memory"}' : '{"_cmd":"echo","text":"a text"}');
  const { answers } = await exec(Array.from({ length: 100_001 }, (_, at) => line(at)));
  const used = answers.filter(({ meta }) => meta._cmd === 'process.memory').map(({ data }) => Number(data?.rss));

  expect(used).toHaveLength(6);
  expect((used[5] ?? 0) - (used[1] ?? 0)).toBeLessThan(48 * 1024 * 1024);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends the line that runs with one CANCELED answer, and exits with %i', async (signal, exitCode) => {
  const cwd = makeDirectory();
  const { child } = startLedger(['exec', '--ignore-errors'], { cwd, environment: { AUDIT_FILE: 'audit.jsonl' } });
  child.stdin.write(
    toText([{ _cmd: 'account.create', name: 'A' }, { _cmd: 'wait' }, { _cmd: 'account.create', name: 'B' }]),
  );
  child.stderr.once('data', () => child.kill(signal));
  const { code, answers } = await readAll(child);

  expect({ code, codes: codes(answers) }).toEqual({ code: exitCode, codes: ['1 ok', '2 CANCELED'] });
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['A']);
  const audit = readFileSync(join(cwd, 'audit.jsonl'), 'utf8').trim().split('\n');
  expect(audit.map((line) => JSON.parse(line)).map((entry) => [entry.parsed_command, entry.success])).toEqual([
    ['account create', true],
    ['wait', false],
  ]);
});

test('a signal while it waits for the next line gives one last answer that is about no line', async () => {
  const { child } = startLedger(['exec']);
  child.stdin.write('{"_cmd":"process.id"}\n');
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const { code, answers } = await readAll(child);

  expect({ code, codes: codes(answers) }).toEqual({ code: 143, codes: ['1 ok', 'null CANCELED'] });
});

test('a signal is heard in the middle of lines that never wait', async () => {
  const cwd = makeDirectory();
  writeFileSync(join(cwd, 'plan.jsonl'), '{"_cmd":"echo","text":"a text"}\n'.repeat(1_000_000));
  const { child } = startLedger(['exec', '--input-file', 'plan.jsonl'], { cwd });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const { code, stdout } = await finish(child);

  const last = parseAnswers(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1))[0];
  expect({ code, error: last?.error?.code }).toEqual({ code: 143, error: 'CANCELED' });
  const lines = stdout.split('\n').length - 2;
  expect(lines + Number(last?.meta._remaining)).toBe(1_000_000);
});

test('in parallel, every line that runs gets its own CANCELED answer', async () => {
  const { child } = startLedger(['exec', '--parallel', '2']);
  child.stdin.write(
    toText([
      { _cmd: 'wait', mark: 'a' },
      { _cmd: 'wait', mark: 'b' },
      { _cmd: 'wait', mark: 'c' },
    ]),
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
    if (stderr.includes('begins b')) child.kill('SIGTERM');
  });
  const { code, answers } = await readAll(child);

  expect({ code, codes: codes(answers) }).toEqual({ code: 143, codes: ['1 CANCELED', '2 CANCELED'] });
});

test('a reader that leaves ends the plan, with 141 and nothing on stderr', async () => {
  const cwd = makeDirectory();
  writeFileSync(join(cwd, 'plan.jsonl'), '{"_cmd":"large","bytes":10000}\n'.repeat(100_000));
  const { child } = startLedger(['exec', '--input-file', 'plan.jsonl'], { cwd });
  child.stdout.once('data', () => child.stdout.destroy());
  const { code, stderr } = await finish(child);

  expect({ code, stderr, alive: isAlive(child.pid as number) }).toEqual({ code: 141, stderr: '', alive: false });
});

test('killed for good, it leaves no file behind', async () => {
  const before = leftOnDisk();
  const { child } = startLedger(['exec']);
  child.stdin.write('{"_cmd":"echo","text":"a text"}\n'.repeat(300_000));
  await once(child.stdout, 'readable');
  await until(() => child.stdin.writableLength === 0);
  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(leftOnDisk()).toEqual(before);
});

test('_remaining is told for a file, and left out for a pipe', async () => {
  const cwd = makeDirectory();
  const lines = [{ _cmd: 'process.id' }, { _cmd: 'fail' }, '', { _cmd: 'process.id' }, 'broken'];
  writeFileSync(join(cwd, 'plan.jsonl'), toText(lines));
  const file = startLedger(['exec', '--input-file', 'plan.jsonl'], { cwd });
  file.child.stdin.end();
  const ofFile = await readAll(file.child);
  const ofPipe = await exec(lines);

  expect(ofFile.answers.map(({ meta }) => meta._remaining)).toEqual([undefined, 2]);
  expect(ofPipe.answers.map(({ meta }) => meta._remaining)).toEqual([undefined, undefined]);
});

test('--resume-from begins with a physical line, and does not look at those before it', async () => {
  const { code, answers, cwd } = await exec(
    [{ _cmd: 'account.create', name: 'A' }, 'not even JSON', '', { _cmd: 'account.create', name: 'B' }],
    ['--resume-from', '4'],
  );

  expect({ code, codes: codes(answers) }).toEqual({ code: 0, codes: ['4 ok'] });
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['B']);
});

test.each([
  ['that is not there', 'nothing.jsonl'],
  ['that is a directory', '.'],
])('an --input-file %s is a wrong argument', async (_what, file) => {
  const { child } = startLedger(['exec', '--input-file', file]);
  child.stdin.end();
  const { code, answers } = await readAll(child);

  expect({ code, error: answers[0]?.error?.code, details: answers[0]?.error?.details }).toMatchObject({
    code: 2,
    error: 'VALIDATION_ERROR',
    details: [{ code: 'FILE_NOT_READABLE', field: '--input-file' }],
  });
});

test('a terminal as standard input is answered at once with 4, and what to do', async () => {
  const { code, stdout } = await onTerminal(['exec'], { cwd: makeDirectory() });

  expect(code).toBe(4);
  expect(stdout).toContain('STDIN_REQUIRED');
  expect(stdout).toContain('--input-file');
});

test('a person at a terminal gets a summary, and none with --quiet', async () => {
  const cwd = makeDirectory({ 'plan.jsonl': '{"_cmd":"version"}\n{"_cmd":"nothing"}\n{"_cmd":"version"}\n' });
  const told = await onTerminal(['exec', '--input-file', 'plan.jsonl'], { cwd });
  const quiet = await onTerminal(['exec', '--input-file', 'plan.jsonl', '--quiet'], { cwd });

  expect(told.stdout).toContain(
    'exec: 1 done; 1 failed, the first at line 2; 1 not run; continue there with --resume-from 2',
  );
  expect(quiet.stdout).not.toContain('exec: 1 done');
});

test('a secret is in no answer and not in the log, however it was given', async () => {
  const cwd = makeDirectory();
  const { answers } = await exec(
    [
      { _cmd: 'login', user: 'ann', pin: 'hunter2-1' },
      { _cmd: 'login', _opts: { pin: 'hunter2-2' } },
      { _cmd: 'login', _opts: { pni: 'hunter2-3' } },
      { _cmd: 'login', _opts: { pin: ['hunter2-4'] } },
      { _cmd: 'login', _opts: { pin: 'hunter2-5' }, pin: 'hunter2-6' },
      '{"_cmd":"login","pin":"hunter2-7"',
    ],
    ['--ignore-errors'],
    { cwd, environment: { AUDIT_FILE: 'audit.jsonl' } },
  );

  expect(answers).toHaveLength(6);
  expect(JSON.stringify(answers)).not.toContain('hunter2');
  expect(readFileSync(join(cwd, 'audit.jsonl'), 'utf8')).not.toContain('hunter2');
});

function parseWhole(stdout: string) {
  return parseAnswers(stdout.slice(0, stdout.lastIndexOf('\n') + 1));
}

function leftOnDisk(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('cmdgate-exec-'));
}

/** In ticks of the clock. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** In KiB; 0 when it is gone. */
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
