// What was judged must be what is started. Here things are swapped while a request waits: for its turn, or for a person.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Shell, ShellRequest, ShellResult } from '../../src/index.js';
import { Heard, lenient, newWorkspace, openShell } from '../shell/workspace.js';

/** Sends a request that waits behind another one, swaps meanwhile, and lets it go on. */
async function whileQueued(shell: Shell, request: ShellRequest, swap: () => void): Promise<ShellResult> {
  const heard = new Heard();
  const blocker = shell.run({ command: 'sleep', parameters: ['300'] }, { chat: 'blocker', onEvent: heard.listen });
  await heard.until((event) => event.type === 'run-state' && event.state === 'running');
  const waiting = shell.run(request, { chat: 'waiting', onEvent: heard.listen });
  await heard.until((event) => event.chat_id === 'waiting' && event.type === 'run-state' && event.state === 'queued');
  swap();
  shell.cancel({ chat: 'blocker' });
  await blocker;
  return await waiting;
}

const oneAtATime = { policy: lenient, limits: { processes: 1 } };

function stage() {
  const outside = newWorkspace({ 'secret.txt': 'the secret' });
  const shell = openShell(oneAtATime, { 'notes.txt': 'notes', 'dir/notes.txt': 'notes', 'dir/a.txt': 'a' });
  const inside = (path: string) => join(shell.workspace, path);
  return { outside, shell, inside };
}

describe('while a request waits for its turn', () => {
  test('a file that becomes a link out of the workspace is not read', async () => {
    const { outside, shell, inside } = stage();

    const result = await whileQueued(shell, { command: 'cat', parameters: ['notes.txt'] }, () => {
      rmSync(inside('notes.txt'));
      symlinkSync(join(outside, 'secret.txt'), inside('notes.txt'));
    });

    expect([result.error?.code, result.stdout]).toEqual(['PERMISSION_DENIED', '']);
  });

  test('a directory that becomes a link out of the workspace is not entered', async () => {
    const { outside, shell, inside } = stage();

    const result = await whileQueued(shell, { command: 'ls', directory: 'dir' }, () => {
      renameSync(inside('dir'), inside('moved'));
      symlinkSync(outside, inside('dir'));
    });

    expect(result.error?.code).toMatch(/PATH_TRAVERSAL_BLOCKED|PERMISSION_DENIED/);
    expect(result.stdout).toBe('');
  });

  test('a directory on the way that becomes a link is not followed for writing', async () => {
    const { outside, shell, inside } = stage();

    const result = await whileQueued(shell, { command: 'cp', parameters: ['notes.txt', 'dir/copy.txt'] }, () => {
      renameSync(inside('dir'), inside('moved'));
      symlinkSync(outside, inside('dir'));
    });

    expect(result.error?.code).toBe('PERMISSION_DENIED');
    expect(existsSync(join(outside, 'copy.txt'))).toBe(false);
  });

  test('a name that a pattern would match now, and did not before, is not taken in', async () => {
    const { outside, shell, inside } = stage();

    const result = await whileQueued(shell, { command: 'cat', parameters: ['dir/*.txt'] }, () => {
      symlinkSync(join(outside, 'secret.txt'), inside('dir/z.txt'));
    });

    expect(result.error?.code).toBe('PERMISSION_DENIED');
    expect(result.stdout).not.toContain('secret');
  });

  test('configuration that makes git run a program is seen', async () => {
    const { shell, inside } = stage();
    execFileSync('git', ['init', '-q'], { cwd: inside('.') });

    const result = await whileQueued(shell, { command: 'git', parameters: ['diff', '--stat'] }, () => {
      const config = readFileSync(inside('.git/config'), 'utf8');
      writeFileSync(inside('.git/config'), `${config}[diff "x"]\n\ttextconv = touch ${inside('ran')}\n`);
    });

    expect(result.error?.code).toBe('PERMISSION_DENIED');
    expect(existsSync(inside('ran'))).toBe(false);
  });
});

describe('while a person is asked', () => {
  const approving = (swap: (shell: Shell) => void) => {
    const shell: Shell = openShell(
      {
        approve: async () => {
          swap(shell);
          return { answer: 'approve', by: 'library' };
        },
      },
      { 'tool.sh': { text: '#!/bin/sh\necho good\n', mode: 0o755 }, 'build/x': '', 'job.js': 'console.log("good")\n' },
    );
    return shell;
  };

  test('a program of the workspace that is replaced is not run', async () => {
    const shell = approving(({ workspace }) => {
      writeFileSync(join(workspace, 'tool.sh'), `#!/bin/sh\ntouch ${workspace}/ran\n`, { mode: 0o755 });
    });

    const result = await shell.run({ command: './tool.sh' });

    expect(result.error?.code).toBe('PERMISSION_DENIED');
    expect(existsSync(join(shell.workspace, 'ran'))).toBe(false);
  });

  test('a script that is replaced by one of the same size and time is not run', async () => {
    const shell = approving(({ workspace }) => {
      rmSync(join(workspace, 'job.js'));
      writeFileSync(join(workspace, 'job.js'), 'console.log("evil")\n');
    });

    const result = await shell.run({ command: 'node', parameters: ['job.js'] });

    expect([result.error?.code, result.stdout]).toEqual(['PERMISSION_DENIED', '']);
  });

  test('what is to be removed is not swapped for a link to something else', async () => {
    const outside = newWorkspace({ 'keep.txt': 'keep' });
    const shell = approving(({ workspace }) => {
      rmSync(join(workspace, 'build'), { recursive: true });
      symlinkSync(outside, join(workspace, 'build'));
    });

    const result = await shell.run({ command: 'rm', parameters: ['-r', 'build/'] });

    expect(result.error?.code).toBe('PERMISSION_DENIED');
    expect(existsSync(join(outside, 'keep.txt'))).toBe(true);
  });

  test('nothing else has changed: then it runs', async () => {
    const shell = approving(() => undefined);

    expect((await shell.run({ command: './tool.sh' })).stdout).toBe('good\n');
    expect((await shell.run({ command: 'node', parameters: ['job.js'] })).stdout).toBe('good\n');
  });
});
