import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asCall,
  asError,
  asPlan,
  loadOne,
  newWorkspace,
  planInput,
  planWords,
  runPlan,
  write,
} from './test-helpers.js';

const text = { type: 'string' };
const taking = (properties: object, more: object = {}) => ({ parameters: { type: 'object', properties, ...more } });
const printf = { command: 'printf', arguments: ['%s\\\\n', { $: 'value' }] };

test('words become a plan in which everything is resolved', async () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'src'));
  const command = await loadOne({
    command: 'git',
    arguments: ['commit', '--message={{message}}', '--'],
    directory: 'src',
    environment: { LANG: 'C', LEVEL: { $: 'level' }, NONE: { $: 'missing' } },
    io: { stdin: 'in {{message}}', stderr: 'ignore', encoding: 'latin1', timeout: 5000 },
    ...taking({ message: text, level: { type: 'integer' }, missing: text }),
  });

  const { environment, ...plan } = asPlan(planWords(command, ['--message', 'größer', '--level', '3'], { workspace }));

  expect(plan).toEqual({
    program: expect.stringMatching(/^\/.*git$/),
    name: 'git',
    args: ['commit', '--message=größer', '--'],
    directory: join(workspace, 'src'),
    stdin: Buffer.from('in größer', 'latin1'),
    stdout: 'pipe',
    stderr: 'ignore',
    encoding: 'latin1',
    decided: ['LEVEL'],
    secrets: [],
    timeoutMs: 5000,
  });
  expect({ ...environment }).toEqual({ LANG: 'C', LEVEL: '3' });
});

test('without parameters a handle takes nothing', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({ command: 'true' });

  expect(asPlan(planWords(command, [], { workspace })).args).toEqual([]);
  expect(asError(planWords(command, ['--x', '1'], { workspace })).details[0]?.code).toBe('UNKNOWN_OPTION');
  expect(asError(planInput(command, { x: 1 }, { workspace })).details[0]?.code).toBe('UNKNOWN_FIELD');
});

test.each([
  [['--flag'], { flag: true, level: 'info' }],
  [['--no-flag'], { flag: false, level: 'info' }],
  [['--flag=false', '--level', 'debug'], { flag: false, level: 'debug' }],
  [['--max-results', '5', '--ratio=-0.5'], { maxResults: 5, ratio: -0.5, level: 'info' }],
  [['--tags', 'a,b', '--tags', 'c\\,d'], { tags: ['a', 'b', 'c,d'], level: 'info' }],
  [['--counts', '1,2'], { counts: [1, 2], level: 'info' }],
  [['--deploy', '{"path":"x"}'], { deploy: { path: 'x' }, level: 'info' }],
  [['--either', '5'], { either: 5, level: 'info' }],
  [['--either', 'true'], { either: true, level: 'info' }],
])('the words %j are read by the types of the schema', async (words, expected) => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'cat',
    io: { stdin: { $: '', $encode: 'json' } },
    ...taking({
      flag: { type: 'boolean' },
      level: { enum: ['debug', 'info'], default: 'info' },
      maxResults: { type: 'integer' },
      ratio: { type: 'number' },
      tags: { type: 'array', items: text },
      counts: { type: 'array', items: { type: 'integer' } },
      deploy: { type: 'object' },
      either: { type: ['integer', 'boolean', 'null'] },
    }),
  });

  expect(JSON.parse(runPlan(asPlan(planWords(command, words, { workspace }))).stdout)).toEqual(expected);
});

test('lists of objects and nulls come through --input', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'cat',
    io: { stdin: { $: '', $encode: 'json' } },
    ...taking({
      steps: { type: 'array', items: { type: 'object' }, default: [{ a: 1 }] },
      either: { type: ['integer', 'null'] },
    }),
  });
  const given = { steps: [{ run: 'x' }], either: null };

  expect(JSON.parse(runPlan(asPlan(planInput(command, given, { workspace }))).stdout)).toEqual(given);
  expect(JSON.parse(runPlan(asPlan(planInput(command, {}, { workspace }))).stdout)).toEqual({ steps: [{ a: 1 }] });
});

