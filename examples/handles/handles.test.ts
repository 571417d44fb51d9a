// Every handle of this example runs for real in a copy of its workspace, and what only a dry run shows is exact.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfiguredGate, createGate, type GateRequest, type Outcome } from 'cmdgate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const example = fileURLToPath(new URL('.', import.meta.url));
const deployKey = 'key-of-the-deployment';

let home: string;
let workspace: string;
let gate: ConfiguredGate;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-handles-')));
  workspace = join(home, 'workspace');
  cpSync(example, home, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !path.includes('.cmdgate'),
  });
  mkdirSync(join(home, 'secrets'));
  writeFileSync(join(home, 'secrets/database-url'), 'postgres://web:password-of-web@db/web\n');
  for (const words of [
    ['init', '--quiet'],
    ['add', '.'],
    ['commit', '--quiet', '--message=First'],
  ])
    git(...words);
  gate = await openGate(join(home, 'cmdgate.config.yaml'));
});

afterEach(async () => {
  await gate.close();
  rmSync(home, { recursive: true, force: true });
});

function openGate(config: Parameters<typeof createGate>[0]['config']): Promise<ConfiguredGate> {
  // Deploying is declared destructive: a person is asked, and here says yes.
  const approve = async () => ({ answer: 'approve', by: 'library' }) as const;
  return createGate({ config, directory: home, environment: { ...process.env, DEPLOY_KEY: deployKey }, approve });
}

/** What the owner of the repository does beside the agent. */
function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, {
    cwd: workspace,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      ...{ GIT_AUTHOR_NAME: 'Owner', GIT_AUTHOR_EMAIL: 'owner@example.com', GIT_AUTHOR_DATE: '2026-02-02T10:00:00Z' },
      ...{ GIT_COMMITTER_NAME: 'Owner', GIT_COMMITTER_EMAIL: 'owner@example.com' },
    },
  });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}

/** Changes a line of the program so that its test fails. */
function breakTotal(): void {
  const file = join(workspace, 'src/total.mjs');
  writeFileSync(file, readFileSync(file, 'utf8').replace('sum + number', 'sum - number'));
}

async function dataOf(request: GateRequest, from = gate): Promise<unknown> {
  const outcome = await from.run(request);
  if (outcome.status === 'failed') throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.data;
}

async function errorOf(request: GateRequest, from = gate): Promise<Extract<Outcome, { status: 'failed' }>['error']> {
  const outcome = await from.run(request);
  if (outcome.status !== 'failed') throw new Error('It completed.');
  return outcome.error;
}

async function vectorOf(line: string, from = gate): Promise<unknown> {
  const { would_run } = (await dataOf(`${line} --dry-run`, from)) as { would_run: { args: string[] } };
  return would_run.args;
}

const exited = (stdout: unknown) => ({
  exit_code: 0,
  signal: null,
  stdout,
  stderr: expect.any(String),
  duration_ms: expect.any(Number),
  truncated: false,
});

