import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findObstacle } from './find-obstacle.js';

let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-obstacle-')));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(content: string | Buffer, mode = 0o755): string {
  const file = join(home, 'program');
  rmSync(file, { force: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

test('a binary can be started', () => {
  expect(findObstacle(realpathSync('/bin/true'))).toBeUndefined();
});

test('a directory, a device and a pipe are no programs', () => {
  const pipe = join(home, 'pipe');
  spawnSync('mkfifo', ['-m', '755', pipe]);
  mkdirSync(join(home, 'directory'));
  const obstacle = { reason: 'is not a file', hint: 'Name a program, not a directory or device' };
  expect([join(home, 'directory'), '/dev/null', pipe].map(findObstacle)).toEqual([obstacle, obstacle, obstacle]);
});

test('a file without any executable bit is not executable, also for root', () => {
  expect(findObstacle(write('#!/bin/sh\n', 0o666))).toEqual({
    reason: 'is not executable by this user',
    hint: 'Make it executable (chmod +x), or name another program',
  });
});

describe('a script', () => {
  test.each([
    '#!/bin/sh\necho started\n',
    '#! \t/bin/sh -e\necho started\n',
    '#!/usr/bin/env sh\necho started\n',
    '#!/bin/echo started',
  ])('that begins with %j can be started', (text) => {
    const file = write(text);
    expect(findObstacle(file)).toBeUndefined();
    expect(spawnSync(file, { encoding: 'utf8' }).stdout).toMatch(/^started/);
  });

  test.each([
    [
      '#!/opt/none/python3 -u\n',
      ' "/opt/none/python3", which does not exist',
      'Install the interpreter, or fix the #! line',
    ],
    ['#!/bin/sh/x\n', ' "/bin/sh/x", which does not exist', 'Install the interpreter, or fix the #! line'],
    ['#!/usr\n', ' "/usr", which is not executable', 'Fix the #! line'],
    ['#!/etc/passwd\n', ' "/etc/passwd", which is not executable', 'Fix the #! line'],
    [
      '#!bin/sh\n',
      ' "bin/sh", which is not an absolute path',
      'Start the file with a line that names an installed interpreter (e.g., #!/bin/sh)',
    ],
  ])('that begins with %j names its interpreter', (text, reason, hint) => {
    expect(findObstacle(write(text))).toEqual({ reason: `is a script for the interpreter${reason}`, hint });
  });

  test('with Windows line ends says so', () => {
    expect(findObstacle(write('#!/bin/sh\r\necho\r\n'))).toEqual({
      reason: "has Windows line endings, which become part of the interpreter's name",
      hint: 'Convert its line endings',
    });
  });

  test.each([
    ['is empty', ''],
    ['has no #! line, which a shell would run', 'echo started\n'],
    ['has an empty #! line', '#!\n/bin/sh\n'],
    ['has only blanks in its #! line', '#!  \t\n'],
    ['has an interpreter that goes on after what the system reads', `#!/${'x'.repeat(300)}\n`],
  ])('that %s is refused', (_, text) => {
    expect(findObstacle(write(text))).toEqual({
      reason: 'is neither a binary nor a script with a complete #! line',
      hint: 'Start the file with a line that names an installed interpreter (e.g., #!/bin/sh)',
    });
  });
});
