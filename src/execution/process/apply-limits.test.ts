import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { applyLimits, type ProgramLimits } from './apply-limits.js';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-limits-')));
const links = join(home, 'links');

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(links, { recursive: true, mode: 0o700 });
  chmodSync(home, 0o755);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function planFor(path: string, args: readonly string[], name = path): ProgramPlan {
  return {
    program: realpathSync(path),
    name,
    args,
    directory: home,
    environment: {},
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [],
    timeoutMs: undefined,
  };
}

function limited(plan: ProgramPlan, limits: ProgramLimits): ProgramPlan {
  const result = applyLimits(plan, limits, links);
  if (!result.ok) throw new Error(result.problem.message);
  return result.plan;
}

function run(plan: ProgramPlan, user: { uid?: number; gid?: number } = {}) {
  const { status, signal, stdout, stderr } = spawnSync(plan.program, plan.args, {
    argv0: plan.name,
    cwd: plan.directory,
    env: plan.environment,
    encoding: 'utf8',
    timeout: 100_000,
    // None that a limit sends.
    killSignal: 'SIGABRT',
    ...user,
  });
  return { status, signal, stdout, stderr };
}

const shell = (script: string, ...args: string[]) => planFor('/bin/sh', ['-c', script, 'sh', ...args]);

test('a plan without limits is the plan itself', () => {
  const plan = shell('true');
  expect(applyLimits(plan, {}, links)).toEqual({ ok: true, plan });
  expect(applyLimits(plan, {}, links, [])).toEqual({ ok: true, plan });
  expect(limited(plan, {})).toBe(plan);
});

test('a plan with limits starts prlimit, which becomes the program', () => {
  const plan = planFor('/bin/true', ['--', '-x']);
  const limits = { cpuSeconds: 5, memoryBytes: 1_000_000_000, processes: 50, fileBytes: 4_096, openFiles: 64 };
  expect(limited(plan, limits)).toEqual({
    ...plan,
    program: '/usr/bin/prlimit',
    name: 'prlimit',
    args: [
      '--cpu=5:6',
      '--as=1000000000',
      '--nproc=50',
      '--fsize=4096',
      '--nofile=64',
      '--core=0',
      '--',
      '/bin/true',
      '--',
      '-x',
    ],
  });
});

test('arguments, environment, directory and exit code reach the program and come back unchanged', () => {
  const plan = {
    ...shell('printf "%s|" "$@" "$PWD" "$LIMITED"; exit 7', '--cpu=1', '', '-- x', 'grün'),
    environment: { LIMITED: 'yes' },
  };
  expect(run(limited(plan, { openFiles: 64 }))).toEqual({
    status: 7,
    signal: null,
    stdout: `--cpu=1||-- x|grün|${home}|yes|`,
    stderr: '',
  });
});

test('without prlimit nothing runs', () => {
  const result = applyLimits(shell('true'), { cpuSeconds: 1 }, links, [join(home, 'nowhere'), '/usr']);
  expect(result).toEqual({
    ok: false,
    problem: {
      code: 'UNAVAILABLE',
      message: "The program's limits cannot be set: prlimit is not installed.",
      hint: 'Install it (package util-linux, on Alpine util-linux-misc), or remove the limits from the configuration',
    },
  });
});

describe('a limit holds', { timeout: 120_000 }, () => {
  test('of the time on the processor', () => {
    const { signal } = run(limited(shell('while :; do :; done'), { cpuSeconds: 1 }));
    expect(signal).toBe('SIGXCPU');
  });

  test('of the time on the processor, also for a program that does not listen', () => {
    const script = 'trap "echo warned" XCPU; while :; do :; done';
    const { signal, stdout } = run(limited(shell(script), { cpuSeconds: 1 }));
    expect({ signal, stdout }).toEqual({ signal: 'SIGKILL', stdout: 'warned\n' });
  });

  test('of memory', () => {
    const hungry = planFor('/usr/bin/perl', ['-e', '$x = "x" x 300_000_000; print length $x']);
    expect(run(limited(hungry, { openFiles: 64 })).stdout).toBe('300000000');
    expect(run(limited(hungry, { memoryBytes: 200_000_000 }))).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('Out of memory'),
    });
  });

  test('of processes, for an ordinary user', () => {
    const user = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};
    const forks = shell('(echo child); echo parent');
    expect(run(limited(forks, { processes: 100_000 }), user).stdout).toBe('child\nparent\n');
    const { status, stdout, stderr } = run(limited(forks, { processes: 1 }), user);
    expect({ failed: status !== 0, stdout, stderr }).toEqual({
      failed: true,
      stdout: '',
      stderr: expect.stringMatching(/fork/i),
    });
  });

  test('of the size of a file', () => {
    const writes = planFor('/bin/dd', ['if=/dev/zero', `of=${join(home, 'large')}`, 'bs=1024', 'count=100']);
    expect(run(limited(writes, { fileBytes: 10_240 })).signal).toBe('SIGXFSZ');
    expect(statSync(join(home, 'large')).size).toBe(10_240);
  });

  test('of open files', () => {
    const script = 'for (0 .. 99) { open $files[$_], "<", "/dev/null" or print($_) && last }';
    const opens = planFor('/usr/bin/perl', ['-e', script]);
    const [few, more] = [20, 30].map((openFiles) => Number(run(limited(opens, { openFiles })).stdout));
    expect(Number(more) - Number(few)).toBe(10);
  });

  test('of core files, which are never written', () => {
    expect(run(limited(shell('ulimit -c'), { openFiles: 64 })).stdout).toBe('0\n');
  });

  test('and is never above that of the gate', () => {
    const { stdout } = run(limited(shell('ulimit -H -n'), { openFiles: 1_000_000_000 }));
    expect(stdout).toBe(spawnSync('/bin/sh', ['-c', 'ulimit -H -n'], { encoding: 'utf8' }).stdout);
  });

  test.each([Number.NaN, -1, 0, 0.5, 2 ** 60, Number.POSITIVE_INFINITY])('or it is refused, as %s is', (value) => {
    expect(applyLimits(shell('true'), { openFiles: 64, fileBytes: value }, links)).toEqual({
      ok: false,
      problem: {
        code: 'UNAVAILABLE',
        message: "The program's limits cannot be set: fileBytes is not a whole number above 0.",
        hint: 'Fix the limits in the configuration',
      },
    });
  });
});

