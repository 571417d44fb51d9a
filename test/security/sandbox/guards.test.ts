// What nobody may make or change in a workspace, although it can be written: tried by real programs, with several gates.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { trapNames } from '../../../src/execution/sandbox/guard/trap-names.js';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import type { Outcome } from '../../../src/vocabulary/outcome.js';
import { writeFiles } from '../../programs/workspace.js';
import { openArena } from './attacks/arena.js';

const findings = (outcome: Outcome) =>
  (outcome.run.warnings ?? []).filter(({ code }) => code === 'PROTECTED_PATH').map(({ message }) => message);

const inWorkspace = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== 'handles.json')
    .sort();

test('of several things that the gate and git obey, made at once, none stays', { timeout: 60_000 }, async () => {
  const { directory, run } = await openArena();
  writeFiles(directory, { '.git/HEAD': 'ref: refs/heads/main', '.git/config': '', '.git/hooks/x.sample': '' });
  const made = ['.git/config.worktree', '.git/commondir', 'cmdgate.config.ts', 'cmdgate.config.yaml'];

  const outcome = await run('perl', `for (qw(${made.join(' ')})) { open my $file, '>', $_; print $file 'evil' }`);

  expect(outcome.status).toBe('failed');
  expect(made.filter((file) => existsSync(join(directory, file)))).toEqual([]);
});

describe('what waits for a person', { timeout: 120_000 }, () => {
  const all = trapNames.map((name) => name.replace('*', 'x'));

  test('is put aside when a program makes it, at any depth, and the answer says where it is', async () => {
    const { directory, run } = await openArena();
    const lines = ['.', 'packages/one/deep'].flatMap((place) =>
      all.map((name) => `mkdir -p "${place}/$(dirname ${name})"; echo evil > ${place}/${name}`),
    );
    writeFiles(directory, { script: `${lines.join('\n')}\necho fine > packages/file` });
    const outcome = await run('sh', '. ./script');
    const files = inWorkspace(directory).filter((path) => statSync(join(directory, path)).isFile());
    expect(files).toEqual(['packages/file', 'script']);
    expect(findings(outcome).length).toBeGreaterThan(all.length);
    const [, to = ''] =
      /envrc was created .* moved to (\S+)\. The owner .*"unprotected"/.exec(findings(outcome).join('\n')) ?? [];
    expect(readFileSync(to, 'utf8')).toBe('evil\n');
  });

  test('stays what it is where it is there, with the directories that lead to it', async () => {
    const { directory, printed } = await openArena();
    const files = ['.vscode/tasks.json', 'a/b/.npmrc', '.github/workflows/ci.yml', '.envrc', 'a/b/c/.husky/pre-commit'];
    writeFiles(directory, Object.fromEntries(files.map((file) => [file, 'kept'])));
    await printed(
      'sh',
      `for at in ${files.join(' ')} .vscode/new .github/workflows/new; do echo evil >> $at; rm -f $at; echo evil > n; mv n $at; done
      mv a away; mv a/b away; mv .vscode away; mv .github away; rm -rf a; rm -rf .vscode; echo fine > a/b/file`,
    );
    expect(files.map((file) => readFileSync(join(directory, file), 'utf8'))).toEqual(files.map(() => 'kept'));
    expect(readdirSync(join(directory, '.vscode'))).toEqual(['tasks.json']);
    expect(readFileSync(join(directory, 'a/b/file'), 'utf8')).toBe('fine\n');
  });

  test('is what a link leads to, and the link', async () => {
    const { directory, printed } = await openArena();
    writeFiles(directory, { 'shared/agents/settings.json': 'kept' });
    symlinkSync('shared/agents', join(directory, '.claude'));
    await printed(
      'sh',
      'echo evil > shared/agents/settings.json; rm .claude; mkdir .claude; echo evil > .claude/settings.json',
    );
    expect(readFileSync(join(directory, 'shared/agents/settings.json'), 'utf8')).toBe('kept');
    expect(existsSync(join(directory, '.claude/settings.json'))).toBe(false);
  });

  test('is written where the owner names it: by its name at any depth, or by its path', async () => {
    const { directory, run } = await openArena({
      sandbox: {
        mode: 'required',
        unprotected: ['.npmrc', '.github/workflows', '*.code-workspace'],
        writable: ['.vscode'],
      },
    });
    writeFiles(directory, { 'a/.npmrc': 'old' });
    const outcome = await run(
      'sh',
      `mkdir -p .vscode b/.vscode .github/workflows; for at in a/.npmrc .npmrc x.code-workspace .vscode/x b/.vscode/x .github/workflows/x; do echo new > $at; done`,
    );
    expect(inWorkspace(directory).filter((path) => /npmrc|workspace|x$/.test(path))).toEqual([
      '.github/workflows/x',
      '.npmrc',
      '.vscode/x',
      'a/.npmrc',
      'x.code-workspace',
    ]);
    expect(readFileSync(join(directory, 'a/.npmrc'), 'utf8')).toBe('new\n');
    expect(findings(outcome)).toEqual([expect.stringContaining('b/.vscode was created')]);
  });
});

