// Every tool of the four manuals runs for real in a copy of the workspace, through the gate and from a program.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfiguredGate, createGate, type GateRequest, type Outcome } from 'cmdgate';
import { callTool, loadManual } from 'cmdgate/utcp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const example = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const token = 'token-of-the-team';

let home: string;
let workspace: string;
let gate: ConfiguredGate;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-utcp-')));
  workspace = join(home, 'workspace');
  cpSync(example, home, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !path.includes('.cmdgate'),
  });
  mkdirSync(join(home, 'secrets'));
  writeFileSync(join(home, 'secrets/tickets-token'), `${token}\n`);
  owner('init', '--quiet');
  owner('add', '.');
  owner('commit', '--quiet', '--message=First');
  gate = await createGate({ config: join(home, 'cmdgate.config.yaml'), directory: home });
});

afterEach(async () => {
  await gate.close();
  rmSync(home, { recursive: true, force: true });
});

/** What the owner of the repository does beside the agent. */
function owner(...words: string[]): string {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...words], { cwd: workspace, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}

async function dataOf(request: GateRequest): Promise<unknown> {
  const outcome = await gate.run(request);
  if (outcome.status === 'failed') throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.data;
}

async function stdoutOf(request: GateRequest): Promise<string> {
  return ((await dataOf(request)) as { stdout: string }).stdout;
}

async function errorOf(request: GateRequest): Promise<Extract<Outcome, { status: 'failed' }>['error']> {
  const outcome = await gate.run(request);
  if (outcome.status !== 'failed') throw new Error('It completed.');
  return outcome.error;
}

test('every manual loads without a problem or a hint', async () => {
  const { commands } = (await dataOf('schema')) as { commands: { command: string }[] };

  expect(gate.warnings).toEqual([]);
  expect(commands.map(({ command }) => command).sort()).toEqual([
    'files list',
    'release summary',
    'repository log',
    'repository search',
    'tickets list',
  ]);
});

test('the lines of the README can be typed', async () => {
  const text = readFileSync(join(home, 'README.md'), 'utf8');
  const lines = [...text.matchAll(/^cmdgate run (.+?)(?= {2,}#|$)/gm)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const request = line.replace(' --format utcp', '');
    expect(await dataOf(`${request} --validate-only`), line).toMatchObject({ valid: true });
  }
});

describe('repository', () => {
  test('leaves out what was not given, together with its flag', async () => {
    expect(await stdoutOf('repository log')).toBe('First (Owner)\n');
    expect(await stdoutOf('repository log --author Nobody')).toBe('');
    expect(await dataOf('repository log --max 3 --dry-run')).toMatchObject({
      would_run: { args: ['log', '--no-color', '--format=%s (%an)', '--max-count=3'] },
    });
  });

  test('takes whatever is searched for as a text', async () => {
    const canary = join(workspace, 'canary');
    writeFileSync(join(workspace, 'notes/odd.md'), '--help; $(touch canary)\n');
    expect(await stdoutOf('repository search --text milk')).toBe('notes/monday.md:1:Two litres of milk\n');
    const texts = ['--help', '; $(touch canary)'];
    for (const text of texts) {
      expect(await stdoutOf({ path: 'repository search', input: { text, directory: 'notes' } })).toBe(
        'odd.md:1:--help; $(touch canary)\n',
      );
    }
    expect(existsSync(canary)).toBe(false);
  });

  test('stays in the workspace', async () => {
    expect((await errorOf('repository search --text token --directory ../secrets')).code).toBe(
      'PATH_TRAVERSAL_BLOCKED',
    );
    expect((await errorOf('repository log --max 0')).code).toBe('VALIDATION_ERROR');
  });
});

describe('release', () => {
  test('puts what its steps print into one result', async () => {
    const last = owner('rev-parse', '--short', 'HEAD').trim();
    expect(await stdoutOf('release summary --version 1.0')).toBe(
      `Version 1.0: commits 1, last ${last}, files:\nmonday.md\ntuesday.md\n`,
    );
  });

  test('says which step failed', async () => {
    rmSync(join(workspace, '.git'), { recursive: true });
    const { code, message, result } = await errorOf('release summary --version 1.0');
    expect([code, message]).toEqual(['EXECUTION_ERROR', expect.stringContaining('step 1 of 5')]);
    expect(result).toMatchObject({ step: { number: 1, of: 5, program: 'git' } });
  });
});

test('files makes flags of what is given', async () => {
  expect(await stdoutOf('files list')).toBe('monday.md\ntuesday.md\n');
  expect(await stdoutOf('files list --reverse')).toBe('tuesday.md\nmonday.md\n');
  expect(await stdoutOf('files list --sort size')).toBe('tuesday.md\nmonday.md\n');
});

describe('tickets', () => {
  test('describes itself, and gets a token that nobody sees', async () => {
    expect(await dataOf('tickets list --state open')).toMatchObject({
      stdout: '1: The kettle leaks\n',
      stderr: 'signed in with [REDACTED]\n',
    });
    expect(JSON.stringify(await dataOf('tickets list --state open --dry-run'))).not.toContain(token);
  });

  test('can be given other states only by its author', async () => {
    expect((await errorOf('tickets list --state lost')).details).toMatchObject([{ field: '--state' }]);
  });
});

test('the program that calls tools prints what they answer', () => {
  mkdirSync(join(home, 'node_modules'));
  symlinkSync(root, join(home, 'node_modules/cmdgate'));
  const { stdout, stderr } = spawnSync(process.execPath, ['client.mjs'], {
    cwd: home,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'repository.log: Show the last commits, newest first',
    'repository.search: Find the lines of a directory that hold a text',
    '0 notes/monday.md:1:Two litres of milk',
    '1',
    expect.stringMatching(/^PathTraversalError: Use a relative path inside the workspace/),
    '',
  ]);
});

test('what is exported does the same when it is loaded again', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/cmdgate.js'), 'utcp', 'export'], {
    cwd: home,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('through this gate: files list (')]);
  const variables = { TICKETS_TOKEN: token, RELEASES_SINCE: '2020-01-01' };
  const manual = await loadManual(JSON.parse(stdout), { name: 'team', workspace, variables });
  try {
    expect(manual.tools.map(({ name }) => name)).toEqual(['log', 'search', 'summary', 'list', 'files_list']);
    const result = await callTool(manual, 'team.summary', { version: '1.0' });
    expect(result.stdout).toBe(await stdoutOf('release summary --version 1.0'));
  } finally {
    await manual.close();
  }
});
