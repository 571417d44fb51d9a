// Tools of manuals as a hostile agent and a careless author would use them, through the real gate: what is given stays a
// value, nothing leaves the workspace, no secret is told, and no list leaves anything behind.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ConfiguredGate, type CreateGateOptions, createGate, type Outcome, type RunEvent } from 'cmdgate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { cmdgate, finish, startCmdgate } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';

type Template = Readonly<Record<string, unknown>>;

interface Settings {
  readonly files?: Readonly<Record<string, string>>;
  /** Of the manual. */
  readonly entry?: object;
  readonly configuration?: object;
  /** Whether the policy names all of the tools. */
  readonly shell?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Opened {
  readonly gate: ConfiguredGate;
  readonly directory: string;
  call(tool: string, x?: unknown, options?: object): Promise<Outcome>;
  close(): Promise<void>;
}

function writeWorkspace(tools: Readonly<Record<string, Template>>, files: Settings['files'] = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-utcp-attack-')));
  const written = Object.entries(tools).map(([name, template]) => {
    const takesX = /UTCP_ARG_x_|\$\{x\}/.test(JSON.stringify(template)) || 'command_name' in template;
    const inputs = { type: 'object', properties: takesX ? { x: {} } : {}, required: takesX ? ['x'] : [] };
    return { name, description: name, inputs, tool_call_template: { call_template_type: 'cli', ...template } };
  });
  for (const [name, text] of Object.entries({ ...files, 'own/m.json': JSON.stringify({ tools: written }) })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

async function open(
  tools: Readonly<Record<string, Template>>,
  settings: Settings = {},
  approve?: CreateGateOptions['approve'],
): Promise<Opened> {
  const { files, entry, configuration, shell = false, environment } = settings;
  const directory = writeWorkspace(tools, files);
  const policy = { default: 'ask', rules: [], shell: Object.keys(tools).map((tool) => `m ${tool}`) };
  const gate = await createGate({
    // What holds without the system's help is tried here; test/security/sandbox has what holds with it.
    config: { utcp: [{ file: 'own/m.json', ...entry }], sandbox: 'off', ...(shell && { policy }), ...configuration },
    directory,
    environment: { PATH: process.env.PATH, ...environment },
    ...(approve && { approve }),
  });
  return {
    gate,
    directory,
    call: (tool, x, options) => gate.run({ path: ['m', tool], input: x === undefined ? {} : { x } }, options),
    close: async () => {
      await gate.close();
      remove(directory);
    },
  };
}

async function openForTest(...given: Parameters<typeof open>): Promise<Opened> {
  const opened = await open(...given);
  onTestFinished(() => opened.close());
  return opened;
}

function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  rmSync(ownDirectory(directory), { recursive: true, force: true });
}

const lines = (...commands: readonly string[]): Template => ({
  commands: commands.map((command) => ({ command, append_to_final_output: true })),
});
const withX = (variable: string, ...commands: readonly string[]): Template => ({
  ...lines(...commands),
  env_vars: { [variable]: given },
});
const script = (command: string, more: object = {}): Template => ({ command, shell: true, ...more });
const program = (command: string, ...args: readonly string[]): Template => ({ command, args });

const given = 'UTCP_ARG_x_UTCP_END';
const x = `\${x}`;
const fromX = { environment: { X: x } };

const codeOf = (outcome: Outcome) => (outcome.status === 'failed' ? outcome.error.code : 'ran');

const stdoutOf = (outcome: Outcome) =>
  outcome.status === 'failed' ? undefined : (outcome.data as { stdout: string }).stdout;

async function waitFor(isThere: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 250 && !isThere(); tries++) await delay(20);
  return isThere();
}

/** The processes whose ids a program wrote into a file. */
function pidsIn(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

async function allEnded(file: string, count: number): Promise<boolean> {
  expect(await waitFor(() => pidsIn(file).length >= count)).toBe(true);
  return await waitFor(() => !pidsIn(file).some(isAlive));
}

/** Each would make the file `canary` where it is taken for code. */
const code = [
  'touch canary',
  '; touch canary #',
  '$(touch canary)',
  '`touch canary`',
  "'; touch canary; '",
  '"; touch canary; "',
  'a[$(touch canary)]',
  'x\ntouch canary\n',
];

describe('a script that the policy names', () => {
  const refused: Readonly<Record<string, Template>> = {
    'eval of a variable': script(`v="${x}"; eval "$v"`),
    'sh -c of a variable': script(`v="${x}"; sh -c "$v"`),
    'a variable as a command': script(`v="${x}"; $v`),
    'a loop over commands': script(`for f in "${x}"; do "$f"; done`),
    'a variable in $( )': script(`v="${x}"; echo "$($v)"`),
    'a variable in backticks': script(`v="${x}"; echo "\`$v\`"`),
    'a parameter in eval': script(`echo "${x}"; eval "$1"`),
    'all parameters as a command': script(`echo "${x}"; "$@"`),
    'a split variable': script(`v="${x}"; ls $v`),
    'eval of the environment': script('eval "$X"', fromX),
    'sh -c of the environment': script('sh -c "$X"', fromX),
    'the environment as a command': script('$X', fromX),
    'a split environment': script('ls $X', fromX),
    'a pipe into a shell': script(`echo "${x}" | sh`),
    'a pipe into xargs': script(`echo "${x}" | xargs -I{} sh -c {}`),
    'a substitution': script(`echo "$(echo ${x})"`),
    calculation: script(`echo $((${x}))`),
    'eval of a variable, as a step': lines(`v="${given}"; eval "$v"`),
    'eval of the environment, as a step': withX('X', 'eval "$X" | cat'),
    'the environment as a command, as a step': withX('X', '$X | cat'),
    'a value as a command': lines(`{ ${given}; } | cat`),
    'a value as a path': lines(`PATH=${given} ls | cat`),
    'a value behind env': lines(`env ${given} ls | cat`),
    'many substitutions': lines(`echo ${given} ${'$( '.repeat(3_000)}${')'.repeat(3_000)}`),
  };
  const accepted: Readonly<Record<string, Template>> = {
    'no quotes': lines(`printf %s ${given} | cat`),
    'double quotes': lines(`printf %s "${given}" | cat`),
    'single quotes': lines(`printf %s '${given}' | cat`),
    'quotes in quotes': lines(`printf %s "'${given}'" | tr -d "'" | cat`),
    'a variable in quotes': script(`v="${x}"; printf %s "$v"`),
    'the environment in quotes': script('printf %s "$X" | cat', fromX),
    'a script that reads': script(`printf %s "${x}" | perl -pe 1`),
  };
  const nameOf = (index: number) => `t${index}`;
  const number = (tools: Readonly<Record<string, Template>>) =>
    Object.fromEntries(Object.values(tools).map((template, index) => [nameOf(index), template]));

  test('is refused when it is loaded where a value could become code or several words', async () => {
    const { gate, call } = await openForTest(number(refused), { shell: true });
    const loaded: string[] = [];
    for (const [index, name] of Object.keys(refused).entries()) {
      if (codeOf(await call(nameOf(index), 'x')) !== 'COMMAND_NOT_FOUND') loaded.push(name);
    }
    expect(loaded).toEqual([]);
    expect(gate.warnings.length).toBeGreaterThanOrEqual(Object.keys(refused).length);
  });

  test('gets each value as it is, whatever quotes stand around it', async () => {
    const { gate, call, directory } = await openForTest(number(accepted), { shell: true });
    expect(gate.warnings).toEqual([]);
    for (const [index, name] of Object.keys(accepted).entries()) {
      for (const value of code) {
        const printed = stdoutOf(await call(nameOf(index), value));
        const expected = name === 'quotes in quotes' ? value.replaceAll("'", '') : value;
        expect([name, printed, existsSync(join(directory, 'canary'))]).toEqual([name, expected, false]);
      }
    }
  });
});

describe('programs that take an operand for code', () => {
  test.each([
    ['sqlite3', program('sqlite3', 'a.db', x)],
    ['psql', program('psql', '-c', x)],
    ['ssh', program('ssh', '-o', x, 'host')],
    ['git', program('git', 'filter-branch', '--tree-filter', x)],
    ['git -c', program('git', '-c', x, 'status')],
    ['make', program('make', `NAME=${x}`)],
    ['unshare', program('unshare', x)],
    ['chroot', program('chroot', '/', x)],
    ['node', program('node', '--require', x, 'a.js')],
    ['pandoc', program('pandoc', '--filter', x, 'a.md')],
    ['find', program('find', '.', '-exec', x, ';')],
    ['tar', program('tar', '-xf', 'a.tar', `--to-command=${x}`)],
    ['perl', program('perl', '-ne', x)],
    ['env', program('env', x, 'ls')],
  ])('a tool that gives one to %s is not loaded', async (_, template) => {
    const { call } = await openForTest({ it: template });
    expect(codeOf(await call('it', 'x'))).toBe('COMMAND_NOT_FOUND');
  });

  test.each([
    ['make', program('make', x), 'A:=$(file >canary,x)'],
    ['make behind --', program('make', '--', x), 'A=b'],
    ['find behind --', program('find', '--', '.', x), '-delete'],
    ['find behind -- and another', program('timeout', '5', 'find', '--', '.', x), '-delete'],
    ['what npm passes on', program('npm', 'run', 'x', '--', x), '--require=./canary.js'],
    ['make behind another', program('timeout', '5', 'make', x), 'A:=$(file >canary,x)'],
    ['make in steps', lines('echo "A:=\\$(file >canary,x)"', 'make $CMD_0_OUTPUT'), undefined],
    ['perl', program('perl', '-ne', 'print', x), 'touch canary|'],
    ['perl behind --', program('perl', '-pe', '1', '--', x), '>canary'],
    ['ed', program('ed', '-s', x), '!touch canary'],
    ['curl', program('curl', '-s', x), '{file}:///etc/hostname'],
    ['flags of a list', program('ls', x), '-la'],
    ['flags with a plus', program('ls', x), '+x'],
    ['a flag as an option', { command_name: 'ls' }, '--help'],
    ['a list of flags as an option', { command_name: 'ls' }, ['a', '-la']],
    ['a number as a flag', program('ls', x), -1],
  ])('a value that it would evaluate is refused: %s', async (_, template, value) => {
    const { call, directory } = await openForTest({ it: template });
    expect(codeOf(await call('it', value))).toBe('VALIDATION_ERROR');
    expect(existsSync(join(directory, 'canary'))).toBe(false);
  });

  test.each([
    ['a target', program('make', '--dry-run', x), 'all'],
    ['a file of perl', program('perl', '-ne', 'print', x), 'own/m.json'],
    ['a flag of other letters', program('printf', '%s', x), '\u2212x'],
    ['a blank before a flag', program('printf', '%s', x), ' -x'],
  ])('other values arrive: %s', async (_, template, value) => {
    const { call } = await openForTest({ it: template }, { files: { Makefile: 'all:\n\ttrue\n' } });
    expect(codeOf(await call('it', value))).toBe('ran');
  });
});

describe('values stay in the workspace', () => {
  let opened: Opened;
  const tools = {
    whole: program('printf', '%s', x),
    option: program('printf', '%s', '--', `--name=${x}`),
    step: lines(`printf %s ${given}`, 'cat $CMD_0_OUTPUT'),
    directory: { ...program('pwd'), working_directory: x },
    cd: lines(`cd ${given}`, 'pwd'),
    variable: { command: 'printenv', args: ['PLACE'], environment: { PLACE: x } },
    joined: { ...program('printf', '%s', `@${x}/${x}`), working_directory: 'sub' },
  };

  beforeAll(async () => {
    opened = await open(tools, { files: { 'sub/a.txt': 'a' } });
    symlinkSync('/etc', join(opened.directory, 'link'));
  });
  afterAll(() => opened.close());

  test.each([
    ...['/etc/hostname', '../x', 'sub/../../x', 'link/hostname', 'link/..', '.cmdgate/log'].flatMap((value) =>
      ['whole', 'option', 'step', 'directory', 'cd', 'variable'].map((tool) => [tool, value] as const),
    ),
    ...[
      'file:///etc/hostname',
      'FILE:/etc/hostname',
      'file://localhost/etc/%68ostname',
      '@/etc/hostname',
      '@../x',
      'if=/etc/hostname',
      'data=@/etc/hostname',
      'data=</etc/hostname',
    ].flatMap((value) => ['whole', 'option', 'variable'].map((tool) => [tool, value] as const)),
    ['joined', '..'] as const,
  ])('%s refuses %s', async (tool, value) => {
    expect(codeOf(await opened.call(tool, value))).toBe('PATH_TRAVERSAL_BLOCKED');
  });

  test.each(['sub/a.txt', '@scope/name', 'https://example.com/a?b=/c', 'a=b', '~', 'a: ../b'])(
    'whole takes %s',
    async (value) => expect(stdoutOf(await opened.call('whole', value))).toBe(value),
  );

  test.each([
    ['working_dir', { ...lines('touch ../ready', 'sleep 0.7', 'pwd -P'), working_dir: 'sub' }],
    ['cd', lines('cd sub', 'touch ../ready', 'sleep 0.7', 'pwd -P')],
  ])('a link that replaces the directory while a step runs is not followed: %s', async (_, template) => {
    const { call, directory } = await openForTest({ it: template }, { files: { 'sub/a.txt': 'a' } });
    const outcome = call('it');
    expect(await waitFor(() => existsSync(join(directory, 'ready')))).toBe(true);
    rmSync(join(directory, 'sub'), { recursive: true });
    symlinkSync('/etc', join(directory, 'sub'));
    expect(codeOf(await outcome)).toBe('PATH_TRAVERSAL_BLOCKED');
  });
});

test('a link that replaces the directory while the program waits for its turn is not followed', async () => {
  const { call, directory } = await openForTest(
    { hold: lines('touch ready', 'sleep 1'), it: { ...program('pwd', '-P'), working_directory: 'sub' } },
    { files: { 'sub/a.txt': 'a' }, configuration: { limits: { processes: 1 } } },
  );
  const holding = call('hold');
  expect(await waitFor(() => existsSync(join(directory, 'ready')))).toBe(true);
  const outcome = call('it');
  rmSync(join(directory, 'sub'), { recursive: true });
  symlinkSync('/etc', join(directory, 'sub'));
  const result = await outcome;
  await holding;
  expect(codeOf(result)).not.toBe('ran');
});

describe('secrets', () => {
  const secret = 'pa55-Word"q\\z/+ü';
  const print = (expression: string): Template => ({
    command: process.execPath,
    args: ['-p', `const t = process.env.TOKEN; ${expression}`],
    environment: { TOKEN: `\${TOKEN}` },
  });
  const tools = {
    plain: print('t'),
    json: print('JSON.stringify(t)'),
    address: print('encodeURIComponent(t)'),
    base64: print('Buffer.from(t).toString("base64")'),
    hex: print('Buffer.from(t).toString("hex")'),
    argument: program('sleep', `\${TOKEN}`),
    output: lines('printf %s $TOKEN', 'sleep $CMD_0_OUTPUT'),
    place: { ...program('pwd'), working_directory: `\${TOKEN}` },
    missing: program(`\${TOKEN}`),
    list: lines('true', '$PROGRAM no-such-file'),
    stopped: { command: 'sh', args: ['-c', 'echo "$T"; sleep 60'], environment: { T: `\${TOKEN}` }, timeout: 0.3 },
  };
  const told = [
    secret,
    'pa55',
    Buffer.from(secret).toString('base64').slice(0, 12),
    Buffer.from('pa55').toString('hex'),
  ];
  const tellsNot = (what: string, text: string) =>
    expect([what, told.filter((one) => text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)))]).toEqual(
      [what, []],
    );

  function filesBelow(directory: string): readonly string[] {
    if (!existsSync(directory)) return [];
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
  }

  test('no variable is told, in any form that programs print: answers, errors, dry runs, events and files', async () => {
    const entry = { variables: { TOKEN: 'env:TOKEN', PROGRAM: 'env:PROGRAM' } };
    const environment = { TOKEN: secret, PROGRAM: '/bin/pa55-ls' };
    const { gate, call, directory } = await openForTest(tools, { entry, environment });
    for (const tool of Object.keys(tools)) {
      for (const dryRun of [false, true]) {
        const events: RunEvent[] = [];
        const outcome = await call(tool, undefined, { dryRun, onEvent: (event: RunEvent) => void events.push(event) });
        const { error } = outcome as { error?: Error };
        tellsNot(tool, JSON.stringify([outcome, { ...error, message: error?.message }]));
        tellsNot(
          `${tool}, events`,
          events.map((event) => ('text' in event ? event.text : JSON.stringify(event))).join(''),
        );
      }
    }
    for (const line of ['help m', 'help m plain', 'schema m plain', 'runs list']) {
      tellsNot(line, JSON.stringify(await gate.run(line)));
    }
    await gate.close();
    for (const file of [...filesBelow(directory), ...filesBelow(ownDirectory(directory))]) {
      tellsNot(file, readFileSync(file, 'latin1'));
    }
  });

  test('the name of a program that a variable holds is not told of a step', async () => {
    const entry = { variables: { PROGRAM: 'env:PROGRAM' } };
    const { call } = await openForTest({ it: tools.list }, { entry, environment: { PROGRAM: '/bin/ls' } });
    const events: RunEvent[] = [];
    const outcome = await call('it', undefined, { onEvent: (event: RunEvent) => void events.push(event) });
    expect(codeOf(outcome)).toBe('EXECUTION_ERROR');
    expect(JSON.stringify([outcome, (outcome as { error?: Error }).error?.message, events])).not.toContain('/bin/ls');
  });
});

