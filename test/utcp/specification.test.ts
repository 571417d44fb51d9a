// Every JSON block of the specification's page, through a gate. Programs that need a network, a daemon or somebody's
// script are stand-ins of the same name, which write down how they were called; the others are the real ones.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { renderUtcp } from '../../src/renderings/utcp.js';
import { createGate } from '../../src/surfaces/library/create-gate.js';
import { cmdgate } from '../cli/process.js';
import { newWorkspace } from './workspace.js';

type Block = Readonly<Record<string, unknown>>;

const page: readonly Block[] = JSON.parse(
  readFileSync(new URL('../fixtures/utcp/specification.json', import.meta.url), 'utf8'),
);

/** What the page prints around no template: how each tool is called here, and with which inputs. */
const names: Readonly<Record<number, readonly [name: string, ...inputs: string[]]>> = {
  0: ['curl'],
  2: ['docker', 'filename'],
  9: ['node'],
  10: ['make'],
  11: ['windows', 'path'],
  12: ['unix', 'path'],
  13: ['cross_platform', 'path'],
};

/** Those that are no tools: what a call answers. */
const [success, failure] = [page[7], page[8]];

const tools = page.flatMap((block, index): Block[] => {
  if ('tool_call_template' in block) return [block];
  const [name, ...inputs] = names[index] ?? [];
  if (name === undefined) return [];
  const properties = Object.fromEntries(inputs.map((input) => [input, { type: 'string' }]));
  return [
    {
      name,
      description: `Block ${index}`,
      inputs: { type: 'object', properties, required: inputs },
      tool_call_template: block,
    },
  ];
});

/** Directories that the page takes for granted. `/tmp` is on every machine. */
const takenForGranted = /\/(?:safe\/directory|workspace|project\/src)/g;

const token = 'canary-of-the-token';
const execution_time = expect.any(Number);
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((path) => isAbsolute(path) && existsSync(path));
const isInstalled = (program: string) => systemPath.some((directory) => existsSync(join(directory, program)));

/** A link on some systems. */
const tmp = realpathSync('/tmp');

function standIn(directory: string, name: string, prints: string): void {
  const file = join(directory, name);
  const call = '{ args: process.argv.slice(2), directory: process.cwd(), environment: process.env }';
  writeFileSync(
    file,
    `#!${process.execPath}
require('node:fs').writeFileSync(__filename + '.called', JSON.stringify(${call}));
process.stdout.write(${prints});
`,
  );
  chmodSync(file, 0o755);
}

interface Options {
  readonly paths?: 'any';
  /** As printed, or with the directories of the page inside of a directory of the test. */
  readonly placed: boolean;
  /** Whether the workspace is the directory that holds those of the page. */
  readonly holdsThem?: boolean;
}

async function openPage({ paths, placed, holdsThem = false }: Options) {
  const root = newWorkspace({
    'safe/directory/notes.txt': 'safe\n',
    'workspace/input.csv': '',
    'project/src/Makefile': 'build:\n\t@echo built\n',
  });
  const text = JSON.stringify({ tools });
  const written = placed ? text.replaceAll(takenForGranted, (path) => `${root}${path}`) : text;
  const workspace = holdsThem ? root : newWorkspace({});
  writeFileSync(join(workspace, 'page.json'), written);
  const programs = newWorkspace({});
  for (const name of ['curl', 'docker', 'python']) standIn(programs, name, 'process.argv.slice(2).join("\\n")');
  if (!isInstalled('make')) standIn(programs, 'make', '"built\\n"');
  const path = [programs, dirname(process.execPath), ...systemPath];
  const variables = { API_TOKEN: 'env:TOKEN', API_KEY: 'env:TOKEN' };
  const config = {
    audit: false,
    // What stands in for programs leaves a note beside itself.
    sandbox: 'off',
    programs: { path },
    utcp: [{ file: 'page.json', variables, ...(paths && { paths }) }],
  } as const;
  writeFileSync(join(workspace, 'cmdgate.config.json'), JSON.stringify(config));
  const gate = await createGate({ config, directory: workspace, environment: { ...process.env, TOKEN: token } });
  onTestFinished(() => gate.close());
  return {
    gate,
    root,
    workspace,
    environmentPath: path.join(delimiter),
    call: async (tool: string, input: Block = {}) =>
      JSON.parse(renderUtcp(await gate.run({ path: ['page', tool], input }))),
    isCalled: (program: string) => existsSync(join(programs, `${program}.called`)),
    calledWith: (program: string) => JSON.parse(readFileSync(join(programs, `${program}.called`), 'utf8')),
  };
}

/** What the program itself gives, without a gate. */
function reallyRun(program: string, args: readonly string[], cwd: string) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return { stdout, stderr, return_code: status, execution_time };
}

test('every block of the page is a tool or an answer', () => {
  expect(tools).toHaveLength(page.length - 2);
  for (const answer of [success, failure]) {
    expect(Object.keys(answer ?? {})).toEqual(['stdout', 'stderr', 'return_code', 'execution_time']);
  }
});

