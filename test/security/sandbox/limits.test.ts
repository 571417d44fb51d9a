// Programs that take all they can get: processes, memory, disks. Each would stop by itself before it could harm this
// machine, should the gate let it.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import type { Outcome } from '../../../src/vocabulary/outcome.js';
import { handle, openWorkspace, writeFiles } from '../../programs/workspace.js';

const perl = handle('perl', '/usr/bin/perl', ['-e', '{{script}}'], {
  parameters: { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] },
});

const megabyte = 1024 * 1024;

/** Every process inside ends after so many seconds, whatever else happens. */
const deadline = 'alarm 20; ';

/** Whether a process that has this in its arguments lives on this machine. */
function lives(mark: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

/** What the bomb came to, and whether another program was served while it went off. */
async function explode(limits: object, bomb: string) {
  const mark = `bomb-${process.pid}-${Math.random()}`;
  const { gate } = await openWorkspace([perl], { sandbox: 'required', limits: { timeoutMs: 60_000, sandbox: limits } });
  const exploding = gate.run(['perl', '--script', `$mark = "${mark}"; ${deadline}${bomb}`]);
  const other = await gate.run(['perl', '--script', 'select undef, undef, undef, 0.4; print "served"']);
  const outcome = await exploding;
  expect(other).toMatchObject({ status: 'completed', data: { stdout: 'served' } });
  expect(lives(mark)).toBe(false);
  return outcome;
}

function ended(why: RegExp, key: string): object {
  return {
    status: 'failed',
    error: {
      code: 'EXECUTION_ERROR',
      message: expect.stringMatching(why),
      hint: expect.stringContaining(`limits.sandbox.${key}`),
      result: { exit_code: null, signal: 'SIGKILL' },
    },
  };
}

describe('a program is ended with all that it started', { timeout: 120_000 }, () => {
  const tooMany = ended(/had more than 150 processes and threads/, 'processes');

  test('when it forks without end, also away from its group and session', async () => {
    const bomb = 'use POSIX; for (1 .. 9) { fork; setsid() if rand > 0.5 } sleep 20';
    expect(await explode({ processes: 150 }, bomb)).toMatchObject(tooMany);
  });

  test('when it makes threads without end', async () => {
    const bomb = 'use threads; threads->create(sub { sleep 20 }) for 1 .. 300; sleep 20';
    expect(await explode({ processes: 150 }, bomb)).toMatchObject(tooMany);
  });

  test('when it takes memory without end, also where several processes share the work', async () => {
    const bomb = 'fork; fork; for (1 .. 10) { push @all, "x" x 10_000_000; select undef, undef, undef, 0.03 } sleep 20';
    expect(await explode({ memoryBytes: 150 * megabyte }, bomb)).toMatchObject(
      // The other program runs in the same session, and both together may be noticed first.
      ended(/used more than 157,286,400 bytes of memory/, 'memoryBytes'),
    );
  });
});

test('what a program made that others obey does not stay where a limit ended it', { timeout: 60_000 }, async () => {
  const { gate, directory } = await openWorkspace([perl], {
    sandbox: 'required',
    limits: { timeoutMs: 60_000, sandbox: { processes: 50 } },
  });
  const makes = `for (".envrc", "Makefile") { open my $file, ">", $_; print $file "evil" }`;

  const outcome = await gate.run(['perl', '--script', `${deadline}${makes} for (1 .. 9) { fork } sleep 20`]);

  expect(outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('50 processes') } });
  expect(readdirSync(directory)).not.toContain('.envrc');
});

test('files in memory count as memory, also those with nothing in them', { timeout: 60_000 }, async () => {
  const bomb = 'for (1 .. 100_000) { open F, ">", "/tmp/$_" } sleep 20';
  expect(await explode({ memoryBytes: 60 * megabyte }, bomb)).toMatchObject(
    ended(/used more than 62,914,560 bytes of memory/, 'memoryBytes'),
  );
});

test('memory that processes share counts once', async () => {
  const { gate } = await openWorkspace([perl], {
    sandbox: 'required',
    limits: { sandbox: { memoryBytes: 150 * megabyte } },
  });
  const shares = `${deadline}$all = "x" x 50_000_000; fork; fork; sleep 1; print length $all`;
  expect(await gate.run(['perl', '--script', shares])).toMatchObject({ status: 'completed' });
});

describe('a disk is not filled', { timeout: 60_000 }, () => {
  const fills = (file: string, most: number) =>
    `${deadline}open F, ">", "${file}"; for (1 .. ${most}) { syswrite F, "x" x 1048576 or print("full"), exit } sleep 20`;

  test('where others write too', async () => {
    // Memory, and as much a disk as any other: nobody else fills it meanwhile.
    const directory = realpathSync(mkdtempSync('/dev/shm/cmdgate-disk-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    writeFiles(directory, { 'handles.json': [perl] });
    const { bavail, bsize } = statfsSync(directory);
    const gate = await createGate({
      config: {
        ...{ handles: ['handles.json'], audit: false, sandbox: 'required' },
        limits: { timeoutMs: 60_000, sandbox: { freeDiskBytes: bavail * bsize - 100 * megabyte } },
      },
      directory,
      environment: {},
    });
    onTestFinished(() => gate.close());
    expect(await gate.run(['perl', '--script', fills('file', 200)])).toMatchObject(
      ended(/a disk that it writes to is almost full/, 'freeDiskBytes'),
    );
  });

  test('where only the program writes: it is full for this program, and empty for the next', async () => {
    const { gate } = await openWorkspace([perl], { sandbox: 'required', limits: { timeoutMs: 60_000 } });
    const printed = (outcome: Outcome) => outcome.status === 'completed' && (outcome.data as { stdout: string }).stdout;
    for (const place of ['/tmp', '/dev/shm']) {
      expect(printed(await gate.run(['perl', '--script', fills(join(place, 'file'), 600)]))).toBe('full');
    }
    expect(printed(await gate.run(['perl', '--script', 'print glob("/tmp/file /dev/shm/f*")']))).toBe('/tmp/file');
  });
});

describe('the limits hold for all programs of a session at once', { timeout: 120_000 }, () => {
  test('each of which is within them', async () => {
    const { gate } = await openWorkspace([perl], {
      ...{ sandbox: 'required', limits: { timeoutMs: 60_000, sandbox: { processes: 40 } } },
    });
    const forks = `${deadline}for (1 .. 24) { fork or sleep(20), exit } sleep 20`;
    const controller = new AbortController();
    const run = () => gate.run(['perl', '--script', forks], { signal: controller.signal });
    const [one, other] = [run(), run()];
    const first = await Promise.race([one, other]);
    expect(first).toMatchObject(ended(/the programs of this session together had more than 40/, 'processes'));
    controller.abort();
    await Promise.all([one, other]);
  });
});
