import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Draft, type Piece, type Text, written } from './draft.js';
import { Findings } from './findings.js';
import { machineOf, type ProgramHost } from './machine.js';
import { plan, problemsOf } from './plan.js';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-plan-')));
const workspace = join(home, 'workspace');
mkdirSync(join(workspace, 'bin'), { recursive: true });
mkdirSync(join(workspace, 'records', 'ledger'), { recursive: true });
mkdirSync(join(workspace, '.cmdgate'));
mkdirSync(join(home, 'outside'));
symlinkSync('../outside', join(workspace, 'way-out'));
writeFileSync(join(workspace, 'records', 'audit.log'), '');
writeFileSync(join(workspace, 'bin', 'ls'), '#!/bin/sh\n');
writeFileSync(join(workspace, 'bin', 'own-tool'), '#!/bin/sh\n');
for (const name of ['ls', 'own-tool']) chmodSync(join(workspace, 'bin', name), 0o755);

afterAll(() => rmSync(home, { recursive: true, force: true }));

const scope = {
  workspace,
  directory: workspace,
  auditFile: join(workspace, 'records', 'audit.log'),
  ledgerDirectory: join(workspace, 'records', 'ledger'),
};

const nothing: Draft['environment'] = { usual: 'nothing', owner: {}, written: undefined, decided: [], allow: [] };

function draftOf(changes: Partial<Draft> & { readonly name?: string } = {}): Draft {
  const { name = 'ls', ...rest } = changes;
  return {
    scope,
    paths: 'workspace',
    directories: [],
    program: { text: name, relative: false },
    args: [],
    environment: nothing,
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [],
    timeoutMs: undefined,
    ...rest,
  };
}

const host: ProgramHost = {
  searchPath: [join(workspace, 'bin'), '/usr/bin', '/bin'],
  environment: { TOKEN: 'secret' },
};

function made(changes: Parameters<typeof draftOf>[0], of: Partial<ProgramHost> = {}, findings?: Findings) {
  return plan(draftOf(changes), machineOf({ ...host, ...of }), findings);
}

/** Every problem as `code field: message`. */
function problems(changes: Parameters<typeof draftOf>[0], of: Partial<ProgramHost> = {}): readonly string[] {
  const found = problemsOf(made(changes, of), { wouldRun: false });
  return found.map(({ code, field = '', message }) => `${code} ${field}: ${message}`.replaceAll(home, '<home>'));
}

const argument = (text: string, more: object = {}): Piece => ({
  ...{ from: 'argument', text, value: text, label: '--value' },
  ...more,
});
const passedOn = (text: string): Piece => ({ from: 'handler', text });
const printed = (text: string): Piece => ({ from: 'step', step: 0, text });
const unknown = (text: string): Piece => ({ from: 'unknown', text });
const author = (text: string): Piece => ({ from: 'author', text });

const asFlag = 'cannot be used: a value that starts with "-" or "+" would be read as a flag.';

test.each<[string, readonly Text[], readonly string[]]>([
  ['what the author wrote is his', [written('-l'), written('+x')], []],
  ['an argument', [[argument('-rf')]], [`REFUSED_ARGUMENT --value: The --value argument ${asFlag}`]],
  ['one with a plus', [[argument('+x')]], [`REFUSED_ARGUMENT --value: The --value argument ${asFlag}`]],
  [
    'what a handler passed on',
    [[passedOn('-rf')]],
    ['OPTION_IN_VALUE : The value "-rf" would be read as an option by ls'],
  ],
  ['what a step printed', [[printed('-rf')]], [`REFUSED_ARGUMENT step 1: The output of step 1 ${asFlag}`]],
  ['what nobody knows yet', [[unknown('-rf')]], []],
  ['two values that are one together', [[argument('-'), argument('rf')]], [expect.stringContaining(asFlag)]],
  [
    'a part of a flag',
    [[author('-n'), argument('5')]],
    [
      expect.stringContaining(
        'REFUSED_ARGUMENT --value: The --value argument cannot be used: it would become part of a flag.',
      ),
    ],
  ],
  ['a value behind =', [[author('--size='), argument('-5')]], []],
  ['a dash alone is standard input', [[argument('-')]], []],
  ['a value that the schema names', [[argument('-5', { named: true })]], []],
  ['a named value with more around it', [[argument('-5', { named: true }), author('x')]], [expect.anything()]],
  ['behind a written --', [written('--'), [argument('-rf')], [printed('-rf')]], []],
  ['behind a -- of the caller', [[argument('--')], [argument('-rf')]], [expect.anything(), expect.anything()]],
])('a value is never a flag: %s', (_, args, expected) => {
  expect(problems({ args })).toEqual(expected);
});

