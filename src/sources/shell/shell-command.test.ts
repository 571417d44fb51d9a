import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GateError } from '../../vocabulary/gate-error.js';
import { asPlan, newWorkspace, planWords, runPlan, write } from '../command-handle/test-helpers.js';
import { usualShell } from './shell-host.js';
import { findShellSyntax } from './shell-syntax.js';
import { callOf, errorOf, planOf, problemsOf, shell } from './test-helpers.js';

const printer = 'process.stdout.write(JSON.stringify(process.argv.slice(2)));\n';

/** What a real program gets for these parameters. */
function received(workspace: string, parameters: readonly string[]): unknown {
  const plan = planOf({ command: 'node', parameters: ['print.mjs', ...parameters] }, { workspace });
  const { stdout, stderr } = runPlan(plan);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('it takes the parameters of the specification, and text for standard input', () => {
  const { path, danger, parameters } = shell();

  expect({ path, danger }).toEqual({ path: ['shell'], danger: 'mutating' });
  expect(parameters.map(({ key, required, path: rule }) => ({ key, required, path: rule }))).toEqual(
    ['command', 'parameters', 'directory', 'timeout', 'output_format', 'output_detail', 'artifact_paths', 'stdin'].map(
      (key) => ({ key, required: key === 'command', path: 'free' }),
    ),
  );
});

test('a call becomes a program with its real file, its arguments, its directory and its own time', () => {
  const workspace = newWorkspace();
  const { plan: whole, finish } = callOf({ command: 'ls', parameters: ['-la', './'] }, { workspace });
  const { environment, ...plan } = whole;

  expect(plan).toEqual({
    program: realpathSync('/usr/bin/ls'),
    name: 'ls',
    args: ['-la', './'],
    directory: workspace,
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    decided: [],
    secrets: [],
    timeoutMs: usualShell.timeoutMs,
    ownTimeout: true,
    shows: 'brief',
  });
  expect(environment.TERM).toBe('dumb');
  expect(finish).toBeTypeOf('function');
});

test('full detail shows as much of the output as an answer carries', () => {
  const workspace = newWorkspace();

  expect(planOf({ command: 'ls', output_detail: 'full', output_format: 'json' }, { workspace }).shows).toBe('complete');
  expect(planOf({ command: 'ls', output_detail: 'minimal' }, { workspace }).shows).toBe('brief');
});

test('what follows the program on a command line is its own, and a number there is a number', () => {
  const workspace = newWorkspace();
  const plan = asPlan(planWords(shell(), ['--timeout', '900000', 'ls', '-la', '--timeout', '5'], { workspace }));

  expect({ args: plan.args, timeoutMs: plan.timeoutMs }).toEqual({
    args: ['-la', '--timeout', '5'],
    timeoutMs: 900_000,
  });
});

test('standard input is the text that was given', () => {
  const workspace = newWorkspace();
  const plan = planOf({ command: 'cat', stdin: 'ä\n\0b' }, { workspace });

  expect(runPlan(plan)).toEqual({ status: 0, stdout: 'ä\n\0b', stderr: '' });
});

test('the one word open keeps standard input open, and every other text is text', () => {
  const workspace = newWorkspace();
  const stdin = (text: string) => planOf({ command: 'cat', stdin: text }, { workspace }).stdin;

  expect(stdin('open')).toBe('open');
  expect(['open\n', 'Open', ' open', ''].map(stdin)).toEqual(
    ['open\n', 'Open', ' open', ''].map((text) => Buffer.from(text)),
  );
});

test.each([
  ["it's"],
  ['(x)'],
  ['$5.00'],
  ['\\d+'],
  [''],
  ['a b'],
  ['#x'],
  ['first line\nsecond line'],
  ['$HOME'],
  ['\x24{HOME}'],
  ['~'],
  ['{a,b}'],
  ['a && b'],
  ['https://example.com/?a=1&b=2'],
  ['x > y'],
  ['"quoted"'],
  ['!x'],
  ['*.nothing'],
  ['*.mjs'],
  ['<b>bold</b>'],
  ['fix: a | b; see `x` and $(y)'],
  ['\t\r\x07'],
  ['ünï😀'],
])('the argument %j reaches the program byte for byte', (argument) => {
  const workspace = newWorkspace();
  write(workspace, 'print.mjs', printer);

  expect(received(workspace, [argument, 'last'])).toEqual([argument, 'last']);
});

test('any arguments that are no whole operators reach the program byte for byte', () => {
  const workspace = newWorkspace();
  write(workspace, 'print.mjs', printer);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'"\\$`*?[]{}()|&;<>#!~ \n\t-=/.a1') }),
  );
  const argument = text.filter((one) => !one.includes('\0') && one.isWellFormed() && !findShellSyntax(one));

  fc.assert(
    fc.property(fc.array(argument, { maxLength: 20 }), (parameters) => {
      expect(received(workspace, parameters)).toEqual(parameters);
    }),
    { numRuns: 25 },
  );
});

