import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EnvironmentRules, readEnvironment } from './read-environment.js';

function read(written: unknown, rules: Partial<EnvironmentRules> = {}) {
  return readEnvironment(written, { allow: [], fromArguments: new Set(), ...rules });
}

/** The variables, or the codes and fields of what is wrong. */
function outcome(written: unknown, rules: Partial<EnvironmentRules> = {}): unknown {
  const result = read(written, rules);
  return result.ok ? { ...result.environment } : result.problems.map(({ code, field }) => `${code} ${field}`);
}

/** As a template would do it: every value comes from the arguments. */
function fromArguments(written: Record<string, unknown>, allow: readonly string[] = []): unknown {
  return outcome(written, { allow, fromArguments: new Set(Object.keys(written)) });
}

describe('an environment', () => {
  test('has text, numbers and booleans as text, and leaves out what is nothing', () => {
    expect(
      outcome({
        TEXT: 'a=b\n$HOME',
        EMPTY: '',
        NONE: null,
        UNSET: undefined,
        PORT: 8080,
        RATE: 0.5,
        ZERO: -0,
        ON: true,
      }),
    ).toEqual({ TEXT: 'a=b\n$HOME', EMPTY: '', PORT: '8080', RATE: '0.5', ZERO: '0', ON: 'true' });
  });

  test.each([undefined, null, {}])('that is %j is empty', (written) => {
    expect(outcome(written)).toEqual({});
  });

  test('inherits nothing, and takes __proto__ as a name like any other', () => {
    const result = read(JSON.parse('{"__proto__":"x","constructor":"y"}'));
    const environment = result.ok ? result.environment : {};
    expect(Object.getPrototypeOf(environment)).toBeNull();
    expect(Object.entries(environment)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  test.each(['A=B', [['A', 'B']], 7, true])('that is %j is refused', (written) => {
    expect(read(written)).toEqual({
      ok: false,
      problems: [
        {
          code: 'INVALID_ENVIRONMENT_VALUE',
          field: 'environment',
          message: 'The environment is not an object of names and values.',
          hint: 'Write it like {"LANG": "C"}',
        },
      ],
    });
  });

  test('reports everything at once, and no value', () => {
    const result = read({
      'A=B': 'secret-1',
      '1A': 'secret-2',
      LD_PRELOAD: 'secret-3',
      BIG: 2 ** 60,
      NOT: Number.NaN,
      LIST: ['secret-4'],
      NUL: 'secret-5\0',
      HALF: 'secret-6\ud800',
      'X\n': { deep: 'secret-7' },
      GOOD: 'fine',
    });
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(result.ok ? [] : result.problems.map(({ code, field, message }) => [code, field, message])).toEqual([
      ['INVALID_ENVIRONMENT_NAME', 'environment', 'The environment variable "A=B" has an invalid name.'],
      ['INVALID_ENVIRONMENT_NAME', 'environment', 'The environment variable "1A" has an invalid name.'],
      [
        'FORBIDDEN_ENVIRONMENT_NAME',
        'environment.LD_PRELOAD',
        'The environment variable LD_PRELOAD is refused: it makes the system load other libraries or data into the program.',
      ],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment.BIG',
        'The value of the environment variable "BIG" is not text, a boolean or an exact number.',
      ],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment.NOT',
        'The value of the environment variable "NOT" is not text, a boolean or an exact number.',
      ],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment.LIST',
        'The value of the environment variable "LIST" is not text, a boolean or an exact number.',
      ],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment.NUL',
        'The value of the environment variable "NUL" contains a NUL character.',
      ],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment.HALF',
        'The value of the environment variable "HALF" contains half of a surrogate pair.',
      ],
      ['INVALID_ENVIRONMENT_NAME', 'environment', 'The environment variable has an invalid name.'],
      [
        'INVALID_ENVIRONMENT_VALUE',
        'environment',
        'The value of the environment variable is not text, a boolean or an exact number.',
      ],
    ]);
  });

  test.each(['', ' A', 'A ', 'A-B', 'A.B', 'Ä', 'BASH_FUNC_x%%', 'a b', 'A\0', 'A\n', 'x'.repeat(256)])(
    'refuses the name %j',
    (name) => {
      expect(outcome({ [name]: 'x' })).toEqual(['INVALID_ENVIRONMENT_NAME environment']);
    },
  );
});