test('the whole input is held to its schema, and every failure is told in plain words', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'true',
    ...taking(
      {
        name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
        deploy: { type: 'object', properties: { path: text }, required: ['path'], additionalProperties: false },
        list: { type: 'array', items: text, minItems: 2, uniqueItems: true },
        token: { type: 'string', minLength: 20, writeOnly: true },
        only: { anyOf: [{ type: 'integer' }, { const: 'all' }] },
        from: text,
        to: text,
      },
      { dependentRequired: { from: ['to'] }, maxProperties: 5 },
    ),
  });
  const error = asError(
    planInput(
      command,
      { name: 'TOO LONG', deploy: { pth: 1 }, list: ['a'], token: 'hunter2', only: 'some', from: 'x' },
      { workspace },
    ),
  );

  expect([error.code, error.phase]).toEqual(['VALIDATION_ERROR', 'validation']);
  expect(error.details.map(({ field, message, value, hint }) => [field, message, value, hint])).toEqual(
    expect.arrayContaining([
      ['--name', 'The --name argument is too long', 'TOO LONG', 'Use at most 5 characters'],
      ['--name', 'The --name argument does not match the required pattern', 'TOO LONG', 'It must match ^[a-z]+$'],
      ['--deploy', 'The --deploy argument at /path is required', undefined, 'Add the field "path"'],
      ['--deploy', 'The --deploy argument has an unknown field "pth"', undefined, 'Remove "pth"'],
      ['--list', 'The --list argument has too few items', undefined, 'Use at least 2 items'],
      ['--token', 'The --token argument is too short', undefined, 'Use at least 20 characters'],
      [
        '--only',
        'The --only argument matches none of the allowed forms',
        'some',
        'See the schema of the command for the forms',
      ],
      ['input', 'The input needs --to when --from is given', undefined, 'Add --to, or remove --from'],
      ['input', 'The input has too many fields', undefined, 'Use at most 5 fields'],
    ]),
  );
  expect(error.details).toHaveLength(9);
  expect(JSON.stringify(error.details)).not.toContain('hunter2');
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'a parameter called %s is a parameter like any other',
  async (name) => {
    const workspace = newWorkspace();
    const handle = { command: 'printf', arguments: ['%s', { $: name }] };
    const optional = await loadOne({ ...handle, ...taking({ [name]: text }) });
    const required = await loadOne({ ...handle, ...taking({ [name]: text }, { required: [name] }) });

    expect(asPlan(planInput(optional, {}, { workspace })).args).toEqual(['%s']);
    expect(asPlan(planInput(optional, { [name]: 'given' }, { workspace })).args).toEqual(['%s', 'given']);
    expect(asError(planInput(required, {}, { workspace })).details[0]?.code).toBe('MISSING_ARGUMENT');
  },
);