test('the directory is used, and is a real path', () => {
  const workspace = newWorkspace();
  write(workspace, 'packages/one/x', '');
  symlinkSync('packages/one', join(workspace, 'one'));

  expect(runPlan(planOf({ command: 'pwd', directory: 'one' }, { workspace })).stdout).toBe(
    `${workspace}/packages/one\n`,
  );
  expect(
    planOf({ command: 'pwd', directory: './' }, { workspace, directory: join(workspace, 'packages') }),
  ).toMatchObject({ directory: join(workspace, 'packages') });
  expect(planOf({ command: 'pwd', directory: workspace }, { workspace }).directory).toBe(workspace);
});

test('a directory outside is refused with the trusted working directory that it does not match', () => {
  const workspace = newWorkspace();
  symlinkSync('/etc', join(workspace, 'out'));

  for (const directory of ['..', '/etc', 'out', './../..']) {
    const error = errorOf({ command: 'pwd', directory }, { workspace });
    expect(error.code).toBe('PATH_TRAVERSAL_BLOCKED');
    expect(problemsOf(error)).toEqual([
      `PATH_TRAVERSAL_BLOCKED directory: The directory "${directory}" does not match: it is outside the trusted working directory "${workspace}". Omit the directory, or name one inside the trusted working directory (e.g., src)`,
    ]);
  }
});

test("the gate's own directory is no directory to run in", () => {
  const workspace = newWorkspace();
  write(workspace, '.cmdgate/x', '');

  expect(errorOf({ command: 'ls', directory: '.cmdgate' }, { workspace }).code).toBe('PATH_TRAVERSAL_BLOCKED');
});

test('a directory that does not exist is told as such', () => {
  const workspace = newWorkspace();
  const error = errorOf({ command: 'ls', directory: 'missing' }, { workspace });

  expect(error.code).toBe('DIRECTORY_NOT_FOUND');
  expect(error.message).toBe('The working directory "missing" does not exist.');
});

test('everything that is wrong is told at once, by the names that were written', () => {
  const workspace = newWorkspace();
  const error = errorOf(
    {
      parameters: ['a', 5, 'b\0', '&&'],
      directory: 7,
      timeout: 0.5,
      output_format: 'html',
      output_detail: true,
      artifact_paths: ['', '../x'],
      stdin: [],
    },
    { workspace },
  );

  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.details.map(({ code, field }) => `${code} ${field}`)).toEqual([
    'MISSING_ARGUMENT command',
    'INVALID_TYPE parameters[1]',
    'INVALID_TEXT parameters[2]',
    'INVALID_TYPE directory',
    'INVALID_INTEGER timeout',
    'INVALID_CHOICE output_detail',
    'INVALID_TYPE stdin',
    'INVALID_CHOICE output_format',
    'SHELL_SYNTAX parameters[3]',
    'INVALID_VALUE artifact_paths[0]',
    'PATH_TRAVERSAL_BLOCKED artifact_paths[1]',
  ]);
});

test.each([
  [
    '-l',
    'INVALID_TYPE parameters: The parameters argument is not a list. Pass a list of texts, one per argument (e.g., ["-l", "src"])',
  ],
  [
    { 0: 'a' },
    'INVALID_TYPE parameters: The parameters argument is not a list. Pass a list of texts, one per argument (e.g., ["-l", "src"])',
  ],
  [
    null,
    'INVALID_TYPE parameters: The parameters argument is not a list. Pass a list of texts, one per argument (e.g., ["-l", "src"])',
  ],
  [
    ['\ud800'],
    'INVALID_TEXT parameters[0]: The parameters[0] argument contains half of a surrogate pair. Use plain text',
  ],
])('parameters %j are no list of texts', (parameters, problem) => {
  expect(problemsOf(errorOf({ command: 'ls', parameters }, { workspace: newWorkspace() }))).toEqual([problem]);
});

test.each([[0], [-1], [1.5], [1_800_001], [Number.NaN], [true], [null], ['soon'], ['60000'], [2 ** 53]])(
  'a timeout of %j is refused, not replaced',
  (timeout) => {
    const error = errorOf({ command: 'ls', timeout }, { workspace: newWorkspace() });

    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.details).toHaveLength(1);
  },
);

