// What the system keeps programs from, tried with real ones. Each canary lies outside of what they may touch.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAcli } from '../../../src/surfaces/library/create-acli.js';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import type { Context } from '../../../src/vocabulary/context.js';
import { handle, openWorkspace, temporaryDirectory, writeFiles } from '../../programs/workspace.js';
import { printedBy } from './printed-by.js';

const script = handle('sh', '/bin/sh', ['-c', '{{script}}'], {
  parameters: { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] },
});

async function openSandbox(configuration: object = {}) {
  // Nothing but the system is seen: whoever runs the tests may have toolchains in the home.
  const programs = { path: ['/usr/bin', '/bin'] };
  const workspace = await openWorkspace([script], { sandbox: 'required', programs, ...configuration });
  const sh = async (text: string, options?: object) =>
    await workspace.gate.run(['sh', '--script', text.trim().replaceAll(/\n\s*/g, '; ')], options);
  return { ...workspace, sh, printed: async (text: string) => printedBy(await sh(text)) };
}

function canary(): string {
  const file = join(temporaryDirectory(), 'canary');
  writeFileSync(file, 'alive');
  return file;
}

describe('what is outside', () => {
  test('is not there: neither files nor homes nor the files of the gate', async () => {
    const { printed } = await openSandbox();
    const file = canary();
    expect(await printed(`cat ${file}; ls /root /home /var /etc/shadow /run; echo dead > ${file}`)).not.toMatch(
      /alive|\.bash|shadow:|lock/,
    );
    expect(readFileSync(file, 'utf8')).toBe('alive');
    expect(await printed('ls /tmp')).toBe(await printed('pwd | cut -d/ -f3'));
  });

  test('cannot be written, and the workspace can', async () => {
    const { printed, directory } = await openSandbox();
    expect(
      await printed('echo kept > file; for at in / /usr /usr/bin /etc /dev /proc; do touch $at/x; done; echo'),
    ).toMatch(/^(touch: .*\n){6}\n?|^\n(touch: .*\n){6}/);
    expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('kept\n');
    expect(existsSync('/usr/x') || existsSync('/x')).toBe(false);
  });

  test('has no other processes, and cannot be signalled', async () => {
    const { printed } = await openSandbox();
    expect(await printed(`ls -d /proc/[0-9]* | wc -l; kill -9 ${process.pid} || echo missed`)).toMatch(
      /^[1-6]\n[\s\S]*missed/,
    );
  });

  test('has no network, unless the owner lets it', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const connect = `perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? print "in" : print "out"'`;
    expect(await (await openSandbox()).printed(connect)).toBe('out');
    expect(await (await openSandbox({ sandbox: { mode: 'required', network: true } })).printed(connect)).toBe('in');
  });

  test('is not reached with rights of root', async () => {
    const { printed } = await openSandbox();
    expect(
      await printed('grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status; mount -t tmpfs none /usr 2>&1 | head -c 5'),
    ).toBe('CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nmount');
  });
});

describe('what the owner lets in', () => {
  test('can lie in /etc, of which programs see another one', async () => {
    const readable = ['/etc/hostname', '/etc/apt/sources.list.d', '/etc/missing'].filter(existsSync);
    const { printed } = await openSandbox({ sandbox: { mode: 'required', readable: [...readable, '/etc/missing'] } });
    const seen = readable.map((path) => `test -r ${path} && echo ${path}`);
    expect(await printed(`${seen.join('; ')}; test -e /etc/missing || ls /etc/shadow`)).toMatch(
      new RegExp(`^${readable.map((path) => `${path}\n`).join('')}.*No such file`),
    );
  });
});