/** A program that prints its arguments, in place of one that is not on every machine. */
function writeProgram(name: string): void {
  writeFileSync(join(home, name), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
}

/** The configuration as it is, but with other places to look for programs. */
function openGateWithPrograms(...path: string[]): Promise<ConfiguredGate> {
  const configuration = parse(readFileSync(join(home, 'cmdgate.config.yaml'), 'utf8'));
  return openGate({ ...configuration, audit: false, programs: { path } });
}

interface WrittenHandle {
  readonly name: string;
  readonly danger?: string;
  readonly examples?: readonly string[];
  readonly parameters?: { readonly properties: Record<string, { readonly description?: string }> };
}

test('every handle loads without a problem or a hint, and says what an agent needs to know', async () => {
  const written = readdirSync(join(home, 'handles'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|yaml)$/.test(name))
    .map((name): WrittenHandle => parse(readFileSync(join(home, 'handles', name), 'utf8')));
  const { commands } = (await dataOf('schema')) as { commands: { command: string }[] };

  expect(gate.warnings).toEqual([]);
  expect(commands.map(({ command }) => command).sort()).toEqual(written.map(({ name }) => name).sort());
  for (const { name, danger, examples, parameters } of written) {
    expect([danger, examples?.[0]], name).toEqual([expect.any(String), expect.any(String)]);
    const undescribed = Object.entries(parameters?.properties ?? {}).filter(([, { description }]) => !description);
    expect(undescribed, name).toEqual([]);
  }
});

test('the lines of the README can be typed', async () => {
  const text = readFileSync(join(home, 'README.md'), 'utf8');
  const lines = [...text.matchAll(/cmdgate run (.+?)(?= && | {2,}#|$)/gm)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(4);
  writeProgram('docker');
  const everywhere = await openGateWithPrograms(home, ...(process.env.PATH ?? '').split(delimiter).filter(existsSync));
  try {
    for (const line of lines) {
      expect(await dataOf(`${line} --validate-only`, everywhere), line).toMatchObject({ valid: true });
    }
  } finally {
    await everywhere.close();
  }
});

test('build-project runs make in src, with what its handle says and where the owner’s PATH leads', async () => {
  const { stdout } = (await dataOf('build-project')) as { stdout: string };
  expect(stdout).toContain('built with -O2');
  expect(existsSync(join(workspace, 'build/total.mjs'))).toBe(true);
});

describe('git', () => {
  test('shows, stages and commits a change, by the author it is told', async () => {
    breakTotal();
    writeFileSync(join(workspace, 'notes.txt'), 'new\n');
    expect(await dataOf('git-status')).toEqual(exited(expect.stringContaining(' M src/total.mjs\n?? notes.txt\n')));
    expect(await dataOf('git-diff --files src')).toEqual(exited(expect.stringContaining('+  return numbers.reduce(')));
    expect(await dataOf('git-add --files notes.txt,src')).toEqual(exited(expect.stringContaining("add 'notes.txt'\n")));
    expect(await dataOf('git-diff')).toEqual(exited(''));
    expect(await dataOf('git-diff --staged --files notes.txt')).toEqual(exited(expect.stringContaining('+new\n')));

    const input = {
      message: 'Subtract, $(date); "for once"',
      author: 'Ada Lovelace <ada@example.com>',
      files: ['src/total.mjs', 'notes.txt'],
    };
    await dataOf({ path: 'git-commit', input });
    expect(git('log', '-1', '--format=%an <%ae>, %cn: %B').trim()).toBe(`${input.author}, Agent: ${input.message}`);
    const today = git('log', '-1', '--date=short', '--format=%h %ad').trim();
    const first = git('log', '-1', '--format=%h', 'HEAD~1').trim();
    expect(await dataOf('git-log')).toEqual(
      exited(`${today} Ada Lovelace: ${input.message}\n${first} 2026-02-02 Owner: First\n`),
    );
    expect(await dataOf('git-log --max 1 --files deploy')).toEqual(exited(`${first} 2026-02-02 Owner: First\n`));
  });

  test('gets what an agent writes as values only', async () => {
    expect(await vectorOf('git-commit --message "Fix it" --files src/total.mjs,--amend')).toEqual([
      ...['commit', '--message', 'Fix it', '--', `${workspace}/src/total.mjs`, `${workspace}/--amend`],
    ]);
    expect(await errorOf(['git-commit', '--message=--amend', '--files', 'src'])).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ code: 'REFUSED_ARGUMENT', field: '--message' }],
    });
    const author = '--author=--amend <agent@example.com>';
    expect(await errorOf(['git-commit', '--message', 'Fix it', author, '--files', 'src'])).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: '--author' }],
    });
    expect((await errorOf('git-add --files ../secrets')).code).toBe('PATH_TRAVERSAL_BLOCKED');
    expect((await errorOf('git-log --exec /tmp/x')).details).toMatchObject([{ code: 'UNKNOWN_OPTION' }]);
  });

  test('that has nothing to commit says so in the hint', async () => {
    const error = await errorOf('git-commit --message Nothing --files src');
    expect(error).toMatchObject({ code: 'EXECUTION_ERROR', hint: expect.stringContaining('working tree clean') });
  });
});

describe('search', () => {
  test('finds lines, and finding none is an answer', async () => {
    expect(await dataOf('search --text "SUM + " --ignore-case --in src')).toEqual({
      found: true,
      lines: 'total.mjs:3:  return numbers.reduce((sum, number) => sum + number, 0);\n',
    });
    expect(await dataOf('search --text "SUM + "')).toEqual({ found: false, lines: '' });
  });

  test('takes a text that looks like an option for a text', async () => {
    expect(await dataOf(['search', '--text=--stack-trace-limit', '--in', '.'])).toMatchObject({ found: true });
  });
});

describe('npm-test', () => {
  test('runs the tests of the project', async () => {
    expect(await dataOf('npm-test')).toEqual(exited('2 tests passed\n'));
  });

  test('says in the hint why they fail', async () => {
    breakTotal();
    const error = await errorOf('npm-test');
    expect(error).toMatchObject({ code: 'EXECUTION_ERROR', message: 'Execution failed: npm exited with code 1' });
    expect(error.hint).toContain('the total of 1, 2 and 3 is 6');
    expect(error.hint).toContain('-6 !== 6');
    expect(error.result).toMatchObject({ exit_code: 1, stderr: expect.stringContaining('test/total.mjs:5') });
  });
});