test('whatever it is given, it plans or says what is wrong', () => {
  const workspace = newWorkspace();
  const command = shell();
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('ls', 'grep', 'git', '|', '*', '../x', '[a'));
  const value = fc.oneof(text, fc.array(fc.oneof(text, fc.anything()), { maxLength: 4 }), fc.anything());
  const names = command.parameters.map(({ key }) => key);

  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (input) => {
      const session = { id: 's', workspace, directory: workspace };
      const caller = { name: 'tester', may: 'everything' } as const;
      const planned = command.plan(input, { session, caller, secrets: [], terminal: false });
      expect(planned instanceof GateError ? planned.details.length : planned.plan.args.length).toBeGreaterThanOrEqual(
        planned instanceof GateError ? 1 : 0,
      );
    }),
    { numRuns: 300 },
  );
});

test.each([[1], [900_000], [1_800_000]])('a timeout of %d ms is taken as it is', (timeout) => {
  expect(planOf({ command: 'ls', timeout }, { workspace: newWorkspace() }).timeoutMs).toBe(timeout);
});

test('the usual time is never longer than the longest', () => {
  expect(planOf({ command: 'ls' }, { workspace: newWorkspace() }, { maxTimeoutMs: 5_000 }).timeoutMs).toBe(5_000);
});

test('an unknown program comes with the nearest one, and what only a shell has with its replacement', () => {
  const workspace = newWorkspace();

  expect(problemsOf(errorOf({ command: 'grepp' }, { workspace }))).toEqual([
    'PROGRAM_NOT_FOUND command: There is no program "grepp" in the search path. Did you mean "grep"?',
  ]);
  expect(problemsOf(errorOf({ command: 'cd', parameters: ['src'] }, { workspace }))).toEqual([
    'PROGRAM_NOT_FOUND command: There is no program "cd" in the search path. Pass the directory in the argument "directory" with each call',
  ]);
});

test('a path names a real file, from the directory of the call, and stays inside', () => {
  const workspace = newWorkspace();
  const script = write(workspace, 'tools/my tool.sh', '#!/bin/sh\necho "$1"\n', 0o755);
  symlinkSync('/usr/bin/env', join(workspace, 'tools/out'));

  expect(planOf({ command: './my tool.sh', directory: 'tools' }, { workspace }).program).toBe(script);
  expect(planOf({ command: '/usr/bin/env' }, { workspace }).program).toBe(realpathSync('/usr/bin/env'));
  expect(errorOf({ command: 'tools/out' }, { workspace }).code).toBe('PATH_TRAVERSAL_BLOCKED');
  expect(errorOf({ command: './missing' }, { workspace }).code).toBe('PROGRAM_NOT_FOUND');
  expect(errorOf({ command: 'tools/' }, { workspace }).code).toBe('PROGRAM_NOT_EXECUTABLE');
});

test('a search path that leads into the workspace counts only where the owner listed it', () => {
  const workspace = newWorkspace();
  const searchPath = [join(workspace, 'bin'), '/usr/bin'];
  const own = write(workspace, 'bin/ls', '#!/bin/sh\n', 0o755);

  const usual = planOf({ command: 'ls' }, { workspace }, { searchPath });
  const listed = planOf({ command: 'ls' }, { workspace }, { searchPath, ownSearchPath: true });

  expect({ program: usual.program, PATH: usual.environment.PATH }).toEqual({
    program: realpathSync('/usr/bin/ls'),
    PATH: '/usr/bin',
  });
  expect({ program: listed.program, PATH: listed.environment.PATH }).toEqual({
    program: own,
    PATH: searchPath.join(':'),
  });
});

test('programs that were found in one workspace are looked up again in another', () => {
  const [first, second] = [newWorkspace(), newWorkspace()];
  write(first, 'bin/tool', '#!/bin/sh\n', 0o755);
  const host = { searchPath: [join(first, 'bin')] };
  const command = shell(host);
  const planIn = (workspace: string) => planWords(command, ['tool'], { workspace });

  expect(asPlan(planIn(second)).program).toBe(join(first, 'bin/tool'));
  expect(planIn(first)).toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
});

