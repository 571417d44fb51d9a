// `cmdgate utcp export`: what the manual says, what it leaves out, and what the gate's own tools of it do.

import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, cmdgate } from '../cli/process.js';
import { writeFiles } from '../programs/workspace.js';
import { exportFrom, newWorkspace, openGate } from './workspace.js';

const text = { type: 'string' };
const inputs = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });

const handle = (name: string, command: string, more: object = {}) => ({
  name,
  description: `Runs ${name}`,
  handler: 'command',
  command,
  ...more,
});

const say = handle('say', 'echo', { arguments: ['--', { $: 'text' }], parameters: inputs({ text }, 'text') });

const withdrawn =
  'Other clients run these tools without this gate: no policy, no approval, no record. --through-gate keeps all three.\n';

function configured(files: Readonly<Record<string, unknown>>, configuration: object = {}): string {
  return newWorkspace({
    'cmdgate.config.json': { version: '2.0.0', handles: ['handles.json'], ...configuration },
    'handles.json': [say],
    ...files,
  });
}

test('a handle becomes a tool in the form of the specification, with a time limit that it cannot leave open', async () => {
  const { code, stdout, stderr } = await exportFrom(configured({}));
  expect([code, stderr]).toEqual([0, withdrawn]);
  expect(JSON.parse(stdout)).toEqual({
    utcp_version: '1.0.1',
    manual_version: '2.0.0',
    tools: [
      {
        name: 'say',
        description: 'Runs say',
        inputs: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        tags: ['danger:mutating'],
        tool_call_template: {
          call_template_type: 'cli',
          command: 'echo',
          args: ['--', `\${text}`],
          timeout: 30,
        },
      },
    ],
  });
});

test('a handle becomes a command of the current SDKs, with every word quoted for a shell', async () => {
  const handles = [
    handle('quoted', 'printf', {
      arguments: ['%s', `it's {{text}}; "done"`, '*', '--text={{text}}'],
      directory: 'a b',
      environment: { WORD: 'x {{text}}' },
      parameters: inputs({ text }, 'text'),
    }),
  ];
  const { stdout } = await exportFrom(configured({ 'handles.json': handles, 'a b/c': '' }), { form: 'commands' });
  expect(JSON.parse(stdout).tools[0].tool_call_template).toEqual({
    call_template_type: 'cli',
    commands: [
      {
        command: `printf %s 'it'\\''s 'UTCP_ARG_text_UTCP_END'; "done"' '*' --text=UTCP_ARG_text_UTCP_END`,
      },
    ],
    env_vars: { WORD: 'x UTCP_ARG_text_UTCP_END' },
    working_dir: 'a b',
  });
});

test('what UTCP has no words for runs through the gate, and is told with all its reasons', async () => {
  const directory = configured(
    {
      'handles.json': [
        say,
        handle('read', 'cat', { io: { stdin: { $: 'text' } }, parameters: inputs({ text }), results: {} }),
        handle('braces', 'echo', { arguments: [`\${HOME}`] }),
        handle('code', 'sh', { arguments: ['-c', 'echo {{text}}'], parameters: inputs({ text }, 'text') }),
        handle('hidden', 'echo'),
      ],
      'commands/add.ts': `export const add = { description: 'Adds', handler: () => 1 };`,
      'manual.json': {
        tools: [
          {
            name: 'piped',
            description: 'Counts',
            inputs: inputs({}),
            tool_call_template: { call_template_type: 'cli', commands: [{ command: 'ls | wc -l' }] },
          },
          {
            name: 'flags',
            description: 'Lists',
            inputs: inputs({ all: { type: 'boolean' } }),
            tool_call_template: { call_template_type: 'cli', command_name: 'ls' },
          },
        ],
      },
    },
    {
      commands: ['commands/*.ts'],
      utcp: [{ name: 'tools', file: 'manual.json' }],
      policy: { default: 'ask', shell: ['tools piped'] },
      deny: ['hidden'],
    },
  );
  const { code, stdout, stderr } = await exportFrom(directory);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual([
    'say',
    'read',
    'braces',
    'code',
    'tools_piped',
    'tools_flags',
  ]);
  const told = stderr.split('\n').filter((line) => !line.startsWith('warning: '));
  expect([code, told.join('\n')]).toEqual([
    0,
    [
      'through this gate: read (results: UTCP has no equivalent; io.stdin: UTCP cannot give a program input)',
      'through this gate: braces (it would be refused as a manual: There is no input or variable called "HOME")',
      'through this gate: code (it would be refused as a manual: A value would become part of a program for sh: the caller could run anything)',
      'through this gate: tools piped (it needs a shell)',
      'through this gate: tools flags (depending on its value, "all" is zero, one or several arguments, which only "command_name" can express)',
      'left out: add (it is a function; --through-gate exports it)',
      withdrawn.replace('these', 'the other'),
    ].join('\n'),
  ]);
});

