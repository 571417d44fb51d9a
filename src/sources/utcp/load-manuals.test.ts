import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../documents/parse-json.js';
import { parseYaml } from '../../documents/parse-yaml.js';
import { type LoadedManuals, loadManuals, type ManualSource } from './load-manuals.js';
import { type ManualOptions, type Parts, type Step, strictestOptions, type Tool, type UtcpHost } from './tool.js';

const host: UtcpHost = {
  searchPath: ['/usr/local/bin', '/usr/bin', '/bin'],
  ownSearchPath: false,
  environment: { LISTED: 'from the gate', PRIVATE: 'never' },
};

const toText = (value: unknown): string => JSON.stringify(value, null, 2);

function sourceOf(value: unknown, options: Partial<ManualOptions> = {}, name: string | undefined = 'm'): ManualSource {
  const document = parseJson(toText(value));
  return { name, origin: 'tools.json', document, options: { ...strictestOptions, ...options }, isFile: true };
}

const load = (value: unknown, options: Partial<ManualOptions> = {}): LoadedManuals =>
  loadManuals([sourceOf(value, options)], host);

const variables = (...names: string[]) => new Map(names.map((name) => [name, { reveal: () => `value of ${name}` }]));

function toolOf(template: unknown, inputs: Record<string, unknown> = {}, required = Object.keys(inputs)): object {
  return {
    name: 'tool',
    description: 'Does it.',
    inputs: { type: 'object', properties: inputs, required },
    tool_call_template: template,
  };
}

const text = { type: 'string' };
const specification = (fields: object) => ({ call_template_type: 'cli', ...fields });
const commands = (...lines: string[]) => specification({ commands: lines.map((command) => ({ command })) });

function only({ manuals, problems }: LoadedManuals): Tool {
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const tools = manuals.flatMap((manual) => manual.tools);
  expect(tools).toHaveLength(1);
  return tools[0] as Tool;
}

/** `[a, <b>]`: texts, and placeholders in angle brackets. */
function show(parts: Parts): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'output' ? `<output ${part.step}>` : `<${part.kind} ${part.name}>`;
    })
    .join('');
}

function showStep(step: Step): readonly string[] {
  if (step.kind === 'directory') return ['cd', show(step.directory)];
  if (step.kind === 'shell') return [step.script, ...step.values.map((value) => show([value]))];
  return [
    show(step.program),
    ...step.args.map((argument) => {
      if (argument.kind === 'option') return `${argument.flag} <input ${argument.input}>`;
      return show(argument.parts) + (argument.onlyWith === undefined ? '' : ` if ${argument.onlyWith}`);
    }),
  ];
}

const steps = (tool: Tool) => tool.template.steps.map(showStep);

const errors = ({ problems }: LoadedManuals) =>
  problems.filter(({ severity }) => severity === 'error').map(({ pointer, message }) => `${pointer}: ${message}`);

const hints = ({ problems }: LoadedManuals) =>
  problems.filter(({ severity }) => severity === 'hint').map(({ pointer, message }) => `${pointer}: ${message}`);

const fixes = ({ problems }: LoadedManuals) => problems.map(({ fix }) => fix);

const lines = (commands: readonly string[]) => ({
  call_template_type: 'cli',
  commands: commands.map((command) => ({ command })),
});

test.each([
  [
    '/tmp',
    'workspace',
    ['/0/tool_call_template/working_directory: This directory is outside the workspace: every call will be refused.'],
  ],
  [
    '..',
    'workspace',
    ['/0/tool_call_template/working_directory: This directory is outside the workspace: every call will be refused.'],
  ],
  ['sub', 'workspace', []],
  ['/tmp', 'any', []],
] as const)(
  'a directory that is written out as %j is hinted at where paths stay in: %s',
  (directory, paths, expected) => {
    const manual = sourceOf([toolOf(specification({ command: 'ls', working_directory: directory }))], { paths });
    expect(hints(loadManuals([manual], { ...host, workspace: '/srv/workspace' }))).toEqual(expected);
  },
);

test('a variable without a value keeps the tools that use it from being loaded, each with its place', () => {
  const missing = { message: 'The environment variable X is not set.', fix: 'Set X before you start.' };
  const reveal = () => {
    throw new Error('It has none.');
  };
  const loaded = load(
    {
      tools: [
        toolOf(specification({ command: 'ls', args: ['${A}', '${B}'] })),
        { ...toolOf(specification({ command: 'ls' })), name: 'other' },
      ],
    },
    { variables: new Map([['A', { reveal, missing }]]) },
  );
  expect(errors(loaded)).toEqual([
    '/tools/0/tool_call_template/args/0: The variable "A" has no value. The environment variable X is not set.',
    '/tools/0/tool_call_template/args/1: There is no input or variable called "B".',
  ]);
  expect(loaded.manuals[0]?.tools.map(({ name }) => name)).toEqual(['other']);
});