test('an argument called __proto__ changes nothing', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({ ...printf, ...taking({ value: text, deep: { type: 'object' } }) });
  const top = JSON.parse('{"value":"x","__proto__":{"polluted":true}}') as Record<string, unknown>;
  const deep = JSON.parse('{"value":"x","deep":{"__proto__":{"polluted":true}}}') as Record<string, unknown>;

  expect(asError(planInput(command, top, { workspace })).details[0]?.code).toBe('UNKNOWN_FIELD');
  expect(asPlan(planInput(command, deep, { workspace })).args).toEqual(['%s\\n', 'x']);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

// Each tries to be more than a value: a shell word, a flag, a template, a directive, a separator.
const attacks = [
  '; touch /tmp/owned',
  '$(touch owned)',
  '`touch owned`',
  '| cat',
  '{{other}}',
  '{"$":"other"}',
  'a\' b" c',
  'a,b\\,c',
  '*',
  '~/x',
  '%s%s',
  '--help',
  '-rf',
  '+x',
  '--',
];

test.each(attacks)('%s stays a value in every place where an argument can stand', async (attack) => {
  const workspace = newWorkspace();
  const places = {
    text: ['{{value}}'],
    'whole element': [{ $: 'value' }],
    'after a literal': ['--message={{value}}'],
    'after --': ['--', { $: 'value' }],
    'list element': [{ $spread: 'list' }],
    'args encoding': { '--message=': { $: 'value' }, word: { $: 'value' }, $encode: 'args' },
    'args encoding, joined': { '--message=': { $: 'value' }, $encode: 'args' },
    'args encoding, repeated': { $repeat: { '-m': { $: 'list' } }, $encode: 'args' },
    'args encoding, after --': { '--': { $: 'list' }, $encode: 'args' },
  };
  for (const [place, template] of Object.entries(places)) {
    const command = await loadOne({
      command: 'printf',
      arguments: template,
      environment: { VALUE: { $: 'value' } },
      io: { stdin: { $: 'value' } },
      ...taking({ value: text, list: { type: 'array', items: text }, other: text }),
    });
    const input = { value: attack, list: [attack], other: 'OTHER' };
    const result = planInput(command, input, { workspace });
    const flagLike = /^[-+]./.test(attack);
    const safe = place === 'after --' || place === 'args encoding, after --' || /joined|literal/.test(place);
    if (flagLike && !safe) {
      const error = asError(result);
      expect([place, error.code, error.details[0]?.code]).toEqual([place, 'VALIDATION_ERROR', 'REFUSED_ARGUMENT']);
      continue;
    }
    const { args, environment, stdin } = asPlan(result);
    expect([place, environment.VALUE, Buffer.from(stdin ?? []).toString()]).toEqual([place, attack, attack]);
    for (const argument of args) expect(argument).not.toContain('OTHER');
  }
});

test('a refused argument is named with its option and its value, and a secret one without', async () => {
  const workspace = newWorkspace();
  const handle = (secret: boolean) => ({ ...printf, ...taking({ value: { ...text, writeOnly: secret } }) });
  const open = asError(planInput(await loadOne(handle(false)), { value: '--help' }, { workspace }));
  const secret = asError(planInput(await loadOne(handle(true)), { value: '--hunter2' }, { workspace }));

  expect(open.details).toEqual([
    {
      code: 'REFUSED_ARGUMENT',
      field: '--value',
      message: 'The --value argument cannot be used. A value that starts with "-" or "+" would be read as a flag.',
      value: '--help',
      hint: 'Use another value',
    },
  ]);
  expect(JSON.stringify([secret.message, secret.details])).not.toContain('hunter2');
});

test('a secret shows in no problem, whether it is known by its parameter or only by its text', async () => {
  const workspace = newWorkspace();
  const context = (secrets: readonly string[]) => ({
    session: { id: 's', workspace, directory: workspace },
    caller: { name: 'tester', may: 'everything' as const },
    secrets,
    terminal: false,
  });
  const byParameter = await loadOne({
    command: 'true',
    ...taking({ note: { type: 'object', writeOnly: true, additionalProperties: { type: 'integer' } } }),
  });
  const byText = await loadOne({ command: 'true', directory: '{{where}}', ...taking({ where: text }) });

  const first = asError(byParameter.plan({ note: { hunter2: 'hunter3' } }, context([])));
  const second = asError(byText.plan({ where: 'hunter2' }, context(['hunter2'])));

  expect(first.details).toEqual([
    {
      code: 'INVALID_TYPE',
      field: '--note',
      message: 'The --note argument must be a whole number',
      hint: 'Use a whole number',
    },
  ]);
  expect(second.details[0]?.message).toBe('The working directory "[REDACTED]" does not exist.');
  expect(JSON.stringify([second.message, second.hint, second.details])).not.toContain('hunter2');
});

test.each([
  [{ enum: ['-v', '-q'] }, '-v', true],
  [{ const: '-v' }, '-v', true],
  [{ type: 'string', pattern: '^-[vq]$' }, '-q', true],
  [{ type: 'string' }, '-v', false],
  [{ type: 'string', pattern: '^[^-]' }, 'x', true],
])('a schema %j that names %s lets it look like a flag: %s', async (schema, value, allowed) => {
  const workspace = newWorkspace();
  const command = await loadOne({ ...printf, ...taking({ value: schema }) });
  const result = planInput(command, { value }, { workspace });

  if (allowed) expect(asPlan(result).args[1]).toBe(value);
  else expect(asError(result).details[0]?.code).toBe('REFUSED_ARGUMENT');
});

test('a program may be chosen from a list, and from nothing else', async () => {
  const workspace = newWorkspace();
  const listed = await loadOne({ command: { $: 'tool' }, ...taking({ tool: { enum: ['true', 'false'] } }) });
  const built = await loadOne({ command: { $use: ['/bin/', { $: 'tool' }], $join: '' }, ...taking({ tool: text }) });
  const branched = await loadOne({
    command: { $if: "tool == 'yes'", $then: 'true', $else: { $: 'tool' } },
    ...taking({ tool: text }),
  });

  expect(asPlan(planInput(listed, { tool: 'false' }, { workspace })).name).toBe('false');
  expect(asError(planInput(listed, { tool: 'sh' }, { workspace })).details[0]?.code).toBe('INVALID_CHOICE');
  expect(asError(planInput(built, { tool: 'sh' }, { workspace })).details[0]?.code).toBe('REFUSED_ARGUMENT');
  expect(asPlan(planInput(branched, { tool: 'yes' }, { workspace })).name).toBe('true');
  for (const tool of ['sh', 'tool', "tool == 'yes'"]) {
    expect(asError(planInput(branched, { tool }, { workspace })).details[0]?.code).toBe('REFUSED_ARGUMENT');
  }
});

test('arguments name no environment variable, and give none that the author alone may give', async () => {
  const workspace = newWorkspace();
  const whole = await loadOne({ command: 'true', environment: { $: 'all' }, ...taking({ all: { type: 'object' } }) });
  const spread = await loadOne({
    command: 'true',
    environment: { CFLAGS: '-O2', LANG: 'C', more: { $spread: { $: 'all' } } },
    ...taking({ all: { type: 'object' } }),
  });

  const named = asError(planInput(whole, { all: { LANG: 'C' } }, { workspace }));
  expect(named.details[0]).toMatchObject({ code: 'REFUSED_ARGUMENT', field: 'environment' });
  expect({ ...asPlan(planInput(spread, { all: { LANG: 'de' } }, { workspace })).environment }).toEqual({
    CFLAGS: '-O2',
    LANG: 'de',
  });
  expect(asError(planInput(spread, { all: { CFLAGS: '-fplugin=x.so' } }, { workspace })).details[0]?.code).toBe(
    'FORBIDDEN_ENVIRONMENT_NAME',
  );
  expect(asError(planInput(spread, { all: { LD_PRELOAD: 'x.so' } }, { workspace })).details[0]?.code).toBe(
    'REFUSED_ARGUMENT',
  );
});

test('an argument may choose among values that the author wrote', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'true',
    environment: { MAKEFLAGS: { $if: 'fast == true', $then: '-j4', $else: { $: 'other' } } },
    ...taking({ fast: { type: 'boolean' }, other: text }),
  });

  expect(asPlan(planInput(command, { fast: true }, { workspace })).environment.MAKEFLAGS).toBe('-j4');
  expect(asError(planInput(command, { other: '--eval=x' }, { workspace })).details[0]?.code).toBe(
    'FORBIDDEN_ENVIRONMENT_NAME',
  );
});

