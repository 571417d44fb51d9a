import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GateError } from '../../../vocabulary/gate-error.js';
import { runPlan } from '../../command-handle/test-helpers.js';
import type { Argument } from '../tool.js';
import {
  asError,
  asPlan,
  input,
  makeCommand,
  newWorkspace,
  option,
  optional,
  output,
  parts,
  planCall,
  planWords,
  program,
  script,
  type ToolParts,
  variable,
  type Written,
  word,
  write,
} from './test-helpers.js';

const text = { type: 'string' };

/** Prints its arguments, each on its own line between brackets. */
const show = (...args: readonly (Written | Argument)[]) => program('printf', '[%s]\\n', ...args);

const problemsOf = (result: unknown) =>
  result instanceof GateError ? result.details.map(({ code, field }) => `${code} ${field}`) : result;

test('a call becomes a plan in which everything is resolved', () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'src'));
  const command = makeCommand({
    properties: { message: text, level: { type: 'integer' } },
    steps: [program('git', 'commit', word('--message=', input('message'), ' by ', variable('WHO')), '--')],
    directory: parts('src'),
    environment: new Map([
      ['LEVEL', parts(input('level'))],
      ['TOKEN', parts('Bearer ', variable('TOKEN'))],
    ]),
    inherited: ['LANG', 'NOT_SET'],
    variables: { WHO: 'me', TOKEN: 'hunter2' },
    timeoutMs: 5000,
    host: { environment: { LANG: 'C', OTHER: 'x' } },
  });

  const { environment, ...plan } = asPlan(planWords(command, ['--message', 'größer', '--level', '3'], { workspace }));

  expect(plan).toEqual({
    program: expect.stringMatching(/^\/.*git$/),
    name: 'git',
    args: ['commit', '--message=größer by me', '--'],
    directory: join(workspace, 'src'),
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    decided: ['LEVEL'],
    secrets: ['me', 'hunter2'],
    unlisted: [],
    timeoutMs: 5000,
  });
  expect({ ...environment }).toEqual({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C',
    LEVEL: '3',
    TOKEN: 'Bearer hunter2',
  });
});

test('a value that is named like a secret is not repeated', () => {
  const properties = { value: text, token: text, key: { ...text, writeOnly: true } };
  const made: ToolParts = { properties, steps: [show(input('value'), input('token'), input('key'))] };
  const { details } = asError(planCall(made, { value: '-a', token: '-hunter2', key: '-hunter3' }));

  expect(details.map(({ field, value }) => [field, value])).toEqual([
    ['--value', '-a'],
    ['--token', undefined],
    ['--key', undefined],
  ]);
});

test('output that is not captured is not even read', () => {
  const { stdout, stderr } = asPlan(planCall({ steps: [program('true')], capturesOutput: false }));

  expect([stdout, stderr]).toEqual(['ignore', 'ignore']);
});

test('every value is one argument, or a part of one', () => {
  const plan = planCall(
    {
      properties: {
        text,
        number: { type: 'number' },
        flag: { type: 'boolean' },
        list: { type: 'array', items: text },
        object: { type: 'object' },
      },
      steps: [
        show(
          input('text'),
          input('number'),
          input('flag'),
          input('list'),
          input('object'),
          word('<', input('text'), '>'),
        ),
      ],
    },
    { text: 'two words', number: 1.5, flag: false, list: ['a', 'b'], object: { a: [1] } },
  );

  expect(runPlan(asPlan(plan)).stdout).toBe('[two words]\n[1.5]\n[false]\n[["a","b"]]\n[{"a":[1]}]\n[<two words>]\n');
});

test.each([[2 ** 60], [{ deep: [1e300] }]])('the number in %j is refused, because it is not exact', (value) => {
  const error = asError(planCall({ properties: { value: {} }, steps: [show(input('value'))] }, { value }));

  expect(error.details).toEqual([
    {
      code: 'INVALID_VALUE',
      field: '--value',
      message: 'The --value argument contains a number that is too large to represent exactly',
      hint: 'Use another value',
    },
  ]);
});