describe('the page of the specification', () => {
  const file = new URL('../../../test/fixtures/utcp/specification.json', import.meta.url);
  const blocks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[];
  const isTool = (block: Record<string, unknown>) => 'tool_call_template' in block;
  const inputs: Record<number, Record<string, unknown>> = {
    2: { filename: text },
    11: { path: text },
    12: { path: text },
    13: { path: text },
  };
  const loaded = blocks.map((block, index) =>
    load(
      { tools: [isTool(block) ? block : toolOf(block, inputs[index])] },
      { variables: variables('API_TOKEN', 'API_KEY') },
    ),
  );

  test.each([
    [0, ['curl', '-X', 'GET', '-H', 'Authorization: Bearer <variable API_TOKEN>', 'https://api.example.com/data']],
    [1, ['cat', '<input filename>']],
    [
      2,
      [
        'docker',
        'run',
        '--rm',
        '--read-only',
        '-v',
        '/safe/data:/data:ro',
        'alpine:latest',
        'cat',
        '/data/<input filename>',
      ],
    ],
    [3, ['uname', '-a']],
    [4, ['ls', '-la', '<input path>']],
    [
      5,
      [
        ...['python', '/scripts/analyze.py', '--input', '<input input_file>'],
        ...['--format if output_format', '<input output_format> if output_format'],
      ],
    ],
    [6, ['git', 'status', '--porcelain']],
    [9, ['node', 'app.js']],
    [10, ['make', 'build']],
    [11, ['cmd', '/c', 'dir', '<input path>']],
    [12, ['ls', '-la', '<input path>']],
  ])('block %i runs %j', (index, expected) => {
    expect(steps(only(loaded[index] as LoadedManuals))).toEqual([expected]);
  });

  test('directories, environments, times and systems are kept', () => {
    const facts = [0, 1, 4, 5, 6, 9, 11].map((index) => {
      const { template } = only(loaded[index] as LoadedManuals);
      const environment = Object.fromEntries([...template.environment].map(([name, parts]) => [name, show(parts)]));
      return [template.directory && show(template.directory), environment, template.timeoutMs, template.platform];
    });
    expect(facts).toEqual([
      ['/tmp', { API_TOKEN: '<variable API_TOKEN>' }, 30_000, undefined],
      ['/safe/directory', {}, 30_000, undefined],
      [undefined, {}, 10_000, undefined],
      ['/workspace', { PYTHONPATH: '/workspace/lib' }, 300_000, undefined],
      ['<input repo_path>', {}, 30_000, undefined],
      [undefined, { NODE_ENV: 'production', API_KEY: '<variable API_KEY>', PORT: '3000' }, 30_000, undefined],
      [undefined, {}, 30_000, 'windows'],
    ]);
  });

  test('a token in an argument is told, without its value', () => {
    expect(loaded[0]?.problems).toEqual([
      expect.objectContaining({
        pointer: '/tools/0/tool_call_template/args/3',
        severity: 'hint',
        message: expect.stringContaining('"API_TOKEN" looks like a secret'),
        fix: expect.stringContaining('environment'),
      }),
    ]);
    expect(JSON.stringify(loaded)).not.toContain('value of API_TOKEN');
  });

  test('a placeholder inside program text is refused, and the safe form is shown', () => {
    expect(loaded[13]?.problems).toEqual([
      {
        file: 'tools.json',
        line: 22,
        column: 11,
        pointer: '/tools/0/tool_call_template/args/1',
        message: 'A value would become part of a program for python: the caller could run anything.',
        fix: expect.stringContaining('sys.argv[1]'),
        severity: 'error',
        subject: 'tool "tool"',
      },
    ]);
  });

  test('its responses are no templates', () => {
    for (const index of [7, 8]) {
      expect(errors(loaded[index] as LoadedManuals)).toEqual([
        '/tools/0/tool_call_template: The field "call_template_type" is missing.',
      ]);
    }
  });
});