test('variables of the gate reach a program only where the owner passes them', async () => {
  const workspace = newWorkspace();
  const host = { environment: { HOME: '/home/me', APP_A: '1', APP_B: '2', SECRET: 'x' } };
  const none = await loadOne({ command: 'true' }, { host });
  const some = await loadOne(
    { command: 'true', environment: { APP_B: 'own' } },
    { host, options: { pass: ['HOME', 'APP_*', 'UNSET'] } },
  );

  expect({ ...asPlan(planInput(none, {}, { workspace })).environment }).toEqual({});
  expect({ ...asPlan(planInput(some, {}, { workspace })).environment }).toEqual({
    HOME: '/home/me',
    APP_A: '1',
    APP_B: 'own',
  });
});

test('declared paths are checked after the schema, made absolute, and stay inside the workspace', async () => {
  const workspace = newWorkspace();
  const outside = newWorkspace();
  write(workspace, 'docs/a.txt', 'x');
  symlinkSync(outside, join(workspace, 'way-out'));
  const path = { type: 'string', format: 'path', pattern: '^[^/]' };
  const command = await loadOne({
    command: 'cat',
    arguments: [{ $: 'file' }, { $spread: 'files' }, { $: 'deep.file' }],
    ...taking({
      file: path,
      files: { type: 'array', items: { type: 'string', format: 'path' } },
      deep: { type: 'object', properties: { file: path } },
    }),
  });
  const call = { workspace, directory: join(workspace, 'docs') };
  const input = { file: 'a.txt', files: ['-rf'], deep: { file: 'b' } };

  expect(asPlan(planInput(command, input, call)).args).toEqual([
    `${workspace}/docs/a.txt`,
    `${workspace}/docs/-rf`,
    `${workspace}/docs/b`,
  ]);
  const error = asError(
    planInput(command, { file: '../x', files: ['ok', '/etc/passwd'], deep: { file: 'way-out/x' } }, { workspace }),
  );
  expect([error.code, error.details.map(({ code, field, value }) => [code, field, value])]).toEqual([
    'PATH_TRAVERSAL_BLOCKED',
    [
      ['PATH_TRAVERSAL_BLOCKED', '--file', '../x'],
      ['PATH_TRAVERSAL_BLOCKED', '--files', '/etc/passwd'],
      ['PATH_TRAVERSAL_BLOCKED', '--deep', 'way-out/x'],
    ],
  ]);
});