test('what depends on an input that was not given is left out', () => {
  const made: ToolParts = {
    properties: { format: text, level: { ...text, default: 'info' } },
    required: [],
    steps: [show(optional('format', '--format'), optional('format', input('format')), input('level'))],
    environment: new Map([['FORMAT', parts(input('format'))]]),
  };
  const without = asPlan(planCall(made));
  const given = asPlan(planCall(made, { format: 'json', level: 'debug' }));

  expect([without.args.slice(1), Object.keys(without.environment)]).toEqual([['info'], ['PATH']]);
  expect([given.args.slice(1), given.environment.FORMAT]).toEqual([['--format', 'json', 'debug'], 'json']);
});

test('an input that its template needs and nobody gave is asked for', () => {
  const made: ToolParts = { properties: { name: text }, required: [], steps: [show(word('x', input('name')))] };

  expect(problemsOf(planCall(made))).toEqual(['MISSING_ARGUMENT --name']);
});

test.each<[unknown, readonly string[]]>([
  ['text', ['--value', 'text']],
  [5, ['--value', '5']],
  [true, ['--value']],
  [false, []],
  [null, []],
  [[], []],
  [
    ['a', 'b c'],
    ['--value', 'a', '--value', 'b c'],
  ],
  [[true], ['--value', 'true']],
  [{ a: 1 }, ['--value', '{"a":1}']],
])('of the older form, %j becomes %j', (value, expected) => {
  const made: ToolParts = { properties: { value: {} }, steps: [program('echo', option('--value', 'value'))] };

  expect(asPlan(planCall(made, { value })).args).toEqual(expected);
});

test('the input is held to its schema, and everything wrong with it is told at once', () => {
  const error = asError(
    planCall(
      {
        properties: { name: { ...text, pattern: '^[a-z]+$' }, level: { enum: ['a', 'b'] }, flag: text, path: text },
        steps: [show(input('flag'), input('path'), input('name'))],
      },
      { name: 'NOT', level: 'a', flag: '-rf', path: '/etc/passwd' },
    ),
  );

  expect(error.code).toBe('VALIDATION_ERROR');
  expect(problemsOf(error)).toEqual([
    'INVALID_VALUE --name',
    'REFUSED_ARGUMENT --flag',
    'PATH_TRAVERSAL_BLOCKED --path',
  ]);
});

test.each<[string, ToolParts, unknown]>([
  ['an operand', { steps: [show(input('value'))] }, '-rf'],
  ['the value of a flag', { steps: [show('--name', input('value'))] }, '--force'],
  ['the beginning of an argument', { steps: [show(word(input('value'), '.txt'))] }, '-rf'],
  ['an empty beginning of a written flag', { steps: [show(word(input('value'), '-rf'))] }, ''],
  ['two values together', { steps: [show(word(input('value'), input('value')))] }, '-'],
  ['a plus', { steps: [show(input('value'))] }, '+x'],
  ['the older form', { steps: [program('echo', option('--value', 'value'))] }, '-rf'],
  ['a list of the older form', { steps: [program('echo', option('--value', 'value'))] }, ['a', '-rf']],
  ['the rest of a short flag', { steps: [show(word('-n', input('value')))] }, 'x'],
  ['the name of a flag', { steps: [show(word('--', input('value')))] }, 'x'],
  ['a shell', { steps: [script('echo "$1"', input('value'))] }, '-rf'],
  ['a number', { steps: [show(input('value'))] }, -5],
])('as %s, what reads as a flag is refused', (_, made, value) => {
  expect(problemsOf(planCall({ properties: { value: {} }, ...made }, { value }))).toEqual(['REFUSED_ARGUMENT --value']);
});

