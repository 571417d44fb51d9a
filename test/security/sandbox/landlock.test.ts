// What Landlock keeps programs from where there is no bubblewrap, tried with real ones. The canaries are those of the
// other sandbox; the workspace can be read, and one directory in it can be written to.

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tryLandlock } from '../../../src/execution/sandbox/landlock/find-landlock.js';
import { Landlock } from '../../../src/execution/sandbox/landlock/landlock.js';
import { landlockRules } from '../../../src/execution/sandbox/landlock/landlock-rules.js';
import { Sandbox } from '../../../src/execution/sandbox/sandbox.js';
import { trySandbox } from '../../../src/gate/doctor/try-sandbox.js';
import { handle, openWorkspace, temporaryDirectory, writeFiles } from '../../programs/workspace.js';
import { printedBy } from './printed-by.js';

vi.mock('../../../src/execution/sandbox/bubblewrap/find-bubblewrap.js', async (original) => {
  const actual = await original<typeof import('../../../src/execution/sandbox/bubblewrap/find-bubblewrap.js')>();
  return { ...actual, findBubblewrap: () => actual.tryBubblewrap(['/nowhere/bwrap']) };
});

const found = tryLandlock();
const why = found.ok ? 'Landlock holds' : `not tried, because: ${found.reason}`;

const text = { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] };
const handles = [
  handle('sh', '/bin/sh', ['-c', '{{script}}'], { parameters: text }),
  handle('perl', '/usr/bin/perl', ['-e', '{{script}}'], { parameters: text }),
];

const readOnly = { mode: 'required', workspace: 'read-only', writable: ['out'] };

async function openSandbox(sandbox: object = {}, configuration: object = {}) {
  const workspace = await openWorkspace(handles, { sandbox: { ...readOnly, ...sandbox }, ...configuration });
  mkdirSync(join(workspace.directory, 'out'));
  const run = async (program: 'sh' | 'perl', script: string) =>
    await workspace.gate.run([program, '--script', script.trim().replaceAll(/\n\s*/g, program === 'sh' ? '; ' : ' ')]);
  const sh = (script: string) => run('sh', script);
  return {
    ...workspace,
    sh,
    printed: async (script: string) => printedBy(await sh(script)),
    perl: async (script: string) => printedBy(await run('perl', script)),
  };
}

function canary(): string {
  const file = join(temporaryDirectory(), 'canary');
  writeFileSync(file, 'alive', { mode: 0o640 });
  return file;
}

async function listening(server: Server, ...where: [number, string] | [string]): Promise<void> {
  await new Promise<void>((resolve) => (server.listen as (...args: unknown[]) => void)(...where, resolve));
  onTestFinished(() => void server.close());
}

/** Whether a process is gone, or only waits to be asked for. */
function isDead(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return true;
  }
}

async function dies(pid: number): Promise<boolean> {
  for (let left = 400; left > 0 && !isDead(pid); left--) await delay(25);
  return isDead(pid);
}