test('a program that only reads leaves nothing in the workspace, not for a moment', async () => {
  const { directory, printed } = await openArena();
  writeFiles(directory, { '.git/HEAD': 'ref', 'package.json': '{}' });
  await printed('sh', 'true');
  const seen: string[] = [];
  const watchers = ['.', '.git'].map((place) =>
    watch(join(directory, place), (event, name) => void seen.push(`${event} ${name}`)),
  );
  onTestFinished(() => watchers.forEach((watcher) => void watcher.close()));
  expect(await printed('sh', 'cat package.json')).toBe('{}');
  // What was seen before this is told before this.
  writeFileSync(join(directory, 'mark'), '');
  await expect.poll(() => seen.some((line) => line.endsWith('mark'))).toBe(true);
  expect(seen.filter((line) => !line.endsWith('mark'))).toEqual([]);
});

test('a run is ended when somebody outside takes its protection away by replacing a file', {
  timeout: 60_000,
}, async () => {
  const { directory, run } = await openArena();
  const config = join(directory, '.npmrc');
  writeFiles(directory, { '.npmrc': '[core]\n' });
  const waiting = run('sh', ': > begun; until [ -e stop ]; do sleep 0.2; done; echo evil >> .npmrc');
  await expect.poll(() => existsSync(join(directory, 'begun')), { timeout: 20_000 }).toBe(true);
  writeFileSync(`${config}.lock`, '[user]\n');
  renameSync(`${config}.lock`, config);
  expect(await waiting).toMatchObject({
    error: { code: 'EXECUTION_ERROR', message: expect.stringContaining(`${config} was replaced`) },
  });
  writeFileSync(join(directory, 'stop'), '');
  expect(readFileSync(config, 'utf8')).toBe('[user]\n');
});

test('a run goes on when somebody outside replaces a file of the repository, which stays protected', {
  timeout: 60_000,
}, async () => {
  const { directory, run } = await openArena();
  const config = join(directory, '.git/config');
  writeFiles(directory, { '.git/config': '[core]\n', '.git/HEAD': 'ref' });
  const waiting = run(
    'sh',
    ': > begun; until [ -e stop ]; do sleep 0.05; done; echo evil >> .git/config; cat .git/config',
  );
  await expect.poll(() => existsSync(join(directory, 'begun')), { timeout: 20_000 }).toBe(true);
  writeFileSync(`${config}.lock`, '[user]\n');
  renameSync(`${config}.lock`, config);
  writeFileSync(join(directory, 'stop'), '');
  expect(await waiting).toMatchObject({ status: 'completed', data: { stdout: '[user]\n' } });
  expect(readFileSync(config, 'utf8')).toBe('[user]\n');
});

describe('a repository that the owner lets programs make', { timeout: 60_000 }, () => {
  const sandbox = { mode: 'required', writable: ['.git'] };

  test('works, and has no settings that name a program', async () => {
    const { directory, run } = await openArena({ sandbox });
    const outcome = await run('sh', 'git init -q . && git status --short');
    expect(outcome).toMatchObject({ status: 'completed' });
    expect(findings(outcome)).toEqual([]);
    expect(existsSync(join(directory, '.git/config'))).toBe(true);
    const evil = await run(
      'sh',
      'git config core.fsmonitor "touch ran"; echo "[core] fsmonitor = x" >> .git/config; echo .',
    );
    expect(evil).toMatchObject({ status: 'completed' });
    expect(readFileSync(join(directory, '.git/config'), 'utf8')).not.toContain('fsmonitor');
  });

  test('also not when they are made with it', async () => {
    const { directory, run } = await openArena({ sandbox });
    const outcome = await run('sh', 'git init -q . && git config core.fsmonitor "touch ran"');
    expect(findings(outcome)).toEqual([expect.stringMatching(/\.git\/config has settings .* moved to \S+\/config\./)]);
    expect(existsSync(join(directory, '.git/config'))).toBe(false);
    expect(existsSync(join(directory, '.git/HEAD'))).toBe(true);
  });
});

