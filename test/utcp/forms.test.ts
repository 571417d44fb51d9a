// The same tool in every form of a manual, through every door; and what manuals promise whichever door a call comes by:
// variables, output that is not kept, and the names of errors.

import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../src/surfaces/library/create-gate.js';
import { callTool, type LoadOptions, loadManual, UtcpError } from '../../src/surfaces/library/utcp/index.js';
import { baseEnvironment, bin, cmdgate, makeDirectory } from '../cli/process.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { newWorkspace } from './workspace.js';

const placeholder = (name: string) => `\${${name}}`;
const number = expect.any(Number);
const texts = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});

function tool(name: string, template: object, inputs: object = texts()) {
  return {
    name,
    description: `Runs ${name}`,
    inputs,
    tool_call_template: { call_template_type: 'cli', ...template },
  };
}

/** `greet`, which prints its arguments: `--who` and what it was given. */
const specification = tool('greet', { command: 'printf', args: ['[%s]\n', '--who', placeholder('who')] }, texts('who'));
const commands = tool(
  'greet',
  { commands: [{ command: String.raw`printf '[%s]\n' --who UTCP_ARG_who_UTCP_END` }] },
  texts('who'),
);
const commandName = tool('greet', { command_name: String.raw`printf '[%s]\n'` }, texts('who'));
const { tool_call_template: _, ...withoutTemplate } = commandName;
const provider = {
  ...withoutTemplate,
  tool_provider: { name: 'old', provider_type: 'cli', command_name: String.raw`printf '[%s]\n'`, auth: null },
};

/** By the name of the manual: what it is, and in which form that is read. */
const manuals = {
  specification: [{ utcp_version: '1.0.1', manual_version: '1.0.0', tools: [specification] }, 'specification'],
  commands: [{ utcp_version: '1.0.1', info: { title: 'SDK', version: '1' }, tools: [commands] }, 'commands'],
  command_name: [{ tools: [commandName] }, 'command_name'],
  provider: [{ version: '0.1.0', tools: [provider] }, 'provider'],
  list: [[specification], 'specification'],
  one: [specification, 'specification'],
  dotted: [
    { tools: [{ ...specification, name: 'dotted.greet', auth: null, average_response_size: 9 }] },
    'specification',
  ],
} as const;

const names = [...Object.keys(manuals), 'written_in_yaml', 'printed'];

/** What a shell would not leave alone. */
const values = [
  'you',
  '',
  'two words\nand a line',
  '$(touch canary)',
  '`touch canary`; touch canary && touch canary | touch canary > canary',
  `' "; touch canary; "`,
  `${placeholder('HOME')} $HOME ${placeholder('who')} UTCP_ARG_who_UTCP_END $CMD_0_OUTPUT`,
  '* ? [a] ~ {a,b} %s \\n',
];

const printed = JSON.stringify({ tools: [specification] });

function formsWorkspace(): string {
  const files = Object.entries(manuals).map(([name, [manual]]) => [`manuals/${name}.json`, JSON.stringify(manual)]);
  return makeDirectory({
    ...Object.fromEntries(files),
    'manuals/written_in_yaml.yaml': `tools:\n  - ${JSON.stringify(specification)}\n`,
    'print.sh': `echo '[info] {"level": 1'\necho '{"message": "ready"}'\ncat <<'END'\n${printed}\nEND\necho 'done }'\n`,
    'cmdgate.config.json': JSON.stringify({
      utcp: ['manuals/*.json', 'manuals/*.yaml', { name: 'printed', command: ['sh', 'print.sh'] }],
    }),
  });
}

const said = (value: string) => `[--who]\n[${value}]\n`;

