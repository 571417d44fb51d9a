import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { machineOf } from '../../planning/machine.js';
import type { SpawnOptions } from '../../vocabulary/context.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { planSpawn } from './draft-spawn.js';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-test-')));
mkdirSync(join(workspace, 'bin'));
writeFileSync(join(workspace, 'bin', 'own-tool'), '#!/bin/sh\n');
chmodSync(join(workspace, 'bin', 'own-tool'), 0o755);

afterAll(() => rmSync(workspace, { recursive: true }));

const environment = { PATH: `${workspace}/bin:/usr/bin:/bin`, HOME: '/home/ada', LANG: 'de_DE.UTF-8', TOKEN: 'secret' };
const machine = machineOf({ searchPath: defaultSearchPath(environment), environment });

function plan(
  program: string,
  args: readonly string[] = [],
  options: SpawnOptions = {},
  given: readonly string[] = [],
) {
  return planSpawn(program, args, options, {
    scope: { workspace, directory: workspace },
    machine,
    traceId: 'trace',
    terminal: false,
    given,
  });
}

function problemsOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof CommandError ? error.details.map(({ code }) => code) : error;
  }
}

test('a program gets its arguments as they are, and an environment from nothing', () => {
  const { args, directory, environment, secrets, name, traceId } = plan('sh', ['a b', '*', '$(x)'], {
    directory: 'bin',
    environment: { LOG_LEVEL: 'info' },
  });
  expect({ args, directory, secrets, name, traceId }).toEqual({
    ...{ args: ['a b', '*', '$(x)'], directory: join(workspace, 'bin'), secrets: [], name: 'sh' },
    traceId: 'trace',
  });
  expect(environment).toMatchObject({
    ...{ PATH: '/usr/bin:/bin', HOME: '/home/ada', LOG_LEVEL: 'info', GIT_PAGER: 'cat', CI: '1' },
    ...{ LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', EDITOR: 'true', NO_COLOR: '1' },
  });
  expect(environment.TOKEN).toBeUndefined();
});

test('what is in the workspace is found by its path only', () => {
  expect(plan('./bin/own-tool').program).toBe(join(workspace, 'bin', 'own-tool'));
  expect(problemsOf(() => plan('own-tool'))).toEqual(['PROGRAM_NOT_FOUND']);
});

test('everything that is wrong is told at once', () => {
  const options = { directory: '/', environment: { LD_PRELOAD: 'x.so' } };
  expect(problemsOf(() => plan('no-such-program', ['a\0b'], options))).toEqual([
    ...['PATH_TRAVERSAL_BLOCKED', 'PROGRAM_NOT_FOUND', 'FORBIDDEN_ENVIRONMENT_NAME', 'INVALID_ARGUMENT_TEXT'],
  ]);
});

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [['-x'], [], []],
  [['-x'], ['-x'], ['OPTION_IN_VALUE']],
  [['+x', 'y'], ['+x', 'y'], ['OPTION_IN_VALUE']],
  // The handler wrote it.
  [['--', '-x'], ['-x'], []],
  [
    ['--', '-x'],
    ['--', '-x'],
    ['OPTION_IN_VALUE', 'OPTION_IN_VALUE'],
  ],
  [['--', '--', '-x'], ['--', '-x'], []],
  [['a.txt', 5 as never], ['a.txt'], ['INVALID_ARGUMENT_TEXT']],
])('of the arguments %j, where the caller gave %j, %j is wrong', (args, given, expected) => {
  const found = problemsOf(() => plan('ls', args, {}, given));
  expect(Array.isArray(found) ? found : []).toEqual(expected);
});

test('a locale is plain, unless the handler keeps that of the gate or sets one', () => {
  const localeOf = (options: SpawnOptions) => {
    const { LANG, LC_ALL, LC_TIME } = plan('ls', [], options).environment;
    return [LANG, LC_ALL, LC_TIME];
  };
  expect(localeOf({})).toEqual(['C.UTF-8', 'C.UTF-8', undefined]);
  expect(localeOf({ preserveLocale: true })).toEqual(['de_DE.UTF-8', undefined, undefined]);
  expect(localeOf({ environment: { LC_TIME: 'de_DE.UTF-8' } })).toEqual(['C.UTF-8', undefined, 'de_DE.UTF-8']);
});

test.each([
  ['a text', () => plan('ls', '-l' as never)],
  ['nothing as arguments', () => plan('ls', null as never)],
  ['a shell', () => plan('ls', [], { shell: true } as never)],
])('%s is a mistake of the author', (_, work) => {
  expect(work).toThrow(TypeError);
});