describe('a Unix socket in the workspace', { timeout: 60_000 }, () => {
  const asks = (path: string) =>
    `use Socket; alarm 20; select undef, undef, undef, 0.05 until -e "${path}"; socket(S, PF_UNIX, SOCK_STREAM, 0) or print("closed"), exit;
    connect(S, sockaddr_un("${path}")) or print("out"), exit; sysread S, my $answer, 100; print $answer`;
  const listen = async (path: string) => {
    const server = createServer((connection) => connection.end('hush')).listen(path);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
  };

  test('is out of reach, one that comes later too', async () => {
    const { directory, run, printed } = await openArena();
    await listen(join(directory, 'agent'));
    expect(await printed('perl', asks('agent'))).toBe('closed');
    const later = run('perl', `open F, ">", "begun"; close F; ${asks('later')}`);
    await expect.poll(() => existsSync(join(directory, 'begun')), { timeout: 20_000 }).toBe(true);
    await listen(join(directory, 'later'));
    expect(await later).toMatchObject({ data: { stdout: 'closed' } });
    const pairs = `use Socket; print socketpair(A, B, PF_UNIX, SOCK_STREAM, 0) ? "pair " : "none "; print socketpair(A, B, PF_UNIX, SOCK_DGRAM, 0) ? "sends" : "closed"`;
    expect(await printed('perl', pairs)).toBe('pair closed');
  });

  test('is reached where it is named, and others are not', async () => {
    const { directory, printed } = await openArena({ sandbox: { mode: 'required', sockets: ['named'] } });
    await listen(join(directory, 'named'));
    await listen(join(directory, 'other'));
    expect(await printed('perl', asks('named'))).toBe('hush');
    expect(await printed('perl', asks('other'))).toBe('out');
  });
});

test('four gates in one workspace hold what each of them protects, and start every program', {
  timeout: 300_000,
}, async () => {
  const { directory, gate } = await openArena();
  const hostile = `mkdir -p .git/hooks .vscode pkg; for at in .git/config .git/hooks/pre-commit .vscode/tasks.json .npmrc pkg/.envrc handles.json; do
    n=$(mktemp ./nXXXXXX); echo evil >> $at; echo evil > $n; mv $n $at; done 2>/dev/null; mv .git away 2>/dev/null; echo done`;
  writeFiles(directory, {
    '.git/config': 'kept',
    '.git/hooks/pre-commit.sample': 'kept',
    '.git/HEAD': 'ref',
    'src/.npmrc': 'kept',
  });
  const before = readFileSync(join(directory, 'handles.json'), 'utf8');
  const config = { handles: [{ files: ['handles.json'], newlines: true }], audit: false, sandbox: 'required' };
  const others = await Promise.all(
    [1, 2, 3].map(() => createGate({ config, directory, environment: { ...process.env } })),
  );
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))));
  const each = 8;
  const outcomes = await Promise.all(
    [gate, ...others].map(async (one, index) => {
      const ended: Outcome[] = [];
      for (let round = 0; round < each; round++) {
        const script = (index + round) % 2 === 0 ? hostile : 'cat .git/config src/.npmrc; echo done';
        ended.push(await one.run(['sh', '--script', script]));
      }
      return ended;
    }),
  );
  const failed = outcomes.flat().filter((outcome) => outcome.status === 'failed');
  expect(failed.map((outcome) => outcome.status === 'failed' && outcome.error.message)).toEqual([]);
  expect(readFileSync(join(directory, '.git/config'), 'utf8')).toBe('kept');
  expect(readdirSync(join(directory, '.git/hooks'))).toEqual(['pre-commit.sample']);
  expect(readFileSync(join(directory, 'handles.json'), 'utf8')).toBe(before);
  expect(readdirSync(directory).filter((name) => /^\.|away/.test(name))).toEqual(['.git']);
  expect(readdirSync(join(directory, 'pkg'))).toEqual([]);
});

test('a mount is refused that a program replaced by a link while it was made', { timeout: 60_000 }, async () => {
  const { directory, run, printed } = await openArena();
  const outside = `${directory}-outside`;
  mkdirSync(outside);
  writeFiles(outside, { '.npmrc': 'hush', b: '' });
  onTestFinished(() => void spawn('rm', ['-rf', outside]));
  const racing = run(
    'perl',
    `alarm 30; until (-e "stop") { mkdir "a"; open F, ">", "a/.npmrc"; print F "own"; close F; rename "a", "real"; symlink "${outside}", "a"; unlink "a"; rename "real", "a"; unlink "a/.npmrc" }`,
  );
  for (let round = 0; round < 12; round++) {
    const outcome = await run('sh', 'cat a/.npmrc; echo evil > a/written');
    expect(JSON.stringify(outcome.status === 'completed' ? outcome.data : (outcome.error.result ?? ''))).not.toContain(
      'hush',
    );
  }
  await printed('sh', ': > stop');
  await racing;
  expect(readdirSync(outside).sort()).toEqual(['.npmrc', 'b']);
});