describe('a dangerous name', () => {
  test.each([
    'PATH',
    'Path',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'ld_audit',
    'DYLD_INSERT_LIBRARIES',
    'GCONV_PATH',
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'IFS',
    'PYTHONPATH',
    'PERL5OPT',
    'RUBYOPT',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'DOTNET_STARTUP_HOOKS',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_KEY_0',
    'LESSOPEN',
    'OPENSSL_CONF',
    'SSLKEYLOGFILE',
    'npm_config_node_options',
  ])('%s is refused, whoever wrote its value', (name) => {
    expect(outcome({ [name]: 'x' })).toEqual([`FORBIDDEN_ENVIRONMENT_NAME environment.${name}`]);
  });

  test.each([
    'HOME',
    'TMPDIR',
    'XDG_CONFIG_HOME',
    'EDITOR',
    'PAGER',
    'CC',
    'CFLAGS',
    'MAKEFLAGS',
    'RUSTC_WRAPPER',
    'CARGO_BUILD_RUSTC',
    'GIT_DIR',
    'GIT_PAGER',
    'GIT_SOMETHING_NEW',
    'http_proxy',
    'npm_config_registry',
    'KUBECONFIG',
  ])('%s may be written out in a definition, but not come from arguments', (name) => {
    expect(outcome({ [name]: 'x' })).toEqual({ [name]: 'x' });
    expect(fromArguments({ [name]: 'x' })).toEqual([`FORBIDDEN_ENVIRONMENT_NAME environment.${name}`]);
  });

  test('says why, and who can allow it', () => {
    expect(read({ PAGER: 'x', ENV: 'y' }, { fromArguments: new Set(['PAGER']) })).toEqual({
      ok: false,
      problems: [
        {
          code: 'FORBIDDEN_ENVIRONMENT_NAME',
          field: 'environment.PAGER',
          message:
            'The environment variable PAGER may not contain values from arguments: it names a program that is run.',
          hint: 'Write its value literally in the definition; only the owner of the gate can allow it to come from arguments',
        },
        {
          code: 'FORBIDDEN_ENVIRONMENT_NAME',
          field: 'environment.ENV',
          message: 'The environment variable ENV is refused: it changes how a shell starts and reads scripts.',
          hint: 'Remove it; only the owner of the gate can allow this name',
        },
      ],
    });
  });

  test('can be allowed by the owner, by itself or by its beginning, whatever its case', () => {
    const written = { NODE_OPTIONS: 'a', GIT_SSH_COMMAND: 'b', GIT_DIR: 'c', http_proxy: 'd' };
    expect(fromArguments(written, ['NODE_OPTIONS', 'GIT_*', 'HTTP_PROXY'])).toEqual(written);
    expect(fromArguments(written, ['NODE_*', 'GIT', 'PROXY'])).toEqual([
      'FORBIDDEN_ENVIRONMENT_NAME environment.GIT_SSH_COMMAND',
      'FORBIDDEN_ENVIRONMENT_NAME environment.GIT_DIR',
      'FORBIDDEN_ENVIRONMENT_NAME environment.http_proxy',
    ]);
  });

  test('is not a name that only looks like one', () => {
    const written = { XPATH: 'a', LDAP: 'b', MY_PAGER: 'c', ENVIRONMENT: 'd', NODE_ENV: 'e', PYTHONUNBUFFERED: '1' };
    expect(fromArguments(written)).toEqual(written);
  });

  test('is not what only says who, when and how much is shown', () => {
    const written = {
      GIT_AUTHOR_DATE: 'a',
      GIT_COMMITTER_NAME: 'b',
      GIT_TERMINAL_PROMPT: '0',
      CARGO_TERM_COLOR: 'never',
    };
    expect(fromArguments(written)).toEqual(written);
  });

  test('is not among those of the first example of the specification', () => {
    expect(outcome({ CFLAGS: '-O2', MAKEFLAGS: '-j4' })).toEqual({ CFLAGS: '-O2', MAKEFLAGS: '-j4' });
  });
});

test('a program gets exactly what was read, for any names and values', () => {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (written) => {
      const result = read(written);
      if (!result.ok) return;
      const { stdout } = spawnSync('/usr/bin/env', ['-0'], { env: result.environment, encoding: 'utf8' });
      const expected = Object.entries(result.environment).map(([key, text]) => `${key}=${text}\0`);
      expect(
        stdout
          .split(/(?<=\0)/)
          .filter(Boolean)
          .sort(),
      ).toEqual(expected.sort());
    }),
    { numRuns: 60 },
  );
});
