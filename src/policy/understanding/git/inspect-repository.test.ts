import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardedEnvironment } from '../guarded-environment.js';
import { understand } from '../understand.js';

let root: string;
let workspace: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')));
  workspace = join(root, 'workspace');
  write('../home/.gitconfig', '[user]\n\tname = Ann\n\temail = ann@example.invalid\n');
  write('../outside/settings', '[core]\n\tabbrev = 8\n');
  write('a.txt', 'one\n');
  git('init', '--quiet');
  git('add', 'a.txt');
  git('commit', '--quiet', '--message', 'First');
  write('a.txt', 'two\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const file = join(workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function git(...args: string[]) {
  return spawnSync('git', args, {
    cwd: workspace,
    env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), ...guardedEnvironment(workspace) },
    encoding: 'utf8',
  });
}

function settings(text: string, file = '.git/config'): void {
  appendFileSync(join(workspace, file), text);
}

function look(...args: string[]) {
  const call = { name: 'git', program: '/usr/bin/git', args, directory: workspace, workspace };
  const { evidence, understood, effects } = understand(call, () => undefined);
  return { effects: [...effects].sort(), understood, why: evidence.map(({ effect, why }) => `${effect}: ${why}`) };
}

const harmless = { effects: ['reads'], understood: true, why: [] };
const runs = (why: string) => ({ effects: ['reads', 'runs-code'], understood: true, why: [`runs-code: git: ${why}`] });

describe('settings of the repository', () => {
  it('are harmless as git and the usual tools write them', () => {
    settings('[remote "origin"]\n\turl = git@example.invalid:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n');
    settings('[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = origin/main\n');
    settings('[submodule "x"]\n\tactive = true\n\turl = ../x\n[lfs]\n\trepositoryformatversion = 0\n');
    expect(look('status')).toEqual(harmless);
  });

  it('are harmless where the environment or the table takes care of them', () => {
    settings('[core]\n\thooksPath = .husky/_\n\tfsmonitor = x\n\tpager = x\n[alias]\n\tst = !x\n[pager]\n\tlog = x\n');
    expect(look('log')).toEqual(harmless);
  });

  it.each([
    ['[filter "x"]\n\tclean = y\n', 'filter.x.clean'],
    ['[filter.x]\n\tprocess = y\n', 'filter.x.process'],
    ['[diff]\n\texternal = y\n', 'diff.external'],
    ['[diff "x"]\n\ttextconv = y\n', 'diff.x.textconv'],
    ['[DIFF "x"]COMMAND=y\n', 'diff.x.command'],
    ['[merge "x"]\n\tdriver = y\n', 'merge.x.driver'],
    ['[gpg]\n\tprogram = y\n', 'gpg.program'],
    ['[gpg "ssh"]\n\tdefaultKeyCommand = y\n', 'gpg.ssh.defaultkeycommand'],
    ['[trailer "x"]\n\tcmd = y\n', 'trailer.x.cmd'],
    ['[man "x"]\n\tcmd = y\n', 'man.x.cmd'],
    ['[branch "main"]\n\tmergeOptions = --strategy x\n', 'branch.main.mergeoptions'],
    ['[pull]\n\ttwohead = x\n', 'pull.twohead'],
    ['[hook "x"]\n\tcommand = y\n', 'hook.x.command'],
    ['[gc]\n\trecentObjectsHook = y\n', 'gc.recentobjectshook'],
    ['[nobody]\n\tknows = this\n', 'nobody.knows'],
  ])('run a program: %j', (text, key) => {
    settings(text);
    expect(look('status')).toEqual(runs(`${key} in .git/config can run a program`));
  });

  it('that cannot be read can run anything', () => {
    settings('[core\n');
    expect(look('diff')).toEqual(runs('settings in .git/config cannot be read, and can run anything'));
  });

  it('that name a program for other repositories count only where one is reached', () => {
    settings('[core]\n\tsshCommand = x\n[credential]\n\thelper = y\n[remote "o"]\n\turl = ext::x\n');
    expect(look('status')).toEqual(harmless);
    expect(look('fetch').why.filter((why) => why.startsWith('runs-code'))).toEqual([
      'runs-code: git: core.sshcommand in .git/config can run a program to reach a repository',
      'runs-code: git: credential.helper in .git/config can run a program to reach a repository',
      'runs-code: git: remote.o.url in .git/config reaches a repository by running a helper',
    ]);
  });

  it('that fetch what is missing make every command talk to other machines', () => {
    settings('[remote "o"]\n\tpromisor = true\n');
    expect(look('log').effects).toEqual(['network', 'reads']);
  });

  it('may name files inside the workspace, and none outside', () => {
    settings('[core]\n\texcludesFile = ignored\n');
    expect(look('status')).toEqual(harmless);
    settings(`[format]\n\tsignatureFile = ${root}/outside/settings\n`);
    expect(look('format-patch', '--stdout', 'HEAD').why).toEqual([
      `outside: format.signaturefile in .git/config resolves to ${root}/outside/settings, outside the workspace`,
    ]);
  });

  it('may put the work tree nowhere else', () => {
    settings('[core]\n\tworktree = ../../outside\n');
    expect(look('status').why).toEqual([
      `outside: core.worktree in .git/config resolves to ${root}/outside, outside the workspace`,
    ]);
  });
});

