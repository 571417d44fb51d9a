// What people answer for longer than one run, and what such an answer must never cover.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Approval, ApprovalAnswer, Shell, ShellOptions } from '../../src/index.js';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { newWorkspace, openShell } from '../shell/workspace.js';

const once: ApprovalAnswer = { answer: 'approve', by: 'test' };
const always: ApprovalAnswer = { ...once, always: true };
const similar: ApprovalAnswer = { ...always, similar: true };
const session: ApprovalAnswer = { ...once, session: true };

const files = {
  'build/a': 'a',
  'dist/a': 'a',
  'src/a': 'a',
  'sub/build/a': 'a',
  'nested/.git/HEAD': 'ref: refs/heads/main\n',
  '.git/HEAD': 'ref: refs/heads/main\n',
  'list.txt': 'src\n',
  'old.txt': 'old',
};

interface Opened {
  readonly shell: Shell;
  readonly asked: Approval[];
}

/** Answers the first questions with these, and nothing after that. */
function open(answers: readonly ApprovalAnswer[], options: Partial<ShellOptions> = {}): Opened {
  const workspace = options.workspace ?? newWorkspace(files);
  onTestFinished(() => rmSync(ownDirectory(workspace), { recursive: true, force: true }));
  const asked: Approval[] = [];
  const left = [...answers];
  const shell = openShell({
    ...{ workspace, approvalFiles: true, ...options },
    approve: async (approval) => {
      asked.push(approval);
      return left.shift();
    },
  });
  return { shell, asked };
}

function makeAgain(shell: Shell, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(shell.workspace, name), { recursive: true });
    writeFileSync(join(shell.workspace, name, 'a'), 'a');
  }
}

const isThere = (shell: Shell, name: string) => existsSync(join(shell.workspace, name));
const storeOf = ({ workspace }: Shell) => openFileApprovalStore({ directory: ownDirectory(workspace) });