describe('manuals', () => {
  const tool = toolOf(specification({ command: 'ls' }));

  test.each([
    [
      'a manual',
      { utcp_version: '1.0.0', manual_version: '1', info: { title: 'T', description: 'D' }, tools: [tool] },
      'D',
    ],
    ['an older manual', { version: '0.1.1', tools: [tool], auth: null }, ''],
    ['a list of tools', [tool], ''],
    ['one tool', tool, ''],
  ])('%s loads', (_, value, description) => {
    const loaded = load(value);
    expect(only(loaded).path).toEqual(['m', 'tool']);
    expect(loaded.manuals.map((manual) => manual.description)).toEqual([description]);
  });

  test.each([
    [1, 'A manual is an object, not a number.'],
    [null, 'A manual is an object, not empty.'],
    ['tools', 'A manual is an object, not text.'],
    [{}, 'The field "tools" is missing.'],
    [{ tools: {} }, 'Must be a list of tools, not an object.'],
    [specification({ command: 'ls' }), 'This is a call template, not a manual.'],
  ])('%j is none', (value, message) => {
    expect(load(value).problems.map((problem) => problem.message)).toEqual([message]);
  });

  test('one bad tool is left out, and told with its place', () => {
    const { manuals, problems } = load({ tools: [tool, 5, { ...tool, name: 'other' }] });
    expect(manuals[0]?.tools.map(({ name }) => name)).toEqual(['tool', 'other']);
    expect(problems).toEqual([
      {
        file: 'tools.json',
        line: 16,
        column: 5,
        pointer: '/tools/1',
        message: 'A tool is an object, not a number.',
        fix: 'Write {"name": …, "tool_call_template": {…}}.',
        severity: 'error',
      },
    ]);
  });

  test('a file that cannot be read is told as its parser says it', () => {
    const source = { ...sourceOf({}), document: parseJson('{"tools": [}') };
    expect(loadManuals([source], host)).toEqual({
      manuals: [],
      problems: [expect.objectContaining({ file: 'tools.json', line: 1, column: 12, severity: 'error' })],
    });
  });

  test('a key that is written twice costs the tool that it stands in, and no other', () => {
    const twice = toText([tool, { ...tool, name: 'other' }]).replace('"name": "other"', '"name": "a", "name": "other"');
    const loaded = loadManuals([{ ...sourceOf({}), document: parseJson(twice) }], host);
    expect(loaded.manuals[0]?.tools.map(({ name }) => name)).toEqual(['tool']);
    expect(errors(loaded)).toEqual(['/1/name: The key "name" appears twice.']);
  });

  test('YAML is read, too, and what lies in itself is refused', async () => {
    const document = await parseYaml('tools:\n  - &a\n    name: x\n    inputs: *a\n  - 1\n');
    if (document === 'empty') throw new Error('it is not');
    const loaded = loadManuals([{ ...sourceOf({}), document }], host);
    expect(loaded.manuals.map(({ tools }) => tools)).toEqual([[]]);
    expect(loaded.problems.map(({ message }) => message)).toContain('A tool is an object, not a number.');
  });

  test('ten thousand tools are read in one go, good or bad', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 ? { name: `t${index}` } : { ...tool, name: `t${index}` },
    );
    const { manuals, problems } = load(many);
    expect(manuals[0]?.tools.length).toBe(5_000);
    expect(problems.length).toBeGreaterThanOrEqual(5_000);
    expect(problems[0]).toMatchObject({ line: expect.any(Number) });
  }, 60_000);
});

describe('names', () => {
  const named = (name: string) => ({ ...toolOf(specification({ command: 'ls' })), name });

  test('what a command cannot be called is cleaned, and the name of the manual is not repeated', () => {
    const { manuals } = loadManuals([sourceOf([named('my.manual.read file'), named('3d')], {}, 'my.manual')], host);
    expect(manuals[0]?.name).toBe('my_manual');
    expect(manuals[0]?.tools.map(({ name, path }) => [name, path.join(' ')])).toEqual([
      ['my.manual.read file', 'my_manual read_file'],
      ['3d', 'my_manual x3d'],
    ]);
  });

  test('without a name, a manual is called as its file', () => {
    const source = { ...sourceOf([]), name: undefined, origin: '/some/git-tools.json' };
    expect(loadManuals([source], host).manuals.map(({ name }) => name)).toEqual(['git-tools']);
    const printed = { ...sourceOf({ info: { title: 'Git Tools' }, tools: [] }), name: undefined, isFile: false };
    expect(loadManuals([printed], host).manuals.map(({ name }) => name)).toEqual(['Git_Tools']);
  });

  test('of two tools with one name the first is kept', () => {
    const loaded = load([named('a.b'), named('a b'), named('a_b')]);
    expect(loaded.manuals[0]?.tools.map(({ name }) => name)).toEqual(['a.b']);
    expect(errors(loaded)).toEqual([
      '/1/name: Another tool of this manual is called "a.b", and both are typed as "a_b".',
      '/2/name: Another tool of this manual is called "a.b", and both are typed as "a_b".',
    ]);
  });

  test('a manual cannot have the name of another one, of a command, or of the gate', () => {
    const sources = ['a', 'a', 'git', 'help', '…'].map((name) => ({ ...sourceOf([named('t')]), name }));
    const { manuals, problems } = loadManuals(sources, host, new Set(['git']));
    expect(manuals.map(({ name }) => name)).toEqual(['a']);
    expect(problems.map(({ message }) => message)).toEqual([
      'Another manual, in tools.json, is also called "a".',
      'Another command is called "git".',
      '"help" is reserved for the gate itself.',
      '"…" cannot be the name of a manual.',
    ]);
  });

  test.each([undefined, null, 5, '', '—', 'x'.repeat(65)])('%j is no name of a tool', (name) => {
    expect(errors(load([{ ...toolOf(specification({ command: 'ls' })), name }]))).toHaveLength(1);
  });
});

