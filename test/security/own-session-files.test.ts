// Whoever made a file may remove it again without asking, and nothing else.

import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Approval, Session, Shell, ShellOptions } from '../../src/index.js';
import { newWorkspace, openShell } from '../shell/workspace.js';

interface Opened {
  readonly shell: Shell;
  readonly asked: Approval[];
}

function open(options: Partial<ShellOptions> = {}): Opened {
  const asked: Approval[] = [];
  const shell = openShell({
    workspace: newWorkspace({ 'mine.txt': 'mine', 'src/a': 'a', 'full/x': 'x' }),
    approve: async (approval) => {
      asked.push(approval);
      return undefined;
    },
    ...options,
  });
  return { shell, asked };
}

const place = (shell: Shell, name: string) => join(shell.workspace, name);
const isThere = (shell: Shell, name: string) => existsSync(place(shell, name));

async function runs(shell: Shell, command: string, session?: Session): Promise<string | undefined> {
  const { error } = await shell.run({ command }, session ? { session } : {});
  return error?.code;
}

describe('a file that the session made is removed without a question', () => {
  const made: readonly [string, string][] = [
    ['echo x > out.txt', 'rm out.txt'],
    ['echo x >> out.txt', 'rm -f out.txt'],
    ['touch a.txt b.txt', 'rm a.txt b.txt'],
    ['cp mine.txt copy.txt', 'rm -v ./copy.txt'],
    ['cp mine.txt src', 'rm src/mine.txt'],
    ['echo x | tee log.txt', 'rm log.txt'],
    ['mkdir -p deep/er/est && touch deep/er/x', 'rm -rf deep'],
    ['mkdir empty', 'rm -d empty'],
    ['touch a.txt; mv a.txt b.txt; mv b.txt a.txt', 'rm a.txt'],
    ['echo one > out.txt; echo two >> out.txt', 'cd . && rm out.txt; true'],
  ];
  test.each(made)('%s, then %s', async (makes, removes) => {
    const { shell, asked } = open();
    expect(await runs(shell, makes)).toBeUndefined();
    expect([await runs(shell, removes), asked]).toEqual([undefined, []]);
    for (const name of ['out.txt', 'a.txt', 'copy.txt', 'src/mine.txt', 'log.txt', 'deep', 'empty']) {
      expect(isThere(shell, name)).toBe(false);
    }
    expect(['mine.txt', 'src/a', 'full/x'].map((name) => isThere(shell, name))).toEqual([true, true, true]);
  });

  const inOneLine = [
    'echo x > t.txt && cat t.txt && rm t.txt',
    'mkdir t && touch t/a && rm -r t',
    'test -e t.txt && touch t.txt; rm -f t.txt',
  ];
  test.each(inOneLine)('also in the line that makes it: %s', async (line) => {
    const { shell, asked } = open();
    expect([await runs(shell, line), asked]).toEqual([undefined, []]);
    expect([isThere(shell, 't.txt'), isThere(shell, 't')]).toEqual([false, false]);
  });
});

