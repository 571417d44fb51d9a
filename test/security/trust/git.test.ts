// What git obeys is compared before and after each program, however a program got at it.

import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createShell, type Shell, type ShellOptions, type ShellResult } from '../../../src/index.js';
import { type Files, Heard, lenient, openShell } from '../../shell/workspace.js';

const git = (workspace: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], { cwd: workspace });

/** A repository in which scripts run without a question, so that only the comparison stands in the way. */
function openRepository(files: Files = {}, options: Partial<ShellOptions> = {}): Shell {
  const shell = openShell({ policy: lenient, ...options }, files);
  git(shell.workspace, 'init', '-q');
  return shell;
}

const status = (shell: Shell): Promise<ShellResult> => shell.run({ command: 'git', parameters: ['status', '--short'] });

const warned = ({ warnings }: ShellResult) => warnings.map(({ code }) => code);

/** A shell script of the workspace: inline code is refused. */
async function runScript(shell: Shell, code: string): Promise<ShellResult> {
  writeFileSync(join(shell.workspace, 'job.sh'), code);
  return await shell.run({ command: 'sh', parameters: ['job.sh'] });
}

describe('a program that writes what git obeys is told of, and the next git asks', () => {
  test.each([
    ['settings', 'git config core.fsmonitor ./x', '.git/config', 'core.fsmonitor = ./x'],
    [
      'settings, replaced by a rename',
      'cp .git/config c; echo "[alias] st = !x" >> c; mv c .git/config',
      '.git/config',
      'alias.st = !x',
    ],
    ['a hook', 'mkdir -p .git/hooks; echo echo hi > .git/hooks/post-checkout', '.git/hooks/post-checkout', 'echo hi'],
    [
      'settings of a work tree',
      'echo "[core] pager = x" > .git/config.worktree',
      '.git/config.worktree',
      'core.pager = x',
    ],
    ['another directory for settings', 'mkdir e; echo ../e > .git/commondir', '.git/commondir', '../e'],
    [
      'settings of a submodule',
      'mkdir -p .git/modules/a/b; echo x > .git/modules/a/b/HEAD; echo "[core] fsmonitor = x" > .git/modules/a/b/config',
      '.git/modules/a/b/config',
      'core.fsmonitor = x',
    ],
    [
      'settings of another work tree',
      'mkdir -p .git/worktrees/w; echo "[core] sshCommand = x" > .git/worktrees/w/config.worktree',
      '.git/worktrees/w/config.worktree',
      'core.sshcommand = x',
    ],
    ['an address', 'git remote add origin ext::sh', '.git/config', 'remote.origin.url = ext::sh'],
    ['.git itself', 'mv .git g; echo gitdir: g > .git', '.git', 'gitdir: g'],
  ])('%s', async (_, code, file, change) => {
    const shell = openRepository();
    expect((await status(shell)).error).toBeUndefined();

    const result = await runScript(shell, code);

    const message = result.warnings.map(({ message: one }) => one).join('\n');
    expect(warned(result)).toContain('TRUST_LOST');
    expect(message).toContain(file);
    expect(message).toContain(change);
    expect(await status(shell)).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED', message: expect.stringContaining(file) },
    });
    // What does not read it goes on.
    expect((await shell.run({ command: 'ls' })).error).toBeUndefined();
  });

  test('hooks of husky, which lie where the settings say', async () => {
    const shell = openRepository({ '.husky/_/pre-commit': 'x', '.husky/pre-commit': 'npm test\n' });
    git(shell.workspace, 'config', 'core.hooksPath', '.husky/_');
    await status(shell);

    const result = await runScript(shell, 'echo ./steal >> .husky/pre-commit; echo x > .husky/_/post-merge');

    expect(warned(result)).toEqual(['TRUST_LOST', 'TRUST_LOST']);
    expect((await status(shell)).error?.code).toBe('APPROVAL_REQUIRED');
  });

  test('a hook that has the time of a moment before, as the clock of files moves in steps', async () => {
    const shell = openRepository({ '.husky/_/pre-commit': 'x' });
    git(shell.workspace, 'config', 'core.hooksPath', '.husky/_');
    await status(shell);
    const { now } = Date;
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 15);
    onTestFinished(() => ahead.mockRestore());

    const result = await runScript(shell, 'echo x > .husky/_/post-merge');

    expect(warned(result)).toEqual(['TRUST_LOST']);
  });

  test('a file that the settings include, and a script that they name', async () => {
    const shell = openRepository({ 'own.config': '', 'tools/editor': 'true\n' });
    git(shell.workspace, 'config', 'include.path', '../own.config');
    git(shell.workspace, 'config', 'core.editor', './tools/editor');
    await shell.run({ command: 'ls' });

    const result = await runScript(shell, 'echo "[core] fsmonitor = x" > own.config; echo x > tools/editor');

    expect(warned(result)).toEqual(['TRUST_LOST', 'TRUST_LOST']);
  });

  test('a second name for the settings, by which they could be written later', async () => {
    const shell = openRepository();
    await status(shell);

    const result = await runScript(shell, 'ln .git/config notes.txt');

    expect(result.warnings[0]?.message).toContain('2 names (hard links)');
    expect((await status(shell)).error?.code).toBe('APPROVAL_REQUIRED');
  });
});

