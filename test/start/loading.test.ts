import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const executable = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));
const logLoading = new URL('./log-loading.mjs', import.meta.url).href;

let workspace: string;

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'cmdgate-start-'));
  writeFileSync(join(workspace, 'cmdgate.config.json'), JSON.stringify({ commands: ['hello.mjs'], audit: false }));
  writeFileSync(join(workspace, 'ledger.json'), JSON.stringify({ commands: ['hello.mjs'] }));
  writeFileSync(join(workspace, 'hello.mjs'), `export const hello = { description: 'Hello', handler: () => 'hello' };`);
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** What a command line loads, as package names and files of ours. */
function loadedBy(directory: string, ...words: string[]): string[] {
  return loadedByProgram(executable, directory, words);
}

function loadedByProgram(program: string, directory: string, words: readonly string[], input = ''): string[] {
  const file = join(workspace, 'loaded.txt');
  writeFileSync(file, '');
  const { status, stdout } = spawnSync(process.execPath, ['--import', logLoading, program, ...words], {
    cwd: directory,
    env: { ...process.env, LOADED: file },
    encoding: 'utf8',
    input,
  });
  expect({ status, ok: JSON.parse(stdout).ok }).toEqual({ status: 0, ok: true });
  return readFileSync(file, 'utf8').split('\n');
}

/** An executable that is made with runCli, whose commands these are. */
function ownProgram(name: string, commands: string): string {
  const program = join(workspace, name);
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const options = `{ name: 'own', version: '1.0.0', commands: ${commands} }`;
  writeFileSync(program, `import { runCli } from '${library}';\nawait runCli(${options});`);
  return program;
}

const hello = `{ hello: { description: 'Hello', handler: () => 'hello' } }`;

// The MCP SDK, with zod, and yaml are built in, as files of their own. So is each of the owner's commands.
const heavy = /mcp-sdk|@modelcontextprotocol|\bzod\b|sqlite|libsql|\bpg\b|postgres|\bjiti\b|\byaml\b|\bajv\b|\/owner-/;

// The last number: how many kibibytes of ours it may load. Something heavy that was put into a file which is loaded in
// any case has no name here, but a size. Raise it for what every command needs, and for nothing else.
test.each([
  ['version', tmpdir, ['version'], 480],
  ['--help', tmpdir, ['--help'], 490],
  ['--help of a command of the owner', tmpdir, ['audit', '--help'], 490],
  ['help', () => workspace, ['help'], 1_190],
  ['a plain command', () => workspace, ['run', 'hello'], 1_190],
  ['a command that is recorded in the ledger', () => workspace, ['--config', 'ledger.json', 'run', 'hello'], 1_250],
])(
  '%s loads neither the MCP SDK nor zod nor a database nor a command of the owner',
  (_name, directory, words, most) => {
    const loaded = loadedBy(directory(), ...words);

    expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
    expect(loaded.some((name) => name.includes('/dist/chunks/core-'))).toBe(true);
    expect(kibibytesOf(loaded)).toBeLessThan(most);
  },
);

test.each([
  ['audit', 'audit'],
  ['approvals list', 'approvals'],
  ['doctor', 'doctor'],
  ['trust', 'trust'],
  ['undo', 'undo'],
  ['generate-skills', 'generate-skills'],
])('%s loads the folder of that command, and no other command of the owner', (line, folder) => {
  const loaded = filesOfOurs(loadedBy(workspace, ...line.split(' ')));

  expect(loaded.filter((name) => name.includes('/owner-'))).toEqual([`dist/chunks/owner-${folder}-….js`]);
});

test('the measurement would notice the MCP SDK', () => {
  const file = join(workspace, 'loaded.txt');
  writeFileSync(file, '');
  spawnSync(process.execPath, ['--import', logLoading, executable, 'serve'], {
    cwd: workspace,
    env: { ...process.env, LOADED: file },
    input: '',
  });

  expect(readFileSync(file, 'utf8')).toMatch(/chunks\/mcp-sdk-/);
});

test('the measurement would notice the reader of YAML', () => {
  writeFileSync(join(workspace, 'ledger.yaml'), 'commands: [hello.mjs]\naudit: false\n');

  expect(loadedBy(workspace, '--config', 'ledger.yaml', 'run', 'hello').filter((name) => heavy.test(name))).toEqual([
    expect.stringMatching(/chunks\/yaml-/),
  ]);
});

test('version without a configuration loads three files of ours', () => {
  expect(filesOfOurs(loadedBy(tmpdir(), 'version'))).toEqual([
    'bin/cmdgate.js',
    'dist/cli.js',
    'dist/chunks/core-….js',
  ]);
});

test.each([
  ['a small command', ['hello'], '', ['display']],
  ['a plan', ['exec'], '{"_cmd":"hello"}\n', ['display', 'exec']],
])("%s of an executable of one's own loads few files of ours", (_name, words, input, more) => {
  const loaded = loadedByProgram(ownProgram('own.mjs', hello), workspace, words, input);

  expect(filesOfOurs(loaded).toSorted()).toEqual(
    ['index.js', ...['core', 'gate', 'library', 'rolldown-runtime', ...more].map((name) => `chunks/${name}-….js`)]
      .map((name) => `dist/${name}`)
      .toSorted(),
  );
  expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
  expect(kibibytesOf(loaded)).toBeLessThan(1_240);
});

test('a command of a workspace loads few files of ours', () => {
  expect(filesOfOurs(loadedBy(workspace, 'run', 'hello')).toSorted()).toEqual(
    [
      ...['bin/cmdgate.js', 'dist/cli.js'],
      ...['core', 'gate', 'opening', 'rolldown-runtime', 'display'].map((name) => `dist/chunks/${name}-….js`),
    ].toSorted(),
  );
});

test('commands in TypeScript load their translator without a search for its exports', () => {
  writeFileSync(join(workspace, 'typescript.json'), JSON.stringify({ commands: ['typed.ts'], audit: false }));
  writeFileSync(
    join(workspace, 'typed.ts'),
    `export const typed = { description: 'Typed', handler: (): string => 'x' };`,
  );

  const loaded = loadedBy(workspace, '--config', 'typescript.json', 'run', 'typed');

  expect(loaded).toContain('jiti');
  expect(loaded.filter((name) => name.includes('jiti.mjs'))).toEqual([]);
});

test('an example with an id is checked without the validator of schemas', () => {
  const ids = `[{ name: 'id', type: 'string', format: 'id', description: 'Which', required: true }]`;
  const show = `{ description: 'Show', arguments: ${ids}, examples: ['show inv-1'], handler: ({ id }) => ({ id }) }`;
  const program = ownProgram('own-ids.mjs', `{ show: ${show} }`);

  const loaded = loadedByProgram(program, workspace, ['show', 'inv-2']);

  expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
});

function filesOfOurs(loaded: readonly string[]): string[] {
  const ours = loaded.filter((name) => /\/(?:bin|dist)\//.test(name));
  return [...new Set(ours)].map((name) => name.replace(/^.*\/(bin|dist)\//, '$1/').replace(/-[\w-]{8}\.js$/, '-….js'));
}

function kibibytesOf(loaded: readonly string[]): number {
  const files = new Set(loaded.filter((name) => /^file:.*\/(?:bin|dist)\//.test(name)));
  return [...files].reduce((sum, file) => sum + statSync(new URL(file)).size, 0) / 1024;
}
