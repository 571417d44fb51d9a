// The repository of the workspace belongs to git: git works on it from inside, and nothing else changes it. Real git, in
// real sandboxes.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createShell, type Shell, type ShellOptions } from '../../../src/index.js';
import { temporaryDirectory, writeFiles } from '../../programs/workspace.js';

const owner = { name: 'Olga "O" Owner', email: 'olga@example.org' };

function git(directory: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=setup', '-c', 'user.email=setup@example.org'];
  const { stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: directory, encoding: 'utf8' });
  return stdout + stderr;
}

function newRepository(directory = temporaryDirectory()): string {
  mkdirSync(directory, { recursive: true });
  git(directory, 'init', '-q', '-b', 'main');
  writeFiles(directory, { 'a.txt': 'one\n' });
  git(directory, 'add', '.');
  git(directory, 'commit', '-qm', 'first');
  return directory;
}

/** A home with the settings of somebody, as the gate sees it. */
function atHome(settings: string): string {
  const home = temporaryDirectory();
  writeFileSync(join(home, '.gitconfig'), settings);
  for (const name of ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', home);
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  return home;
}

const settingsOfOwner = `[user]\n\tname = "Olga \\"O\\" Owner"\n\temail = ${owner.email}\n\tsigningKey = secret\n[alias]\n\tsecret = status\n`;

function openShell(workspace: string, options: Partial<ShellOptions> = {}): Shell {
  const shell = createShell({ workspace, sandbox: 'required', ...options });
  onTestFinished(() => shell.close());
  return shell;
}

const yes: Partial<ShellOptions> = { approve: async () => ({ answer: 'approve', by: 'test' }) };

/** A script in a program that nobody can read: it is not asked about, and only the sandbox holds it. */
function unread(script: string): ['node', '-e', string] {
  return ['node', '-e', `child_process.execFileSync('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`];
}

/** Exit code, or the code of the refusal. */
async function ends(shell: Shell, command: string, ...parameters: readonly string[]): Promise<number | string | null> {
  const { exitCode, error } = await shell.run({ command, parameters });
  return exitCode ?? error?.code ?? null;
}

describe('the owner', { timeout: 60_000 }, () => {
  test('is the author inside, and nothing else of the settings is there', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    const shell = openShell(workspace);
    expect(await ends(shell, 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    expect(git(workspace, 'log', '-1', '--format=%an <%ae> %cn')).toBe(
      `${owner.name} <${owner.email}> ${owner.name}\n`,
    );
    const [command, ...parameters] = unread('git config --list --system; ls -a ~');
    const { stdout } = await shell.run({ command, parameters });
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      `user.name=${owner.name}`,
      `user.email=${owner.email}`,
      '.',
      '..',
    ]);
  });

  test('is not, where the repository names somebody else', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    git(workspace, 'config', 'user.email', 'project@example.org');
    expect(await ends(openShell(workspace), 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    expect(git(workspace, 'log', '-1', '--format=%an <%ae>')).toBe(`${owner.name} <project@example.org>\n`);
  });

  test('is who the settings name for this directory, as git reads them', async () => {
    const workspace = newRepository();
    const home = atHome(
      `${settingsOfOwner}[includeIf "gitdir:${workspace}/"]\n\tpath = work\n[includeIf "gitdir:/elsewhere/"]\n\tpath = other\n`,
    );
    writeFiles(home, { work: '[user]\n\temail = work@example.org\n', other: '[user]\n\temail = other@example.org\n' });
    expect(await ends(openShell(workspace), 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    expect(git(workspace, 'log', '-1', '--format=%ae')).toBe('work@example.org\n');
  });

  test('is nobody that a program could have written', async () => {
    const workspace = newRepository();
    writeFiles(workspace, { home: '[user]\n\tname = Agent\n\temail = agent@example.org\n' });
    atHome(`[include]\n\tpath = ${workspace}/home\n`);
    const result = await openShell(workspace).run({
      command: 'git',
      parameters: ['commit', '--allow-empty', '-m', 'x'],
    });
    expect(result.exitCode).toBe(128);
    expect(result.error?.hint).toContain('set them for this repository with "git config user.name"');
  });

  test.each(['auto', 'off'] as const)('is the author with the sandbox %s, too', async (sandbox) => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    expect(await ends(openShell(workspace, { sandbox }), 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    expect(git(workspace, 'log', '-1', '--format=%an')).toBe(`${owner.name}\n`);
  });
});

describe('git works', { timeout: 120_000 }, () => {
  test('on branches, stashes, tags, remotes, settings and work trees, without a question', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    git(workspace, 'clone', '-q', '--bare', '.', 'store.git');
    const shell = openShell(workspace);
    const calls = [
      'config user.name x',
      'config --unset user.name',
      'remote add origin ./store.git',
      'push -u origin main',
      'fetch origin',
      'branch topic',
      'branch --set-upstream-to=main topic',
      'branch -m topic renamed',
      'switch -c other',
      'commit --allow-empty -m more',
      'tag -a v1 -m x',
      'switch main',
      'merge other',
      'stash -u',
      'stash pop',
      'worktree add first',
      'worktree add second',
      '-C first commit --allow-empty -m there',
      'init new',
      '-C new commit --allow-empty -m there',
      'status --short',
    ];
    for (const call of calls) {
      const result = await shell.run({ command: 'git', parameters: call.split(' ') });
      expect([call, result.exitCode, result.error?.message, result.stderr.match(/busy|read-only/i)]).toEqual([
        call,
        0,
        undefined,
        null,
      ]);
    }
    expect(git(workspace, 'remote', '-v')).toContain('./store.git (push)');
    expect(git(workspace, 'config', 'branch.main.remote')).toBe('origin\n');
    expect(git(workspace, 'fsck')).not.toContain('error');
  });

  test('and makes the repository of a workspace that is none yet', async () => {
    atHome(settingsOfOwner);
    const workspace = temporaryDirectory();
    const shell = openShell(workspace);
    expect(await ends(shell, 'git', 'init')).toBe(0);
    expect(await ends(shell, 'git', 'commit', '--allow-empty', '-m', 'first')).toBe(0);
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
    expect(await ends(shell, ...unread('rm -rf .git'))).toBe(1);
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
  });

  test('through what only starts it, and with programs that the owner names for it', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    git(workspace, 'config', 'filter.case.clean', 'tr a-z A-Z');
    writeFiles(workspace, { '.gitattributes': '*.txt filter=case\n' });
    const shell = openShell(workspace);
    expect(await ends(shell, 'timeout', '20', 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    writeFiles(workspace, { 'b.txt': 'two\n' });
    expect(await ends(shell, 'git', 'add', 'b.txt')).toBe(0);
    expect(git(workspace, 'show', ':b.txt')).toBe('TWO\n');
  });
});

describe('settings that git would obey later', { timeout: 60_000 }, () => {
  const keys = [
    ['core.hooksPath', 'hooks'],
    ['core.fsmonitor', './x'],
    ['core.editor', 'vi'],
    ['core.pager', 'sh'],
    ['core.sshCommand', './x'],
    ['core.worktree', 'src'],
    ['alias.x', '!id'],
    ['include.path', '../team'],
    ['filter.x.clean', './x'],
    ['diff.external', './x'],
    ['credential.helper', './x'],
    ['remote.origin.url', 'https://example.org/x.git'],
    ['url.https://example.org/.insteadOf', 'https://example.com/'],
  ];

  test.each(['required', 'off'] as const)('ask, with the sandbox %s', async (sandbox) => {
    const workspace = newRepository();
    git(workspace, 'remote', 'add', 'origin', './store.git');
    const before = readFileSync(join(workspace, '.git/config'), 'utf8');
    const shell = openShell(workspace, { sandbox });
    const calls = [
      ...keys.map(([key = '', value = '']) => ['config', key, value]),
      ['config', '--unset', 'remote.origin.url'],
      ['config', '--remove-section', 'remote.origin'],
      ['remote', 'set-url', 'origin', 'https://example.org/x.git'],
      ['remote', 'remove', 'origin'],
      ['remote', 'rename', 'origin', 'old'],
    ];
    for (const call of calls) {
      const ended = await ends(shell, 'git', ...call);
      expect([call, ended]).toEqual([call, expect.stringMatching(/^(?:APPROVAL_REQUIRED|PERMISSION_DENIED)$/)]);
    }
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe(before);
  });

  test('are kept once a person agreed', async () => {
    const workspace = newRepository();
    const shell = openShell(workspace, yes);
    expect(await ends(shell, 'git', 'config', 'core.editor', 'vi')).toBe(0);
    expect(git(workspace, 'config', 'core.editor')).toBe('vi\n');
    expect(await ends(shell, 'git', 'status')).toBe(0);
  });

  test('are put back where a rule of the owner let the call run, and no person saw it', async () => {
    const workspace = newRepository();
    git(workspace, 'remote', 'add', 'origin', 'https://example.org/x.git');
    const rule = {
      id: 'git',
      decision: 'allow',
      reason: 'Ours.',
      program: 'git',
      match: ['git status'],
      not_match: ['ls'],
    };
    const shell = openShell(workspace, { policy: { default: 'ask', rules: [rule] } });
    const before = readFileSync(join(workspace, '.git/config'), 'utf8');
    const address = 'https://example.net/x.git';
    const result = await shell.run({ command: 'git', parameters: ['remote', 'set-url', 'origin', address] });
    expect(result.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/config has been restored\. What git wrote is in \S+\/config\. Use "git config/),
    ]);
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe(before);
    // The others cannot be written at all then: the call is one that keeps code for later.
    expect(await ends(shell, 'git', 'config', 'core.editor', 'vi')).not.toBe(0);
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe(before);
    expect(await ends(shell, 'git', 'status')).toBe(0);
  });
});

describe('nothing but git changes the repository', { timeout: 120_000 }, () => {
  const destroying: readonly (readonly [string, ...string[]])[] = [
    ['bash', '-c', 'rm -rf .git'],
    unread('rm -rf .git'),
    unread('mv .git away; echo x > .git/HEAD; : > .git/index; rm -rf .git/objects .git/refs; chmod -R 0 .git'),
    unread('git reset -q --hard HEAD~1; git update-ref -d HEAD; git config core.fsmonitor ./x; git branch -D main'),
    unread('find .git -delete; truncate -s 0 .git/packed-refs; ln -sf /dev/null .git/HEAD; touch .git/index.lock'),
    ['node', '-e', "fs.rmSync('.git', { recursive: true })"],
    ['node', '-e', "fs.renameSync('.git', 'away')"],
    ['perl', '-e', 'unlink glob ".git/*"; rename ".git", "away"'],
    ['python3', '-c', 'import shutil; shutil.rmtree(".git")'],
    ['sh', '-c', 'git reset -q --hard HEAD~1; git update-ref -d HEAD; git config core.fsmonitor ./x'],
    ['env', 'sh', '-c', 'git --version; rm -rf .git'],
    ['git', '-c', 'alias.x=!rm -rf .git', 'x'],
    ['git', 'rebase', '-x', 'rm -rf .git', 'HEAD'],
    ['git', 'bisect', 'run', 'rm', '-rf', '.git'],
    ['git', 'submodule', 'foreach', 'rm -rf .git'],
    ['git', '--exec-path=.', 'x'],
    ['git', '--work-tree=.git/hooks', 'checkout', '-f', 'HEAD', '--', 'a.txt'],
    ['git', 'diff', '--output=.git/hooks/pre-commit'],
    ['git', 'config', '-f', '.git/hooks/pre-commit', 'user.name', 'x'],
    ['git', 'worktree', 'add', '.git/hooks/x'],
    ['./git', 'status'],
  ];

  function stateOf(workspace: string): unknown {
    const { stdout } = spawnSync('sh', ['-c', 'find .git -type f ! -name index | sort | xargs sha256sum'], {
      cwd: workspace,
      encoding: 'utf8',
    });
    return stdout;
  }

  test.each(destroying)('%s %s %s %s', async (command, ...parameters) => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    git(workspace, 'commit', '-q', '--allow-empty', '-m', 'second');
    writeFileSync(join(workspace, 'git'), '#!/bin/sh\nrm -rf .git\n', { mode: 0o755 });
    writeFileSync(join(workspace, 'git-x'), '#!/bin/sh\nrm -rf .git\n', { mode: 0o755 });
    const before = stateOf(workspace);
    await openShell(workspace).run({ command, parameters });
    expect(stateOf(workspace)).toBe(before);
    expect(git(workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
  });

  test('a filter that is a file of the workspace, and one of another repository', async () => {
    const workspace = newRepository();
    git(workspace, 'config', 'filter.own.clean', './clean.sh');
    writeFiles(workspace, { '.gitattributes': '*.txt filter=own\n' });
    writeFileSync(join(workspace, 'clean.sh'), '#!/bin/sh\nrm -rf .git/refs .git/objects; cat\n', { mode: 0o755 });
    const nested = newRepository(join(workspace, 'nested'));
    git(nested, 'config', 'filter.own.clean', 'rm -rf ../.git/refs');
    writeFiles(nested, { '.gitattributes': '*.txt filter=own\n', 'b.txt': 'b\n' });
    writeFiles(workspace, { 'b.txt': 'b\n' });
    const shell = openShell(workspace);
    await shell.run({ command: 'git', parameters: ['add', 'b.txt'] });
    await shell.run({ command: 'git', parameters: ['-C', 'nested', 'add', 'b.txt'] });
    await shell.run({ command: 'git', parameters: ['add', '.'], directory: 'nested' });
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
  });

  test('a program that only calls git is told what to do instead', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    writeFiles(workspace, { Makefile: 'release:\n\tgit commit --allow-empty -m release\n' });
    const result = await openShell(workspace).run({ command: 'make', parameters: ['release'] });
    expect(result.error?.hint).toMatch(/only git itself can change the repository \(\.git\): run git directly/);
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
  });

  test('a program may read it', async () => {
    const workspace = newRepository();
    const { stdout } = await openShell(workspace).run({
      command: 'sh',
      parameters: ['-c', 'git log --format=%s; git status --short; git diff --stat; git rev-parse --abbrev-ref HEAD'],
    });
    expect(stdout).toBe('first\nmain\n');
  });

  test('the owner can open it to a program', async () => {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    const shell = openShell(workspace, {
      sandbox: { mode: 'required', commands: { 'shell node': { writable: ['.git'] } } },
    });
    expect(await ends(shell, ...unread('git commit -q --allow-empty -m second'))).toBe(0);
    expect(git(workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
  });
});

describe('a line of several programs', { timeout: 60_000 }, () => {
  async function inRepository() {
    atHome(settingsOfOwner);
    const workspace = newRepository();
    const shell = openShell(workspace);
    return { workspace, run: async (command: string) => await shell.run({ command }) };
  }

  test('works where git is beside what can be read', async () => {
    const { workspace, run } = await inRepository();
    const message = '"$(cat <<\'EOF\'\nA long $message\n\nWith a body.\nEOF\n)"';
    expect(
      await run(`echo two > b.txt && git add -A && git commit -q -m ${message} && git log -1 --format=%s`),
    ).toMatchObject({ exitCode: 0, stdout: 'A long $message\n' });
    expect(git(workspace, 'log', '-1', '--format=%b')).toBe('With a body.\n\n');
    expect(await run('git status --short | head -3; git remote add o ./store.git && git remote')).toMatchObject({
      exitCode: 0,
      stdout: 'o\n',
    });
  });

  test('gives git a sandbox of its own beside code that cannot be read', async () => {
    const { workspace, run } = await inRepository();
    const spoil = "node -e \"try { fs.rmSync('.git/HEAD') } catch { console.log('kept') }\"";
    expect(await run(`${spoil} && git commit --allow-empty -qm second && git log --format=%s`)).toMatchObject({
      exitCode: 0,
      stdout: 'kept\nsecond\nfirst\n',
    });
    expect(git(workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
  });

  test('says so where no pipe can lead to that sandbox', async () => {
    const { workspace, run } = await inRepository();
    const { error } = await run('node -e "console.log(1)" && git commit --allow-empty -m x | cat');
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('"git commit" changes the repository'),
    });
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
  });

  test('does not become another one while it runs', async () => {
    const { workspace, run } = await inRepository();
    writeFiles(workspace, { words: '-c alias.x=!rm${IFS}-rf${IFS}.git x\n' });
    const result = await run('git commit --allow-empty -qm second && git $(cat words)');
    expect(result.error).toBeDefined();
    expect(git(workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
  });

  test('asks where one of its programs would remove the repository', async () => {
    const { run } = await inRepository();
    for (const line of [
      'git status && rm -rf .git',
      'bash -c "rm -rf .git"',
      'echo x > .git/HEAD',
      'ls | xargs mv .git',
    ])
      expect([line, (await run(line)).error?.code]).toEqual([line, 'APPROVAL_REQUIRED']);
  });
});

describe('what is sent directly to remove it', { timeout: 60_000 }, () => {
  const calls: readonly (readonly [string, ...string[]])[] = [
    ['rm', '-rf', '.git'],
    ['rm', '-rf', '.'],
    ['rm', '.git/HEAD'],
    ['rm', '-rf', '.git/objects'],
    ['mv', '.git', 'old'],
    ['mv', '.git/refs', 'old'],
    ['find', '.git', '-delete'],
    ['cp', 'a.txt', '.git/HEAD'],
    ['touch', '.git/index.lock'],
    ['tee', '.git/config'],
    ['rmdir', '.git/refs/tags'],
    ['truncate', '-s', '0', '.git/index'],
    ['ln', '-sf', 'a.txt', '.git/HEAD'],
  ];

  test.each(['required', 'auto', 'off'] as const)('asks or is denied, with the sandbox %s', async (sandbox) => {
    const workspace = newRepository();
    const shell = openShell(workspace, { sandbox });
    for (const [command, ...parameters] of calls) {
      const call = [command, ...parameters].join(' ');
      const ended = await ends(shell, command, ...parameters);
      expect([call, ended]).toEqual([call, expect.stringMatching(/^(?:APPROVAL_REQUIRED|PERMISSION_DENIED)$/)]);
    }
    const { error } = await shell.run({ command: 'rm', parameters: ['-rf', '.git'] });
    expect(error?.message).toContain('".git" is the git repository: its commits, branches and stashes would be lost');
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
  });

  test('does what a person agreed to', async () => {
    const workspace = newRepository();
    const shell = openShell(workspace, yes);
    expect(await ends(shell, 'touch', '.git/index.lock')).toBe(0);
    expect(await ends(shell, 'rm', '.git/index.lock')).toBe(0);
    expect(await ends(shell, 'rm', '-rf', '.git')).toBe(0);
    expect(readdirSync(workspace)).toEqual(['a.txt']);
  });
});

describe('other shapes of a repository', { timeout: 60_000 }, () => {
  const remove = 'rm -rf .git store project/.git deep/project/.git HEAD refs objects; find . -name HEAD';

  test('one whose directory lies elsewhere in the workspace', async () => {
    const workspace = temporaryDirectory();
    git(workspace, 'init', '-q', '-b', 'main', '--separate-git-dir', 'store');
    git(workspace, 'commit', '-q', '--allow-empty', '-m', 'first');
    atHome(settingsOfOwner);
    const shell = openShell(workspace);
    await ends(shell, ...unread(remove));
    expect(await ends(shell, 'git', 'commit', '--allow-empty', '-m', 'second')).toBe(0);
    expect(git(workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
  });

  test('projects in a workspace that is none', async () => {
    const workspace = temporaryDirectory();
    const projects = ['project', 'deep/project'].map((name) => newRepository(join(workspace, name)));
    atHome(settingsOfOwner);
    const shell = openShell(workspace);
    await ends(shell, ...unread(remove));
    for (const project of projects) {
      expect(
        await ends(shell, 'git', '-C', project.slice(workspace.length + 1), 'commit', '--allow-empty', '-m', 'x'),
      ).toBe(0);
      expect(git(project, 'log', '--format=%s')).toBe('x\nfirst\n');
    }
  });

  test('one without a work tree', async () => {
    const workspace = temporaryDirectory();
    cpSync(join(newRepository(), '.git'), workspace, { recursive: true });
    git(workspace, 'config', 'core.bare', 'true');
    await ends(openShell(workspace), ...unread(`${remove}; echo evil > config`));
    expect(git(workspace, '--git-dir=.', 'log', '--format=%s')).toBe('first\n');
  });

  test('submodules and other work trees, which lie in the repository', async () => {
    const workspace = newRepository();
    git(workspace, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', './', 'inner');
    git(workspace, 'worktree', 'add', '-q', 'tree');
    await ends(openShell(workspace), ...unread('rm -rf .git/modules .git/worktrees'));
    expect(git(join(workspace, 'inner'), 'log', '--format=%s')).toBe('first\n');
    expect(git(join(workspace, 'tree'), 'log', '--format=%s')).toBe('first\n');
  });

  test('repositories inside of a repository are like other files', async () => {
    const workspace = newRepository();
    newRepository(join(workspace, 'build/dependency'));
    expect(await ends(openShell(workspace), ...unread('rm -rf build'))).toBe(0);
    expect(existsSync(join(workspace, 'build'))).toBe(false);
  });
});