test('a path that leads out and a value that looks like a flag are told together', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({ ...printf, ...taking({ value: text, file: { type: 'string', format: 'path' } }) });
  const error = asError(planInput(command, { value: '-x', file: '../x' }, { workspace }));

  expect(error.details.map(({ code, field }) => [code, field])).toEqual([
    ['PATH_TRAVERSAL_BLOCKED', '--file'],
    ['REFUSED_ARGUMENT', '--value'],
  ]);
});

test('where the owner widens it, paths and directories may lead anywhere', async () => {
  const workspace = newWorkspace();
  const outside = newWorkspace();
  const handle = {
    command: 'cat',
    arguments: [{ $: 'file' }],
    directory: { $: 'directory' },
    ...taking({ file: { type: 'string', format: 'path' }, directory: text }),
  };
  const input = { file: '../x', directory: outside };
  const wide = asPlan(planInput(await loadOne(handle, { options: { paths: 'any' } }), input, { workspace }));
  const narrow = asError(planInput(await loadOne(handle), { ...input, file: 'x' }, { workspace }));

  expect([wide.args, wide.directory]).toEqual([[join(workspace, '../x')], outside]);
  expect(narrow.code).toBe('PATH_TRAVERSAL_BLOCKED');
});

test('a missing program, directory and credential and a wrong value come in one error, with what would have run', async () => {
  const workspace = newWorkspace();
  const command = await loadOne(
    {
      command: 'no-such-program-here',
      arguments: ['{{value}}'],
      directory: 'missing',
      environment: { LEVEL: { $: 'level' }, LANG: 'C' },
      security: { scheme: 'x-env', environment: { KEY: 'deploy-key' } },
      ...taking({ value: text, level: { type: ['array', 'string'] } }),
    },
    { host: { credential: () => ({ ok: false, message: 'The file /secret/place is empty.' }) } },
  );
  const error = asError(planInput(command, { value: 'x', level: [] }, { workspace }));

  expect([error.code, error.phase, error.details.map(({ code }) => code)]).toEqual([
    'PROGRAM_NOT_FOUND',
    'validation',
    ['PROGRAM_NOT_FOUND', 'DIRECTORY_NOT_FOUND', 'INVALID_ENVIRONMENT_VALUE', 'UNAVAILABLE'],
  ]);
  expect(error.details[0]?.would_run).toEqual({
    program: 'no-such-program-here',
    args: ['x'],
    directory: join(workspace, 'missing'),
    environment: [],
    stdin_bytes: 0,
  });
  expect(error.details[3]?.message).toBe('A credential that this command needs could not be resolved: "deploy-key".');
  expect(JSON.stringify(error.details)).not.toContain('/secret/place');
});