describe('tools', () => {
  test('facts about a tool are kept, and what SDKs write as null counts for nothing', () => {
    const tool = only(
      load([
        {
          ...toolOf(
            specification({ command: 'ls', args: null, timeout: null, auth: null, shell: null, environment: null }),
          ),
          tags: ['files', 'danger:safe'],
          average_response_size: null,
          auth: null,
          unknown_to_us: 1,
          inputs: {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'object',
            properties: { a: { type: 'string', enum: null, const: null, default: null, minimum: null, example: 'x' } },
            required: null,
            description: null,
          },
          outputs: { type: 'object', properties: null },
        },
      ]),
    );
    expect(tool).toMatchObject({
      tags: ['files', 'danger:safe'],
      danger: 'safe',
      outputs: { type: 'object' },
      origin: 'tools.json',
    });
    expect(tool.input.schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(tool.input.parameters.map(({ key, required, default: byDefault }) => [key, required, byDefault])).toEqual([
      ['a', false, undefined],
    ]);
  });

  test('a tool that inherits nothing says so by an empty list', () => {
    const inherits = (list?: readonly string[]) =>
      only(load([toolOf({ ...specification({ command: 'ls' }), ...(list && { inherit_env_vars: list }) })])).template
        .inheritsNothing;
    expect([inherits(), inherits([]), inherits(['PATH'])]).toEqual([undefined, true, undefined]);
  });

  test('a null that is a value stays one', () => {
    const inputs = { a: { type: ['string', 'null'], default: null }, b: { enum: [null, 1] }, c: { const: null } };
    const { input } = only(load([toolOf(specification({ command: 'ls' }), inputs, [])]));
    expect(input.schema.properties).toEqual(inputs);
  });

  test('what an older JSON Schema means differently is an error', () => {
    const inputs = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { d: { type: 'string' } },
      properties: { a: { $ref: '#/definitions/d', minLength: 2 } },
    };
    const loaded = load([{ ...toolOf(specification({ command: 'ls' })), inputs }]);
    expect(errors(loaded)).toEqual([expect.stringContaining('ignores "minLength"')]);
  });

  test.each([
    [{ inputs: 5 }, '/0/inputs'],
    [{ inputs: { type: 'string' } }, '/0/inputs'],
    [{ inputs: { type: 'object', properties: { a: { type: 'txt' } } } }, '/0/inputs/properties/a/type'],
    [{ inputs: { type: 'object', properties: { ['__proto__']: text } } }, '/0/inputs/properties/__proto__'],
    [{ input: {} }, '/0/input'],
    [{ outputs: 'text' }, '/0/outputs'],
    [{ tags: 'a' }, '/0/tags'],
    [{ tags: [1] }, '/0/tags/0'],
    [{ tags: ['danger:save'] }, '/0/tags/0'],
    [{ description: 5 }, '/0/description'],
    [{ auth: { auth_type: 'api_key' } }, '/0/auth'],
    [{ tool_call_template: undefined }, '/0'],
    [{ tool_call_template: 'a name' }, '/0/tool_call_template'],
    [{ tool_call_template: {} }, '/0/tool_call_template'],
    [{ tool_call_template: { call_template_type: 'cli' } }, '/0/tool_call_template'],
    [{ tool_provider: { provider_type: 'cli', command_name: 'ls' } }, '/0/tool_provider'],
    [{ tool_call_template: lines(['cd a', 'cd b']) }, '/0/tool_call_template/commands'],
    [{ tool_call_template: lines(Array(101).fill('ls')) }, '/0/tool_call_template/commands'],
  ])('%j is an error at its place', (fields, pointer) => {
    const value = { ...toolOf(specification({ command: 'ls' })), ...fields };
    if (Object.hasOwn((fields as { inputs?: { properties?: object } }).inputs?.properties ?? {}, '__proto__')) {
      Object.defineProperty(value, 'inputs', { value: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') });
    }
    expect(
      load([value])
        .problems.filter(({ severity }) => severity === 'error')
        .map((one) => one.pointer),
    ).toEqual([pointer]);
  });

  test('templates of other types are told by their type', () => {
    expect(errors(load([toolOf({ call_template_type: 'http', url: 'https://x' })]))).toEqual([
      '/0/tool_call_template/call_template_type: This gate does not support templates of type "http".',
    ]);
  });

  test('an input that nothing uses is a hint', () => {
    expect(hints(load([toolOf(specification({ command: 'ls' }), { a: text })]))).toEqual([
      '/0/inputs/properties/a: No placeholder uses "a": its value has no effect.',
    ]);
  });
});

describe('templates', () => {
  test.each([
    ['arg', 'args'],
    ['cwd', 'working_directory'],
    ['enviroment', 'environment'],
    ['env', 'environment'],
    ['workingDirectory', 'working_directory'],
    ['captureOutput', 'capture_output'],
    ['timeout_ms', 'timeout'],
    ['comands', 'command'],
  ])('%s is a near miss', (field, meant) => {
    const loaded = load([toolOf(specification({ command: 'ls', [field]: ['x'] }))]);
    expect(errors(loaded)).toEqual([`/0/tool_call_template/${field}: Unknown field "${field}".`]);
    expect(fixes(loaded)[0]).toContain(`Did you mean "${meant}"?`);
  });

  test.each(['tags', 'name', 'description', 'url', 'allowed_communication_protocols', 'x'])(
    '%s is passed over',
    (field) => {
      expect(load([toolOf(specification({ command: 'ls', [field]: 'x' }))]).problems).toEqual([]);
    },
  );

  test.each([
    [{ command: 5 }, 'command'],
    [{ command: '' }, 'command'],
    [{ command: 'git status' }, 'command'],
    [{ command: './run.sh' }, 'command'],
    [{ command: `\${a}` }, 'command'],
    [{ command: 'ls', args: 'x' }, 'args'],
    [{ command: 'ls', args: [{}] }, 'args/0'],
    [{ command: 'ls', args: [null] }, 'args/0'],
    [{ command: 'ls', args: [`-n\${a}`] }, 'args/0'],
    [{ command: 'ls', args: [`\${}`] }, 'args/0'],
    [{ command: 'ls', args: ['UTCP_ARG_a_UTCP_END'] }, 'args/0'],
    [{ command: 'ls', working_directory: 5 }, 'working_directory'],
    [{ command: 'ls', environment: [] }, 'environment'],
    [{ command: 'ls', environment: { 'A-B': 'x' } }, 'environment/A-B'],
    [{ command: 'ls', environment: { A: {} } }, 'environment/A'],
    [{ command: 'ls', environment: { LD_PRELOAD: `\${a}` } }, 'environment/LD_PRELOAD'],
    [{ command: 'ls', environment: {}, env_vars: {} }, 'env_vars'],
    [{ command: 'ls', inherit_env_vars: 'x' }, 'inherit_env_vars'],
    [{ command: 'ls', timeout: '30' }, 'timeout'],
    [{ command: 'ls', timeout: 0 }, 'timeout'],
    [{ command: 'ls', timeout: 1e9 }, 'timeout'],
    [{ command: 'ls', shell: 'yes' }, 'shell'],
    [{ command: 'ls', capture_output: 1 }, 'capture_output'],
    [{ command: 'ls', auth: { auth_type: 'basic' } }, 'auth'],
    [{ command: 'ls', commands: [] }, 'commands'],
    [{ commands: [] }, 'commands'],
    [{ commands: ['ls'] }, 'commands/0'],
    [{ commands: [{ command: 'ls', append_to_final_outptu: true }] }, 'commands/0/append_to_final_outptu'],
    [{ commands: [{ command: 'ls', append_to_final_output: 'x' }] }, 'commands/0/append_to_final_output'],
    [{ command_name: 5 }, 'command_name'],
    [{ command_name: 'cd x' }, 'command_name'],
  ])('%j is an error at its place', (fields, place) => {
    const { problems } = load([toolOf(specification(fields), { a: text })]);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toEqual([
      `/0/tool_call_template/${place}`,
    ]);
  });

  test('the owner may let programs be relative paths', () => {
    const tool = only(load([toolOf(specification({ command: './run.sh' }))], { relativePrograms: true }));
    expect(steps(tool)).toEqual([['./run.sh']]);
  });

  test('variables of the gate are inherited where the owner lists them', () => {
    // PATH is there in any case.
    const template = { ...commands('ls'), inherit_env_vars: ['LISTED', 'PRIVATE', 'PATH'] };
    const loaded = load([toolOf(template)], { environment: ['LISTED'] });
    expect(only(loaded).template.inherited).toEqual(['LISTED']);
    expect(loaded.problems).toEqual([
      expect.objectContaining({
        pointer: '/0/tool_call_template/inherit_env_vars/1',
        severity: 'hint',
        fix: expect.stringContaining('"environment": ["PRIVATE"]'),
      }),
    ]);
  });
});

describe('placeholders', () => {
  const values = (...args: string[]) =>
    specification({ command: 'tool', args: args.map((arg) => arg.replaceAll('#', '$')) });

  test('an input wins over a variable, and the environment of the gate is the last to be asked', () => {
    const tool = only(
      load([toolOf(values('#{a}', '#{B}', '#{LISTED}'), { a: text })], {
        variables: variables('a', 'B'),
        environment: ['LISTED'],
      }),
    );
    expect(steps(tool)).toEqual([['tool', '<input a>', '<variable B>', '<variable LISTED>']]);
    expect([...tool.variables].map(([name, variable]) => [name, variable.reveal()])).toEqual([
      ['B', 'value of B'],
      ['LISTED', 'from the gate'],
    ]);
  });

  test('all that are missing are told at once, with the nearest name', () => {
    const loaded = load([toolOf(values('#{fil}', '#{PRIVATE}', '#{GONE}'), { file: text })], { environment: ['GONE'] });
    expect(
      loaded.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ pointer, message, fix }) => [pointer, message, fix]),
    ).toEqual([
      [
        '/0/tool_call_template/args/0',
        'There is no input or variable called "fil".',
        expect.stringContaining('Did you mean "file"?'),
      ],
      [
        '/0/tool_call_template/args/1',
        'There is no input or variable called "PRIVATE".',
        expect.stringContaining('"variables"'),
      ],
      [
        '/0/tool_call_template/args/2',
        'The gate\'s environment has no variable "GONE".',
        expect.stringContaining('Set GONE'),
      ],
    ]);
  });

  test('an optional input takes its long flag along; elsewhere it is needed, and that is told', () => {
    const tool = only(
      load([toolOf(values('x', '#{a}', '--long', '#{b}', '--c=1', '#{d}'), { a: text, b: text, d: text }, [])]),
    );
    expect(steps(tool)).toEqual([
      ['tool', 'x', '<input a> if a', '--long if b', '<input b> if b', '--c=1', '<input d> if d'],
    ]);
    const needed = load([toolOf(values('--a=#{a}', '-b', '#{b}'), { a: text, b: text }, [])]);
    expect(errors(needed)).toEqual([]);
    expect(needed.problems.map(({ severity, pointer, message }) => [severity, pointer, message])).toEqual([
      [
        ...['hint', '/0/tool_call_template/args/0'],
        '"a" is a part of this text, but is not required: a call without it is refused.',
      ],
      [
        ...['hint', '/0/tool_call_template/args/2'],
        '"b" is the value of "-b", but is not required: a call without it is refused.',
      ],
    ]);
    expect(steps(only(needed))).toEqual([['tool', '--a=<input a>', '-b', '<input b>']]);
    const byDefault = { a: { ...text, default: 'x' } };
    expect(steps(only(load([toolOf(values('--a=#{a}'), byDefault, [])])))).toEqual([['tool', '--a=<input a>']]);
  });

  test('what a value holds is never looked at: placeholders are found in what is written, once', () => {
    expect(steps(only(load([toolOf(values('##{a}', '#a', '#{a}#{b}'), { a: text, b: text })])))).toEqual([
      ['tool', '$<input a>', '$a', '<input a><input b>'],
    ]);
  });
});