test('SDKs see variables in every text: a command that would be one of theirs goes through the gate in their form', async () => {
  const directory = configured({ 'handles.json': [handle('price', 'echo', { arguments: ['$5'] })] });
  const own = await exportFrom(directory);
  expect(JSON.parse(own.stdout).tools[0].tool_call_template.args).toEqual(['$5']);
  const { stdout, stderr } = await exportFrom(directory, { form: 'commands' });
  expect(JSON.parse(stdout).tools[0].tool_call_template.commands[0].command).toMatch(/^cmdgate run /);
  expect(stderr).toContain('through this gate: price (SDKs would read $5 as one of their variables)');
});

test('variables stay names: no value of one is in the manual', async () => {
  const tool = {
    name: 'ask',
    description: 'Asks',
    inputs: inputs({}),
    tool_call_template: {
      call_template_type: 'cli',
      command: 'echo',
      args: [`\${PLAIN}`],
      environment: { TOKEN: `\${TOKEN}` },
    },
  };
  const directory = configured(
    { 'manual.json': { tools: [tool] }, 'token.txt': 'hunter2-token' },
    { utcp: [{ name: 'tools', file: 'manual.json', variables: { TOKEN: 'file:token.txt', PLAIN: 'plain-value' } }] },
  );
  for (const form of ['specification', 'commands'] as const) {
    const { stdout, stderr } = await exportFrom(directory, { form });
    expect(stdout).toContain(`\${TOKEN}`);
    expect(stdout).toContain(`\${PLAIN}`);
    expect(stdout + stderr).not.toMatch(/hunter2|plain-value/);
  }
});

test('the default of a secret is not shown: its tool is left out', async () => {
  const token = { type: 'string', writeOnly: true, default: 'hunter2' };
  const login = handle('login', 'echo', { arguments: ['{{token}}'], parameters: inputs({ token }) });
  for (const throughGate of [false, true]) {
    const { stdout, stderr } = await exportFrom(configured({ 'handles.json': [login] }), { throughGate });
    expect(stdout + stderr).not.toContain('hunter2');
  }
});

test('of tools with the same name the first keeps it, and others get the name of their manual before it', async () => {
  const manual = (description: string) => ({
    tools: [
      {
        name: 'say',
        description,
        inputs: inputs({}),
        tool_call_template: { call_template_type: 'cli', command: 'echo', args: [description] },
      },
    ],
  });
  const directory = configured({ 'one.json': manual('one'), 'two.json': manual('two') }, { utcp: ['*.json'] });
  writeFiles(directory, { 'cmdgate.config.json': { handles: ['handles.json'], utcp: ['one.json', 'two.json'] } });
  const { stdout } = await exportFrom(directory);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(['say', 'one_say', 'two_say']);
});

test('without a configuration there is nothing to export', async () => {
  const { code, stdout } = await exportFrom(newWorkspace({}));
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
});

describe('through the gate', () => {
  const files = {
    'handles.json': [
      say,
      handle('sort', 'sort', {
        io: { stdin: { $: 'lines', $join: '\n' } },
        parameters: inputs({ lines: { type: 'array', items: text }, reverse: { type: 'boolean' } }),
      }),
    ],
    'commands/add.ts': `export const add = {
      description: 'Adds',
      arguments: [{ name: '--a', type: 'integer', required: true }, { name: '--b', type: 'integer', required: true }],
      handler: ({ a, b }) => ({ sum: a + b }),
    };`,
  };

  test.each(['specification', 'commands'] as const)('every command is a tool, in the form "%s"', async (form) => {
    const directory = configured(files, { commands: ['commands/*.ts'] });
    const { stdout, stderr } = await exportFrom(directory, { form, throughGate: true });
    expect(stderr).toBe('');
    // What other clients find on their PATH.
    mkdirSync(join(directory, 'bin'));
    symlinkSync(bin, join(directory, 'bin/cmdgate'));
    writeFiles(directory, {
      'exported.json': stdout,
      'again.config.json': {
        utcp: [{ name: 'again', file: 'exported.json', paths: 'any' }],
        programs: { path: ['bin', dirname(process.execPath), '/usr/bin', '/bin'] },
      },
    });
    const gate = await openGate(directory, 'again.config.json');
    expect(gate.warnings).toEqual([]);
    const answer = async (tool: string, input: Record<string, unknown>) => {
      const outcome = await gate.run({ path: ['again', tool], input });
      const { stdout: printed } = (outcome.status === 'completed' ? outcome.data : outcome.error.result) as {
        stdout: string;
      };
      return JSON.parse(printed);
    };

    expect(await answer('say', { text: '-x; $(id)' })).toMatchObject({ data: { stdout: '-- -x; $(id)\n' } });
    expect(await answer('add', { a: 2, b: 3 })).toMatchObject({ data: { sum: 5 } });
    expect(await answer('sort', { arguments: '{"lines":["b","a"]}' })).toMatchObject({ data: { stdout: 'a\nb\n' } });
    expect(await answer('sort', { arguments: '{}' })).toMatchObject({ data: { stdout: '' } });
    expect(await answer('sort', { arguments: '{"lines":3}' })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });
});

test('the command writes the manual alone to stdout', async () => {
  const cwd = configured({});
  const { code, stdout, stderr } = await cmdgate(['utcp', 'export', '--form', 'commands'], { cwd });
  expect([code, stderr]).toEqual([0, withdrawn]);
  expect(stdout).toBe((await exportFrom(cwd, { form: 'commands' })).stdout);
});