describe('approvals', () => {
  const ask = (rules: Readonly<Record<string, readonly [conditions: object, example: string]>>) => ({
    default: 'ask',
    rules: Object.entries(rules).map(([id, [conditions, example]]) => ({
      ...{ id, decision: 'ask', reason: `Because of ${id}.`, command: 'm it', match: [example] },
      ...conditions,
    })),
  });

  test('who approves one value of a variable has not approved another', async () => {
    const shown: string[] = [];
    const { call } = await openForTest(
      { it: { ...program('printenv', 'X'), ...fromX } },
      { configuration: { policy: ask({ one: [{ program: 'printenv' }, 'printenv X'] }) } },
      async ({ subject }) => {
        shown.push(JSON.stringify(subject));
        return shown.length === 1 ? undefined : { answer: 'approve', by: 'library' };
      },
    );
    await call('it', 'harmless');
    expect(stdoutOf(await call('it', 'hostile'))).toBe('hostile\n');
    expect(shown[1]).toContain('hostile');
  });

  test('who approves one step has not answered what another one turns out to ask', async () => {
    const { call, directory } = await openForTest(
      { it: lines(`cat ${given}`, 'touch $CMD_0_OUTPUT') },
      {
        files: { name: 'canary' },
        configuration: {
          policy: ask({ one: [{ program: 'cat' }, 'cat x'], two: [{ program: 'touch', has: 'can*' }, 'touch can'] }),
        },
      },
      async () => ({ answer: 'approve', by: 'library' }),
    );
    expect(codeOf(await call('it', 'name'))).toBe('PERMISSION_DENIED');
    expect(existsSync(join(directory, 'canary'))).toBe(false);
  });
});