describe('files of settings', () => {
  it('are followed where one includes another', () => {
    settings('[include]\n\tpath = ../more\n');
    write('more', '[includeIf "gitdir:x"]\n\tpath = deep/most\n');
    write('deep/most', '[filter "x"]\n\tsmudge = y\n[include]\n\tpath = ../more\n');
    expect(look('status')).toEqual(runs('filter.x.smudge in deep/most can run a program'));
  });

  it('are not followed out of the workspace', () => {
    settings('[include]\n\tpath = ~/.more\n');
    expect(look('status')).toEqual(runs('include.path in .git/config takes settings from outside the workspace'));
  });

  it('that are larger than anybody needs, or no files, can say anything', () => {
    settings(`# ${'x'.repeat(300_000)}\n`);
    expect(look('status')).toEqual(runs('.git/config cannot be read, and could contain anything'));
    rmSync(join(workspace, '.git/config'));
    spawnSync('mkfifo', [join(workspace, '.git/config')]);
    expect(look('status')).toEqual(runs('.git/config cannot be read, and could contain anything'));
  });

  it('are found for a work tree of its own', () => {
    git('worktree', 'add', '--quiet', 'tree');
    git('config', 'extensions.worktreeConfig', 'true');
    expect(look('-C', 'tree', 'status')).toEqual(harmless);
    write('.git/worktrees/tree/config.worktree', '[diff]\n\texternal = x\n');
    expect(look('-C', 'tree', 'status')).toEqual(
      runs('diff.external in .git/worktrees/tree/config.worktree can run a program'),
    );
  });

  it('are found for submodules, which git looks into by itself', () => {
    git('clone', '--quiet', '.', 'inner');
    git('add', 'inner');
    expect(look('status')).toEqual(harmless);
    const mark = join(root, 'mark');
    settings(`[filter "x"]\n\tclean = "touch ${mark}; cat"\n`, 'inner/.git/config');
    write('inner/.gitattributes', '* filter=x\n');
    write('inner/a.txt', 'two\n');
    git('status');
    expect(existsSync(mark)).toBe(true);
    expect(look('status')).toEqual(runs('filter.x.clean in inner/.git/config can run a program'));
  });

  it('are found from a directory below, and for the directory that is asked for', () => {
    write('deep/er/x', '');
    settings('[diff]\n\texternal = x\n');
    const why = runs('diff.external in .git/config can run a program');
    expect(look('-C', 'deep/er', 'status')).toEqual(why);
    git('init', '--quiet', 'deep');
    expect(look('-C', 'deep/er', 'status')).toEqual(why);
  });

  it('count for a directory that only looks like a repository', () => {
    git('init', '--quiet', '--bare', 'bare');
    settings('[diff]\n\texternal = x\n', 'bare/config');
    expect(look('-C', 'bare', 'status')).toEqual(runs('diff.external in bare/config can run a program'));
  });
});

describe('what is outside the workspace', () => {
  it('a repository that lies elsewhere', () => {
    git('init', '--quiet', '--separate-git-dir', join(root, 'outside/repository'), 'apart');
    const why = [expect.stringContaining(`resolves to ${root}/outside/repository, outside the workspace`)];
    expect(look('-C', 'apart', 'status').why).toEqual(why);
    rmSync(join(workspace, 'apart/.git'));
    symlinkSync(join(root, 'outside/repository'), join(workspace, 'apart/.git'));
    expect(look('-C', 'apart', 'status').why).toEqual(why);
  });

  it('objects of another repository', () => {
    write('.git/objects/info/alternates', `${root}/outside/objects\n`);
    expect(look('log').why).toEqual([
      `outside: .git/objects/info/alternates resolves to ${root}/outside/objects, outside the workspace`,
    ]);
  });

  it('a link in the folder of the repository', () => {
    rmSync(join(workspace, '.git/logs/HEAD'));
    symlinkSync(join(root, 'outside/settings'), join(workspace, '.git/logs/HEAD'));
    expect(look('log').why).toEqual([
      `outside: .git/logs/HEAD resolves to ${root}/outside/settings, outside the workspace`,
    ]);
  });
});