describe('a tool is the same in every form', () => {
  const cwd = formsWorkspace();
  const client = new Client({ name: 'test', version: '1.0.0' });

  beforeAll(async () => {
    const args = [bin, 'serve'];
    const env = baseEnvironment();
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' }));
  });

  afterAll(async () => {
    await client.close();
    expect(existsSync(join(cwd, 'canary'))).toBe(false);
  });

  async function overMcp(command: string) {
    const { content, isError } = await client.callTool({ name: 'cli', arguments: { command } });
    const [first] = content;
    return { isError, response: JSON.parse(first?.type === 'text' ? first.text : '') };
  }

  const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`;
  const result = (value: string) => ({
    exit_code: 0,
    signal: null,
    stdout: said(value),
    stderr: '',
    duration_ms: number,
    truncated: false,
  });

  test('each is told with its form', async () => {
    const { code, stdout } = await cmdgate(['utcp', 'check'], { cwd });
    const found = Object.entries(manuals).map(([name, [, form]]) => ({ name, tools: 1, forms: [form] }));
    const others = ['written_in_yaml', 'printed'].map((name) => ({ name, tools: 1, forms: ['specification'] }));
    const { data } = JSON.parse(stdout);
    const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
    expect({ code, hints: data.hints, manuals: data.manuals.sort(byName) }).toEqual({
      code: 0,
      hints: [],
      manuals: [...found, ...others].sort(byName),
    });
  });

  test.each(names)('on the command line: %s', async (name) => {
    const value = values.join('\n');
    const { code, stdout, stderr } = await cmdgate(['run', '--format', 'utcp', name, 'greet', `--who=${value}`], {
      cwd,
    });
    expect({ code, stderr, result: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: '',
      result: { stdout: said(value), stderr: '', return_code: 0, execution_time: number },
    });
  });

  test.each(Object.entries(manuals))('in the library: %s', async (name, [written]) => {
    for (const source of [written, join(cwd, 'manuals', `${name}.json`)]) {
      const manual = await loadManual(source, { name, workspace: cwd });
      onTestFinished(() => manual.close());
      expect(manual.problems).toEqual([]);
      for (const value of values) {
        const expected = { stdout: said(value), stderr: '', return_code: 0, execution_time: number };
        expect(await callTool(manual, 'greet', { who: value })).toEqual(expected);
        expect(await callTool(manual, `${name}.greet`, { who: value })).toEqual(expected);
      }
    }
  });

  test.each(names)('over MCP: %s', async (name) => {
    for (const value of values) {
      expect(await overMcp(`${name} greet --who=${quoted(value)}`)).toEqual({
        isError: false,
        response: { success: true, data: result(value), _meta: expect.any(Object) },
      });
    }
  });

  test('in the repl', async () => {
    const calls = names.flatMap((name) =>
      values.filter((value) => !value.includes('\n')).map((value) => [name, value] as const),
    );
    const input = calls.map(([name, value]) => `${name} greet --who=${quoted(value)}\n`).join('');
    const { stdout } = await cmdgate(['repl', '--stdin'], { cwd, input });
    const answers = stdout.trimEnd().split('\n');
    expect(answers.map((line) => JSON.parse(line).data)).toEqual(calls.map(([, value]) => result(value)));
  });

  test.each(names)('what is refused in one is refused in all: %s', async (name) => {
    const codeOf = async (given: string) => {
      const { isError, response } = await overMcp(`${name} greet ${given}`);
      return { isError, code: response.error?.code, fields: response.error?.details.map(detailOf) };
    };
    const detailOf = ({ code, field }: { code: string; field: string }) => `${code} ${field}`;
    const refused = (code: string, ...fields: string[]) => ({ isError: true, code, fields });
    expect(await codeOf('')).toEqual(refused('VALIDATION_ERROR', 'MISSING_ARGUMENT --who'));
    expect(await codeOf('--who=-rf')).toEqual(refused('VALIDATION_ERROR', 'REFUSED_ARGUMENT --who'));
    expect(await codeOf('--who=../out')).toEqual(refused('PATH_TRAVERSAL_BLOCKED', 'PATH_TRAVERSAL_BLOCKED --who'));
    expect(await codeOf('--who=/etc')).toEqual(refused('PATH_TRAVERSAL_BLOCKED', 'PATH_TRAVERSAL_BLOCKED --who'));
  });
});

describe('variables', () => {
  const script = 'printf "%s\\n" "$@" >seen.txt; printf "%s\\n" "$@"';
  const used = ['GIVEN', 'OWN', 'BOTH', 'SHARED', 'LISTED'];
  const see = tool('see', { command: 'sh', args: ['-c', script, 'sh', ...used.map(placeholder)] }, texts('GIVEN'));
  const config = {
    utcp: [
      { variables: { GIVEN: 'env:ALL_GIVEN', BOTH: 'env:ALL_BOTH', SHARED: 'env:ALL_SHARED' } },
      {
        file: 'vars.json',
        variables: { GIVEN: 'env:OWN_GIVEN', OWN: 'env:OWN_OWN', BOTH: 'env:OWN_BOTH' },
        environment: ['LISTED', 'OWN', 'SHARED'],
      },
    ],
  };
  const sources = ['ALL_GIVEN', 'ALL_BOTH', 'ALL_SHARED', 'OWN_GIVEN', 'OWN_OWN', 'OWN_BOTH'];
  const environment = Object.fromEntries(
    [...sources, 'LISTED', 'OWN', 'SHARED', 'BOTH', 'GIVEN'].map((name) => [name, `canary of ${name}`]),
  );
  const seen = ['a word', ...['OWN_OWN', 'OWN_BOTH', 'ALL_SHARED', 'LISTED'].map((name) => `canary of ${name}`), ''];
  const shown = `a word\n${'[REDACTED]\n'.repeat(4)}`;
  const newVariables = () => newWorkspace({ 'cmdgate.config.json': config, 'vars.json': { tools: [see] } });

  test('an input comes before the variables of the manual, those of all, and what is listed of the environment', async () => {
    const cwd = newVariables();
    const { code, stdout, stderr } = await cmdgate(['run', '--format', 'utcp', 'vars', 'see', '--GIVEN', 'a word'], {
      cwd,
      environment,
    });
    expect({ code, stderr, result: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: '',
      result: { stdout: shown, stderr: '', return_code: 0, execution_time: number },
    });
    expect(readFileSync(join(cwd, 'seen.txt'), 'utf8')).toBe(seen.join('\n'));
  });

  test('the library has the same order, with what the program says instead of a configuration', async () => {
    const workspace = newWorkspace({});
    process.env.LISTED_FOR_THIS_TEST = 'canary-listed';
    onTestFinished(() => {
      delete process.env.LISTED_FOR_THIS_TEST;
    });
    const args = ['GIVEN', 'OWN', 'LISTED_FOR_THIS_TEST'].map(placeholder);
    const own = tool('see', { command: 'sh', args: ['-c', script, 'sh', ...args] }, texts('GIVEN'));
    const options = {
      workspace,
      variables: { GIVEN: 'canary-input', OWN: 'canary-own' },
      environment: ['LISTED_FOR_THIS_TEST'],
    };
    const manual = await loadManual({ tools: [own] }, options);
    onTestFinished(() => manual.close());
    expect(await callTool(manual, 'see', { GIVEN: 'a word' })).toEqual({
      stdout: 'a word\n[REDACTED]\n[REDACTED]\n',
      stderr: '',
      return_code: 0,
      execution_time: number,
    });
    expect(readFileSync(join(workspace, 'seen.txt'), 'utf8')).toBe('a word\ncanary-own\ncanary-listed\n');
    expect(JSON.stringify(manual)).not.toContain('canary');
  });

  test('no value is in an answer, a listing, a report or a record', async () => {
    const cwd = newVariables();
    const lines = [
      ['run', 'vars', 'see', '--GIVEN', 'a word'],
      ['run', 'vars', 'see', '--GIVEN', 'a word', '--dry-run'],
      ['run', 'vars', 'see'],
      ['run', 'vars', 'see', '--GIVEN=-x', '--format', 'utcp'],
      ['run', 'help', 'vars', 'see'],
      ['run', 'schema', 'vars', 'see'],
      ['run', 'help', '--search', 'see'],
      ['run', 'runs', 'list'],
      ['utcp', 'check'],
      ['utcp', 'export'],
      ['utcp', 'export', '--form', 'commands'],
      ['audit', 'list'],
      ['audit', 'export'],
    ];
    for (const words of lines) {
      const { stdout, stderr } = await cmdgate(words, { cwd, environment });
      expect(stdout).not.toBe('');
      expect(`${stdout}${stderr}`).not.toContain('canary');
    }
    expect(filesWith('canary', ledgerOf(cwd))).toEqual([]);
    expect(filesWith('a word', ledgerOf(cwd))).not.toEqual([]);
    // Thirteen processes, one after the other, take their time where much else runs.
  }, 180_000);

  test('all that are missing are told when the manual is loaded, and its other tools work', async () => {
    const tools = [
      tool('first', {
        command: 'echo',
        args: [placeholder('A'), placeholder('B')],
        environment: { X: placeholder('C') },
      }),
      tool('second', { commands: [{ command: 'echo $D' }, { command: `echo ${placeholder('A')}` }] }),
      tool('third', { command: 'echo', args: ['third'] }),
    ];
    const missing = [
      ['/tools/0/tool_call_template/args/0', 'A'],
      ['/tools/0/tool_call_template/args/1', 'B'],
      ['/tools/0/tool_call_template/environment/X', 'C'],
      ['/tools/1/tool_call_template/commands/0/command', 'D'],
      ['/tools/1/tool_call_template/commands/1/command', 'A'],
    ] as const;
    const manual = await loadManual({ tools });
    onTestFinished(() => manual.close());
    const message = (name: string) => expect.stringContaining(`There is no input or variable called "${name}".`);
    const told = manual.problems.map((problem) => [problem.pointer, problem.message]).sort();
    expect(told).toEqual(missing.map(([pointer, name]) => [pointer, message(name)]));
    expect(await callTool(manual, 'third')).toEqual({
      stdout: 'third\n',
      stderr: '',
      return_code: 0,
      execution_time: number,
    });

    const directory = newWorkspace({ 'vars.json': { tools } });
    const gate = await createGate({ config: { audit: false, utcp: ['vars.json'] }, directory });
    onTestFinished(() => gate.close());
    expect(gate.warnings).toHaveLength(missing.length);
    for (const [pointer, name] of missing) {
      const about = gate.warnings.filter((warning) => warning.includes(` ${pointer}`) && warning.includes(`"${name}"`));
      expect(about).toHaveLength(1);
    }
    expect(await gate.run('vars third')).toMatchObject({ status: 'completed', data: { stdout: 'third\n' } });
  });
});

describe('how a call ends', () => {
  const tools = (directory: string) => [
    tool('quiet', { command: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'], capture_output: false }),
    tool('fails', { command: 'sh', args: ['-c', 'echo out; echo err >&2; exit 3'] }),
    tool('list', {
      commands: [{ command: 'echo one', append_to_final_output: true }, { command: 'false' }, { command: 'echo' }],
    }),
    tool('slow', { command: 'sleep', args: ['60'], timeout: 0.3 }),
    tool('slow-list', { commands: [{ command: 'true' }, { command: 'sleep 60' }], timeout: 0.5 }),
    tool('lost', { command: 'pwd', working_directory: 'nowhere' }),
    tool('in-a-file', { command: 'pwd', working_directory: 'plain.txt' }),
    tool('lost-later', { commands: [{ command: 'cd nowhere' }, { command: 'pwd' }] }),
    tool('locked', { command: join(directory, 'plain.txt') }),
    tool('missing', { command: 'no-such-program-anywhere' }),
    tool('missing-later', { commands: [{ command: 'touch made' }, { command: 'no-such-program-anywhere' }] }),
  ];

  function endsWorkspace(): string {
    const directory = makeDirectory({
      'plain.txt': '#!/bin/sh\n',
      'cmdgate.config.json': JSON.stringify({ audit: false, utcp: ['ends.json'] }),
    });
    chmodSync(join(directory, 'plain.txt'), 0o644);
    writeFileSync(join(directory, 'ends.json'), JSON.stringify({ tools: tools(directory) }));
    return directory;
  }

  async function onCommandLine(cwd: string, name: string) {
    const { code, stdout, stderr } = await cmdgate(['run', '--format', 'utcp', 'ends', name], { cwd });
    return { code, stderr, answer: JSON.parse(stdout) };
  }

  async function inLibrary(workspace: string, name: string, call = {}, options: LoadOptions = {}): Promise<unknown> {
    const manual = await loadManual(join(workspace, 'ends.json'), { workspace, ...options });
    onTestFinished(() => manual.close());
    return await callTool(manual, name, {}, call).catch((error: unknown) => error);
  }

  test.each([
    ['quiet', { stdout: '', stderr: '', return_code: 3, execution_time: number, captured: false }],
    ['fails', { stdout: 'out\n', stderr: 'err\n', return_code: 3, execution_time: number }],
    [
      'list',
      {
        stdout: 'one\n',
        stderr: 'cmdgate: step 2 of 3 (false) failed, and nothing after it ran\n',
        return_code: 1,
        execution_time: number,
      },
    ],
  ])('a program that fails has a result: %s', async (name, result) => {
    const cwd = endsWorkspace();
    const { code, answer } = await onCommandLine(cwd, name);
    expect({ code, answer }).toEqual({ code: 1, answer: result });
    expect(await inLibrary(cwd, name)).toEqual(result);
    const thrown = await inLibrary(cwd, name, { throwOnFailure: true });
    expect(thrown).toBeInstanceOf(UtcpError);
    expect(thrown).toMatchObject({ name: 'CommandFailedError' });
    expect((thrown as UtcpError).result).toEqual(result);
  });

  const stopped = { stdout: '', stderr: '', return_code: -15, execution_time: number };
  const atStepTwo = { ...stopped, stderr: 'cmdgate: step 2 of 2 (sleep) was stopped\n' };

  test.each<[string, string, string, number, object | undefined]>([
    ['slow', 'TimeoutError', 'TIMEOUT', 10, stopped],
    ['slow-list', 'TimeoutError', 'TIMEOUT', 10, atStepTwo],
    ['lost', 'DirectoryNotFoundError', 'DIRECTORY_NOT_FOUND', 4, undefined],
    ['in-a-file', 'DirectoryNotFoundError', 'DIRECTORY_NOT_FOUND', 4, undefined],
    ['lost-later', 'DirectoryNotFoundError', 'DIRECTORY_NOT_FOUND', 4, undefined],
    ['locked', 'PermissionError', 'PROGRAM_NOT_EXECUTABLE', 7, undefined],
    ['missing', 'CommandNotFoundError', 'PROGRAM_NOT_FOUND', 5, undefined],
    ['missing-later', 'CommandNotFoundError', 'PROGRAM_NOT_FOUND', 5, undefined],
    ['no-such-tool', 'ToolNotFoundError', 'COMMAND_NOT_FOUND', 2, undefined],
  ])('what keeps it from its end has a name, the same in both: %s', async (tool, name, code, exitCode, result) => {
    const cwd = endsWorkspace();
    const told = await onCommandLine(cwd, tool);
    expect({ code: told.code, stderr: told.stderr.replaceAll(/^info: .*\n/gm, '') }).toEqual({
      code: exitCode,
      stderr: '',
    });
    expect(Object.keys(told.answer)).toEqual(['error']);
    const { error } = told.answer;
    expect({ name: error.name, code: error.code, result: error.result }).toEqual({ name, code, result });

    const thrown = await inLibrary(cwd, tool);
    expect(thrown).toBeInstanceOf(UtcpError);
    const { message, hint, result: until } = thrown as UtcpError;
    expect(thrown).toMatchObject({ name, code });
    expect({ message, result: until }).toEqual({ message: error.message, result });
    expect(hint).not.toBe('');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

/** Files below a directory that hold a text, read as bytes. */
function filesWith(text: string, directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}
