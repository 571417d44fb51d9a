// Programs that go for files: those that decide about tomorrow, and those that others will open.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeFiles } from '../../../programs/workspace.js';
import { type Arena, openArena } from './arena.js';

const hasGit = spawnSync('git', ['--version']).status === 0;

/** Everything below, with what is in it. */
function contents(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

describe.skipIf(!hasGit)('git starts nothing tomorrow that a program put there', () => {
  const git = (directory: string, ...args: string[]) => {
    const identity = ['-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'protocol.file.allow=always'];
    const { stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: directory, encoding: 'utf8' });
    return stdout + stderr;
  };

  async function openRepository(configuration: object = {}): Promise<Arena> {
    const arena = await openArena(configuration);
    git(arena.directory, 'init', '-q');
    git(arena.directory, 'add', '.');
    git(arena.directory, 'commit', '-qm', 'first');
    return arena;
  }

  const opened = { sandbox: { mode: 'required', writable: ['.git'] } };

  test.each([
    ['', {}],
    [', with an open repository', opened],
  ])(
    'in its place, elsewhere, in a submodule or for another working tree%s',
    {
      timeout: 60_000,
    },
    async (_, configuration) => {
      const { directory, printed } = await openRepository(configuration);
      const other = `${directory}-other`;
      onTestFinished(() => rmSync(other, { recursive: true, force: true }));
      git(directory, 'worktree', 'add', '-q', other);
      git(directory, 'submodule', 'add', '-q', './', 'inner');
      const before = contents(join(directory, '.git'));
      const evil = `[core]\nrepositoryformatversion = 0\nfsmonitor = "touch ${join(directory, 'ran')}; false"`;
      await printed(
        'sh',
        `mkdir -p evil/hooks; cp -r .git/objects .git/refs evil; printf '%s' '${evil}' > evil/config; here=$PWD
      for at in .git .git/modules/inner .git/worktrees/*; do
        cp evil/config $at/config.worktree; cp evil/config $at/config; mkdir $at/hooks; ln -sf $here/evil/hooks $at/hooks/new
        echo $here/evil > $at/commondir; echo $here/evil > new; mv -f new $at/commondir; mv $at $at.away
      done
      mv .git/modules .git/m; mv .git/worktrees .git/w; echo "gitdir: $here/evil" > .git`,
      );
      // What a program writes in its own repository is its own; git is asked where a person would ask it.
      for (const place of [directory, other]) git(place, 'status');
      git(directory, 'commit', '-q', '--allow-empty', '-m', 'second');
      expect(existsSync(join(directory, 'ran'))).toBe(false);
      const after = contents(join(directory, '.git'));
      const decides = Object.keys(before).filter((file) =>
        /config|hooks|commondir|gitdir|modules|worktrees/.test(file),
      );
      expect(decides.filter((file) => !file.endsWith('index') && before[file] !== after[file])).toEqual([]);
      expect(existsSync(join(directory, '.git/commondir'))).toBe(false);
    },
  );

  test('and works inside as it does outside, where the owner opens the repository', { timeout: 60_000 }, async () => {
    const { directory, printed } = await openRepository(opened);
    const commit = 'git -c user.name=n -c user.email=e@example.org commit -qm second';
    expect(
      await printed('sh', `echo x > x && git add x && ${commit} && git status --short && git log --format=%s`),
    ).toBe('second\nfirst\n');
    expect(git(directory, 'log', '--format=%s')).toBe('second\nfirst\n');
  });
});

test('races for what is protected are lost', { timeout: 60_000 }, async () => {
  const { directory, run } = await openArena();
  writeFiles(directory, { '.git/config': 'kept', '.git/hooks/pre-commit.sample': 'kept' });
  const before = contents(directory);
  const racing = run(
    'perl',
    `alarm 20; mkdir "evil"; my $up = "." x 2;
    until (-e "stop") {
      for my $path (".git", ".git/hooks", ".git/config", ".cmdgate", "handles.json") {
        rename $path, "away"; symlink "evil", $path; symlink "$up/$up/root", $path; unlink $path; rmdir $path;
        rename "away", $path; link $path, "linked"; rename "evil", $path; rename $path, "evil"; mkdir $path;
        open F, ">", "new"; print F "evil"; close F; rename "new", $path;
      }
    }`,
  );
  for (let round = 0; round < 8; round++) {
    // Where the racing program has just replaced something, this one is not started.
    await run('sh', 'for at in .git/hooks/x .git/config .cmdgate/x handles.json; do echo evil >> $at; done');
  }
  writeFileSync(join(directory, 'stop'), '');
  await racing;
  const after = contents(directory);
  expect(Object.keys(before).filter((file) => before[file] !== after[file])).toEqual([]);
  expect(readdirSync(join(directory, '.git/hooks'))).toEqual(['pre-commit.sample']);
  expect(existsSync(join(directory, '.cmdgate'))).toBe(false);
});

test('places that the owner names stay what they are, for the next program too', async () => {
  const { directory, printed } = await openArena({ sandbox: { mode: 'required', writable: ['build/out'] } });
  writeFiles(directory, { 'build/out/file': 'kept' });
  await printed(
    'sh',
    `perl -e 'rename "build", "away"; rename "build/out", "away"'; ln -sfn /usr build; rm -rf build; echo new > build/out/new`,
  );
  expect(readdirSync(directory)).toEqual(['build', 'handles.json']);
  expect(readdirSync(join(directory, 'build/out'))).toEqual(['new']);
});

test('neither links nor other names lead to what is protected or outside', async () => {
  const { directory, printed } = await openArena();
  writeFiles(directory, { '.git/config': 'kept', '.git/hooks/x': 'kept' });
  const before = contents(directory);
  await printed(
    'sh',
    `up=.; up=$up.; outside=$up/$up$PWD
    for at in .git/config .git/hooks/x handles.json; do
      ln $at hard; ln -s $at soft; echo evil >> hard; echo evil >> soft; rm -f hard soft
      echo evil >> /proc/self/cwd/$at; echo evil >> /proc/1/root$PWD/$at; echo evil >> $outside/$at; chmod 777 $at; touch $at
    done
    cd .git && echo evil >> config; cd hooks && echo evil > new`,
  );
  expect(contents(directory)).toMatchObject(before);
  expect(existsSync(join(directory, '.git/hooks/new'))).toBe(false);
});

describe('what a program leaves', () => {
  test('holds nobody up: pipes, sockets, endless links, odd names, thousands of files', {
    timeout: 60_000,
  }, async () => {
    const { directory, gate, printed } = await openArena({ shell: { enabled: true }, policy: { default: 'allow' } });
    await printed(
      'perl',
      String.raw`use POSIX; use Socket;
      mkfifo($_, 0777) for "pipe", "tool"; symlink "loop", "loop"; symlink "pipe", "to-pipe";
      socket S, PF_UNIX, SOCK_STREAM, 0; bind S, sockaddr_un("socket");
      open F, ">", $_ for "line\nbreak", "-rf", "\e[31m", "\xff\xfe"; mkdir "many"; open F, ">", "many/$_" for 1 .. 2_000;
      my $deep = "deep"; for (1 .. 200) { mkdir $deep; $deep .= "/d" }`,
    );
    for (const program of ['./pipe', './tool', './socket', './loop', './to-pipe']) {
      expect(await gate.run(['shell', program])).toMatchObject({ status: 'failed' });
    }
    expect(await gate.run(['shell', 'cat', 'handles.json'])).toMatchObject({ status: 'completed' });
    expect(await printed('sh', 'ls many | wc -l')).toBe('2000\n');
    await printed('sh', 'mkfifo cmdgate.config.yaml');
    expect(readdirSync(directory)).not.toContain('cmdgate.config.yaml');
    expect(readdirSync(directory)).toContain('handles.json');
  });

  test('is inside the workspace, and the workspace where it was', async () => {
    const { directory, printed } = await openArena();
    const canary = `${directory}-canary`;
    onTestFinished(() => rmSync(canary, { recursive: true, force: true }));
    mkdirSync(canary);
    writeFileSync(join(canary, 'file'), 'alive');
    await printed(
      'sh',
      `here=$PWD; cd /; mv $here $here-away; rmdir $here; rm -rf $here; ln -s /usr $here; mkdir $here-canary
      echo dead > ${canary}/file; rm -rf ${canary}; echo x > $here/x`,
    );
    expect(readFileSync(join(canary, 'file'), 'utf8')).toBe('alive');
    expect(readdirSync(directory)).toEqual(['handles.json', 'usr', 'x']);
    expect(await printed('sh', 'echo served')).toBe('served\n');
  });
});
