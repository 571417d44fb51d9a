import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, lstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCallFilter } from '../../system-calls/call-filter.js';
import { refusedWithoutSockets } from '../../system-calls/refused-calls.js';
import { type PlaceCheck, type StartTask, startText } from './start-text.js';
import { findStarter, perlStarterFor, type Starter } from './starter.js';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-starter-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const starters: readonly (readonly [string, () => Starter | undefined])[] = [
  ...(process.arch === 'x64' ? [['compiled', () => findStarter(temporary())] as const] : []),
  ['in Perl', () => perlStarterFor(process.arch)],
];

/** Without a sandbox: what it is told and tells is the same. */
async function start(starter: Starter, task: Partial<StartTask> & Pick<StartTask, 'program'>) {
  const file = join(temporary(), 'control');
  writeFileSync(file, startText({ name: 'name', args: [], checks: [], filter: undefined, ...task }));
  const control = openSync(file, 'r+');
  const [first, ...rest] = starter.words;
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'ignore', 'ignore', control];
  const child = spawn(starter.file ?? first, rest, { stdio });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  const said = Buffer.alloc(8);
  readSync(control, said, 0, 8, 0);
  closeSync(control);
  return { code, printed, told: [said.readUInt32LE(0), said.readUInt32LE(4)] };
}

const sh = (script: string) => ({ program: '/bin/sh', args: ['-c', script] });

describe.each(starters)('the starter %s', (_, find) => {
  const starter = () => find() as Starter;

  test('gives the program its name and all of its arguments', async () => {
    const args = Array.from({ length: 20_000 }, (_, index) => String(index));
    const { printed } = await start(starter(), {
      ...{ program: '/usr/bin/perl', name: 'some name' },
      args: [
        '-e',
        'local $/; open F, "<", "/proc/self/cmdline"; print scalar(@ARGV), " $ARGV[-1] ", (split /\\0/, <F>)[0]',
        ...args,
      ],
    });
    expect(printed).toBe('20000 19999 some name');
  });

  test.each([0, 1, 127, 129, 130, 137, 143, 152, 153, 159, 255])('tells the exit code %i', async (code) => {
    expect(await start(starter(), sh(`exit ${code}`))).toMatchObject({ code, told: [1, code << 8] });
  });

  test.each(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGHUP'] as const)('tells %s', async (signal) => {
    const number = constants.signals[signal];
    const { code, told } = await start(starter(), sh(`ulimit -c 0; kill -${number} $$`));
    expect([code, told[0], (told[1] as number) & 0x7f]).toEqual([128 + number, 1, number]);
  });

  test('leaves the program nothing but the usual descriptors, and its signals', async () => {
    const look = sh('ls /proc/self/fd | tr "\\n" " "; grep SigBlk /proc/self/status');
    expect((await start(starter(), look)).printed).toBe('0 1 2 3 SigBlk:\t0000000000000000\n');
  });

  test('says why a program cannot be started', async () => {
    expect((await start(starter(), { program: '/nowhere' })).told).toEqual([2, constants.errno.ENOENT]);
    expect((await start(starter(), { program: '/' })).told).toEqual([2, constants.errno.EACCES]);
    const long = { program: '/bin/true', args: ['x'.repeat(200_000)] };
    expect((await start(starter(), long)).told).toEqual([2, constants.errno.E2BIG]);
  });

  test('starts nothing where a path is not what it should be', async () => {
    const { dev: device, ino: inode } = lstatSync('/usr', { bigint: true });
    const usr: PlaceCheck = { path: '/usr', device, inode, differs: false };
    const check = async (...checks: PlaceCheck[]) => (await start(starter(), { ...sh('exit 7'), checks })).told;
    expect(await check(usr, { ...usr, path: '/etc', differs: true })).toEqual([1, 7 << 8]);
    expect(await check(usr, { ...usr, inode: inode + 1n })).toEqual([3, 1]);
    expect(await check({ ...usr, differs: true })).toEqual([3, 0]);
    expect(await check(usr, usr, { ...usr, path: '/nowhere' })).toEqual([3, 2]);
  });
});

test('a filter closes Unix sockets', async () => {
  const filter = makeCallFilter(process.arch, refusedWithoutSockets);
  const tries = 'use Socket; print socket(S, PF_UNIX, SOCK_STREAM, 0) ? "open" : "closed"';
  for (const [, find] of starters) {
    // Without new privileges, as in the sandbox; Perl is found on every system that the tests run on.
    const { told } = await start(find() as Starter, { program: '/usr/bin/perl', args: ['-e', tries], filter });
    expect(told[0]).toBe(process.getuid?.() === 0 ? 1 : 4);
  }
});