describe('lists of commands', () => {
  const arg = 'UTCP_ARG_a_UTCP_END';

  test('each line is split once, and its placeholders are parts of words', () => {
    const tool = only(
      load(
        [
          toolOf(
            {
              ...commands(
                `git log --grep=${arg} "x ${arg}" '${arg} $HOME'`,
                'cd sub/$DIR',
                `echo $CMD_0_OUTPUT "\${CMD_1_OUTPUT}" $KEY`,
              ),
              env_vars: { DIR: 'x', N: 1, EMPTY: null },
              working_dir: 'd',
              timeout: 2.5,
              capture_output: false,
            },
            { a: text },
          ),
        ],
        { variables: variables('KEY') },
      ),
    );
    expect(steps(tool)).toEqual([
      ['git', 'log', '--grep=<input a>', 'x <input a>', '<input a> $HOME'],
      ['cd', 'sub/x'],
      ['echo', '<output 0>', '<output 1>', '<variable KEY>'],
    ]);
    expect(tool.template).toMatchObject({
      form: 'commands',
      timeoutMs: 2_500,
      capturesOutput: false,
      directory: [{ text: 'd' }],
    });
    expect([...tool.template.environment]).toEqual([
      ['DIR', [{ kind: 'text', text: 'x' }]],
      ['N', [{ kind: 'text', text: '1' }]],
    ]);
  });

  test('the last step is shown, and those that say so', () => {
    const list = [{ command: 'a', append_to_final_output: true }, { command: 'b' }, { command: 'c' }];
    const { template } = only(load([toolOf(specification({ commands: list }))]));
    expect(template.steps.map((step) => step.kind === 'program' && step.shown)).toEqual([true, false, true]);
    expect(template.timeoutMs).toBe(undefined);
    const hidden = only(load([toolOf(specification({ commands: [{ command: 'a', append_to_final_output: false }] }))]));
    expect(hidden.template.steps).toMatchObject([{ shown: false }]);
  });

  test.each([
    ['echo $CMD_0_OUTPUT', 'The output of step 0 is not available here: no step comes before this one.'],
    ['echo UTCP_ARG_b_UTCP_END', 'There is no input called "b".'],
    ['echo UTCP_ARG_a', 'A placeholder is not closed.'],
    ['echo $NOWHERE', 'There is no input or variable called "NOWHERE".'],
    [`${arg} x`, 'A value would choose the program.'],
    ['$CMD_0_OUTPUT', 'The output of step 0 is not available here: no step comes before this one.'],
    [`ls -n${arg}`, 'A value is joined to a flag without "=".'],
    [`sh -c "echo ${arg}"`, 'A value would become part of a program for sh: the caller could run anything.'],
    ['echo "x', 'This line cannot be parsed: it is missing the closing quote (").'],
    ['', 'There is no program in this line.'],
    ['cd', '"cd" takes one directory here.'],
    ['cd -', '"cd" takes one directory here.'],
    ['cd a b', '"cd" takes one directory here.'],
  ])('%j is refused', (command, message) => {
    expect(errors(load([toolOf(commands(command), { a: text })]))).toContain(
      `/0/tool_call_template/commands/0/command: ${message}`,
    );
  });

  test.each([
    ['make && make install', 'Write them as two entries of "commands"'],
    ['make; make install', 'Write them as two entries of "commands"'],
    ['make\nmake install', 'Write them as two entries of "commands"'],
    ['ps | grep x', 'Describe it as a Command Handle'],
    ['ls > f', 'Describe it as a Command Handle'],
    ['echo $(id)', 'Describe it as a Command Handle'],
    [
      'ls *.ts',
      'Quote it if it is meant as text, or ask the owner to allow a shell for it in the policy: "shell": ["m tool"].',
    ],
    ['ls ~', 'Write the full path, or ask the owner to allow a shell for it in the policy: "shell": ["m tool"].'],
    ['A=b ls', 'Write variables in "env_vars"'],
    ['export A=b', 'Write variables in "env_vars"'],
    ['source x', 'Describe it as a Command Handle'],
  ])('%j needs a shell, and there is another way', (command, fix) => {
    const loaded = load([toolOf(commands(command))]);
    expect(errors(loaded)).toEqual([expect.stringContaining('This needs a shell: ')]);
    expect(fixes(loaded)).toEqual([expect.stringContaining(fix)]);
    expect(fixes(loaded)).toEqual([expect.stringContaining('"shell": ["m tool"]')]);
  });

  test('where the policy names the command, a shell gets values as parameters', () => {
    const template = commands('ls', `grep -e "${arg}" f | sort > $CMD_0_OUTPUT`, 'ls');
    const tool = only(load([toolOf(template, { a: text })], { mayUseShell: (path) => path.join(' ') === 'm tool' }));
    expect(tool.template.steps.map(({ kind }) => kind)).toEqual(['program', 'shell', 'program']);
    expect(steps(tool)[1]).toEqual([`grep -e "\${1}" f | sort > "\${2}"`, '<input a>', '<output 0>']);
  });
});