describe('"always" for a line', () => {
  test('writes a rule for each program that asks, and the line runs unasked from then on', async () => {
    const { shell, asked } = open([always]);
    const line = { command: 'rm -r build && echo between && rm -r dist' };

    expect((await shell.run(line)).exitCode).toBe(0);
    makeAgain(shell, 'build', 'dist');
    expect((await shell.run(line)).exitCode).toBe(0);

    expect([asked.length, isThere(shell, 'build'), isThere(shell, 'dist')]).toEqual([1, false, false]);
    const rules = storeOf(shell).readAlways();
    expect(rules.map((rule) => rule.exactly)).toEqual([
      { name: 'rm', program: expect.any(String), arguments: ['-r', 'build'], directory: '.' },
      { name: 'rm', program: expect.any(String), arguments: ['-r', 'dist'], directory: '.' },
    ]);
    expect([asked[0]?.always?.rule, ...(asked[0]?.always?.more ?? [])]).toEqual(rules);
  });

  test('covers its programs one by one: the next line asks only about the others, and offers a rule only for them', async () => {
    const { shell, asked } = open([always, always]);
    await shell.run({ command: 'rm', parameters: ['-r', 'build'] });
    makeAgain(shell, 'build');

    await shell.run({ command: 'rm -r build; rm -r dist' });

    expect(asked[1]?.reason).not.toContain('build');
    expect(asked[1]?.reason).toContain('dist');
    expect(asked[1]?.always?.more).toBeUndefined();
    expect(asked[1]?.always?.rule.exactly).toMatchObject({ arguments: ['-r', 'dist'] });
    // All of it is shown all the same.
    expect([asked[1]?.subject.args, asked[1]?.subject.followed_by?.[0]?.args]).toEqual([
      ['-r', 'build'],
      ['-r', 'dist'],
    ]);
  });

  const others: readonly [string, string][] = [
    ['another file', 'rm -r src'],
    ['one file more', 'rm -r build src'],
    ['another option', 'rm -rf build'],
    ['another directory', 'cd sub && rm -r build'],
    ['something to read', 'echo src | rm -r build'],
    ['a variable', 'POSIXLY_CORRECT=1 rm -r build'],
    ['a variable that is gone', 'unset LANG; rm -r build'],
    ['words that only a run can tell', 'rm -r $(cat list.txt)'],
    ['a redirection that asks', 'rm -r build > .git/config'],
    ['the same in code', "sh -c 'rm -r build'"],
    ['a program beside it that asks', 'rm -r build; rm -r src'],
  ];
  test.each(others)('is no yes to %s: %s', async (_, command) => {
    const { shell, asked } = open([always]);
    await shell.run({ command: 'rm -r build; true' });
    makeAgain(shell, 'build');

    const { error } = await shell.run({ command });

    expect([error?.code, asked.length]).toEqual(['APPROVAL_REQUIRED', 2]);
    expect(['build', 'src', 'sub/build'].map((name) => isThere(shell, name))).toEqual([true, true, true]);
    expect(isThere(shell, '.git/config')).toBe(false);
  });

  test('is not offered for a word that only a run can tell, nor for a program that reads from another', async () => {
    const { shell, asked } = open([]);
    await shell.run({ command: 'rm -r $(cat list.txt)' });
    await shell.run({ command: 'cat list.txt | rm -r src' });

    const offers = asked.map((one) => [one.always, one.similar, one.session_means]);
    expect(offers).toEqual([
      [null, undefined, undefined],
      [null, undefined, undefined],
    ]);
  });

  test('for code that is inline is one for this code', async () => {
    const { shell, asked } = open([always]);
    const code = (text: string) => ({ command: 'sh', parameters: ['-c', text] });
    expect((await shell.run(code('rm -r build'))).exitCode).toBe(0);
    makeAgain(shell, 'build');
    expect((await shell.run(code('rm -r build'))).exitCode).toBe(0);
    expect((await shell.run(code('rm -r dist'))).error?.code).toBe('APPROVAL_REQUIRED');
    expect(asked.map((one) => one.similar)).toEqual([undefined, undefined]);
  });

  test('never undoes a deny', async () => {
    const workspace = newWorkspace(files);
    const first = open([always], { workspace });
    await first.shell.run({ command: 'rm -r build; rm -r dist' });
    makeAgain(first.shell, 'build', 'dist');
    const rule = { id: 'no-dist', decision: 'deny', reason: 'No.', program: 'rm', has: 'dist', match: ['rm -r dist'] };
    const { shell, asked } = open([], { workspace, policy: { default: 'ask', rules: [rule] } as never });

    expect((await shell.run({ command: 'rm -r build; rm -r dist' })).error?.code).toBe('PERMISSION_DENIED');
    expect([asked.length, isThere(shell, 'build'), isThere(shell, 'dist')]).toEqual([0, true, true]);
  });
});

