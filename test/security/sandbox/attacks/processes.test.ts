// Programs that go for other processes: those outside, and those that are to end them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openArena, printedBy, startBystander } from './arena.js';

test('signals to everybody reach nobody outside', { timeout: 60_000 }, async () => {
  const { printed } = await openArena();
  const bystander = await startBystander('');
  await printed(
    'perl',
    `$SIG{$_} = "IGNORE" for qw(TERM HUP INT USR1);
    for my $signal (qw(TERM HUP INT KILL)) {
      kill $signal, $_ for ${process.pid}, ${process.ppid}, ${bystander.pid}, getppid, 3 .. 5_000;
      kill $signal, -$_ for ${process.pid}, ${bystander.pid}, 3 .. 5_000;
      kill $signal, -1;
    }
    kill "KILL", 0;`,
  );
  expect(bystander.isAlive()).toBe(true);
  expect(await printed('sh', 'echo served')).toBe('served\n');
});

/** By which programs find what keeps the user's keys and runs for him. */
const ofUser = ['SSH_AUTH_SOCK', 'GPG_AGENT_INFO', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY'];

test('a walk through /proc finds nobody outside, and nothing of the gate', { timeout: 60_000 }, async () => {
  for (const name of ofUser) vi.stubEnv(name, 'hush');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { printed } = await openArena();
  await startBystander('hush');
  const result = await printed(
    'sh',
    `cat /proc/[0-9]*/environ /proc/[0-9]*/task/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -cE '^(BYSTANDER|${ofUser.join('|')})='
    up=.; up=$up.
    for at in /proc/[0-9]* /proc/self/task/*; do
      for link in $at/root $at/cwd $at/fd/*; do ls -d $link/home $link/root $link/var $link/$up/$up/root 2>/dev/null; done
    done
    ls -l /proc/self/fd | grep -vE '(null|socket:.*|pipe:.*|fd)$' | grep -v total
    env | cut -d= -f1 | grep -vE '^(PWD|SHLVL|_|OLDPWD)$'
    echo done`,
  );
  expect(result).toBe('0\ndone\n');
});

describe('nothing is left of a program', () => {
  const ticks = (file: string) =>
    `if (!fork) { setsid(); close $_ for *STDIN, *STDOUT, *STDERR; exit if fork;
       for (1 .. 300) { open F, ">", "${file}"; print F $_; close F; select undef, undef, undef, 0.02 } exit }
     select undef, undef, undef, 0.02 until -s "${file}";`;

  async function expectStopped(file: string): Promise<void> {
    const last = readFileSync(file, 'utf8');
    await delay(300);
    expect(readFileSync(file, 'utf8')).toBe(last);
  }

  test('when it has ended, also of what left its session and its parents', async () => {
    const { directory, printed } = await openArena();
    expect(await printed('perl', `use POSIX; ${ticks('tick')} print "ended"`)).toBe('ended');
    await expectStopped(join(directory, 'tick'));
  });

  test.skipIf(process.arch !== 'x64')('also when it debugs the process that is to end it', async () => {
    const { directory, printed } = await openArena();
    // Makes the first process of the sandbox forget that it ends with bubblewrap: prctl(PR_SET_PDEATHSIG, 0).
    const result = await printed(
      'perl',
      String.raw`use POSIX; ${ticks('tick')}
      sub debug { my $what = shift; syscall(101, $what, 1, 0, $_[0]) }
      sub registers { my $all = "\0" x 216; debug(12, $all); unpack "Q27", $all }
      sub set { my $all = pack "Q27", @_; debug(13, $all) }
      my $none = unpack "Q", pack "q", -1;
      print("refused"), exit if debug(16, 0) != 0; waitpid 1, 0x40000000;
      my @before = registers(); my @call = @before;
      @call[10, 13, 14, 15] = (157, 0, 1, $none); $call[16] -= 2; set(@call);
      for (1 .. 20) { debug(9, 0); waitpid 1, 0x40000000; last if (registers())[16] == $before[16] }
      print "forgot" if (registers())[10] == 0;
      $before[10] = $before[15]; $before[15] = $none; $before[16] -= 2; set(@before);
      debug(17, 0); kill "CONT", 1; select undef, undef, undef, 0.2;`,
    );
    expect(['forgot', 'refused']).toContain(result);
    await expectStopped(join(directory, 'tick'));
  });

  test('when its time is up, whatever it does with its output', { timeout: 60_000 }, async () => {
    const { directory, gate, run } = await openArena({
      limits: { timeoutMs: 1_500, graceMs: 50, outputBytes: 65_536 },
    });
    const deaf = '$SIG{$_} = "IGNORE" for keys %SIG;';
    const outcomes = await Promise.all([
      run('perl', `${deaf} 1 while syswrite STDOUT, "x" x 65536`),
      run('perl', `use POSIX; ${deaf} close $_ for *STDIN, *STDOUT, *STDERR; POSIX::close($_) for 0 .. 255; 1 while 1`),
      run('perl', `use POSIX; ${deaf} ${ticks('stopped')} kill "STOP", $$, 1, -1; sleep 60`),
    ]);
    expect(outcomes.map((one) => one.status === 'failed' && [one.error.code, one.error.result?.signal])).toEqual(
      Array(3).fill(['TIMEOUT', 'SIGKILL']),
    );
    await expectStopped(join(directory, 'stopped'));
    expect(printedBy(await gate.run(['sh', '--script', 'echo served']))).toBe('served\n');
  });
});

test('the longest arguments are told to be too long, and nothing runs', async () => {
  const { directory, run, printed } = await openArena({ limits: { characters: 400_000, argumentCharacters: 300_000 } });
  expect(await printed('sh', `echo short; : ${'x'.repeat(100_000)}`)).toBe('short\n');
  expect(await run('sh', `touch ran; : ${'x'.repeat(200_000)}`)).toMatchObject({
    status: 'failed',
    error: {
      code: 'VALIDATION_ERROR',
      details: [{ message: expect.stringContaining('the system allows at most 131071') }],
    },
  });
  expect(existsSync(join(directory, 'ran'))).toBe(false);
});