test('programs that do not end their options at -- get no flags behind it either', () => {
  expect(problems({ name: 'find', args: [written('--'), [argument('-delete')]] })).toHaveLength(1);
});

test.each([['-x'], ['-'], ['+']])('in a script, where it can stand anywhere, %s is no value', (text) => {
  const program = { text: '/bin/sh', name: 'sh', relative: false, script: 'ls "$1"' };
  expect(problems({ program, args: [[argument(text)]] })).toHaveLength(1);
  expect(problems({ program, args: [[argument(text, { named: true })]] })).toEqual([]);
  expect(made({ program, args: [[argument('a b')]] }).plan.args).toEqual(['-c', 'ls "$1"', 'sh', 'a b']);
});

test.each([
  ['make', 'A=$(shell id)'],
  ['perl', 'id|'],
  ['curl', '{a,b}'],
])('what %s reads as more than a name is no value: %s', (name, text) => {
  const codesOf = (piece: Piece) => problems({ name, args: [[piece]] }).filter((one) => /^REFUSED/.test(one)).length;
  expect([argument(text), passedOn(text), printed(text), author(text)].map(codesOf)).toEqual([1, 1, 1, 0]);
  // It may stand behind another program.
  expect(problems({ name: 'env', args: [written(name), [argument(text)]] })).toHaveLength(1);
});

test.each<[string, Text, string | undefined]>([
  ['out', [argument('../outside/x')], 'is outside the workspace'],
  ['out from the root', [argument('/etc/passwd')], 'is outside the workspace'],
  ['out by a link', [argument('way-out/x')], 'is outside the workspace'],
  ['out behind a key', [argument('file=@/etc/passwd')], 'is outside the workspace'],
  ['out together with another', [argument('.'), argument('./outside')], 'is outside the workspace'],
  ['out where a step printed it', [printed('/etc/passwd')], 'is outside the workspace'],
  ['out inside a list', [argument('[…]', { value: ['a', ['/etc']] })], 'is outside the workspace'],
  ["into the gate's directory", [argument('.cmdgate/x')], "is in the gate's own directory"],
  ["to the gate's log", [argument('records/audit.log')], "is the gate's own log"],
  ["into the gate's ledger", [argument('records/ledger/x')], "is in the gate's own ledger"],
  ['inside', [argument('bin/new')], undefined],
  ['out by the author', [author('/etc/passwd')], undefined],
])('a value that is read as a path and leads %s', (_, text, reason) => {
  const expected = reason === undefined ? [] : [expect.stringMatching(`^PATH_TRAVERSAL_BLOCKED .*${reason}`)];
  expect(problems({ valuesArePaths: true, args: [text] })).toEqual(expected);
  const environment = { ...nothing, usual: 'search-path', texts: [text] } as const;
  expect(problems({ valuesArePaths: true, environment })).toEqual(expected);
  expect(problems({ valuesArePaths: true, paths: 'any', args: [text] })).toEqual([]);
});

test('paths are read from the directory that the program runs in', () => {
  const args: readonly Text[] = [[argument('../x')]];
  expect(problems({ valuesArePaths: true, args, directories: [written('bin')] })).toEqual([]);
  expect(problems({ valuesArePaths: true, args })).toHaveLength(1);
});