test('all of it loads but program text with a value in it, and the token in an argument is told', async () => {
  const { workspace } = await openPage({ placed: false, paths: 'any' });
  const { code, stdout, stderr } = await cmdgate(['utcp', 'check'], {
    cwd: workspace,
    environment: { TOKEN: token },
  });
  const { error } = JSON.parse(stdout);
  expect({ code, stderr, message: error.message, hint: error.hint }).toEqual({
    code: 2,
    stderr: '',
    message: 'Manuals have problems: 1 problem in 1 manual',
    hint: 'Fix them. These work in the meantime: page: 11 tools (specification)',
  });
  const details: readonly { code: string; field: string; message: string; hint: string }[] = error.details;
  const at = (tool: number, place: string) => details.filter(({ field }) => field.includes(` /tools/${tool}/${place}`));
  expect(at(0, 'tool_call_template/args/3')).toEqual([
    {
      code: 'MANUAL_HINT',
      field: expect.any(String),
      message: expect.stringContaining('"API_TOKEN" looks like a secret'),
      hint: expect.stringContaining(`"API_TOKEN": "\${API_TOKEN}"`),
    },
  ]);
  expect(at(11, 'tool_call_template/args/1')).toEqual([
    {
      code: 'WRONG_MANUAL',
      field: expect.any(String),
      message: expect.stringContaining('A value would become part of a program for python'),
      hint: expect.stringContaining('sys.argv[1]'),
    },
  ]);
  expect(details.filter((detail) => detail.code === 'WRONG_MANUAL')).toHaveLength(1);
  expect(stdout).not.toContain(token);
});

test('the first template: curl gets the token, and nobody else does', async () => {
  const { call, calledWith, environmentPath, gate } = await openPage({ placed: false, paths: 'any' });
  const result = await call('curl');
  expect(result).toEqual({
    stdout: '-X\nGET\n-H\nAuthorization: Bearer [REDACTED]\nhttps://api.example.com/data',
    stderr: '',
    return_code: 0,
    execution_time,
  });
  expect(calledWith('curl')).toEqual({
    args: ['-X', 'GET', '-H', `Authorization: Bearer ${token}`, 'https://api.example.com/data'],
    directory: tmp,
    environment: expect.objectContaining({ API_TOKEN: token, PATH: environmentPath }),
  });
  expect(JSON.stringify([result, gate.warnings])).not.toContain(token);
});

test.each([
  ['curl', {}],
  ['safe_file_read', { filename: 'notes.txt' }],
  ['run_analysis', { input_file: 'input.csv' }],
  ['make', {}],
])('the directory of %s needs paths: "any", whether it is there or not', async (tool, input) => {
  const blocked = {
    error: expect.objectContaining({ name: 'PathTraversalError', code: 'PATH_TRAVERSAL_BLOCKED' }),
  };
  for (const placed of [true, false]) {
    const { call } = await openPage({ placed });
    const answer = await call(tool, input);
    expect(answer).toEqual(blocked);
    expect(answer.error.details.map(({ field }: { field: string }) => field)).toEqual(['directory']);
  }
});

test.each<[string, Options]>([
  ['paths: "any"', { placed: true, paths: 'any' }],
  ['a workspace that holds them', { placed: true, holdsThem: true }],
])('with %s the tools with directories of their own run there', async (_, options) => {
  const { call, calledWith, root, environmentPath } = await openPage(options);
  expect(await call('safe_file_read', { filename: 'notes.txt' })).toEqual({
    stdout: 'safe\n',
    stderr: '',
    return_code: 0,
    execution_time,
  });
  expect(await call('make')).toEqual({ stdout: 'built\n', stderr: '', return_code: 0, execution_time });
  const args = ['/scripts/analyze.py', '--input', 'input.csv'];
  for (const [input, more] of [
    [{}, []],
    [{ output_format: 'csv' }, ['--format', 'csv']],
  ] as const) {
    expect(await call('run_analysis', { input_file: 'input.csv', ...input })).toEqual({
      stdout: [...args, ...more].join('\n'),
      stderr: '',
      return_code: 0,
      execution_time,
    });
    expect(calledWith('python')).toEqual({
      args: [...args, ...more],
      directory: join(root, 'workspace'),
      environment: expect.objectContaining({ PYTHONPATH: join(root, 'workspace/lib'), PATH: environmentPath }),
    });
  }
});

test.each([
  ['safe_file_read', { filename: '../notes.txt' }, ['--filename']],
  ['safe_file_read', { filename: '$(id)' }, ['--filename']],
  ['safe_file_read', {}, ['--filename']],
  ['run_analysis', { input_file: 'a', output_format: 'xml' }, ['--output-format']],
  ['run_analysis', { input_file: 7, output_format: 'xml' }, ['--input-file', '--output-format']],
])('the inputs of %s are enforced: %j', async (tool, input, fields) => {
  const { call, isCalled } = await openPage({ placed: true, paths: 'any' });
  const { error } = await call(tool, input);
  expect({ name: error.name, fields: error.details.map(({ field }: { field: string }) => field) }).toEqual({
    name: 'ValidationError',
    fields,
  });
  expect(isCalled('python')).toBe(false);
});

