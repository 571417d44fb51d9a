// Ways around the mounts that protect a workspace: another view of the files, another name, another place to read from.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory, writeFiles } from '../../../programs/workspace.js';
import { openArena } from './arena.js';

const hasNumbers = process.platform === 'linux' && process.arch === 'x64';
const isRoot = process.getuid?.() === 0;

/** Takes all mounts away, and keeps the workspace open, where nothing is mounted then. */
const viewWithoutMounts = String.raw`
  my ($here, $git, $moved, $place, $type, $none) = (".", ".git", "moved", "/tmp/new", "tmpfs", "none");
  my $workspace = syscall(2, $here, 0200000);
  print "users: ", syscall(272, 0x10020000) < 0 ? $! : "own", "\n";
  mkdir $place; syscall(165, $none, $place, $type, 0, 0); chdir $place;
  syscall(155, $here, $here); syscall(166, $here, 2);
  print "rename: ", syscall(264, $workspace, $git, $workspace, $moved) < 0 ? $! : "done", "\n";
`;

test.skipIf(!hasNumbers)('a program gets no view of its own, in which nothing is protected', async () => {
  const { directory, printed } = await openArena();
  writeFiles(directory, { '.git/config': '[core]\n', '.git/HEAD': 'ref' });
  expect(await printed('perl', viewWithoutMounts)).toBe(
    'users: Operation not permitted\nrename: Device or resource busy\n',
  );
  expect(readdirSync(directory).sort()).toEqual(['.git', 'handles.json']);
});

test('a script of the workspace lets nothing in by naming what reads it', async () => {
  const { directory, gate, printed } = await openArena({ shell: { enabled: true } });
  const reader = join(temporaryDirectory(), 'reader');
  copyFileSync('/bin/cat', reader);
  await printed('sh', `printf '#!${reader}\\nread\\n' > script; chmod +x script`);
  expect(spawnSync(join(directory, 'script'), { encoding: 'utf8' }).stdout).toContain('read\n');
  expect(await gate.run(['shell', './script'])).toMatchObject({ status: 'failed' });
});

test('settings that git reads only sometimes are taken away when a program makes them', async () => {
  const { directory, run } = await openArena({ sandbox: { mode: 'required', writable: ['.git'] } });
  const git = (...args: string[]) => spawnSync('git', args, { cwd: directory, encoding: 'utf8' });
  git('init', '-q');
  git('config', 'extensions.worktreeConfig', 'true');
  const before = readdirSync(join(directory, '.git')).sort();
  for (const name of ['config.worktree', 'commondir']) {
    expect(await run('sh', `echo "[core] fsmonitor = touch seen" > .git/${name}`)).toMatchObject({
      error: { message: expect.stringContaining(`.git/${name} was created`) },
    });
  }
  expect(readdirSync(join(directory, '.git')).sort()).toEqual(before);
  expect(git('status').status).toBe(0);
  expect(existsSync(join(directory, 'seen'))).toBe(false);
});

test('the file that leads from a worktree to its repository stays what it is', async () => {
  const { directory, printed } = await openArena();
  const file = join(directory, '.git');
  writeFileSync(file, 'gitdir: /nowhere\n');
  expect(await printed('sh', 'echo ran; echo gitdir: evil > .git; mv .git away; rm -f .git; mkdir .git')).toContain(
    'ran',
  );
  expect(readFileSync(file, 'utf8')).toBe('gitdir: /nowhere\n');
});

test.skipIf(isRoot)(
  'a directory that only its owner could make writable is refused, for a program is its owner',
  async () => {
    const { directory, run } = await openArena();
    mkdirSync(join(directory, '.git'));
    chmodSync(join(directory, '.git'), 0o555);
    onTestFinished(() => chmodSync(join(directory, '.git'), 0o755));
    expect(await run('sh', 'chmod 755 .git; mkdir .git/hooks')).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringMatching(/\.git is not writable/) },
    });
    expect(readdirSync(join(directory, '.git'))).toEqual([]);
  },
);

test('a place that is let in by its name is no place where a program that runs could put a link', async () => {
  const sandbox = { mode: 'required', commands: { perl: { workspace: 'read-only', writable: ['dist'] } } };
  const { directory, run } = await openArena({ sandbox });
  const write = () => run('perl', 'open F, ">dist/file" and print "written"');
  const waiting = run('sh', 'mkdir dist; while [ ! -e go ]; do sleep 0.05; done; mv dist away');
  await expect.poll(() => existsSync(join(directory, 'dist')), { timeout: 20_000 }).toBe(true);
  expect(await write()).toMatchObject({
    error: { code: 'UNAVAILABLE', message: expect.stringContaining('a running program could put a link there') },
  });
  writeFileSync(join(directory, 'go'), '');
  await waiting;
  mkdirSync(join(directory, 'dist'));
  expect(await write()).toMatchObject({ data: { stdout: 'written' } });
  const other = run('sh', 'touch begun; while [ -e go ]; do sleep 0.05; done; mv dist elsewhere && echo moved');
  await expect.poll(() => existsSync(join(directory, 'begun')), { timeout: 20_000 }).toBe(true);
  expect(await write()).toMatchObject({ data: { stdout: 'written' } });
  rmSync(join(directory, 'go'));
  expect(await other).toMatchObject({ error: { result: { stdout: '' } } });
});