describe('a shell', () => {
  const template = specification({ command: 'grep', args: [`"\${a}"`, 'f', '|', 'sort'], shell: true });

  test('is refused with the line of the policy that would allow it', () => {
    const loaded = load([toolOf(template, { a: text })]);
    expect(errors(loaded)).toEqual(['/0/tool_call_template/shell: This needs a shell: "shell" is true.']);
    expect(fixes(loaded)[0]).toContain('"shell": ["m tool"]');
    const needless = load([toolOf(specification({ command: 'ls', shell: true }))]);
    expect(fixes(needless)[0]).toContain('Write "shell": false');
  });

  test('runs the command and its arguments as one text', () => {
    const tool = only(load([toolOf(template, { a: text })], { mayUseShell: () => true }));
    expect(steps(tool)).toEqual([[`grep "\${1}" f | sort`, '<input a>']]);
    expect(tool.template.form).toBe('specification');
  });
});

describe('older forms', () => {
  test.each([
    ['command_name', { tool_call_template: specification({ command_name: 'tool run "a b" $V' }) }],
    [
      'provider',
      { tool_provider: { provider_type: 'cli', name: 'p', command_name: 'tool run "a b" $V', env_vars: null } },
    ],
  ])('%s: every input becomes an option', (form, fields) => {
    const { tool_call_template: _, ...rest } = toolOf({}, { file: text, all: { type: 'boolean' } }, []) as Record<
      string,
      unknown
    >;
    const loaded = load([{ ...rest, ...fields }], { variables: variables('V') });
    const tool = only(loaded);
    expect(tool.template.form).toBe(form);
    expect(steps(tool)).toEqual([['tool', 'run', 'a b', '<variable V>', '--file <input file>', '--all <input all>']]);
    expect(loaded.problems).toEqual([]);
  });
});