describe('the name of a limited program', () => {
  const showsItsName = ['-e', 'open my $f, "<", "/proc/self/cmdline"; print split(/\\0.*/s, <$f>)'];
  const nameSeen = (plan: ProgramPlan) => run(plan).stdout;

  test('ends like that of the plan, by a link that only the gate can change', () => {
    const plan = planFor('/usr/bin/perl', showsItsName, 'multi');
    const first = nameSeen(limited(plan, { openFiles: 64 }));
    const folder = String(readdirSync(links)[0]);
    expect(first).toBe(join(links, folder, 'multi'));
    expect(statSync(join(links, folder)).mode & 0o777).toBe(0o700);
    expect(nameSeen(limited(plan, { openFiles: 64 }))).toBe(first);
    expect(readdirSync(links)).toEqual([folder]);
  });

  test('is the real path where that ends the same, and no link is made', () => {
    expect(nameSeen(limited(planFor('/usr/bin/perl', showsItsName, 'perl'), { openFiles: 64 }))).toBe('/usr/bin/perl');
    expect(readdirSync(links)).toEqual([]);
  });

  test("is that of the system's own link beside it, as /usr/bin/sh", () => {
    const plan = planFor(realpathSync('/usr/bin/sh'), ['-c', 'echo "$0"'], 'sh');
    expect(run(limited(plan, { openFiles: 64 })).stdout).toBe('/usr/bin/sh\n');
    expect(readdirSync(links)).toEqual([]);
  });

  test('is the absolute path that was written, as long as it leads to the program', () => {
    const written = join(home, 'my-perl');
    symlinkSync('/usr/bin/perl', written);
    const plan = planFor(written, showsItsName);
    expect(nameSeen(limited(plan, { openFiles: 64 }))).toBe(written);
    rmSync(written);
    symlinkSync('/bin/echo', written);
    expect(nameSeen(limited(plan, { openFiles: 64 }))).toMatch(/\/links\/[0-9a-f]{32}\/my-perl$/);
  });

  test('is the real path of a script, which looks for its other files beside it', () => {
    const script = join(home, 'script.sh');
    writeFileSync(script, '#!/bin/sh\necho "$0"\n', { mode: 0o755 });
    expect(run(limited(planFor(script, [], 'tool'), { openFiles: 64 })).stdout).toBe(`${script}\n`);
  });

  test('of two programs that share it leads to each of them', () => {
    const copies = ['one', 'two'].map((folder) => {
      mkdirSync(join(home, folder));
      copyFileSync('/bin/cat', join(home, folder, `real-${folder}`));
      return limited(planFor(join(home, folder, `real-${folder}`), [], 'tool'), { openFiles: 64 }).args[3];
    });
    expect(copies.map((path) => realpathSync(String(path)))).toEqual([
      join(home, 'one/real-one'),
      join(home, 'two/real-two'),
    ]);
  });

  test('that cannot be kept is an error, and nothing runs', () => {
    rmSync(links, { recursive: true });
    writeFileSync(links, '');
    expect(applyLimits(planFor('/usr/bin/perl', [], 'multi'), { openFiles: 64 }, links)).toEqual({
      ok: false,
      problem: {
        code: 'UNAVAILABLE',
        message: "The program's limits cannot be set: no link for its name can be created.",
        hint: 'Check that the directory for temporary files is writable',
      },
    });
  });
});