test('a second name that was there before is not trusted either', async () => {
  const shell = openRepository();
  linkSync(join(shell.workspace, '.git/config'), join(shell.workspace, 'notes.txt'));

  expect((await status(shell)).error?.message).toContain('2 names (hard links)');
});

describe('whose change it is', () => {
  test('what changes while nothing runs is the person’s', async () => {
    const shell = openRepository();
    await status(shell);
    git(shell.workspace, 'config', 'core.pager', 'less');

    expect((await status(shell)).error).toBeUndefined();
  });

  test('what changes while a program runs in the background is not', async () => {
    const shell = openRepository();
    const heard = new Heard();
    const waiting = shell.run({ command: 'sleep', parameters: ['300'] }, { chat: 'waiting', onEvent: heard.listen });
    await heard.until((event) => event.type === 'run-state' && event.state === 'running');
    git(shell.workspace, 'config', 'core.pager', 'x');

    const result = await status(shell);

    shell.cancel({ chat: 'waiting' });
    await waiting;
    expect(result.error?.code).toBe('APPROVAL_REQUIRED');
  });

  test('what git writes all the time is nobody’s business', async () => {
    const shell = openRepository();
    git(shell.workspace, 'commit', '-q', '--allow-empty', '-m', 'x');
    await status(shell);

    const result = await runScript(
      shell,
      'git branch topic; git branch --set-upstream-to=master topic 2>/dev/null; git config branch.topic.merge refs/heads/x; git config user.name Me; git worktree add -q ../w-$$ topic; git worktree list',
    );

    expect(warned(result)).toEqual([]);
    expect((await status(shell)).error).toBeUndefined();
  });

  test('a setting that a person approved is the person’s', async () => {
    const policy = { default: 'ask', rules: [] };
    const shell = openRepository({}, { policy, approve: async () => ({ answer: 'approve', by: 'library' }) });
    await status(shell);

    const result = await shell.run({
      command: 'git',
      parameters: ['config', 'core.editor', 'vim'],
    });

    expect([result.error, warned(result)]).toEqual([undefined, []]);
  });

  test('an approved script is not approved for the settings', async () => {
    const asked: string[] = [];
    const shell = openRepository(
      {},
      {
        policy: { default: 'ask', rules: [] },
        approve: async ({ reason }) => {
          asked.push(reason);
          return { answer: 'approve', by: 'library' };
        },
      },
    );

    const result = await runScript(shell, 'git config core.fsmonitor ./x');
    const next = await status(shell);

    expect(warned(result)).toEqual(['TRUST_LOST']);
    expect(asked.at(-1)).toContain('core.fsmonitor = ./x');
    // A yes makes what stands there trusted again.
    expect(next.error).toBeUndefined();
    const before = asked.length;
    await status(shell);
    expect(asked).toHaveLength(before);
  });

  test('a yes is for what was shown: what comes after it asks again', async () => {
    let answers = 0;
    const shell: Shell = openRepository(
      {},
      {
        approve: async () => {
          answers++;
          git(shell.workspace, 'config', 'core.fsmonitor', `./y${answers}`);
          return { answer: 'approve', by: 'library' };
        },
      },
    );
    await runScript(shell, 'git config core.fsmonitor ./x');

    expect((await status(shell)).error?.code).toBe('PERMISSION_DENIED');
  });

  test('putting it back is enough', async () => {
    const shell = openRepository();
    await status(shell);
    const before = readFileSync(join(shell.workspace, '.git/config'));
    await runScript(shell, 'git config core.fsmonitor ./x');
    writeFileSync(join(shell.workspace, '.git/config'), before);

    expect((await status(shell)).error).toBeUndefined();
  });

  test('touching it is not', async () => {
    const shell = openRepository();
    await status(shell);
    await runScript(shell, 'git config core.fsmonitor ./x');
    await runScript(shell, 'touch .git/config');

    expect((await status(shell)).error?.code).toBe('APPROVAL_REQUIRED');
  });
});

