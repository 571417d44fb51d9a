// `cmdgate utcp check`, and what a start makes of the same manuals.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';

const nothing = { type: 'object', properties: {} };
const tool = (name: string, template: object, inputs: object = nothing) => ({
  name,
  description: `The tool ${name}`,
  inputs,
  tool_call_template: { call_template_type: 'cli', ...template },
});

/** As a template names it. */
const variable = (name: string) => `\${${name}}`;

const region = tool('region', { command: 'echo', args: [variable('REGION')] });
const steps = tool('steps', { commands: [{ command: 'echo one' }, { command: 'echo two' }] });
const old = tool('old', { command_name: 'echo old' });
const secret = tool('secret', { command: 'echo', args: [`key=${variable('API_TOKEN')}`] });
const piped = tool('piped', { commands: [{ command: 'echo one | wc -l' }] });
const unknown = tool('unknown', { command: 'echo', args: [variable('NOWHERE')] });

const manual = (...tools: object[]) => JSON.stringify({ utcp_version: '1.0.1', tools });

const noisy = `#!/bin/sh\necho '[log] {'\necho '${manual(old)}'\necho 'done }'\n`;
const failing = '#!/bin/sh\necho canary-on-stdout\necho "no licence" >&2\nexit 3\n';

function workspace(configuration: object, files: Readonly<Record<string, string>> = {}): string {
  const cwd = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ audit: false, ...configuration }),
    'print.sh': noisy,
    'fail.sh': failing,
    ...files,
  });
  for (const script of ['print.sh', 'fail.sh']) chmodSync(join(cwd, script), 0o755);
  return cwd;
}

async function check(cwd: string, ...words: string[]) {
  const { code, stdout, stderr } = await cmdgate(['utcp', 'check', ...words], { cwd });
  expect(stderr).toBe('');
  const { ok, data, error } = JSON.parse(stdout);
  return { code, ok, data, error };
}

const variables = { variables: { REGION: 'eu-canary', API_TOKEN: 'env:PATH' } };

test('of each manual it says how many tools it has and in which forms', async () => {
  const cwd = workspace(
    { utcp: ['manuals/*.json', { name: 'printed', command: ['./print.sh'] }, variables] },
    { 'manuals/office.json': manual(region, steps) },
  );
  expect(await check(cwd)).toEqual({
    code: 0,
    ok: true,
    data: {
      manuals: [
        { name: 'office', tools: 2, forms: ['specification', 'commands'] },
        { name: 'printed', tools: 1, forms: ['command_name'] },
      ],
      hints: [],
    },
    error: null,
  });
  const { code, stdout } = await cmdgate(['utcp', 'check', '--format', 'text'], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'office: 2 tools (specification, commands)\nprinted: 1 tool (command_name)\nNo problems\n',
  });
});

test('a secret in an argument is a hint, and nothing wrong', async () => {
  const cwd = workspace({ utcp: ['office.json', variables] }, { 'office.json': manual(secret) });
  const { code, data } = await check(cwd);
  expect({ code, data }).toEqual({
    code: 0,
    data: {
      manuals: [{ name: 'office', tools: 1, forms: ['specification'] }],
      hints: [
        {
          file: join(cwd, 'office.json'),
          line: 1,
          column: expect.any(Number),
          pointer: '/tools/0/tool_call_template/args/0',
          message: expect.stringContaining('API_TOKEN'),
          fix: expect.stringContaining('environment'),
          severity: 'hint',
          subject: 'tool "secret"',
        },
      ],
    },
  });
});