test.each([
  ['..', 'is outside the workspace'],
  ['way-out', 'is outside the workspace'],
  // Whether there is such a directory is nobody's business.
  ['/no/such/place', 'is outside the workspace'],
  ['../nowhere', 'is outside the workspace'],
  ['.cmdgate', "is in the gate's own directory"],
  ['records/ledger', "is in the gate's own ledger"],
])('a directory that leads to %s is blocked, whoever wrote it', (text, reason) => {
  const message = `The working directory ${JSON.stringify(text)} ${reason}.`;
  const byNobody = [`PATH_TRAVERSAL_BLOCKED directory: ${message}`];
  expect(problems({ directories: [written(text)] })).toEqual(byNobody);
  expect(problems({ directories: [{ value: text }] })).toEqual(byNobody);
  expect(problems({ directories: [[argument(text)]] })).toEqual([
    `PATH_TRAVERSAL_BLOCKED --value: The --value argument ${reason}`,
  ]);
  expect(problems({ directories: [[printed(text)]] })).toEqual([
    `PATH_TRAVERSAL_BLOCKED step 1: The output of step 1 ${reason}`,
  ]);
});

test('directories are entered one after the other, and what is wrong is told once', () => {
  expect(made({ directories: [written('bin'), written('..'), written('records')] }).plan.directory).toBe(
    join(workspace, 'records'),
  );
  expect(problems({ directories: [written('missing'), written('too')] })).toEqual([
    'DIRECTORY_NOT_FOUND directory: The working directory "missing" does not exist.',
  ]);
});

test('what a step before may make need not be there, but may not lead out', () => {
  const program = { text: './made', relative: true };
  expect(problems({ program, directories: [written('missing')] })).toHaveLength(1);
  expect(problems({ program, directories: [written('missing')], foreseen: true })).toEqual([]);
  expect(problems({ program, directories: [written('../missing')], foreseen: true })).toHaveLength(1);
  expect(problems({ name: 'no-such-program', foreseen: true })).toHaveLength(1);
});

test('a program is found along the search path of the machine, and not in the workspace', () => {
  const environment = { ...nothing, owner: { PATH: join(workspace, 'bin') } };
  expect(made({ environment }).plan.program).toBe(realpathSync('/usr/bin/ls'));
  expect(made({}, { ownSearchPath: true }).plan.program).toBe(join(workspace, 'bin', 'ls'));
  expect(problems({ name: 'own-tool' })[0]).toMatch(/^PROGRAM_NOT_FOUND program: .* only inside the workspace/);
});

test('a program is looked up again from another workspace', () => {
  const machine = machineOf({ ...host, searchPath: [join(workspace, 'bin')] });
  const from = (directory: string) =>
    plan(draftOf({ name: 'own-tool', scope: { workspace: directory, directory } }), machine).obstacles.length;
  expect([from(join(home, 'outside')), from(workspace)]).toEqual([0, 1]);
});

test('a relative program runs where the draft lets it, from its directory, and stays inside', () => {
  const relative = (text: string, allowed = true) => ({ program: { text, relative: allowed } });
  expect(made({ ...relative('./own-tool'), directories: [written('bin')] }).plan.program).toBe(
    join(workspace, 'bin', 'own-tool'),
  );
  expect(problems(relative('./bin/own-tool', false))[0]).toMatch(/^INVALID_PROGRAM_NAME/);
  symlinkSync('/usr/bin/env', join(workspace, 'bin', 'leads-out'));
  expect(problems(relative('./bin/leads-out'))[0]).toMatch(/^PATH_TRAVERSAL_BLOCKED program/);
  expect(problems({ ...relative('./bin/leads-out'), paths: 'any' })).toEqual([]);
});

test('an environment is built from nothing', () => {
  const withUsual = (usual: Draft['environment']['usual']) => made({ environment: { ...nothing, usual } }).plan;
  expect({ ...withUsual('nothing').environment }).toEqual({});
  expect({ ...withUsual('search-path').environment }).toEqual({ PATH: '/usr/bin:/bin' });
  expect(withUsual('quiet').environment).toMatchObject({ PATH: '/usr/bin:/bin', CI: '1', GIT_PAGER: 'cat' });
  expect(JSON.stringify(withUsual('quiet').environment)).not.toContain('secret');
});

test('what guards a program wins over what the owner and others set', () => {
  const set = { GIT_PAGER: 'touch x', PATH: '/evil', EDITOR: 'ed' };
  const environment = { ...nothing, usual: 'quiet', owner: set } as const;
  expect(made({ environment }).plan.environment).toMatchObject({
    ...{ GIT_PAGER: 'cat', PATH: '/usr/bin:/bin', EDITOR: 'ed' },
  });
  expect(made({ environment: { ...nothing, usual: 'search-path', owner: set } }).plan.environment.PATH).toBe('/evil');
});