describe.skipIf(!found.ok)(`what is outside: ${why}`, () => {
  test('is neither read nor listed nor run nor changed, not by a link either', async () => {
    const file = canary();
    const { printed, directory } = await openSandbox();
    symlinkSync(file, join(directory, 'link'));
    const before = statSync(file);
    const said = await printed(`
      cat ${file} link; ls ${join(file, '..')} / /root /tmp; cat /etc/shadow /etc/passwd /proc/1/cmdline
      cat /proc/${process.pid}/environ /proc/${process.pid}/cmdline; ls /proc; cat /proc/$$/net/* /proc/$$/mounts
      echo dead > ${file}; echo dead > link; echo dead >> ${file}; rm -f ${file}; mv ${file} out/; ln ${file} out/hard
      ln -s ${file} out/soft; echo dead > out/soft; cat out/soft; cp out/soft ${file}.new; mkdir ${file}.d
      chmod 777 ${file} .; chown 12:34 ${file}; touch -d 2001-01-01 ${file} handles.json; truncate -s 0 ${file}
      setfattr -n user.x -v y ${file}; /bin/sh ${file}; ${file}; mv out ../stolen; mknod out/disk b 8 0`);
    expect(said).not.toMatch(/alive|root:|node|RefCount| rw,|^(?:bin|usr|lib)$/m);
    expect(readFileSync(file, 'utf8')).toBe('alive');
    expect(readdirSync(join(file, '..'))).toEqual(['canary']);
    const { mode, uid, gid, mtimeMs, nlink } = statSync(file);
    expect({ mode, uid, gid, mtimeMs, nlink }).toEqual({
      ...{ mode: before.mode, uid: before.uid, gid: before.gid, mtimeMs: before.mtimeMs, nlink: 1 },
    });
    expect(readdirSync(directory).sort()).toEqual(['handles.json', 'link', 'out']);
    expect(readdirSync(join(directory, 'out'))).toEqual(['soft']);
  });

  test('is the workspace, too, beside what the owner names, and the files of the gate are not even read', async () => {
    const { printed, directory } = await openSandbox();
    writeFiles(directory, { '.git/config': '[core]\n', '.git/hooks/x.sample': '', '.cmdgate/ledger': 'secret' });
    writeFiles(directory, { 'src/a': 'content\n' });
    const said = await printed(`
      cat src/a .cmdgate/ledger; echo x >> .git/config; echo x > .git/hooks/pre-commit
      rm -f handles.json; mv .git .away; echo x > new; echo x >> src/a; ln .git/config out/config; mv src/a out/
      mv out/kept .git/hooks/pre-commit; mkdir out/deep; echo 1 > out/deep/kept; mv out/deep/kept out/kept; cat out/kept`);
    expect(said).toMatch(/^content\n1\n/);
    expect(said).not.toContain('secret');
    expect(readdirSync(directory).sort()).toEqual(['.cmdgate', '.git', 'handles.json', 'out', 'src']);
    expect(readdirSync(join(directory, '.git/hooks'))).toEqual(['x.sample']);
    expect(readFileSync(join(directory, '.git/config'), 'utf8')).toBe('[core]\n');
    expect(readFileSync(join(directory, 'src/a'), 'utf8')).toBe('content\n');
    expect(readdirSync(join(directory, 'out')).sort()).toEqual(['deep', 'kept']);
  });

  test('cannot be signalled, slowed, limited or traced', async () => {
    const { perl } = await openSandbox();
    const limits = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files.*/m)?.[0];
    expect(
      await perl(`
        my $limit = pack('QQ', 0, 0);
        print join ' ', kill(9, ${process.pid}, getppid, -1 * getppgid()),
          setpriority(0, ${process.pid}, 19) ? 'slowed' : 'not',
          syscall(302, ${process.pid}, 7, $limit, 0), $! + 0,
          syscall(101, 16, ${process.pid}, 0, 0), $! + 0;
        sub getppgid { getpgrp(getppid) }`),
    ).toBe('0 not -1 1 -1 1');
    expect(readFileSync('/proc/self/limits', 'utf8').match(/^Max open files.*/m)?.[0]).toBe(limits);
  });

  test('has no network and no sockets of others, unless the owner lets it, and then only the network', async () => {
    const answer = () => createServer((socket) => socket.on('error', () => undefined).end());
    const [network, local] = [answer(), answer()];
    const path = join(temporaryDirectory(), 'socket');
    await listening(network, 0, '127.0.0.1');
    await listening(local, path);
    const { port } = network.address() as { port: number };
    const attempts = `
      use Socket;
      sub reach { my ($family, $type, $to) = @_; my $s;
        socket($s, $family, $type, 0) && connect($s, $to) ? 'in' : 'out' }
      print join ' ', reach(PF_INET, SOCK_STREAM, pack_sockaddr_in(${port}, INADDR_LOOPBACK)),
        reach(PF_INET, SOCK_DGRAM, pack_sockaddr_in(${port}, INADDR_LOOPBACK)),
        reach(PF_UNIX, SOCK_STREAM, pack_sockaddr_un('${path}')), reach(PF_UNIX, SOCK_DGRAM, pack_sockaddr_un('${path}')),
        socketpair(my $a, my $b, PF_UNIX, SOCK_DGRAM, 0) ? 'pair' : 'none',
        socketpair($a, $b, PF_UNIX, SOCK_STREAM, 0) ? 'pair' : 'none'`;
    expect(await (await openSandbox({ mode: 'off' })).perl(attempts)).toBe('in in in out pair pair');
    expect(await (await openSandbox()).perl(attempts)).toBe('out out out out none pair');
    expect(await (await openSandbox({ network: true })).perl(attempts)).toBe('in in out out none pair');
  });

  test('is not reached with rights of root, in another namespace or by calls that few know', async () => {
    const { perl } = await openSandbox();
    const calls = { io_uring_setup: 425, clone3: 435, fchmodat2: 452, setxattrat: 463, file_setattr: 469 };
    const others = { keyctl: 250, shmget: 29, inotify_add_watch: 254, bpf: 321, open_by_handle_at: 304 };
    const wide = 0x4000_0000 + 90;
    expect(
      await perl(`
        my ($head, $data, $letter) = (pack('Ll', 0x20080522, 0), chr(255) x 24, 'x');
        syscall(125, $head, $data);
        print unpack('H*', $data), ' ', join ' ', map { syscall($_, 0, 0, 0, 0, 0, 0) . ':' . ($! + 0) }
          ${[...Object.values(calls), wide, ...Object.values(others)].join(', ')};
        print ' ', syscall(272, 0x10000000), ' ', syscall(16, 0, 0x5412, $letter), ':', $! + 0`),
    ).toBe(`${'0'.repeat(48)} ${Array(6).fill('-1:38').join(' ')} ${Array(5).fill('-1:1').join(' ')} -1 -1:25`);
  });
});