test.each<[string, ToolParts, unknown, string]>([
  ['behind a written --', { steps: [show('--', input('value'))] }, '-rf', '[--]\n[-rf]\n'],
  ['behind a =', { steps: [show(word('--name=', input('value')))] }, '-rf', '[--name=-rf]\n'],
  ['inside of a text', { steps: [show(word('x', input('value')))] }, '-rf', '[x-rf]\n'],
  ['as a dash alone', { steps: [show(input('value'))] }, '-', '[-]\n'],
  ['where an enum names it', { properties: { value: { enum: ['-a', '-b'] } } }, '-a', '[-a]\n'],
  ['where a pattern names it', { properties: { value: { ...text, pattern: '^-[0-9]+$' } } }, '-5', '[-5]\n'],
  ['where numbers may be below zero', { properties: { value: { type: 'integer', minimum: -9 } } }, -5, '[-5]\n'],
  [
    'where they may be above minus one',
    { properties: { value: { type: 'number', exclusiveMinimum: -1 } } },
    -0.5,
    '[-0.5]\n',
  ],
  ['where a number is named', { properties: { value: { enum: [-1, 1] } } }, -1, '[-1]\n'],
])('%s, a value may start with a dash', (_, made, value, expected) => {
  const plan = planCall({ properties: { value: {} }, steps: [show(input('value'))], ...made }, { value });

  expect(runPlan(asPlan(plan)).stdout).toBe(expected);
});

test('a value that is a part of a flag is told so', () => {
  const made: ToolParts = { properties: { value: text }, steps: [show(word('-n', input('value')))] };

  expect(asError(planCall(made, { value: '5' })).message).toBe(
    'The --value argument cannot be used: it would become part of a flag.',
  );
});

test('a list of the older form may hold what the schema of its items names', () => {
  const properties = { value: { type: 'array', items: { enum: ['-a'] } } };
  const made: ToolParts = { properties, steps: [program('echo', option('--value', 'value'))] };

  expect(asPlan(planCall(made, { value: ['-a'] })).args).toEqual(['--value', '-a']);
});

test('a variable may be a flag, because the owner defined it', () => {
  const plan = planCall({ steps: [show(variable('FLAGS'))], variables: { FLAGS: '--all' } });

  expect(asPlan(plan).args).toEqual(['[%s]\\n', '--all']);
});

test('a program that is missing is told with what would have been run', () => {
  const error = asError(
    planCall(
      {
        properties: { value: text },
        steps: [program('no-such-program', input('value'), variable('KEY'))],
        variables: { KEY: 'hunter2' },
      },
      { value: 'x' },
    ),
  );

  expect(error.code).toBe('PROGRAM_NOT_FOUND');
  expect(error.message).toBe('There is no program "no-such-program" in the search path.');
  expect(error.details[0]?.would_run).toMatchObject({ program: 'no-such-program', args: ['x', '[REDACTED]'] });
});

test('a relative program runs only where the owner allows it, and only inside the workspace', () => {
  const workspace = newWorkspace();
  write(workspace, 'tools/hello', '#!/bin/sh\necho hello "$@"\n', 0o755);
  const made = (options: ToolParts['options']): ToolParts => ({
    steps: [program('./hello', 'you')],
    directory: parts('tools'),
    ...(options && { options }),
  });

  expect(asError(planCall(made({}), {}, workspace)).message).toContain('is a relative path');
  expect(runPlan(asPlan(planCall(made({ relativePrograms: true }), {}, workspace))).stdout).toBe('hello you\n');
});

test('a tool that was written for Windows says so elsewhere', () => {
  const error = asError(planCall({ steps: [program('cmd', '/c', 'dir')], platform: 'windows' }));

  expect([error.code, error.row.utcp, error.message]).toEqual([
    'PROGRAM_NOT_EXECUTABLE',
    'PermissionError',
    'The tool "it" was written for Windows.',
  ]);
});

test('a variable that can no longer be read is named, and nothing else of it', () => {
  const error = asError(
    planCall({
      steps: [program(variable('PROGRAM'), variable('KEY'))],
      variables: {
        PROGRAM: () => {
          throw new Error('hunter2 is not readable');
        },
        KEY: 'hunter3',
      },
    }),
  );

  expect(JSON.stringify(error) + error.message).not.toMatch(/hunter/);
  expect(error.code).toBe('UNAVAILABLE');
  expect(problemsOf(error)).toEqual(['UNAVAILABLE variables.PROGRAM']);
});

test('values of variables are in no error', () => {
  const workspace = newWorkspace();
  const made: ToolParts = {
    steps: [program('echo', variable('KEY'))],
    directory: parts(variable('KEY')),
    variables: { KEY: 'hunter2hunter2' },
  };
  const error = asError(planCall(made, {}, workspace));

  expect(error.code).toBe('DIRECTORY_NOT_FOUND');
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain('hunter2');
});

