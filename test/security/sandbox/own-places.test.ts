// A line may work in the temporary directory of its sandbox, which is nobody else's.

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createShell, type Shell } from '../../../src/surfaces/library/create-shell.js';

let root: string;
let workspace: string;
/** In the same directory of this machine, and somebody else's. */
let others: string;
let shell: Shell;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-places-')));
  workspace = join(root, 'workspace');
  mkdirSync(workspace);
  others = mkdtempSync('/tmp/cmdgate-others-');
  writeFileSync(join(others, 'secret'), 'secret\n');
  symlinkSync(others, join(workspace, 'out'));
  writeFileSync(join(others, 'run'), '#!/bin/sh\necho ran\n', { mode: 0o755 });
});

afterEach(async () => {
  await shell.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(others, { recursive: true, force: true });
});

const run = (command: string) => shell.run({ command });

describe('in a sandbox', () => {
  beforeEach(() => {
    shell = createShell({ workspace, sandbox: 'required' });
  });

  test('it makes directories there, goes there, and writes and runs files', async () => {
    const line =
      'mkdir -p /tmp/made/in && cd /tmp/made && echo one > in/a && cd in && pwd && cat a ../in/a && cd - && ls';
    expect((await run(line)).stdout).toBe('/tmp/made/in\none\none\n/tmp/made\nin\n');
    expect((await run(`cd /tmp && printf '#!/bin/sh\\necho ran\\n' > go && chmod +x go && ./go`)).stdout).toBe('ran\n');
    expect(existsSync('/tmp/made')).toBe(false);
  });

  test('what is not there is told as a shell tells it', async () => {
    const { exitCode, stderr } = await run('cd /tmp/cmdgate-nowhere || cd /tmp/cmdgate-nobody');
    expect([exitCode, stderr]).toEqual([
      1,
      'cd: /tmp/cmdgate-nowhere: No such file or directory\ncd: /tmp/cmdgate-nobody: No such file or directory\n',
    ]);
  });

  test.each([
    ['cat secret', 'PERMISSION_DENIED'],
    ['cat < secret', 'PERMISSION_DENIED'],
    ['echo x > secret', 'PERMISSION_DENIED'],
    ['./run', 'PATH_TRAVERSAL_BLOCKED'],
    ['ls', undefined],
    [`perl -e 'print <*>'`, undefined],
    [`perl -e 'print qx(cat secret 2>/dev/null)'`, undefined],
  ])('what this machine has in such a place is not there: %s', async (command, code) => {
    const make = `perl -e 'mkdir "${others}" or die'`;
    const result = await run(`${make} && cd ${others} && ${command}`);
    expect([result.error?.code, result.stdout]).toEqual([code, '']);
  });

  test.each([
    ['cd /tmp/../etc && ls', 'PATH_TRAVERSAL_BLOCKED'],
    ['cd /tmp && cat ../etc/shadow', 'PERMISSION_DENIED'],
    ['cd /root && ls', 'PATH_TRAVERSAL_BLOCKED'],
    ['cd out && ls', 'PATH_TRAVERSAL_BLOCKED'],
    ['cd /tmp && ls *', 'VALIDATION_ERROR'],
  ])('%j is stopped: %s', async (line, code) => {
    expect((await run(line)).error?.code).toBe(code);
  });
});

test('without a sandbox nothing leads there', async () => {
  shell = createShell({ workspace, sandbox: 'off' });
  for (const line of ['cd /tmp && ls', `cd ${others} && cat secret`, `cd ../../${basename(others)} && ls`]) {
    expect([line, (await run(line)).error?.code]).toEqual([line, 'PATH_TRAVERSAL_BLOCKED']);
  }
});