describe('lists end, and leave nothing behind', () => {
  /** Does not listen, and starts one that leaves its group. Both write their ids. */
  const deaf = [
    "trap '' TERM",
    'setsid sleep 600 & echo $! >> pids',
    'echo $$ >> pids',
    'while :; do sleep 0.1; done',
  ].join('\n');

  test('a step that does not listen ends when it is canceled, with what it started, and no other step runs', async () => {
    const { call, directory } = await openForTest(
      { it: lines('true', 'sh deaf.sh', 'touch canary') },
      { files: { 'deaf.sh': deaf } },
    );
    const controller = new AbortController();
    const outcome = call('it', undefined, { signal: controller.signal });
    expect(await waitFor(() => pidsIn(join(directory, 'pids')).length === 2)).toBe(true);
    controller.abort();
    expect(codeOf(await outcome)).toBe('CANCELED');
    expect(await allEnded(join(directory, 'pids'), 2)).toBe(true);
    expect(existsSync(join(directory, 'canary'))).toBe(false);
  });

  test('all steps have one time together, and what a step left behind is ended while others run', async () => {
    const leaves = 'setsid sleep 600 > /dev/null 2>&1 & echo $! >> pids';
    const tool = { ...lines('sh leaves.sh', 'sleep 0.6', 'sleep 600', 'touch canary'), timeout: 1 };
    const { call, directory } = await openForTest({ it: tool }, { files: { 'leaves.sh': leaves } });
    expect(codeOf(await call('it'))).toBe('TIMEOUT');
    expect(await allEnded(join(directory, 'pids'), 1)).toBe(true);
    expect(existsSync(join(directory, 'canary'))).toBe(false);
  });

  test('the sudden death of the gate ends the step, no other one runs, and the run is lost', async () => {
    const directory = writeWorkspace(
      { it: lines('echo one', 'sh deaf.sh', 'touch canary') },
      { 'deaf.sh': deaf, 'cmdgate.config.json': JSON.stringify({ utcp: ['own/m.json'], sandbox: 'off' }) },
    );
    onTestFinished(() => remove(directory));
    const environment = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? tmpdir() };
    const child = startCmdgate(['run', 'm', 'it'], { cwd: directory, environment });
    expect(await waitFor(() => pidsIn(join(directory, 'pids')).length === 2)).toBe(true);
    child.kill('SIGKILL');
    await finish(child);
    expect(await allEnded(join(directory, 'pids'), 2)).toBe(true);
    expect(existsSync(join(directory, 'canary'))).toBe(false);
    const { stdout } = await cmdgate(['run', 'runs', 'list', '--format', 'acli'], { cwd: directory, environment });
    expect(JSON.parse(stdout).data.runs).toMatchObject([{ command: 'm it', state: 'lost' }]);
  });

  test('many steps that print much give one answer of the usual size, and none is given too much', async () => {
    const { call } = await openForTest({
      much: lines(...Array.from({ length: 30 }, () => 'head -c 5000000 /dev/zero')),
      given: lines('head -c 50000000 /dev/zero', 'echo $CMD_0_OUTPUT'),
    });
    const outcome = await call('much');
    expect(codeOf(outcome)).toBe('ran');
    expect(stdoutOf(outcome)?.length).toBeLessThan(1_000_000);
    expect(await call('given')).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('step 1 printed more than can be passed to the next one') },
    });
  });
});