test('an argument list that no system takes is refused before anything starts', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({ ...printf, ...taking({ value: text }) });
  const long = asError(planInput(command, { value: 'x'.repeat(200_000) }, { workspace }));
  const nul = asError(planInput(command, { value: 'a\0b' }, { workspace }));
  const line = asError(planInput(command, { value: 'a\nb' }, { workspace }));

  expect([long.code, long.details[0]?.code]).toEqual(['VALIDATION_ERROR', 'ARGUMENTS_TOO_LONG']);
  expect(nul.code).toBe('VALIDATION_ERROR');
  expect([line.code, line.details[0]?.code, line.details[0]?.field]).toEqual([
    'VALIDATION_ERROR',
    'REFUSED_ARGUMENT',
    '--value',
  ]);
});

test('line breaks and the strict characters are the owner’s choice', async () => {
  const workspace = newWorkspace();
  const handle = { ...printf, ...taking({ value: text }) };
  const lines = await loadOne(handle, { options: { newlines: true } });
  const strict = await loadOne({ ...handle, arguments: ['x', { $: 'value' }] }, { options: { characters: 'strict' } });

  expect(asPlan(planInput(lines, { value: 'a\nb' }, { workspace })).args[1]).toBe('a\nb');
  expect(asError(planInput(strict, { value: 'a;b' }, { workspace })).details[0]?.code).toBe('REFUSED_ARGUMENT');
});

test('a template that yields the wrong type names its place and no value', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'true',
    arguments: [{ $: 'deep' }],
    io: { stdin: { $: 'deep' } },
    ...taking({ deep: { type: 'object' } }),
  });
  const error = asError(planInput(command, { deep: { a: 'hunter2' } }, { workspace }));

  expect(error.details.map(({ code, field, message }) => [code, field, message])).toEqual([
    [
      'INVALID_RESULT',
      'handles.json#/arguments/0/$',
      'The template at handles.json#/arguments/0/$ cannot be used with these arguments. The arguments of a program must be one string or an array of strings; $spread inserts an array.',
    ],
    ['INVALID_RESULT', 'stdin', "The program's input is neither text nor bytes"],
  ]);
  expect(JSON.stringify(error.details)).not.toContain('hunter2');
});