test.each([
  'x'.repeat(20_001),
  '$('.repeat(9_000),
  `${'[a'.repeat(9_000)} | x`,
  '`'.repeat(19_999),
  'UTCP_ARG_'.repeat(2_200),
  'sh '.repeat(6_000),
])(
  'a line that is hard to read is refused or read, and holds nobody up',
  (line) => {
    for (const shell of [false, true]) {
      const { problems } = load([toolOf(commands(`${line} UTCP_ARG_a_UTCP_END`), { a: text })], {
        mayUseShell: () => shell,
      });
      expect(shell || problems.some(({ severity }) => severity === 'error')).toBe(true);
    }
  },
  30_000,
);

test('an older form whose options another machine would evaluate is refused', () => {
  expect(errors(load([toolOf(specification({ command_name: 'ssh host' }), { run: text })]))).toEqual([
    expect.stringContaining('A value would become part of a program for ssh'),
  ]);
});

test('whatever a manual holds, there is a report', () => {
  const words = fc.constantFrom(
    ...['tools', 'name', 'inputs', 'type', 'object', 'properties', 'required', 'tool_call_template', 'tool_provider'],
    ...[
      'call_template_type',
      'cli',
      'command',
      'args',
      'commands',
      'command_name',
      'environment',
      'env_vars',
      'timeout',
    ],
    ...['__proto__', 'constructor', 'toString', 'shell', 'auth', 'tags', 'info', `\${a}`, 'UTCP_ARG_a_UTCP_END'],
    ...['$CMD_0_OUTPUT', 'a | b', 'cd', 'sh -c "$x"', '`', "$'", '$(', '\0', '\ud800', 'default', '$ref', '$schema'],
  );
  const any = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(null, true, false, 0, -1, 1e300),
      words,
      fc.string(),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(fc.oneof(words, fc.string()), tie('value'), { maxKeys: 5 }),
  })).value;
  const template = fc
    .dictionary(words, any, { maxKeys: 6 })
    .map((fields) => ({ call_template_type: 'cli', ...fields }));
  const line = fc.array(fc.oneof(words, fc.constantFrom(...' \'"\\|&;<>(){}$`*?~#\n=-'.split(''), 'a')), {
    maxLength: 8,
  });
  const byLine = line.map((pieces) => commands(pieces.join('')));
  const manual = fc.oneof(
    any,
    fc.array(
      fc.oneof(template, byLine).map((one) => toolOf(one, { a: text }, [])),
      { maxLength: 2 },
    ),
    fc.record({
      tools: fc.array(fc.record({ name: any, inputs: any, tool_call_template: template }), { maxLength: 2 }),
    }),
  );
  fc.assert(
    fc.property(manual, fc.boolean(), (value, shell) => {
      const document = { value, problems: [], locate: () => undefined };
      const { problems, manuals } = loadManuals(
        [
          {
            ...sourceOf([]),
            document: value === undefined ? parseJson('x') : document,
            options: { ...strictestOptions, mayUseShell: () => shell },
          },
        ],
        host,
      );
      for (const { message, fix } of problems) expect(`${message} ${fix}`).toMatch(/[.?…]$/);
      for (const { tools } of manuals) for (const { path } of tools) expect(path[1]).toMatch(/^[A-Za-z][\w-]*$/);
    }),
    { numRuns: 3_000 },
  );
}, 60_000);
