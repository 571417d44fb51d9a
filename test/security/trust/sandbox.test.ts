// The same behind a wall that has a door: what the owner lets programs write is still compared.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Heard, openShell } from '../../shell/workspace.js';

const git = (workspace: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], { cwd: workspace });

test('a hook in a .git that the owner made writable', async () => {
  const shell = openShell({ sandbox: { mode: 'required', writable: ['.git'] } });
  git(shell.workspace, 'init', '-q');
  writeFileSync(join(shell.workspace, 'job.sh'), 'echo steal > .git/hooks/post-checkout\n');

  const result = await shell.run({ command: 'sh', parameters: ['job.sh'] });
  const next = await shell.run({ command: 'git', parameters: ['status', '--short'] });

  expect(result.warnings).toMatchObject([{ code: 'TRUST_LOST', message: expect.stringContaining('+ steal') }]);
  expect(next.error).toMatchObject({ code: 'APPROVAL_REQUIRED', message: expect.stringContaining('post-checkout') });
});

test('settings that change while a program waits inside, whoever got at them', async () => {
  const shell = openShell({ sandbox: 'required' });
  git(shell.workspace, 'init', '-q');
  const heard = new Heard();
  const waiting = shell.run({ command: 'sleep', parameters: ['300'] }, { chat: 'waiting', onEvent: heard.listen });
  await heard.until((event) => event.type === 'run-state' && event.state === 'running');
  git(shell.workspace, 'config', 'core.fsmonitor', './x');

  const next = await shell.run({ command: 'git', parameters: ['status', '--short'] });

  shell.cancel({ chat: 'waiting' });
  await waiting;
  expect(next.error).toMatchObject({ code: 'APPROVAL_REQUIRED', message: expect.stringContaining('.git/config') });
});

test('programs beside each other that change nothing are told of nothing', async () => {
  const shell = openShell({ sandbox: 'required' }, { 'package.json': '{}', 'src/a.txt': 'a' });
  git(shell.workspace, 'init', '-q');
  const run = (words: readonly string[]) => shell.run({ command: words[0] as string, parameters: words.slice(1) });

  const results = await Promise.all([
    ...Array.from({ length: 4 }, (_, at) => run(['touch', `src/b${at}.txt`])),
    ...Array.from({ length: 4 }, () => run(['git', 'status', '--short'])),
  ]);

  expect(results.map(({ error, warnings }) => [error, warnings])).toEqual(results.map(() => [undefined, []]));
});

test('a program that fails is told of as well', async () => {
  const shell = openShell({ sandbox: 'required' }, { Makefile: 'all:\n', 'job.sh': 'echo x >> Makefile; exit 3\n' });

  const { error, warnings } = await shell.run({ command: 'sh', parameters: ['job.sh'] });

  expect([error?.code, warnings.map(({ code }) => code)]).toEqual(['EXECUTION_ERROR', ['INSTRUCTIONS_CHANGED']]);
});
