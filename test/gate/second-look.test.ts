// What was judged and approved is what starts: files, links and programs may have changed meanwhile.

import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newWorkspace, openShell } from '../shell/workspace.js';

const script = (text: string) => ({ text: `#!/bin/sh\n${text}\n`, mode: 0o755 });

/** Asks about everything, and lets a test change something before it says yes. */
function openAsking(workspace: string, meanwhile: () => void) {
  return openShell({
    workspace,
    policy: { default: 'ask', rules: [] },
    approve: async () => {
      meanwhile();
      return { answer: 'approve', by: 'person' };
    },
  });
}

test('a program that is replaced after the question is not started', async () => {
  const workspace = newWorkspace({ tool: script('echo good'), evil: script('echo evil > stolen') });
  const shell = openAsking(workspace, () => renameSync(join(workspace, 'evil'), join(workspace, 'tool')));

  const { error, stdout } = await shell.run({ command: './tool' });

  expect([error?.code, stdout ?? '']).toEqual(['PERMISSION_DENIED', '']);
});

test('a script that is written anew after the question is not run', async () => {
  const workspace = newWorkspace({ 'job.sh': 'echo good\n' });
  const shell = openAsking(workspace, () => writeFileSync(join(workspace, 'job.sh'), 'echo evil\n'));

  const { error, stdout } = await shell.run({ command: 'sh', parameters: ['job.sh'] });

  expect([error?.code, stdout ?? '']).toEqual(['PERMISSION_DENIED', '']);
});

test('a link that leads elsewhere after the question is not followed', async () => {
  const workspace = newWorkspace({ 'a.txt': 'mine\n', 'b.txt': 'other\n' });
  symlinkSync('a.txt', join(workspace, 'link'));
  const shell = openAsking(workspace, () => {
    rmSync(join(workspace, 'link'));
    symlinkSync('b.txt', join(workspace, 'link'));
  });

  const { error } = await shell.run({ command: 'rm', parameters: ['link'] });

  expect(error?.code).toBe('PERMISSION_DENIED');
});

test('what stayed as it was runs', async () => {
  const workspace = newWorkspace({ tool: script('echo good'), 'job.sh': 'echo good\n' });
  const shell = openAsking(workspace, () => undefined);

  expect((await shell.run({ command: './tool' })).stdout).toBe('good\n');
  expect((await shell.run({ command: 'sh', parameters: ['job.sh'] })).stdout).toBe('good\n');
});

test('a program that was allowed, and is gone when its turn comes, is not started', async () => {
  const workspace = newWorkspace({ tool: script('echo good') });
  const shell = openShell({
    workspace,
    limits: { processes: 1 },
    policy: {
      default: 'ask',
      rules: [
        {
          id: 'all',
          decision: 'allow',
          reason: 'The test runs them.',
          program: ['sleep', './tool'],
          match: ['sleep 1', './tool'],
          not_match: ['rm x'],
        },
      ],
    },
  });
  const first = shell.run({ command: 'sleep', parameters: ['0.3'] });
  const second = shell.run({ command: './tool' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(join(workspace, 'tool'));

  expect((await second).error).toBeDefined();
  expect((await first).error).toBeUndefined();
});

/** Allows programs by their names, so that what they are given is looked at. */
function openAllowing(workspace: string, programs: readonly string[], processes?: number) {
  return openShell({
    workspace,
    ...(processes !== undefined && { limits: { processes } }),
    policy: {
      default: 'ask',
      rules: [
        {
          id: 'readers',
          decision: 'allow',
          reason: 'The test runs them.',
          program: programs,
          match: [`${programs[0]} x`],
          not_match: ['rm x'],
        },
      ],
    },
  });
}

/** Does something when it is known that the program will start, and before it does. */
function beforeStart(work: () => void) {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

test('a link that leads elsewhere right before the start is noticed, also where nothing was waited for', async () => {
  const workspace = newWorkspace({ 'a.txt': 'mine\n' });
  symlinkSync('a.txt', join(workspace, 'link'));
  const shell = openAllowing(workspace, ['cat']);
  const onEvent = beforeStart(() => {
    rmSync(join(workspace, 'link'));
    symlinkSync('/etc/passwd', join(workspace, 'link'));
  });

  const { error, stdout } = await shell.run({ command: 'cat', parameters: ['link'] }, { onEvent });

  expect([error?.code, stdout ?? '']).toEqual(['PERMISSION_DENIED', '']);
});

test('a program that is replaced right before the start is looked at again', async () => {
  const workspace = newWorkspace({ 'a.txt': 'mine\n', evil: script('echo evil') });
  symlinkSync('/bin/cat', join(workspace, 'tool'));
  const shell = openAllowing(workspace, ['cat', './tool']);
  const onEvent = beforeStart(() => {
    rmSync(join(workspace, 'tool'));
    renameSync(join(workspace, 'evil'), join(workspace, 'tool'));
  });

  const { stdout } = await shell.run({ command: './tool', parameters: ['a.txt'] }, { onEvent });

  expect(stdout ?? '').not.toContain('evil');
});

test('what stayed as it was starts without a second look', async () => {
  const workspace = newWorkspace({ 'a.txt': 'mine\n' });
  const shell = openAllowing(workspace, ['cat']);

  expect((await shell.run({ command: 'cat', parameters: ['a.txt'] })).stdout).toBe('mine\n');
});

test('a program that was allowed and waits is not started where it would be given other files by then', async () => {
  const workspace = newWorkspace({ 'a.txt': 'mine\n' });
  const shell = openAllowing(workspace, ['sleep', 'cat'], 1);
  const first = shell.run({ command: 'sleep', parameters: ['0.3'] });
  const second = shell.run({ command: 'cat', parameters: ['*.txt'] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  writeFileSync(join(workspace, 'b.txt'), 'another\n');

  expect((await second).error?.code).toBe('PERMISSION_DENIED');
  expect((await first).error).toBeUndefined();
});