describe('what decides about tomorrow', () => {
  test('cannot be written, moved away or made: git, the configuration, handles, the files of the gate', async () => {
    const { printed, directory } = await openSandbox();
    writeFiles(directory, { '.git/config': '[core]\n', '.git/hooks/pre-commit.sample': '', '.git/HEAD': 'ref' });
    await printed(`
      echo x >> .git/config; echo x > .git/hooks/pre-commit; mv .git/hooks .git/old; mv .git .away; rm -rf .git/hooks
      mkdir .git/hooks; ln -sf /tmp .git/hooks; echo x >> handles.json; mv handles.json h; rm -f handles.json
      mkdir -p .cmdgate/x; echo x > .cmdgate/y; echo ours > .git/HEAD`);
    const git = join(directory, '.git');
    expect(readdirSync(directory).sort()).toEqual(['.git', 'handles.json']);
    expect(readdirSync(join(git, 'hooks'))).toEqual(['pre-commit.sample']);
    expect(readFileSync(join(git, 'config'), 'utf8')).toBe('[core]\n');
    expect(readFileSync(join(git, 'HEAD'), 'utf8')).toBe('ref');
    expect(readFileSync(join(directory, 'handles.json'), 'utf8')).not.toContain('x\n');
  });

  test('is also what the settings of git name elsewhere in the workspace', async () => {
    const { printed, directory } = await openSandbox();
    writeFiles(directory, {
      '.git/config': '[core]\n\thooksPath = .husky\n[include]\n\tpath = ../shared.gitconfig\n',
      '.git/hooks/none': '',
      '.husky/pre-commit': 'true\n',
    });
    await printed(
      'echo y > z; echo x >> .husky/pre-commit; echo x > .husky/new; mv .husky away; echo x > shared.gitconfig',
    );
    expect(readFileSync(join(directory, '.husky/pre-commit'), 'utf8')).toBe('true\n');
    expect(readdirSync(directory).sort()).toEqual(['.git', '.husky', 'handles.json', 'z']);
  });

  test('is taken away at once where it was missing, and the answer says where it is', async () => {
    const { sh, directory } = await openSandbox();
    const outcome = await sh('mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; sleep 60');
    expect(outcome).toMatchObject({
      error: {
        code: 'EXECUTION_ERROR',
        message: expect.stringMatching(/\.git was created.* was moved to \S+\/\.git\./),
      },
    });
    expect(readdirSync(directory)).toEqual(['handles.json']);
    const [, to = ''] = /was moved to (\S+)\./.exec(JSON.stringify(outcome)) ?? [];
    expect(existsSync(to)).toBe(true);
    // A program that has ended by itself is no better off.
    expect(await sh('mkdir .git')).toMatchObject({ status: 'failed' });
    expect(readdirSync(directory)).toEqual(['handles.json']);
  });

  test('is no directory that is only called like a configuration', async () => {
    const { printed, directory } = await openSandbox();
    await printed('mkdir config && echo ours > config/file');
    expect(readFileSync(join(directory, 'config/file'), 'utf8')).toBe('ours\n');
  });

  test('is taken away when a program of another gate in the same workspace makes it', async () => {
    const { gate, sh, directory } = await openSandbox();
    const config = { handles: ['handles.json'], audit: false, sandbox: 'required' };
    const other = await createGate({ config, directory, environment: { ...process.env } });
    onTestFinished(() => other.close());
    const waiting = sh('touch begun; while :; do sleep 0.05; done');
    await expect.poll(() => existsSync(join(directory, 'begun')), { timeout: 20_000 }).toBe(true);
    await other.run(['sh', '--script', 'mkdir .git; echo evil > .git/config']);
    // It may have been this one, as far as its gate can tell.
    expect(await waiting).toMatchObject({
      error: { code: 'EXECUTION_ERROR', message: expect.stringMatching(/\.git was created while it ran/) },
    });
    expect(readdirSync(directory).sort()).toEqual(['begun', 'handles.json']);
    await gate.close();
  });

  test.each(['there', 'missing'])('can be written where the owner says so, when it is %s', async (state) => {
    const { printed, directory } = await openSandbox({ sandbox: { mode: 'required', writable: ['.git'] } });
    if (state === 'there') mkdirSync(join(directory, '.git'));
    await printed('mkdir -p .git/hooks; echo x > .git/hooks/pre-commit');
    expect(readdirSync(join(directory, '.git/hooks'))).toEqual(['pre-commit']);
  });

  test('is refused where it is a link, which could be replaced', async () => {
    const { sh, directory } = await openSandbox();
    mkdirSync(join(directory, 'elsewhere'));
    symlinkSync('elsewhere', join(directory, '.git'));
    expect(await sh('true')).toMatchObject({
      status: 'failed',
      error: { code: 'UNAVAILABLE', message: expect.stringContaining('.git is a link') },
    });
  });
});

test('what is let in by its name is not what a program put there', async () => {
  const file = canary();
  const { sh, printed } = await openSandbox({ sandbox: { mode: 'required', writable: ['dist'], readable: ['docs'] } });
  await printed(`ln -s ${file} docs; ln -s .git/hooks dist`);
  expect(await sh('cat docs; echo x > dist/pre-commit')).toMatchObject({
    error: { code: 'UNAVAILABLE', details: [{ message: expect.stringMatching(/\/docs is opened by/) }] },
  });
});

test('a workspace can be read-only, and more can be readable', async () => {
  const file = canary();
  const { printed } = await openSandbox({ sandbox: { mode: 'required', workspace: 'read-only', readable: [file] } });
  expect(await printed(`cat ${file}; touch here; echo dead > ${file}`)).toMatch(
    /^alive[\s\S]*Read-only[\s\S]*Read-only/,
  );
  expect(readFileSync(file, 'utf8')).toBe('alive');
});