test('git reads no settings from a home in the workspace', () => {
  const settingsIn = (HOME: string) =>
    made({ environment: { ...nothing, usual: 'quiet' } }, { environment: { HOME } }).plan.environment.GIT_CONFIG_GLOBAL;
  expect([settingsIn(home), settingsIn(workspace)]).toEqual([undefined, '/dev/null']);
});

test.each<[string, Partial<Draft['environment']>, readonly [forbidden: number, literal: number]]>([
  ['the author', {}, [1, 0]],
  ['arguments', { decided: ['LD_PRELOAD', 'HTTP_PROXY'] }, [1, 1]],
  ['a session', { decided: ['LD_PRELOAD', 'HTTP_PROXY'], decidedBy: 'session' }, [1, 0]],
  ['an author who may set everything', { allow: 'author' }, [0, 0]],
  ['arguments of such an author', { allow: 'author', decided: ['LD_PRELOAD', 'HTTP_PROXY'] }, [1, 1]],
  ['arguments where the owner lists them', { allow: ['LD_*', 'http_proxy'], decided: ['LD_PRELOAD'] }, [0, 0]],
])('names that change programs, set by %s', (_, by, expected) => {
  const refused = (name: string) => problems({ environment: { ...nothing, written: { [name]: 'x' }, ...by } });
  expect([refused('LD_PRELOAD').length, refused('HTTP_PROXY').length]).toEqual(expected);
});

test('credentials are secret, and are not fetched for a call that is refused', () => {
  const fetched: string[] = [];
  const credential = (name: string) => {
    fetched.push(name);
    return { ok: true as const, secret: { reveal: () => 'hunter2' } };
  };
  const environment = { ...nothing, credentials: [new Map([['KEY', 'deploy']])] };

  const refused = made({ environment, args: [[argument('-x')]] }, { credential });
  const { plan: allowed } = made({ environment, secrets: ['given'] }, { credential });

  expect([refused.plan.environment.KEY, refused.plan.secrets, fetched]).toEqual([undefined, [], ['deploy']]);
  expect([allowed.environment.KEY, allowed.secrets]).toEqual(['hunter2', ['given', 'hunter2']]);
});

test('everything is told at once: what the caller can change first, then the program, and then the rest', () => {
  const findings = new Findings();
  findings.refused.push({ code: 'INVALID_VALUE', message: 'Of the source.' });
  const planned = made(
    {
      name: 'no-such-program',
      directories: [written('missing')],
      args: [[argument('-x')], written('a\0b'), written('x'.repeat(200_000))],
      environment: { ...nothing, written: { LD_PRELOAD: 'x.so' } },
    },
    {},
    findings,
  );
  expect(problemsOf(planned, { wouldRun: true }).map(({ code }) => code)).toEqual([
    ...['INVALID_VALUE', 'REFUSED_ARGUMENT'],
    ...['PROGRAM_NOT_FOUND', 'DIRECTORY_NOT_FOUND', 'FORBIDDEN_ENVIRONMENT_NAME'],
    ...['INVALID_ARGUMENT_TEXT', 'ARGUMENTS_TOO_LONG'],
  ]);
});

test('where the arguments are fine, the first problem says what would have been run', () => {
  const planned = made({ name: 'no-such-program', args: [[argument('a')]] });
  expect(problemsOf(planned, { wouldRun: true })[0]?.would_run).toMatchObject({
    program: 'no-such-program',
    args: ['a'],
  });
  expect(problemsOf(planned, { wouldRun: false })[0]).not.toHaveProperty('would_run');
});

test('a plan is plain data, and keeps nothing of its draft', () => {
  const { plan: planned } = made({ args: [[argument('a')]], directories: [written('bin')], valuesArePaths: true });
  expect(planned).toEqual({
    program: realpathSync('/usr/bin/ls'),
    name: 'ls',
    args: ['a'],
    directory: join(workspace, 'bin'),
    environment: {},
    decided: [],
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [],
    timeoutMs: undefined,
  });
  expect(structuredClone(planned)).toEqual(planned);
});