describe('deploy-service', () => {
  const input = { deploy: { path: 'deploy' }, service: { name: 'web', port: 8080 } };

  test('runs the script with its credentials', async () => {
    expect(await dataOf({ path: 'deploy-service', input })).toEqual(exited('deployed web on port 8080\n'));
    expect(readFileSync(join(workspace, 'deploy/deployed'), 'utf8')).toBe('web:8080\n');
  });

  test('shows no credential, whatever the script prints', async () => {
    const script = '#!/bin/sh\necho "$API_KEY $DB_URL"; echo "$API_KEY" >&2; echo "$API_KEY" >deployed\n';
    writeFileSync(join(workspace, 'deploy/deploy.sh'), script);
    expect(await dataOf({ path: 'deploy-service', input })).toMatchObject({
      stdout: '[REDACTED] [REDACTED]\n',
      stderr: '[REDACTED]\n',
    });
    expect(readFileSync(join(workspace, 'deploy/deployed'), 'utf8')).toBe(`${deployKey}\n`);
  });

  test('is refused without its credentials, by their names', async () => {
    rmSync(join(home, 'secrets/database-url'));
    const { code, message } = await errorOf({ path: 'deploy-service', input });
    expect([code, message]).toEqual(['UNAVAILABLE', expect.stringContaining('"database-url"')]);
  });

  test('would run this', async () => {
    expect(await gate.run({ path: 'deploy-service', input }, { dryRun: true })).toMatchObject({
      data: {
        effect: 'would_run',
        would_run: {
          program: `${workspace}/deploy/deploy.sh`,
          args: [],
          directory: `${workspace}/deploy`,
          environment: ['API_KEY', 'DB_URL', 'SERVICE_NAME', 'SERVICE_PORT'],
          stdin_bytes: 0,
        },
      },
    });
    expect(existsSync(join(workspace, 'deploy/deployed'))).toBe(false);
  });
});

describe('docker-run', () => {
  const line = 'docker-run --image alpine:3.22 --env LANG=C --env "A=b c" --words ls,-l,/etc';
  const vector = [
    ...['run', '--rm', '--network=none', '--read-only', '--cap-drop=ALL', '--pids-limit=100', '--memory=256m'],
    ...['--env', 'LANG=C', '--env', 'A=b c', '--', 'alpine:3.22', 'ls', '-l', '/etc'],
  ];

  test('would run this', async () => {
    writeProgram('docker');
    const withDocker = await openGateWithPrograms(home);
    try {
      expect(await vectorOf(line, withDocker)).toEqual(vector);
      expect(await dataOf(line, withDocker)).toEqual(exited(`${vector.join(' ')}\n`));
      expect((await errorOf('docker-run --image evil --words sh --dry-run', withDocker)).code).toBe('VALIDATION_ERROR');
    } finally {
      await withDocker.close();
    }
  });

  test('says what it would have run where docker is missing', async () => {
    const withoutDocker = await openGateWithPrograms(join(home, 'secrets'));
    try {
      const error = await errorOf(`${line} --dry-run`, withoutDocker);
      expect(error).toMatchObject({
        code: 'PROGRAM_NOT_FOUND',
        details: [{ would_run: { program: 'docker', args: vector } }],
      });
    } finally {
      await withoutDocker.close();
    }
  });
});

describe('resize-image', () => {
  const imageMagick = 'convert';
  const line = 'resize-image --from pixel.png --width 3 --to small.png';

  test('would run this', async () => {
    writeProgram(imageMagick);
    const withConvert = await openGateWithPrograms(home);
    try {
      expect(await vectorOf(line, withConvert)).toEqual([
        ...[`${workspace}/pixel.png`, '-auto-orient', '-resize', '3x', '-strip', `${workspace}/small.png`],
      ]);
      const error = await errorOf('resize-image --from msl:a.png --width 3 --to a.svg', withConvert);
      expect(error.details.map(({ field }) => field)).toEqual(['--from', '--to']);
    } finally {
      await withConvert.close();
    }
  });

  const convert = (...words: string[]) => spawnSync(imageMagick, words, { encoding: 'utf8' }).stdout ?? '';
  const isInstalled = convert('-version').includes('ImageMagick');

  test.runIf(isInstalled)('makes a smaller image where ImageMagick is installed', async () => {
    convert('-size', '6x4', 'xc:red', join(workspace, 'pixel.png'));
    await dataOf(line);
    // The width stands in the header.
    expect(readFileSync(join(workspace, 'small.png')).readUInt32BE(16)).toBe(3);
  });
});