test('all that is wrong is told at once, with its place, and no value of a variable with it', async () => {
  const cwd = workspace(
    { utcp: ['*.yaml', 'office.json', 'office.json', { name: 'failing', command: ['./fail.sh'] }, variables] },
    { 'office.json': manual(region, unknown, piped), 'broken.yaml': 'tools: [' },
  );
  const { code, ok, error } = await check(cwd);
  expect({ code, ok, error: { ...error, details: undefined, errors: undefined } }).toEqual({
    code: 2,
    ok: false,
    error: {
      code: 'MANUAL_ERROR',
      message: 'Manuals have problems: 5 problems in 3 manuals',
      hint: 'Fix them. These work in the meantime: office: 1 tool (specification)',
      suggestion: 'Fix them. These work in the meantime: office: 1 tool (specification)',
      phase: 'execution',
      retryable: false,
      fix_required: [
        'The file is listed twice',
        'The indentation is inconsistent',
        'There is no input or variable called "NOWHERE"',
        'This needs a shell: "|" connects programs',
        'The program ended with exit code 3. Last error output: "no licence".',
      ].join('; '),
      exit_code: 2,
    },
  });
  const fields = error.details.map(({ code: detail, field }: { code: string; field: string }) => [detail, field]);
  const office = join(cwd, 'office.json');
  expect(fields).toEqual([
    ['WRONG_MANUAL', office],
    ['WRONG_MANUAL', expect.stringContaining(join(cwd, 'broken.yaml'))],
    [
      'WRONG_MANUAL',
      expect.stringMatching(/office\.json:1:\d+ \/tools\/1\/tool_call_template\/args\/0 \(tool "unknown"\)$/),
    ],
    ['WRONG_MANUAL', expect.stringMatching(/office\.json:1:\d+ \/tools\/2\/tool_call_template\/commands\/0/)],
    ['WRONG_MANUAL', './fail.sh'],
  ]);
  expect(error.details.at(-1).message).toBe('The program ended with exit code 3. Last error output: "no licence".');
  expect(JSON.stringify(error)).not.toContain('canary');

  const text = await cmdgate(['utcp', 'check', '--format', 'text'], { cwd });
  expect(text).toMatchObject({ code: 2, stdout: '' });
  expect(text.stderr).toContain('./fail.sh: The program ended with exit code 3.');
  expect(text.stderr).not.toContain('canary');
});

test('files that are named are checked with what the configuration says about them, and others with nothing', async () => {
  const cwd = workspace(
    {
      utcp: [{ file: 'known.json', name: 'office', ...variables }],
      policy: { default: 'ask', shell: ['office piped'] },
    },
    { 'known.json': manual(region, piped), 'other.json': manual(region), 'more/third.json': manual(steps) },
  );
  expect(await check(cwd, 'known.json', './known.json', 'more/*')).toMatchObject({
    code: 0,
    data: {
      manuals: [
        { name: 'office', tools: 2, forms: ['specification', 'commands'] },
        { name: 'third', tools: 1, forms: ['commands'] },
      ],
    },
  });
  expect(await check(cwd, 'other.json')).toMatchObject({
    code: 2,
    error: { code: 'MANUAL_ERROR', hint: 'Fix them. No tool works', details: [{ code: 'WRONG_MANUAL' }] },
  });
});

test('without a configuration files can be checked, and without files there is nothing to check', async () => {
  const cwd = makeDirectory({ 'steps.json': manual(steps) });
  expect(await check(cwd, 'steps.json')).toMatchObject({ code: 0, data: { manuals: [{ name: 'steps', tools: 1 }] } });
  expect(await check(cwd)).toMatchObject({
    code: 2,
    error: { hint: 'Name files, or list them under "utcp" in the configuration' },
  });
  expect(await check(cwd, 'none/*.json')).toMatchObject({
    code: 2,
    error: { message: 'Invalid argument: files ("none/*.json" matches no file)' },
  });
});

test.each([
  [
    ['check', '--form', 'commands', '--through-gate'],
    ['--form', '--through-gate'],
  ],
  [['export', 'office.json'], ['files']],
])('what goes with the other action is refused: utcp %j', async (words, refused) => {
  const { code, stdout } = await cmdgate(['utcp', ...words], { cwd: makeDirectory() });
  const { error } = JSON.parse(stdout);
  expect({ code, fields: error.details.map(({ field }: { field: string }) => field) }).toEqual({
    code: 2,
    fields: refused,
  });
});

test('a gate starts with what works, and says what is left out', async () => {
  const cwd = workspace(
    {
      utcp: [
        'office.json',
        { name: 'printed', command: ['./print.sh'] },
        { name: 'bad', command: ['./fail.sh'] },
        variables,
      ],
      policy: { default: 'allow', shell: ['office piped', 'office pipe'] },
    },
    { 'office.json': manual(region, unknown, piped) },
  );
  const run = async (...words: string[]) => {
    const { stdout, stderr } = await cmdgate(['run', ...words], { cwd });
    return { stdout: JSON.parse(stdout).data?.stdout, warnings: stderr.trimEnd().split('\n') };
  };
  const warnings = [
    expect.stringMatching(/^warning: .*office\.json:1:\d+ \/tools\/1\/.* The tool is ignored\.$/),
    expect.stringMatching(/^warning: \.\/fail\.sh: The program ended with exit code 3\..* The manual is ignored\.$/),
    'warning: "shell" of the policy has "office pipe", which matches no command.',
  ];
  expect(await run('office', 'region')).toEqual({ stdout: 'eu-canary\n', warnings });
  expect(await run('printed', 'old')).toEqual({ stdout: 'old\n', warnings });
  expect(await run('office', 'piped')).toEqual({ stdout: '1\n', warnings });
});
