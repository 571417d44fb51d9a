// What every executable can do beside its commands: doctor, audit-log, versions, and which variables it reads.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bin, type Finished, finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';
import { type Envelope, readDocument } from './contract-cli.js';

const fixture = fileURLToPath(new URL('../fixtures/places-cli.mjs', import.meta.url));
const options = fileURLToPath(new URL('../fixtures/options-cli.mjs', import.meta.url));
const log = new URL('./log-variables.mjs', import.meta.url).href;
const version = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string;

type Answer = Finished & { readonly envelope: Envelope };

async function ask(program: string, words: readonly string[], given: Partial<ProcessOptions> = {}): Promise<Answer> {
  const { cwd = makeDirectory(), environment = {} } = given;
  const child = start(process.execPath, [program, ...words], {
    ...{ cwd, environment: { XDG_STATE_HOME: cwd, ...environment } },
  });
  child.stdin.end(given.input ?? '');
  const finished = await finish(child);
  return { ...finished, envelope: readDocument(finished.stdout) };
}

interface Check {
  readonly area: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

/** A directory with a program that does nothing. */
function directoryWith(program: string): string {
  const directory = makeDirectory();
  writeFileSync(join(directory, program), '#!/bin/sh\n', { mode: 0o755 });
  return directory;
}

test('REQ-O-026: doctor finds a program that is not on the PATH, says what to do, and exits with 4', async () => {
  const { code, envelope } = await ask(fixture, ['doctor']);
  const { checks } = envelope.error.result as { checks: Check[] };
  expect([code, envelope.ok, envelope.error.code]).toEqual([4, false, 'NOT_WELL']);
  expect(checks.filter(({ status }) => status === 'problem')).toEqual([
    {
      area: 'programs',
      status: 'problem',
      message: expect.stringContaining(
        'frobnicate not found: build cannot work. There is no program "frobnicate" in the search path.',
      ),
      fix: 'Install frobnicate, or add its directory to PATH',
    },
  ]);

  const environment = { PATH: `${directoryWith('frobnicate')}:${process.env.PATH}` };
  const well = await ask(fixture, ['doctor'], { environment });
  expect([well.code, well.envelope.data.problems]).toEqual([0, 0]);
  expect(new Set(well.envelope.data.checks.map(({ area }: Check) => area))).toEqual(
    new Set(['commands', 'programs', 'store', 'clock', 'versions']),
  );
});

test('REQ-O-026: cmdgate doctor looks for the programs of its commands, too', async () => {
  const module = `export const build = { description: 'Builds', subprocess: { program: 'frobnicate', arguments: [] }, handler: () => 1 };`;
  const cwd = makeDirectory({ 'cmdgate.config.json': '{"commands":["build.mjs"]}', 'build.mjs': module });
  const { code, envelope } = await ask(bin, ['doctor'], { cwd });
  expect([code, envelope.error.result.checks]).toEqual([
    4,
    expect.arrayContaining([expect.objectContaining({ area: 'programs', status: 'problem' })]),
  ]);
});

test('REQ-O-026: doctor tells of a record that cannot be written', async () => {
  const cwd = makeDirectory();
  writeFileSync(join(cwd, 'log'), 'no directory');
  const environment = { PLACES_CLI_RECORD: 'file', PATH: `${directoryWith('frobnicate')}:${process.env.PATH}` };
  const { code, envelope } = await ask(fixture, ['doctor'], { cwd, environment });
  expect([code, envelope.error?.result.checks]).toEqual([
    4,
    expect.arrayContaining([expect.objectContaining({ area: 'store', status: 'problem' })]),
  ]);
});

test.each(['doctor', 'audit', 'audit-log'])('REQ-O-026, REQ-O-030: no command can be called %s', async (word) => {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const text = `import { runCli } from '${library}';
    await runCli({ name: 'mine', commands: { '${word}': { description: 'Mine', handler: () => 1 } } });`;
  const cwd = makeDirectory({ 'mine.mjs': text });
  const { code, envelope } = await ask(join(cwd, 'mine.mjs'), ['help'], { cwd });
  expect([code, envelope.error.code, envelope.error.details[0].field]).toEqual([4, 'DEFINITION_ERROR', word]);
});

test.each(['ledger', 'file'])(
  'REQ-F-026, REQ-O-030: audit-log filters, has no secret and verifies, with a %s',
  async (record) => {
    const cwd = makeDirectory();
    const secret = 'canary-0815';
    const environment = { PLACES_CLI_RECORD: record, XDG_STATE_HOME: makeDirectory() };
    const run = (words: string[], more: Record<string, string> = {}) =>
      ask(fixture, words, { cwd, environment: { ...environment, ...more } });
    await run(['add', '--text', 'one', '--token', secret], { PLACES_CLI_TRACE_ID: 'trace-1' });
    await run(['add', '--no-such-option']);
    await run(['build']);
    const commands = async (...words: string[]) => {
      const { code, envelope } = await run(['audit-log', ...words]);
      expect(code).toBe(0);
      return envelope.data.requests.map(({ command }: { command: string }) => command.split(' ').slice(0, 2).join(' '));
    };
    expect(await commands()).toEqual(['build', 'add --no-such-option', 'add --text']);
    expect(await commands('list', '--command', 'add')).toEqual(['add --no-such-option', 'add --text']);
    expect(await commands('--trace', 'trace-1')).toEqual(['add --text']);
    expect(await commands('--since', '1h', '--limit', '1')).toEqual(['build']);
    expect(await commands('--since', '2100-01-01')).toEqual([]);
    const child = start(process.execPath, [fixture, 'audit-log', 'export'], { cwd, environment });
    child.stdin.end();
    const { stdout } = await finish(child);
    expect(stdout).toContain('no-such-option');
    expect(stdout).not.toContain(secret);
    expect(JSON.stringify((await run(['audit-log'])).envelope)).not.toContain(secret);
    expect((await run(['audit-log', 'verify'])).code).toBe(0);
  },
);

test('REQ-F-026, REQ-O-030: a file has one record behind it, wherever the program is called', async () => {
  const file = join(makeDirectory(), 'audit.jsonl');
  const calls = ['one', 'two'].map((text) => ({ text, cwd: makeDirectory() }));
  const environment = { PLACES_CLI_RECORD: file, XDG_STATE_HOME: makeDirectory() };
  for (const { text, cwd } of calls) await ask(fixture, ['add', '--text', text], { cwd, environment });
  for (const { cwd } of calls) {
    const { envelope } = await ask(fixture, ['audit-log'], { cwd, environment });
    expect(envelope.data.requests.map(({ command }: { command: string }) => command)).toEqual([
      'add --text two',
      'add --text one',
    ]);
    expect(readdirSync(cwd)).toEqual(['lines.txt']);
  }
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

test('REQ-O-030: a program that records nothing says so, and how it could', async () => {
  const { code, envelope } = await ask(options, ['audit-log']);
  expect([code, envelope.error]).toMatchObject([
    4,
    { code: 'NO_HISTORY', message: 'options-cli records nothing', hint: expect.stringContaining('ledger') },
  ]);
});

test('REQ-O-041: the manifest says that --dry-run works, where it does', async () => {
  const { envelope } = await ask(fixture, ['manifest']);
  const cwd = makeDirectory();
  for (const [name, entry] of Object.entries<Record<string, unknown>>(envelope.data.commands)) {
    expect([name, entry.dry_run]).toEqual([name, true]);
  }
  const { data, meta } = (await ask(fixture, ['add', '--text', 'x', '--dry-run'], { cwd })).envelope;
  expect([data.effect, meta.dry_run, readdirSync(cwd).includes('lines.txt')]).toEqual(['would_run', true, false]);
  expect(envelope.data.standard_flags).toMatchObject({
    'instance-id': { type: 'string', only: 'start' },
    'show-config': { type: 'boolean', only: 'alone' },
    'no-stream': { type: 'boolean', only: 'command-line' },
  });
});

interface Told {
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly version: string;
  /** What its MCP server says: the version of the commands, where they have one of their own. */
  readonly serverVersion?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const module = `export const hello = { description: 'Greets', danger: 'safe', handler: () => 'hello' };`;

test.each<Told>([
  { name: 'runCli', program: fixture, words: ['build'], version: '3.2.1' },
  { name: 'cmdgate', program: bin, words: ['help'], version },
  {
    ...{ name: 'cmdgate with a version of its commands', program: bin, words: ['run', 'hello'], version },
    serverVersion: '7.7.7',
    files: { 'cmdgate.config.json': '{"version":"7.7.7","commands":["hello.mjs"]}', 'hello.mjs': module },
  },
])('REQ-F-023, REQ-O-045: $name says one version everywhere', async (told) => {
  const cwd = makeDirectory(told.files);
  const run = async (...words: string[]) => (await ask(told.program, words, { cwd })).envelope;
  const [flag, manifest, command, wrong, skills] = [
    await run('--version'),
    await run('manifest'),
    await run(...told.words),
    await run(...told.words, '--no-such-option'),
    await run('generate-skills', '--output-dir', 'skills'),
  ];
  const versions = [flag, manifest, command, wrong, skills].map(({ meta }) => meta.tool_version);
  expect([flag.data.version, manifest.data.version, ...versions]).toEqual(Array(7).fill(told.version));
  for (const name of readdirSync(join(cwd, 'skills')).filter((file) => file !== 'CONTEXT.md')) {
    expect(readFileSync(join(cwd, 'skills', name), 'utf8')).toContain(told.version);
  }
  expect(await serverVersion(told.program, cwd)).toBe(told.serverVersion ?? told.version);
});

/** What its MCP server tells of itself. */
async function serverVersion(program: string, cwd: string): Promise<unknown> {
  const child = start(process.execPath, [program, 'serve'], { cwd, environment: { XDG_STATE_HOME: cwd } });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const { stdout } = await finish(child);
  return JSON.parse(stdout.split('\n')[0] ?? '').result.serverInfo.version;
}

test.each([
  ['runCli', options],
  ['cmdgate', bin],
])('REQ-O-043: AGENTS.md of %s has its sections, and names nothing that --help does not', async (_, program) => {
  const cwd = makeDirectory();
  await ask(program, ['generate-skills', '--output-dir', 'skills'], { cwd });
  const text = readFileSync(join(cwd, 'skills/AGENTS.md'), 'utf8');
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    'Canonical Invocation',
    'Non-Interactive Flags',
    'Environment Variables',
    'Input Conventions',
  ]);
  const { stderr } = await ask(program, ['--help'], { cwd });
  const names = [...text.matchAll(/^- `(?:--)?([\w-]+)`/gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !stderr.includes(name))).toEqual([]);
});

test('REQ-F-073: DEBUG means nothing, and with the prefix of the program it does', async () => {
  const [plain, other, own] = [
    await ask(fixture, ['build']),
    await ask(fixture, ['build'], { environment: { DEBUG: '1', VERBOSE: '1', INSTANCE_ID: '../x' } }),
    await ask(fixture, ['build'], { environment: { PLACES_CLI_DEBUG: '1' } }),
  ];
  expect([other.code, other.envelope.data, other.stderr]).toEqual([plain.code, plain.envelope.data, plain.stderr]);
  expect([plain.stderr, own.stderr]).toEqual(['', expect.stringContaining('debug')]);
  const quiet = await ask(fixture, ['build', '--quiet'], { environment: { PLACES_CLI_DEBUG: '1' } });
  expect(quiet.stderr).toBe('');
});

/** What Node and the SQLite library look at for themselves; the last one is the fixture's own. */
const ofOthers = /^(?:NODE_\w+|WATCH_REPORT_DEPENDENCIES|LIBSQL_JS_DEV|VARIABLES_LOG|PLACES_CLI_RECORD)$/;

test('REQ-F-073: no variable is read that the manifest does not list', async () => {
  const cwd = makeDirectory();
  mkdirSync(join(cwd, 'staging'));
  const file = join(cwd, 'variables.txt');
  writeFileSync(file, '');
  const lines = [
    ['--help'],
    ['--show-config'],
    ['add', '--text', 'x', '--idempotency-key', 'one', '--debug'],
    ['count', '--context', 'staging'],
    ['manifest'],
    ['runs', 'list'],
    ['exec', '--dry-run'],
    ['doctor'],
    ['audit-log'],
    ['generate-skills'],
  ];
  for (const words of lines) {
    const environment = { VARIABLES_LOG: file, XDG_STATE_HOME: cwd };
    const child = start(process.execPath, ['--import', log, fixture, ...words], { cwd, environment });
    child.stdin.end('{"_cmd":"build"}\n');
    await finish(child);
  }
  const read = [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].filter((name) => !ofOthers.test(name));
  const { environment } = (await ask(fixture, ['manifest'])).envelope.data;
  expect(read).toContain('PLACES_CLI_TRACE_ID');
  expect(read.filter((name) => !Object.hasOwn(environment, name))).toEqual([]);
});