describe('how a program ends', () => {
  test('is told as its own: code, signal, what it printed', async () => {
    const { sh } = await openSandbox();
    expect(await sh('echo out; exit 7')).toMatchObject({
      error: { result: { exit_code: 7, signal: null, stdout: 'out\n' } },
    });
    expect(await sh('kill -SEGV $$')).toMatchObject({ error: { result: { exit_code: null, signal: 'SIGSEGV' } } });
    expect(await sh('exit 1')).toMatchObject({ error: { code: 'EXECUTION_ERROR', result: { exit_code: 1 } } });
  });

  test.each([129, 130, 137, 139, 143, 152, 153, 159, 255])(
    'is the exit code %i where the program exits so',
    async (code) => {
      const { sh } = await openSandbox();
      expect(await sh(`exit ${code}`)).toMatchObject({ error: { result: { exit_code: code, signal: null } } });
    },
  );

  test('is told of git, which exits with a code that looks like a signal', async () => {
    const { sh } = await openSandbox();
    expect(await sh('git init -q /tmp/x && cd /tmp/x && git status --bogus')).toMatchObject({
      error: { message: expect.stringContaining('exited with code 129') },
    });
  });

  test('can be its own when it is told to', async () => {
    const { sh } = await openSandbox({ limits: { timeoutMs: 1_500, graceMs: 20_000 } });
    const outcome = await sh('trap "echo saved; exit 3" TERM; echo ready; while :; do sleep 0.1; done');
    expect(outcome).toMatchObject({ error: { code: 'TIMEOUT', result: { exit_code: 3, stdout: 'ready\nsaved\n' } } });
  });

  test('takes everything with it that it started', async () => {
    const { sh, directory } = await openSandbox();
    await sh(
      '(setsid sh -c "while :; do date +%N > tick; sleep 0.05; done" >/dev/null 2>&1 &) ; while [ ! -s tick ]; do sleep 0.05; done',
    );
    const tick = () => readFileSync(join(directory, 'tick'), 'utf8');
    await delay(200);
    const last = tick();
    await delay(500);
    expect(tick()).toBe(last);
  });

  test('comes when it does not listen', async () => {
    const { sh } = await openSandbox({ limits: { timeoutMs: 1_000, graceMs: 100 } });
    expect(await sh('trap "" TERM; while :; do sleep 1; done')).toMatchObject({
      error: { code: 'TIMEOUT', result: { exit_code: null, signal: 'SIGKILL' } },
    });
  });
});

describe('what a program is given', () => {
  const spawning = async (args: readonly string[]) => {
    const handler = (_: unknown, context: Context) => context.spawn('perl', args);
    const many = { description: 'Starts a program', danger: 'safe', handler } as const;
    const acli = createAcli({ many }, { workspace: temporaryDirectory(), sandbox: 'required' });
    onTestFinished(() => acli.close());
    return JSON.stringify(await acli.execute({ command: 'many' }));
  };

  test('is its name, and any number of arguments', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => String(index));
    const script = 'local $/; open F, "<", "/proc/self/cmdline"; print scalar(@ARGV), " ", (split /\\0/, <F>)[0]';
    expect(await spawning(['-e', script, '--', ...many])).toMatch(/20000 perl/);
  });

  test('is not more than the system takes, and then that is the reason', async () => {
    const long = Array.from({ length: 30 }, () => 'x'.repeat(120_000));
    expect(await spawning(['-e', '1', ...long])).toMatch(/the system allows at most/);
  });
});

describe('what held', () => {
  test('is told with every answer', async () => {
    const { sh } = await openSandbox();
    expect((await sh('true')).run.about).toEqual({ scope: 'enforced' });
    expect((await sh('exit 1')).run.about).toEqual({ scope: 'enforced' });
    const outside = await openSandbox({ sandbox: 'off' });
    expect((await outside.sh('true')).run.about).toEqual({ scope: 'checked' });
  });

  test('is what rules are judged by', async () => {
    const rule = {
      ...{ id: 'inside', decision: 'allow', reason: 'The sandbox holds.', program: '*', when: 'sandboxed' },
      ...{ match: [{ run: 'unlisted' }], not_match: [{ run: 'unlisted', sandboxed: false }] },
    };
    const more = { shell: { enabled: true }, policy: { default: 'deny', rules: [rule] } };
    const inside = await openSandbox(more);
    expect(await inside.gate.run(['shell', 'ipcs'])).toMatchObject({ data: { scope: 'enforced' } });
    const outside = await openSandbox({ ...more, sandbox: 'off' });
    expect(await outside.gate.run(['shell', 'ipcs'])).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
  });
});