test('docker gets what is printed, with the value as a part of its last argument', async () => {
  for (const paths of ['any', undefined] as const) {
    const { call, calledWith } = await openPage({ placed: false, ...(paths && { paths }) });
    const args = ['run', '--rm', '--read-only', '-v', '/safe/data:/data:ro', 'alpine:latest', 'cat', '/data/a b; id'];
    expect(await call('docker', { filename: 'a b; id' })).toEqual({
      stdout: args.join('\n'),
      stderr: '',
      return_code: 0,
      execution_time,
    });
    expect(calledWith('docker').args).toEqual(args);
  }
});

test('uname gives what uname gives', async () => {
  const { call, workspace } = await openPage({ placed: false });
  expect(await call('get_system_info')).toEqual(reallyRun('uname', ['-a'], workspace));
});

test.each(['list_directory', 'unix'])('%s lists what is there, and what is not is its own failure', async (tool) => {
  const { call, root, workspace } = await openPage({ placed: false, paths: 'any' });
  const listed = join(root, 'safe/directory');
  expect(await call(tool, { path: listed })).toEqual(reallyRun('ls', ['-la', listed], workspace));
  const missing = await call(tool, { path: '/invalid/path' });
  expect(missing).toEqual(reallyRun('ls', ['-la', '/invalid/path'], workspace));
  expect(Object.keys(missing)).toEqual(Object.keys(failure ?? {}));
  // GNU's words are the ones that the page prints.
  if (missing.return_code === failure?.return_code) expect(missing).toEqual({ ...failure, execution_time });
});

test('git_status runs git in the directory that it is given', async () => {
  const { call, workspace } = await openPage({ placed: false });
  mkdirSync(join(workspace, 'repository'));
  execFileSync('git', ['init', '--quiet'], { cwd: join(workspace, 'repository') });
  writeFileSync(join(workspace, 'repository/new.txt'), '');
  expect(await call('git_status', { repo_path: 'repository' })).toEqual({
    stdout: '?? new.txt\n',
    stderr: '',
    return_code: 0,
    execution_time,
  });
  expect(await call('git_status', { repo_path: '/' })).toMatchObject({ error: { name: 'PathTraversalError' } });
  expect(await call('git_status', { repo_path: 'nowhere' })).toMatchObject({
    error: { name: 'DirectoryNotFoundError' },
  });
});

test('node gets the environment that is printed and nothing of the gate', async () => {
  const { call, workspace, environmentPath } = await openPage({ placed: false });
  const script = `require('node:fs').writeFileSync('seen.json', JSON.stringify(process.env)); console.log(process.env.PORT);`;
  writeFileSync(join(workspace, 'app.js'), script);
  expect(await call('node')).toEqual({ stdout: '3000\n', stderr: '', return_code: 0, execution_time });
  const { NODE_ENV, API_KEY, PORT, PATH, ...more } = JSON.parse(readFileSync(join(workspace, 'seen.json'), 'utf8'));
  expect({ NODE_ENV, API_KEY, PORT, PATH }).toEqual({
    NODE_ENV: 'production',
    API_KEY: token,
    PORT: '3000',
    PATH: environmentPath,
  });
  // The mark by which the gate finds its processes again.
  expect(Object.keys(more).filter((name) => !name.startsWith('CMDGATE_'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a template for Windows loads, and says so where it is called', async () => {
  const { call, gate } = await openPage({ placed: false, paths: 'any' });
  expect(gate.warnings.filter((warning) => warning.includes('/tools/9/'))).toEqual([]);
  expect(await call('windows', { path: 'C:\\' })).toEqual({
    error: {
      name: 'PermissionError',
      code: 'PROGRAM_NOT_EXECUTABLE',
      message: 'The tool "windows" was written for Windows.',
      hint: expect.any(String),
    },
  });
});

test('python -c with a value in it is no tool of the gate', async () => {
  const { call, gate } = await openPage({ placed: false, paths: 'any' });
  expect(await call('cross_platform', { path: "'); print('canary" })).toMatchObject({
    error: { name: 'ToolNotFoundError' },
  });
  expect(gate.warnings.filter((warning) => warning.endsWith('The tool is ignored.'))).toEqual([
    expect.stringMatching(/ \/tools\/11\/tool_call_template\/args\/1\b.*sys\.argv\[1\]/),
  ]);
});

test('the answers of the page are the answers of the gate', async () => {
  const directory = newWorkspace({ 'listed/file1.txt': '', 'listed/file2.txt': '' });
  const listing = {
    name: 'list',
    description: 'Lists files',
    tool_call_template: { call_template_type: 'cli', command: 'ls', args: ['listed'] },
  };
  writeFileSync(join(directory, 'files.json'), JSON.stringify(listing));
  const gate = await createGate({ config: { audit: false, utcp: ['files.json'] }, directory });
  onTestFinished(() => gate.close());
  const text = renderUtcp(await gate.run('files list'));
  expect(JSON.parse(text)).toEqual({ ...success, execution_time });
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(success ?? {}));
  expect(JSON.parse(text).execution_time).toBeLessThan(20);
});