describe('a yes for this program with these options in this directory', () => {
  async function agreed(): Promise<Opened> {
    const opened = open([similar]);
    await opened.shell.run({ command: 'rm', parameters: ['-r', 'build'] });
    makeAgain(opened.shell, 'build');
    return opened;
  }

  test('covers other files, in other calls and lines', async () => {
    const { shell, asked } = await agreed();
    expect(asked[0]?.similar?.matches).toMatch(/^rm -r with any files and directories below the workspace directory, /);

    expect((await shell.run({ command: 'rm -r dist && echo done' })).stdout).toBe('done\n');
    expect((await shell.run({ command: 'rm', parameters: ['src', 'build', '-r'] })).exitCode).toBe(0);
    expect([asked.length, isThere(shell, 'dist'), isThere(shell, 'src')]).toEqual([1, false, false]);
  });

  const others: readonly [string, string][] = [
    ['another option', 'rm -rf dist'],
    ['no option', 'rm old.txt'],
    ['the directory itself', 'rm -r "$PWD"'],
    ['what lies outside', 'rm -r ../other'],
    ['the repository', 'rm -r .git'],
    ['a part of it', 'rm -r .git/HEAD'],
    ['another repository', 'rm -r nested'],
    ['another directory', 'cd sub && rm -r build'],
    ['a variable', 'A=1 rm -r dist'],
    ['words that only a run can tell', 'rm -r $(cat list.txt)'],
    ['something to read', 'echo | rm -r dist'],
    ['another program', 'unlink old.txt'],
    ['another program in front of it', 'env rm -r dist'],
    ['code', "sh -c 'rm -r dist'"],
  ];
  test.each(others)('is no yes to %s: %s', async (_, command) => {
    const { shell, asked } = await agreed();

    const { error } = await shell.run({ command });

    expect(['APPROVAL_REQUIRED', 'PERMISSION_DENIED', 'PATH_TRAVERSAL_BLOCKED']).toContain(error?.code);
    const kept = ['dist', 'src', '.git/HEAD', 'nested/.git', 'sub/build', 'old.txt'];
    expect(kept.filter((name) => !isThere(shell, name))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test('is not offered where a file would be run, or something else than files is named', async () => {
    const { shell, asked } = open([]);
    for (const command of ['sh x.sh', 'npm run x', 'node build/a']) await shell.run({ command });
    expect(asked.map((one) => one.similar)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a yes for the session', () => {
  test('is one for this session, and is there in the list as long as its gate', async () => {
    const { shell, asked } = open([session]);
    const mine = shell.openSession();
    const line = { command: 'rm -r build; true' };
    await shell.run(line, { session: mine });
    makeAgain(shell, 'build');

    expect(asked[0]?.session_means).toMatch(/^For the rest of this session: rm -r with any files/);
    expect((await shell.run({ command: 'rm -r dist' }, { session: mine })).exitCode).toBe(0);
    expect((await shell.run(line)).error?.code).toBe('APPROVAL_REQUIRED');
    expect((await shell.run(line, { session: shell.openSession() })).error?.code).toBe('APPROVAL_REQUIRED');
    expect(storeOf(shell).readAlways()).toEqual([]);
    expect(storeOf(shell).readSession()).toMatchObject([{ session: mine.id, like: { arguments: ['-r'] } }]);
  });

  test('ends when somebody revokes it', async () => {
    const { shell } = open([session]);
    const mine = shell.openSession();
    await shell.run({ command: 'rm -r build; true' }, { session: mine });
    const store = storeOf(shell);
    const [rule] = store.readSession();

    expect(await store.revoke(String(rule?.id))).toEqual([rule]);

    expect((await shell.run({ command: 'rm -r dist' }, { session: mine })).error?.code).toBe('APPROVAL_REQUIRED');
    expect([isThere(shell, 'dist'), store.readSession()]).toEqual([true, []]);
  });

  test('cannot be written by hand: no gate has given it', async () => {
    const { shell, asked } = open([session]);
    const [mine, other] = [shell.openSession(), shell.openSession()];
    await shell.run({ command: 'rm -r build; true' }, { session: mine });
    const store = storeOf(shell);
    const [rule] = store.readSession();
    await store.addSession({ ...rule, session: other.id });

    expect((await shell.run({ command: 'rm -r dist' }, { session: other })).error?.code).toBe('APPROVAL_REQUIRED');
    expect(asked).toHaveLength(2);
  });

  test('needs no files', async () => {
    const { shell, asked } = open([session], { approvalFiles: false });
    await shell.run({ command: 'rm -r build; true' });
    expect((await shell.run({ command: 'rm -r dist; true' })).exitCode).toBe(0);
    expect([asked.length, asked[0]?.always]).toEqual([1, null]);
  });
});

test('a rule that was revoked holds in no gate that runs', async () => {
  const { shell, asked } = open([always]);
  await shell.run({ command: 'rm -r build' });
  makeAgain(shell, 'build');
  const store = storeOf(shell);
  const [rule] = store.readAlways();

  expect(await store.revoke(String(rule?.id))).toEqual([rule]);
  expect(await store.revoke('always-000000000000')).toEqual([]);

  expect((await shell.run({ command: 'rm -r build' })).error?.code).toBe('APPROVAL_REQUIRED');
  expect([asked.length, isThere(shell, 'build')]).toEqual([2, true]);
});