describe('other gates of the workspace', () => {
  function another(shell: Shell): Shell {
    return createShell({ workspace: shell.workspace, sandbox: 'off', policy: lenient });
  }

  test('one that was opened later knows what the first one saw', async () => {
    const shell = openRepository();
    await status(shell);
    await runScript(shell, 'git config core.fsmonitor ./x');
    await shell.close();
    const next = another(shell);

    const result = await status(next);
    await next.close();

    expect(result.error?.message).toContain('core.fsmonitor = ./x');
  });

  test('a change while a program of another gate runs is not the person’s', async () => {
    const shell = openRepository();
    const other = another(shell);
    await status(other);
    const heard = new Heard();
    const waiting = shell.run({ command: 'sleep', parameters: ['300'] }, { chat: 'waiting', onEvent: heard.listen });
    await heard.until((event) => event.type === 'run-state' && event.state === 'running');
    git(shell.workspace, 'config', 'core.pager', 'x');

    const result = await status(other);

    shell.cancel({ chat: 'waiting' });
    await waiting;
    await other.close();
    expect(result.error?.code).toBe('APPROVAL_REQUIRED');
  });

  test('what one of them saw change while nothing ran is the person’s for the others, too', async () => {
    const shell = openRepository();
    const other = another(shell);
    await status(other);
    await status(shell);
    git(shell.workspace, 'config', 'core.pager', 'less');
    const heard = new Heard();
    const waiting = shell.run({ command: 'sleep', parameters: ['300'] }, { chat: 'waiting', onEvent: heard.listen });
    await heard.until((event) => event.type === 'run-state' && event.state === 'running');

    const result = await status(other);

    shell.cancel({ chat: 'waiting' });
    await waiting;
    await other.close();
    expect(result.error).toBeUndefined();
  });
});

test('what is written to a terminal or shown to a person cannot steer it', async () => {
  const shell = openRepository();
  await status(shell);

  const result = await runScript(shell, 'printf "[alias]\\n x = \\"!a\\033[2K\\u202e\\"\\n" >> .git/config');

  expect(warned(result)).toEqual(['TRUST_LOST']);
  expect(JSON.stringify(result)).not.toMatch(/\\u001b|\u202e/);
});

test('files that tools run code from are named, and nothing else is', async () => {
  const shell = openRepository({
    'package.json': '{"name":"x","scripts":{"test":"true"}}',
    Makefile: 'all:\n',
    'lib/a.txt': '',
  });

  const quiet = await runScript(
    shell,
    'echo x > lib/b.txt; echo \'{"name":"y","scripts":{"test":"true"}}\' > package.json',
  );
  const loud = await runScript(
    shell,
    'echo \'{"scripts":{"test":"x"}}\' > package.json; echo x >> Makefile; mkdir lib/.git bare bare/objects; echo x > bare/HEAD; mkdir -p .github/workflows; echo x > .github/workflows/a.yml; echo x > setup.py',
  );
  const after = await runScript(shell, 'true');

  expect(quiet.warnings).toEqual([]);
  expect(loud.warnings.map(({ code }) => code)).toEqual(['INSTRUCTIONS_CHANGED']);
  for (const name of [
    'package.json (scripts)',
    'Makefile',
    'setup.py',
    'lib (a git repository)',
    'bare (a git repository)',
    '.github/workflows/a.yml',
  ]) {
    expect(loud.warnings[0]?.message).toContain(name);
  }
  expect(after.warnings).toEqual([]);
});