describe.skipIf(!found.ok)(`what a program has: ${why}`, () => {
  test('is its name, three streams, and a directory that goes with it', async () => {
    const { printed, perl } = await openSandbox({}, { limits: { program: { openFiles: 64 } } });
    const [name, limit, file = ''] = (await printed('echo $0; ulimit -n; mktemp')).split('\n');
    expect([name, limit]).toEqual(['/bin/sh', '64']);
    expect(await perl(`print map { readlink("/proc/$$/fd/$_") // '' } 3 .. 1023`)).toMatch(/^(?:\/dev\/null)*$/);
    expect(await perl(`open my $f, '<', '/proc/self/stat'; print <$f> =~ /^$$ /`)).toBe('1');
    expect(file.startsWith(realpathSync(tmpdir()))).toBe(true);
    for (let left = 200; left > 0 && existsSync(file); left--) await delay(25);
    expect(existsSync(file)).toBe(false);
  });

  test('is told with the answer, and no more than what held', async () => {
    const { sh } = await openSandbox();
    expect((await sh('true')).run.about).toEqual({ scope: 'enforced' });
    const writable = await openSandbox({ workspace: 'writable' });
    expect(await writable.sh('true')).toMatchObject({
      error: {
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/bubblewrap is not installed\. Landlock is available, but only for programs/),
        hint: expect.stringContaining('bubblewrap'),
      },
    });
    const auto = await openSandbox({ mode: 'auto', workspace: 'writable' });
    expect((await auto.sh('true')).run.about).toEqual({ scope: 'checked' });
  });

  test('is what doctor finds when it tries to get out', async () => {
    const [workspace, ledger] = [temporaryDirectory(), canary()];
    writeFiles(workspace, { 'cmdgate.config.json': '{}' });
    const sandbox = new Sandbox({ mode: 'required', workspace: 'read-only' }, { readOnly: [], hidden: [ledger] });
    const guarded = [join(workspace, 'cmdgate.config.json')];
    expect(await trySandbox(sandbox, { workspace, hidden: [ledger], guarded })).toEqual({
      ...{ isEnforced: true, isCanaryUntouched: true, isChildAlive: false },
      ...{ wrote: false, listed: [], read: [], opened: [], connected: false, signalled: false, leftChild: true },
    });
  });

  test('is refused where something to be kept lies in what it could write to', async () => {
    const { sh, directory } = await openSandbox({ writable: ['.'] });
    expect(await sh('true')).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringContaining(`${directory}/.cmdgate is in a place`) },
    });
  });
});