describe('it asks as before', () => {
  const others: readonly [string, string, string][] = [
    ['about what was there', 'echo x >> mine.txt', 'rm mine.txt'],
    ['about what was only touched', 'touch mine.txt', 'rm mine.txt'],
    ['about what somebody else made beside it', 'touch a.txt', 'rm a.txt mine.txt'],
    ['about a directory in which something else lies', 'touch full/mine.txt', 'rm -r full'],
    ['where another option is given', 'touch a.txt', 'rm --one-file-system a.txt'],
    ['where a program beside it asks', 'touch a.txt', 'rm a.txt; rm mine.txt'],
    ['about a file of which nobody knows when it was made', "sh -c 'sleep 0; : > a.txt'", 'rm a.txt'],
    ['about what a program did not make', 'touch -c a.txt', 'rm a.txt'],
    ['about words that only a run can tell', 'touch a.txt', 'rm $(echo mine.txt)'],
    ['about what is moved to another name', 'touch a.txt; mv a.txt other.txt', 'rm other.txt'],
  ];
  test.each(others)('%s: %s, then %s', async (_, makes, removes) => {
    const { shell, asked } = open();
    await shell.run({ command: makes });
    const before = asked.length;
    if (makes.includes('-c a.txt')) writeFileSync(place(shell, 'a.txt'), 'mine');

    const code = await runs(shell, removes);

    expect(['APPROVAL_REQUIRED', 'PERMISSION_DENIED']).toContain(code);
    expect(asked.length - before).toBeLessThanOrEqual(1);
    expect(['mine.txt', 'full/x'].map((name) => isThere(shell, name))).toEqual([true, true]);
  });

  test('where another session made it', async () => {
    const { shell, asked } = open();
    await runs(shell, 'touch a.txt', shell.openSession());
    expect(await runs(shell, 'rm a.txt')).toBe('APPROVAL_REQUIRED');
    expect([asked.length, isThere(shell, 'a.txt')]).toEqual([1, true]);
  });

  const changes: readonly [string, (shell: Shell) => void][] = [
    [
      'another file was put in its place',
      (shell) => {
        renameSync(place(shell, 'mine.txt'), place(shell, 'a.txt'));
      },
    ],
    [
      'somebody wrote into it when no program of the session was running',
      (shell) => {
        appendFileSync(place(shell, 'a.txt'), 'a note of mine');
        // As if that had been a while after the run.
        utimesSync(place(shell, 'a.txt'), new Date(), new Date(Date.now() + 500));
      },
    ],
    [
      'it has another name',
      (shell) => {
        linkSync(place(shell, 'a.txt'), place(shell, 'second.txt'));
      },
    ],
    [
      'a link is there by now',
      (shell) => {
        rmSync(place(shell, 'a.txt'));
        symlinkSync(place(shell, 'src'), place(shell, 'a.txt'));
      },
    ],
    [
      'a directory is there by now',
      (shell) => {
        rmSync(place(shell, 'a.txt'));
        mkdirSync(place(shell, 'a.txt'));
        writeFileSync(place(shell, 'a.txt/x'), 'x');
      },
    ],
  ];
  test('where somebody wrote into it while only a server of the session was running', async () => {
    const { shell, asked } = open();
    await shell.run({ command: 'sleep 60', background: true });
    await runs(shell, 'touch a.txt');
    await setTimeout(50);
    appendFileSync(place(shell, 'a.txt'), 'a note of mine');

    expect(await runs(shell, 'rm a.txt')).toBe('APPROVAL_REQUIRED');
    expect([asked.length, isThere(shell, 'a.txt')]).toEqual([1, true]);
  });

  test.each(changes)('where %s', async (_, change) => {
    const { shell, asked } = open();
    // What was there before is older than the clock of a file system is wrong.
    await setTimeout(50);
    await runs(shell, 'touch a.txt');
    change(shell);

    expect(await runs(shell, 'rm -rf a.txt')).toBe('APPROVAL_REQUIRED');
    expect([asked.length, isThere(shell, 'a.txt')]).toEqual([1, true]);
  });

  test('where something was put into a directory of the session', async () => {
    const { shell } = open();
    await runs(shell, 'mkdir out && touch out/a');
    writeFileSync(place(shell, 'out/note'), 'mine');
    expect(await runs(shell, 'rm -r out')).toBe('APPROVAL_REQUIRED');
    expect(isThere(shell, 'out/note')).toBe(true);
  });

  test('where a rule of the owner asks', async () => {
    const rule = { id: 'rm', decision: 'ask', reason: 'I want to see it.', program: 'rm', match: ['rm x'] };
    const { shell, asked } = open({ policy: { default: 'ask', rules: [rule] } as never });
    await runs(shell, 'touch a.txt');
    expect(await runs(shell, 'rm a.txt')).toBe('APPROVAL_REQUIRED');
    expect(asked[0]?.reason).toContain('I want to see it.');
  });

  test('where something else in the line made it after all', async () => {
    const { shell } = open();

    const code = await runs(shell, 'false && touch late.txt; cp -n mine.txt late.txt; rm -f late.txt');

    expect(code).toBe('PERMISSION_DENIED');
    expect(isThere(shell, 'late.txt')).toBe(true);
  });
});

test('in a sandbox, code that can be read is held to the same', async () => {
  const { shell, asked } = open({ sandbox: 'required' });
  expect(await runs(shell, 'echo x > a.txt && mkdir d && touch d/x')).toBeUndefined();
  expect(await runs(shell, "sh -c 'rm a.txt && rm -r d'")).toBeUndefined();
  expect(asked).toEqual([]);
  await runs(shell, 'touch a.txt');
  expect(await runs(shell, "sh -c 'rm a.txt mine.txt'")).toBe('APPROVAL_REQUIRED');
  expect(await runs(shell, "sh -c 'cd src && rm a'")).toBe('APPROVAL_REQUIRED');
  expect(['a.txt', 'mine.txt', 'src/a'].map((name) => isThere(shell, name))).toEqual([true, true, true]);
});