test('a variable that changes a program may be written, and not come from a caller', () => {
  const environment = (name: string, ...value: readonly Written[]) => new Map([[name, parts(...value)]]);
  const made: ToolParts = { properties: { value: text }, required: [], steps: [program('env')] };
  const plan = asPlan(
    planCall({ ...made, environment: environment('PYTHONPATH', '/lib', variable('V')), variables: { V: '/x' } }),
  );

  expect(plan.environment.PYTHONPATH).toBe('/lib/x');
  const both = new Map([...environment('http_proxy', 'http://written'), ...environment('HTTP_PROXY', input('value'))]);
  for (const refused of [environment('LD_PRELOAD', input('value')), environment('HOME', 'x', input('value')), both]) {
    const error = asError(planCall({ ...made, environment: refused }, { value: 'x' }));
    expect(error.details[0]?.code).toBe('FORBIDDEN_ENVIRONMENT_NAME');
  }
});

test('directories of the search path that lie in the workspace are not in PATH, unless the owner listed them', () => {
  const workspace = newWorkspace();
  const searchPath = ['/usr/bin', '/bin', join(workspace, 'bin'), 'relative'];
  mkdirSync(join(workspace, 'bin'));
  const pathFor = (ownSearchPath: boolean) =>
    asPlan(planCall({ steps: [program('true')], host: { searchPath, ownSearchPath } }, {}, workspace)).environment.PATH;

  expect(pathFor(false)).toBe('/usr/bin:/bin');
  expect(pathFor(true)).toBe(`/usr/bin:/bin:${workspace}/bin`);
});

test('a script gets its values as parameters of the shell', () => {
  const plan = asPlan(
    planCall(
      { properties: { value: text }, steps: [script('printf "<%s>" "$1" "$2"', input('value'), output(0))] },
      { value: '$(id); "x"' },
    ),
  );

  expect([plan.name, plan.args]).toEqual(['sh', ['-c', 'printf "<%s>" "$1" "$2"', 'sh', '$(id); "x"', '']]);
  expect(runPlan(plan).stdout).toBe('<$(id); "x"><>');
});

test('a link that is outside the workspace is no working directory', () => {
  const workspace = newWorkspace();
  symlinkSync('/', join(workspace, 'out'));
  const made: ToolParts = { properties: { where: text }, steps: [program('pwd')], directory: parts(input('where')) };

  for (const where of ['out', '/', '..', 'out/tmp']) {
    expect(asError(planCall(made, { where }, workspace)).code).toBe('PATH_TRAVERSAL_BLOCKED');
  }
  const any = planCall({ ...made, options: { paths: 'any' } }, { where: '/' }, workspace);
  expect(runPlan(asPlan(any)).stdout).toBe('/\n');
});

test('where the working directory leads out, the other values are not blamed for it', () => {
  const made: ToolParts = {
    properties: { where: text, what: text },
    steps: [program('ls', input('what'))],
    directory: parts(input('where')),
  };

  const { details } = asError(planCall(made, { where: '..', what: 'a.txt' }, newWorkspace()));
  expect(details.map(({ field }) => field)).not.toContain('--what');
});

test('a tool that inherits nothing gets what it sets, and nothing else', () => {
  const steps = [program('true')];
  const set = new Map([['A', parts('1')]]);
  const environmentOf = (more: object) => ({ ...asPlan(planCall({ steps, environment: set, ...more })).environment });

  expect(Object.keys(environmentOf({}))).toEqual(['PATH', 'A']);
  expect(environmentOf({ inheritsNothing: true })).toEqual({ A: '1' });
});

test('an input inside of a text has to be given, whether it is required or not', () => {
  const template = {
    steps: [program('true', word('--level=', input('level')))],
    properties: { level: { type: 'string' } },
    required: [],
  };

  expect(asPlan(planCall(template, { level: 'a' })).args).toEqual(['--level=a']);
  expect(asError(planCall(template, {}))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ code: 'MISSING_ARGUMENT', field: '--level' }],
  });
});