test('patterns stand for files where the program takes file names, and nowhere else', () => {
  const workspace = newWorkspace();
  for (const name of ['b.ts', 'a.ts', '.hidden.ts', '-r.ts', 'c.js', 'src/d.ts']) write(workspace, name, 'x\n');
  const argsOf = (command: string, ...parameters: string[]) => planOf({ command, parameters }, { workspace }).args;

  expect(argsOf('ls', '-l', '*.ts')).toEqual(['-l', './-r.ts', 'a.ts', 'b.ts']);
  expect(argsOf('wc', '-l', 'src/*.ts', '*.js')).toEqual(['-l', 'src/d.ts', 'c.js']);
  expect(argsOf('timeout', '5', 'ls', '[ab].ts')).toEqual(['5', 'ls', 'a.ts', 'b.ts']);
  expect(argsOf('find', '.', '-name', '*.ts')).toEqual(['.', '-name', '*.ts']);
  expect(argsOf('grep', 'a*', 'c.js')).toEqual(['a*', 'c.js']);
  expect(argsOf('grep', '*.ts', '*.js')).toEqual(['*.ts', 'c.js']);
  expect(argsOf('echo', '*.ts')).toEqual(['*.ts']);
  expect(argsOf('node', 'x.js', '*.ts')).toEqual(['x.js', '*.ts']);
  expect(argsOf('ls', '*.py')).toEqual(['*.py']);
  expect(argsOf('ls', '/etc/*')).toEqual(['/etc/*']);
  expect(planOf({ command: 'ls', parameters: ['*.ts'] }, { workspace }, { globs: false }).args).toEqual(['*.ts']);
});

test('values that the owner sets by reference, and passed ones that are named like secrets, are never shown', () => {
  const plan = planOf(
    { command: 'ls' },
    { workspace: newWorkspace() },
    {
      environment: { API_TOKEN: 'passed-token', COLOUR: 'blue', OTHER_TOKEN: 'not listed' },
      pass: ['API_*', 'COLOUR'],
      set: { PLAIN: 'text', KEY: { reveal: () => 'referenced' } },
    },
  );

  expect(plan.secrets).toEqual(['passed-token', 'referenced']);
  expect(plan.environment).toMatchObject({
    API_TOKEN: 'passed-token',
    COLOUR: 'blue',
    PLAIN: 'text',
    KEY: 'referenced',
  });
  expect(Object.keys(plan.environment)).not.toContain('OTHER_TOKEN');
});

test('arguments that the system would not take are refused before it is asked', () => {
  const workspace = newWorkspace();

  expect(errorOf({ command: 'ls', parameters: ['ok', 'x'.repeat(200_000)] }, { workspace }).details).toMatchObject([
    { code: 'ARGUMENTS_TOO_LONG', field: 'parameters[1]' },
  ]);
});

test('variables of the session reach the program, except names that make it run other code', () => {
  const workspace = newWorkspace();
  const planWith = (variables: Readonly<Record<string, string>>) =>
    shell().plan(
      { command: 'ls' },
      {
        session: { id: 's', workspace, directory: workspace, variables },
        caller: { name: 'tester', may: 'everything' },
        secrets: [],
        terminal: false,
      },
    );

  expect(asPlan(planWith({ STAGE: 'test', GIT_TERMINAL_PROMPT: '1' })).environment).toMatchObject({
    STAGE: 'test',
    GIT_TERMINAL_PROMPT: '0',
  });
  expect(planWith({ PATH: '/tmp' })).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ code: 'FORBIDDEN_ENVIRONMENT_NAME', field: 'environment.PATH' }],
  });
});

test('what is told after the end are the artifacts and how the scope was kept', async () => {
  const workspace = newWorkspace();
  const result = { exitCode: 0, signal: null, durationMs: 1, stdout: undefined, stderr: undefined };
  const call = callOf({ command: 'ls', artifact_paths: ['missing.js'] }, { workspace });

  expect(await call.finish?.(result)).toEqual({
    artifacts: [{ path: 'missing.js', error: 'does not exist' }],
    scope: 'checked',
  });
});

test('what an assistant says is told on its own, by the name that was called', async () => {
  const workspace = newWorkspace();
  write(workspace, 'bin/codex', '#!/bin/sh\n', 0o755);
  write(workspace, 'bin/mine', '#!/bin/sh\n', 0o755);
  const host = {
    searchPath: [join(workspace, 'bin')],
    ownSearchPath: true,
    aiCommands: { ...usualShell.aiCommands, mine: { answer: 'stderr' as const } },
  };
  const stream = (text: string) => ({ text, totalBytes: text.length, omittedBytes: 0, valid: true });
  const result = {
    exitCode: 0,
    signal: null,
    durationMs: 1,
    stdout: stream('\x1b[32mhello\x1b[0m\n'),
    stderr: stream('other'),
  };

  expect(await callOf({ command: 'codex' }, { workspace }, host).finish?.(result)).toEqual({
    artifacts: [],
    assistant_output: 'hello',
    scope: 'checked',
  });
  expect(await callOf({ command: './bin/mine' }, { workspace }, host).finish?.({ ...result, exitCode: 3 })).toEqual({
    artifacts: [],
    assistant_error: 'mine exited with code 3.\nThe end of its stderr:\nother',
    scope: 'checked',
  });
  expect(await callOf({ command: './bin/mine' }, { workspace }, host).finish?.(result)).toMatchObject({
    assistant_output: 'other',
  });
});