describe.skipIf(!found.ok)(`how a program ends: ${why}`, () => {
  test('is told as its own: code, signal, what it printed', async () => {
    const { sh } = await openSandbox();
    expect(await sh('echo out; exit 7')).toMatchObject({
      error: { result: { exit_code: 7, signal: null, stdout: 'out\n' } },
    });
    expect(await sh('exit 1')).toMatchObject({ error: { code: 'EXECUTION_ERROR', result: { exit_code: 1 } } });
    expect(await sh('kill -SEGV $$')).toMatchObject({ error: { result: { exit_code: null, signal: 'SIGSEGV' } } });
  });

  test('can be its own when it is told to, and comes when it does not listen', async () => {
    const { sh } = await openSandbox({}, { limits: { timeoutMs: 1_500, graceMs: 1_500 } });
    const [kind, deaf] = await Promise.all([
      sh('trap "echo saved; exit 3" TERM; echo ready; while :; do sleep 0.1; done'),
      sh('trap "" TERM; setsid sh -c "trap \\"\\" TERM; echo \\$\\$; while :; do sleep 1; done" & wait'),
    ]);
    expect(kind).toMatchObject({ error: { code: 'TIMEOUT', result: { exit_code: 3, stdout: 'ready\nsaved\n' } } });
    expect(deaf).toMatchObject({ error: { code: 'TIMEOUT', result: { exit_code: null, signal: 'SIGKILL' } } });
    expect(isDead(Number(printedBy(deaf)))).toBe(true);
  });

  test('takes everything with it, also what never stays the same process', async () => {
    const { perl, directory } = await openSandbox();
    const runner = `
      $SIG{$_} = 'IGNORE' for qw(TERM HUP INT CHLD);
      if (!fork) {
        setpgrp; close $_ for *STDIN, *STDOUT, *STDERR;
        for (;;) { fork and exit; open my $f, '>', 'out/tick'; print $f $$; close $f }
      }
      select undef, undef, undef, 0.05 until -s 'out/tick'`;
    await perl(runner);
    const tick = () => readFileSync(join(directory, 'out/tick'), 'utf8');
    const last = tick();
    await delay(300);
    expect(tick()).toBe(last);
  });

  test('comes with the death of the gate', async () => {
    const { ok } = found;
    if (!ok || !(found.tier instanceof Landlock)) throw new Error(why);
    const directory = temporaryDirectory();
    const scope = { readable: [], writable: [directory], kept: [], hidden: [], sockets: false, network: false };
    const words = ['/bin/sh', 'sh', '-c', `setsid sh -c 'echo $$ > ${directory}/pid; exec sleep 600' & sleep 600`];
    const args = found.tier.launch(landlockRules(scope), false, words);
    const start = `
      const args = JSON.parse(process.argv[1]).map((arg) => (arg === '${process.pid}' ? String(process.pid) : arg));
      require('node:child_process').spawn('/usr/bin/perl', args, {
        detached: true, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
      setInterval(() => undefined, 1000);`;
    const gate = spawn(process.execPath, ['-e', start, JSON.stringify(args)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void gate.kill('SIGKILL'));
    const file = join(directory, 'pid');
    for (let left = 400; left > 0 && !(existsSync(file) && statSync(file).size > 0); left--) await delay(25);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(isDead(pid)).toBe(false);
    gate.kill('SIGKILL');
    expect(await dies(pid)).toBe(true);
  });
});
