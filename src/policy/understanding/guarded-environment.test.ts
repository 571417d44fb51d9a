import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardedEnvironment } from './guarded-environment.js';

let root: string;
let workspace: string;
let mark: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'guarded-')));
  workspace = join(root, 'workspace');
  mark = join(root, 'mark');
  mkdirSync(workspace);
  write(
    '../home/.gitconfig',
    '[user]\n\tname = Ann Owner\n\temail = ann@example.invalid\n[init]\n\tdefaultBranch = main\n',
  );
  guarded('init', '--quiet');
  write('a.txt', 'one\n');
  guarded('add', 'a.txt');
  guarded('commit', '--quiet', '--message', 'First');
  write('a.txt', 'two\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string, mode = 0o644): string {
  const file = join(workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

function bare() {
  return {
    PATH: process.env.PATH ?? '',
    HOME: join(root, 'home'),
    GIT_CONFIG_NOSYSTEM: '1',
    // Without the guard git would look for an editor here.
    TERM: 'dumb',
  };
}

function git(env: Record<string, string>, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('git', [...args], {
    cwd: workspace,
    env: { ...bare(), ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

const guarded = (...args: string[]) => git(guardedEnvironment(workspace), args);
const unguarded = (...args: string[]) => git({}, args);

describe('a harmless repository', () => {
  it('works as ever, with the name of its owner', () => {
    expect(guarded('commit', '--all', '--message', 'Second').status).toBe(0);
    expect(guarded('log', '--format=%an %s').stdout).toBe('Ann Owner Second\nAnn Owner First\n');
    write('a.txt', 'three\n');
    expect(guarded('diff', '--stat').stdout).toBe(' a.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n');
    expect(guarded('status', '--short').stdout).toBe(' M a.txt\n');
  });

  it('can amend a commit and go on with a rebase, where an editor would be started', () => {
    expect(guarded('commit', '--all', '--amend').status).toBe(0);
    expect(guarded('log', '--format=%s').stdout).toBe('First\n');
  });

  it('refuses a commit without a message instead of waiting for an editor', () => {
    const { status, stderr } = guarded('commit', '--all');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('empty commit message') });
  });
});

/** Each runs a program of the workspace when nobody takes care. */
const traps: Record<string, { config?: string; hook?: string; args: string[] }> = {
  'a hook': { hook: 'hooks/pre-commit', args: ['commit', '--all', '--message', 'x'] },
  'a hook in another folder': {
    config: '[core]\n\thooksPath = .git/trap-folder\n',
    hook: 'trap-folder/post-commit',
    args: ['commit', '--all', '--message', 'x'],
  },
  'a file system monitor': { config: '[core]\n\tfsmonitor = TRAP\n', args: ['status'] },
  'an editor': { config: '[core]\n\teditor = TRAP\n', args: ['commit', '--all'] },
  'an editor of a sequence': {
    config: '[sequence]\n\teditor = TRAP\n',
    args: ['rebase', '--interactive', '--root', '--autostash'],
  },
  'a program that asks for a password': {
    config: '[core]\n\taskPass = TRAP\n',
    args: ['credential', 'fill', '--trap-input'],
  },
  'a helper that reaches a repository': {
    config: '[protocol "ext"]\n\tallow = always\n',
    args: ['ls-remote', 'ext::TRAP'],
  },
};

describe.each(Object.entries(traps))('%s of the repository', (_, { config = '', hook, args }) => {
  beforeEach(() => {
    const trap = write('.git/trap', `#!/bin/sh\ntouch '${mark}'\n`, 0o755);
    if (hook !== undefined) write(`.git/${hook}`, `#!/bin/sh\ntouch '${mark}'\n`, 0o755);
    const file = join(workspace, '.git/config');
    writeFileSync(file, `${readFileSync(file, 'utf8')}${config.replaceAll('TRAP', trap)}`);
  });

  const run = (env: Record<string, string>) => {
    const words = args
      .filter((word) => word !== '--trap-input')
      .map((word) => word.replace('TRAP', join(workspace, '.git/trap')));
    spawnSync('git', words, {
      cwd: workspace,
      env: { ...bare(), ...env },
      input: words.length === args.length ? '' : 'protocol=https\nhost=example.invalid\nusername=x\n\n',
    });
    return existsSync(mark);
  };

  it('is started without the guard', () => {
    expect(run({})).toBe(true);
  });

  it('is not started with it', () => {
    expect(run(guardedEnvironment(workspace))).toBe(false);
  });
});

it('a repository around the workspace is not found', () => {
  const inner = join(workspace, 'inner');
  mkdirSync(inner);
  const run = (env: Record<string, string>) =>
    spawnSync('git', ['rev-parse', '--show-toplevel'], { cwd: inner, env: { ...bare(), ...env }, encoding: 'utf8' })
      .stdout;
  expect(run({})).toBe(`${workspace}\n`);
  expect(run(guardedEnvironment(inner))).toBe('');
  expect(run(guardedEnvironment(workspace))).toBe(`${workspace}\n`);
});

it('a directory that looks like a repository brings no settings along', () => {
  execFileSync('git', ['init', '--quiet', '--bare', 'looks'], { cwd: workspace, env: bare() });
  const looks = join(workspace, 'looks');
  const run = (env: Record<string, string>) =>
    spawnSync('git', ['rev-parse', '--git-dir'], { cwd: looks, env: { ...bare(), ...env } }).status;
  expect(run({})).toBe(0);
  expect(run(guardedEnvironment(workspace))).toBe(128);
});

it('reaches into submodules', () => {
  const trap = write('.git/trap', `#!/bin/sh\ntouch '${mark}'\n`, 0o755);
  execFileSync('git', ['clone', '--quiet', '.', 'inner'], {
    cwd: workspace,
    env: { ...bare(), ...guardedEnvironment(workspace) },
  });
  guarded('add', 'inner');
  const file = join(workspace, 'inner/.git/config');
  writeFileSync(file, `${readFileSync(file, 'utf8')}[core]\n\tfsmonitor = ${trap}\n`);
  write('inner/a.txt', 'changed\n');
  guarded('status');
  expect(existsSync(mark)).toBe(false);
  unguarded('status');
  expect(existsSync(mark)).toBe(true);
});