describe('a program that should print a manual', () => {
  test.each([
    ['prints for ever', 'yes "{"', 0],
    [
      'does not listen',
      "trap '' TERM; setsid sleep 600 & echo $! >> pids; echo $$ >> pids; while :; do sleep 0.1; done",
      2,
    ],
    ['leaves something behind', 'setsid sleep 600 & echo $! >> pids; echo "{\\"tools\\": []}"', 1],
    ['nests', "head -c 3000000 /dev/zero | tr '\\0' '['", 0],
    ['tells what it was given', 'echo "{ $TOKEN" >&2; exit 1', 0],
  ])('costs the gate its manual and nothing else: it %s', async (_, text, processes) => {
    const { gate, directory } = await openForTest(
      { it: program('echo', 'works') },
      {
        files: { 'print.sh': text },
        environment: { TOKEN: 'pa55-word' },
        configuration: { utcp: ['own/m.json', { name: 'other', command: ['sh', 'print.sh'], timeoutMs: 2_000 }] },
      },
    );
    expect(gate.warnings).toHaveLength(1);
    expect(gate.warnings[0]).not.toContain('pa55');
    expect(stdoutOf(await gate.run('m it'))).toBe('works\n');
    expect(await allEnded(join(directory, 'pids'), processes)).toBe(true);
  });
});