test('credentials go into the environment after the templates, and are secret', async () => {
  const workspace = newWorkspace();
  const keys: Readonly<Record<string, string>> = { second: 'k3y-of-second', user: 'name-of-user' };
  const command = await loadOne(
    {
      command: 'env',
      environment: { LANG: 'C', SEEN: '{{credentials.second}}' },
      security: [
        { scheme: 'x-env', environment: { KEY: 'first', USERNAME: 'user' } },
        { scheme: 'x-env', environment: { KEY: 'second', USERNAME: 'user' } },
      ],
      ...taking({ password: { type: 'string', format: 'password' } }),
    },
    {
      host: {
        credential: (name) => {
          const key = keys[name];
          return key === undefined ? undefined : { ok: true, secret: { reveal: () => key } };
        },
      },
    },
  );
  const plan = asPlan(
    command.plan(
      { password: 'hunter22' },
      {
        session: { id: 's', workspace, directory: workspace },
        caller: { name: 'x', may: 'everything' },
        secrets: ['hunter22'],
        terminal: false,
      },
    ),
  );

  expect(plan.secrets).toEqual(['hunter22', 'k3y-of-second', 'name-of-user']);
  expect(runPlan(plan).stdout.trim().split('\n').sort()).toEqual([
    'KEY=k3y-of-second',
    'LANG=C',
    'SEEN=',
    'USERNAME=name-of-user',
  ]);
  expect(JSON.stringify(command)).not.toMatch(/first|second|x-env/);
});

test('a program that writes to the terminal needs one', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({ command: 'true', io: { stdout: 'inherit' } }, { options: { inherit: true } });

  expect(asPlan(planInput(command, {}, { workspace, terminal: true })).stdout).toBe('inherit');
  expect(asError(planInput(command, {}, { workspace })).code).toBe('PERMISSION_DENIED');
});

test('results say what an exit means', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'grep',
    results: {
      '0': { found: { $: 'stdout' } },
      '1': { found: null },
      signal: { ended: { $: 'signal' } },
      default: { code: { $: 'exitCode' }, why: '{{stderr}}', cut: { $: 'truncated' } },
    },
  });
  const { interpret } = asCall(planInput(command, {}, { workspace }));
  const stream = (shown: string, omittedBytes = 0) => ({ text: shown, totalBytes: 9, omittedBytes, valid: true });
  const result = (exitCode: number | null, signal: string | null = null) =>
    interpret?.({ exitCode, signal, durationMs: 1, stdout: stream('a{{b}}'), stderr: stream('no', 5) });

  expect([result(0), result(1), result(2), result(null, 'SIGKILL')]).toEqual([
    { success: true, data: { found: 'a{{b}}' } },
    { success: true, data: { found: null } },
    { success: false, data: { code: 2, why: 'no', cut: true } },
    { success: false, data: { ended: 'SIGKILL' } },
  ]);
});

test('$match decides by schemas', async () => {
  const workspace = newWorkspace();
  const command = await loadOne({
    command: 'printf',
    arguments: [
      '%s',
      { $: 'size', $match: [{ $case: { type: 'integer', minimum: 10 }, $then: 'large' }, { $use: 'small' }] },
    ],
    ...taking({ size: { type: 'integer' } }),
  });

  expect(asPlan(planInput(command, { size: 12 }, { workspace })).args).toEqual(['%s', 'large']);
  expect(asPlan(planInput(command, { size: 2 }, { workspace })).args).toEqual(['%s', 'small']);
});

test('relative programs are found from the directory where the owner allows them', async () => {
  const workspace = newWorkspace();
  write(workspace, 'tools/hello.sh', '#!/bin/sh\necho "hello $0"\n', 0o755);
  const options = { relativePrograms: true };
  const inside = await loadOne({ command: './hello.sh', directory: 'tools' }, { options });
  const outside = await loadOne({ command: '../../bin/true', directory: 'tools' }, { options });
  const nowhere = await loadOne({ command: './hello.sh', directory: 'missing' }, { options });

  const plan = asPlan(planInput(inside, {}, { workspace }));
  expect([plan.program, plan.name]).toEqual([`${workspace}/tools/hello.sh`, './hello.sh']);
  expect(runPlan(plan).stdout).toContain('hello');
  expect(asError(planInput(outside, {}, { workspace })).details[0]?.field).toBe('program');
  expect(asError(planInput(nowhere, {}, { workspace })).details.map(({ code }) => code)).toEqual([
    'DIRECTORY_NOT_FOUND',
  ]);
});
