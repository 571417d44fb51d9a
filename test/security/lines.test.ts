// What a line must not come by, although bash would do it.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createShell, type Shell } from '../../src/surfaces/library/create-shell.js';
import { destroying, harmless, leading, makeWorkspace, starting, unreadable } from './line-inputs.js';

let root: string;
let shell: Shell;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cmdgate-lines-'));
  const workspace = join(root, 'workspace');
  mkdirSync(join(workspace, 'build'), { recursive: true });
  writeFileSync(join(root, 'secret'), 'secret\n');
  symlinkSync(root, join(workspace, 'out'));
  writeFileSync(join(workspace, 'notes.txt'), 'milk\n');
  writeFileSync(join(workspace, 'build/other'), 'bread\n');
  shell = createShell({ workspace, sandbox: 'off' });
});

afterEach(async () => {
  await shell.close();
  rmSync(root, { recursive: true, force: true });
});

const codeOf = async (command: string) => (await shell.run({ command })).error?.code;

describe('without a sandbox', () => {
  test.each([
    ['unset GIT_CONFIG_COUNT; git status', 'VALIDATION_ERROR'],
    ['PATH=build; ls', 'VALIDATION_ERROR'],
    ['LD_PRELOAD=./x.so ls', 'VALIDATION_ERROR'],
    ['cat out/secret | head -1', 'PERMISSION_DENIED'],
    ['cat < out/secret', 'PERMISSION_DENIED'],
    ['echo x > out/new', 'PERMISSION_DENIED'],
    ['cat {notes.txt,out/secret}', 'PERMISSION_DENIED'],
    ['cd out && ls', 'PATH_TRAVERSAL_BLOCKED'],
    ['cat < /dev/tcp/127.0.0.1/80', 'PERMISSION_DENIED'],
    ['true && rm -r build', 'APPROVAL_REQUIRED'],
    ['X=build; rm -r $X', 'APPROVAL_REQUIRED'],
    ['bash -c "rm -r build" | cat', 'APPROVAL_REQUIRED'],
    ['bash <<EOF\nrm -r build\nEOF', 'APPROVAL_REQUIRED'],
    ['{ read x; bash; } <<EOF\ntrue\nrm -r build\nEOF', 'APPROVAL_REQUIRED'],
    ['$(echo rm) -r build', 'VALIDATION_ERROR'],
    ['eval rm -r build', 'VALIDATION_ERROR'],
    ["bash -c ': $(( $(rm -r build) ))'", 'PERMISSION_DENIED'],
    ['bash -c \'printf -v "x[$(rm -r build)]" 1\'', 'PERMISSION_DENIED'],
  ])('%j is stopped: %s', async (line, code) => {
    expect(await codeOf(line)).toBe(code);
  });

  test('a word that only a run can tell is judged again when it is known', async () => {
    const { error, stdout } = await shell.run({ command: 'echo first; cat $(echo out/secret)' });
    expect([error?.code, stdout]).toEqual(['PERMISSION_DENIED', 'first\n']);
  });

  test('what only became questionable while the line ran ends it', async () => {
    const { error } = await shell.run({ command: 'cp notes.txt new; cp build/other new' });
    expect([error?.code, readFileSync(join(root, 'workspace/new'), 'utf8')]).toEqual(['PERMISSION_DENIED', 'milk\n']);
  });

  test('a yes to a line is none to what only became questionable while it ran', async () => {
    const workspace = join(root, 'workspace');
    writeFileSync(join(workspace, 'old'), 'old\n');
    const asking = createShell({ workspace, sandbox: 'off', approve: async () => ({ answer: 'approve', by: 'me' }) });
    const { error } = await asking.run({ command: 'rm old; cp notes.txt new; cp build/other new' });
    await asking.close();
    expect([error?.code, existsSync(join(workspace, 'old')), readFileSync(join(workspace, 'new'), 'utf8')]).toEqual([
      'PERMISSION_DENIED',
      false,
      'milk\n',
    ]);
  });

  test('a link that the line makes leads nowhere', async () => {
    const made = await shell.run({ command: 'ln -s / gone; echo x > gone/tmp/cmdgate-never; true' });
    expect(made.error).toBeDefined();
  });

  test('a loop in which nothing starts ends with its time, and the gate goes on', async () => {
    const looping = shell.run({ command: 'while true; do true; done', timeout: 1_500 });
    expect((await shell.run({ command: 'cat notes.txt' })).stdout).toBe('milk\n');
    expect((await looping).timedOut).toBe(true);
  });

  test('a line with more pipes than there is room for ends, and the gate goes on', async () => {
    const { exitCode } = await shell.run({ command: `true ${'| cat '.repeat(300)}` });
    expect(exitCode).not.toBe(0);
    expect((await shell.run({ command: 'echo a | cat' })).stdout).toBe('a\n');
  });
});

/** What nobody is there to approve is not run. */
const notRun = /^(?:APPROVAL_REQUIRED|PERMISSION_DENIED)$/;

function openShell(sandbox: 'off' | 'required') {
  let place: string;
  let own: Shell;
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'cmdgate-inputs-'));
    own = createShell({ workspace: makeWorkspace(place), sandbox });
  });
  afterAll(async () => {
    await own.close();
    rmSync(place, { recursive: true, force: true });
  });
  return async (command: string) => (await own.run({ command })).error?.code ?? 'ran';
}

// The programs are those of Linux.
describe.runIf(process.platform === 'linux')('what programs read, without a sandbox', () => {
  const run = openShell('off');

  test.each([...destroying, ...unreadable, ...leading, ...starting])('%j does not run unasked', async (line) => {
    expect(await run(line)).toMatch(notRun);
  });

  test.each(harmless)('%j runs', async (line) => {
    expect(await run(line)).toBe('ran');
  });
});

describe.runIf(process.platform === 'linux')('what programs read, in a sandbox', () => {
  const run = openShell('required');

  test.each(destroying)('%j asks', async (line) => {
    expect(await run(line)).toBe('APPROVAL_REQUIRED');
  });

  test.each(starting)('%j is denied', async (line) => {
    expect(await run(line)).toBe('PERMISSION_DENIED');
  });

  test.each(unreadable)('%j runs', async (line) => {
    expect(await run(line)).not.toMatch(notRun);
  });
});
