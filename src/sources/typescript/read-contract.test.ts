import { describe, expect, test } from 'vitest';
import { readArguments } from '../../command-line/read-arguments.js';
import { Registry } from '../../registry/registry.js';
import type { FunctionCommand } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import type { CommandDefinition, CommandDefinitions } from './definition.js';
import { readDefinitions } from './read-definitions.js';

const handler = () => undefined;
const done = { description: 'Done', retryable: false, sideEffects: 'none' } as const;
const declared = { danger: 'safe', exitCodes: { '0': done }, requiredScopes: [] } as const;

function problems(definition: object, strict = false): string[] {
  const definitions = { go: { description: 'Does it', handler, ...definition } } as CommandDefinitions;
  try {
    readDefinitions(definitions, { strict });
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems.map(({ message, fix }) => `${message} ${fix}`);
    throw error;
  }
  return [];
}

function read(definition: Partial<CommandDefinition>, strict = false): FunctionCommand {
  const set = readDefinitions({ go: { description: 'Does it', handler, ...definition } }, { strict });
  return set.commands[0] as FunctionCommand;
}

describe('what must be declared', () => {
  test('nothing, unless its author wants to be strict', () => {
    expect(read({}).contract).toBeUndefined();
    expect(read({ danger: 'safe' }).danger).toBe('safe');
  });

  test('strict: danger, exit codes and scopes, told at once', () => {
    expect(problems({}, true)).toEqual([
      'it does not say how dangerous it is. Declare danger: "safe", "mutating" or "destructive".',
      'it declares no exit codes. Declare exitCodes: { "0": { description: "…", retryable: false, sideEffects: "none" } } and those of its errors.',
      'it does not say which scopes it needs. Declare requiredScopes; [] if it needs none.',
    ]);
    expect(problems(declared, true)).toEqual([]);
    expect(read(declared, true).contract).toEqual({ exitCodes: { '0': done }, requiredScopes: [], strict: true });
  });

  test('strict: what is named like a secret is declared as one', () => {
    const withOption = (name: string, details = {}) =>
      problems({ ...declared, arguments: [{ name, type: 'string', ...details }] }, true);
    expect(withOption('--api-token')).toEqual([
      '--api-token is named like a secret and is not declared as one. Add secret: true; it is then passed with --api-token-from-env or --api-token-from-file. Or rename it.',
    ]);
    expect(withOption('password')).toHaveLength(1);
    expect(withOption('--api-token', { secret: true })).toEqual([]);
    expect(withOption('--author')).toEqual([]);
    expect(withOption('--page-token')).toEqual([]);
    expect(withOption('--token-env-var')).toEqual([]);
  });

  test('a destructive command has a dry run, strict or not', () => {
    expect(problems({ danger: 'destructive' })).toEqual([
      'it is destructive and has no dry run. Set dryRun: true and check context.dryRun, or give a dryRun function.',
    ]);
  });
});

describe('exit codes', () => {
  const withCodes = (exitCodes: object) => problems({ exitCodes: { '0': done, ...exitCodes } });

  test.each([
    ['success is among them', { '0': undefined }, 'its exit code 0 is not described.'],
    [
      '14 to 78 and from 126 on are not for commands',
      { '14': done },
      'its exit code 14 is not one that a command can use.',
    ],
    ['a code is a number', { ok: done }, 'its exit code ok is not one that a command can use.'],
    ['a description is a text', { '5': { ...done, description: '' } }, 'its exit code 5 has no description.'],
    ['and a short one', { '5': { ...done, description: 'x'.repeat(121) } }, 'its exit code 5 has no description.'],
    [
      'retryable is said',
      { '5': { ...done, retryable: undefined } },
      'its exit code 5 does not say whether to try again.',
    ],
    [
      'so are side effects',
      { '5': { ...done, sideEffects: 'some' } },
      'its exit code 5 does not say what was changed.',
    ],
    [
      'what left something behind is not tried again',
      { '12': { ...done, retryable: true, sideEffects: 'partial' } },
      'its exit code 12 is retryable and has side effects.',
    ],
    [
      '2 means that nothing happened',
      { '2': { ...done, sideEffects: 'partial' } },
      'its exit code 2 has side effects. Code 2 means that nothing happened: "none".',
    ],
    ['3 is never retryable', { '3': { ...done, retryable: true } }, 'its exit code 3 is retryable.'],
    [
      'only 0 is complete',
      { '5': { ...done, sideEffects: 'complete' } },
      'its exit code 5 reports complete side effects but is a failure.',
    ],
    ['an own code has a name', { '80': done }, 'its exit code 80 is your own and has no name.'],
  ])('%s', (_, codes, message) => {
    expect(withCodes(codes)).toEqual([expect.stringContaining(message)]);
  });

  test('0 must be there', () => {
    expect(problems({ exitCodes: { '5': done } })).toEqual([
      'its exitCodes lack "0". Declare "0", and say in sideEffects what success leaves behind.',
    ]);
  });

  test('those of the table and own ones with a name are good', () => {
    expect(withCodes({ '5': done, '13': done, '80': { ...done, name: 'QUOTA_SPENT' } })).toEqual([]);
  });
});

describe('arguments that belong together', () => {
  const [cert, key, all, id] = ['--cert', '--key', '--all', '--id'].map((name) => ({ name, type: 'string' as const }));
  const list = [cert, key, all, id] as NonNullable<CommandDefinition['arguments']>;

  test('the rules stand in the contract by key, and are kept when the words are read', () => {
    const command = read({ arguments: list, requires: { '--cert': ['--key'] }, exclusive: [['all', '--id']] });
    expect(command.contract).toEqual({ requires: { cert: ['key'] }, exclusive: [['all', 'id']] });
    const { node } = new Registry({ commands: [command], groups: [] }).find(['go']);
    const found = readArguments(node.grammar, ['--cert', 'a', '--all', 'b', '--id', 'c']).problems;
    expect(found.map(({ message }) => message)).toEqual([
      'The --key argument is required with --cert',
      'The --id argument cannot be combined with --all',
    ]);
  });

  test.each([
    [
      'an unknown name',
      { requires: { '--cret': ['--key'] } },
      'its requires names "--cret", which is not an argument. Did you mean "--cert"?',
    ],
    ['itself', { requires: { '--cert': ['cert'] } }, 'its requires says that --cert needs itself. Remove it.'],
    [
      'a group of one',
      { exclusive: [['--all']] },
      'a group of its exclusive does not name two different arguments. Name at least two, each once.',
    ],
    [
      'both',
      { requires: { cert: ['key'] }, exclusive: [['cert', 'key']] },
      'cert requires key and excludes it. Remove one of the two rules.',
    ],
    [
      'something else',
      { requires: ['--cert'] },
      'the field requires of the command is not an object of lists of arguments. Give an object of lists of arguments.',
    ],
  ])('%s is refused', (_, rules, message) => {
    expect(problems({ arguments: list, ...rules })).toEqual([message]);
  });

  test('what is required excludes nothing', () => {
    const required = [{ name: '--all', type: 'string', required: true }, id];
    expect(problems({ arguments: required, exclusive: [['--all', '--id']] })).toEqual([
      '--all is required and in a group of exclusive. Make it optional: the others could never be used.',
    ]);
  });
});

describe('other declarations', () => {
  test.each([
    [{ steps: [] }, 'its steps are an empty list. Name the steps in order, or remove them.'],
    [{ steps: ['a', 'a'] }, 'two of its steps have the same name. Give each step its own name.'],
    [
      { safeDefault: true, danger: 'safe' },
      'it is safe and has safeDefault. Remove safeDefault: there is nothing to try first.',
    ],
    [{ safeDefault: true }, 'it has safeDefault and no dry run. Set dryRun: true, or give a dryRun function.'],
    [
      { optionPlacement: 'strict' },
      'its optionPlacement is "strict", and no argument takes the words that are passed on. Add a positional argument with variadic: true.',
    ],
    [
      { deprecated: true },
      'the field deprecated of the command is not an object { since, replacement } of strings. Give an object { since, replacement } of strings.',
    ],
    [
      { subprocess: { program: 'git', arguments: ['branch'] } },
      'its subprocess names "branch", which is not an argument. Name its own arguments.',
    ],
  ])('%j is refused', (definition, message) => {
    expect(problems(definition)).toEqual([message]);
  });

  test('after the first word of a strict command, options belong to somebody else', () => {
    const { parameters } = read({
      optionPlacement: 'strict',
      arguments: [
        { name: '--verbose', type: 'flag' },
        { name: 'program', type: 'string' },
        { name: 'words', type: 'string', variadic: true },
      ],
    });
    const { node } = new Registry({ commands: [{ ...read({}), parameters }], groups: [] }).find(['go']);
    expect(readArguments(node.grammar, ['--verbose', 'ls', '--all', '--verbose', '-x'])).toMatchObject({
      input: { verbose: true, program: 'ls', words: ['--all', '--verbose', '-x'] },
      problems: [],
    });
  });

  test('what reaches a program is plain text', () => {
    const { parameters } = read({
      subprocess: { program: 'git', arguments: ['--branch'] },
      arguments: [
        { name: '--branch', type: 'string' },
        { name: '--note', type: 'string' },
      ],
    });
    const { node } = new Registry({ commands: [{ ...read({}), parameters }], groups: [] }).find(['go']);
    const wrong = (branch: string) => readArguments(node.grammar, ['--branch', branch, '--note', ';$(x)']).problems;
    expect(wrong('main')).toEqual([]);
    for (const branch of ['a;b', 'a\nb', '$(a)', 'a|b', '`a`', 'a&b']) {
      expect(wrong(branch)).toMatchObject([{ code: 'INVALID_VALUE', field: '--branch' }]);
    }
  });
});

describe('ids and patterns', () => {
  const messages = (definition: object, value: string) => {
    const { parameters } = read({ arguments: [{ name: 'id', type: 'string', path: false, ...definition }] });
    const { node } = new Registry({ commands: [{ ...read({}), parameters }], groups: [] }).find(['go']);
    return readArguments(node.grammar, [value]).problems.map(({ message }) => message);
  };

  test('an id has nothing that leads elsewhere', () => {
    expect(messages({ format: 'id' }, 'file_102')).toEqual([]);
    for (const nothing of ['null', 'undefined', 'NaN', 'Null']) {
      expect(messages({ format: 'id' }, nothing)).toEqual([
        `The id argument is not an id: ${nothing} is what a program prints for an empty value`,
      ]);
    }
    for (const value of ['a/b', 'a.b', 'a?b', 'a#b', 'a%2fb', 'a b', 'é']) {
      expect(messages({ format: 'id' }, value)).toEqual(['The id argument must match ^[A-Za-z0-9_-]+$']);
    }
  });

  test('a pattern of its own comes before that, and its validate is asked as well', () => {
    const definition = {
      format: 'id',
      pattern: '^inv-\\d+$',
      validate: (value: unknown) => value !== 'inv-0' || 'is none',
    };
    expect(messages(definition, 'inv-7')).toEqual([]);
    expect(messages(definition, 'invoice')).toEqual(['The id argument must match ^inv-\\d+$']);
    expect(messages(definition, 'inv-0')).toEqual(['The id argument is none']);
  });

  test('the pattern stands in the schema', () => {
    expect(read({ arguments: [{ name: 'id', type: 'string', format: 'id' }] }).parameters[0]?.schema).toEqual({
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+$',
    });
  });

  test.each([
    [{ pattern: 'a+' }, 'the pattern of --a matches only part of a value. Begin it with ^ and end it with $.'],
    [
      { pattern: '^($' },
      'the pattern of --a is invalid. Write a JavaScript regular expression, valid with the flag u.',
    ],
    [
      { pattern: '^a$', type: 'integer' },
      '--a is a integer and has a pattern. Only text can match a pattern: use the type string.',
    ],
    [{ format: 'uuid' }, 'the field format of --a is not "path" or "id". Give "path" or "id".'],
  ])('%j is refused', (details, message) => {
    expect(problems({ arguments: [{ name: '--a', type: 'string', ...details }] })).toEqual([message]);
  });

  test('a default has to match, too', () => {
    expect(problems({ arguments: [{ name: '--a', type: 'string', format: 'id', default: 'a/b' }] })).toEqual([
      'the default of --a must match ^[A-Za-z0-9_-]+$. Use a default that --a itself would accept, or none.',
    ]);
  });
});

describe('strict: what was changed is told', () => {
  const answer = (value: unknown, danger: 'safe' | 'mutating' = 'mutating', dryRun = false) => {
    const command = read({ ...declared, danger, handler: () => value }, true);
    return command.run({}, { dryRun } as Context);
  };

  test.each(['created', 'updated', 'deleted', 'noop'])('as %s', (effect) => {
    expect(answer({ id: 7, effect })).toEqual({ id: 7, effect });
  });

  test.each([[{ id: 7 }], [{ effect: 'made' }], [undefined], ['created'], [[{ effect: 'created' }]]])(
    'and not as %j',
    async (value) => {
      const missing = expect.objectContaining({
        code: 'EFFECT_MISSING',
        hint: 'Check before you try again: it may have been done. Its author must return effect: one of created, updated, deleted, noop',
      });
      expect(() => answer(value)).toThrow(missing);
      await expect(answer(Promise.resolve(value))).rejects.toEqual(missing);
    },
  );

  test('in a dry run, what would be changed', () => {
    expect(answer({ effect: 'would_delete' }, 'mutating', true)).toEqual({ effect: 'would_delete' });
    expect(() => answer({}, 'mutating', true)).toThrow('does not say what it changed');
    expect(() => answer({ effect: 'would_delete' })).toThrow('does not say what it changed');
  });

  test('a safe command changes nothing and says nothing', () => {
    expect(answer({ id: 7 }, 'safe')).toEqual({ id: 7 });
  });

  test('a stream cannot tell it', () => {
    const streaming = { ...declared, handler: async function* () {} };
    expect(problems({ ...streaming, danger: 'mutating' }, true)).toEqual([
      'it changes something and streams. Return an object with its effect: a stream cannot carry one.',
    ]);
    expect(problems(streaming, true)).toEqual([]);
  });

  test('what the handler throws stays what it is', () => {
    const command = read({ ...declared, danger: 'mutating', handler: () => Promise.reject(new Error('no')) }, true);
    return expect(command.run({}, { dryRun: false } as Context)).rejects.toThrow('no');
  });
});

describe('a token', () => {
  const auth = { variables: ['API_TOKEN', 'OTHER'] };

  test('its variables are among those that the command reads', () => {
    expect(read({ auth, environment: { OTHER: 'The old one', MORE: 'More' } }).contract).toEqual({
      auth,
      environment: { API_TOKEN: 'A token for signing in without a person', OTHER: 'The old one', MORE: 'More' },
    });
    expect(read({ auth: { ...auth, login: 'login' } }).contract?.environment?.API_TOKEN).toBe('A token');
  });

  test('comes from variables that can exist', () => {
    expect(problems({ auth: { variables: [] } })).toEqual([
      'its auth names no variable. Name the variables that may hold the token.',
    ]);
    expect(problems({ auth: { variables: ['A-B', ''] } })).toEqual([
      'its auth names the variable "A-B". Use letters, digits and "_", as in API_TOKEN.',
      'its auth names the variable "". Use letters, digits and "_", as in API_TOKEN.',
    ]);
    for (const wrong of ['API_TOKEN', {}, { variables: 'X' }, { variables: ['X'], login: 1 }]) {
      expect(problems({ auth: wrong })).toEqual([
        'the field auth of the command is not an object { variables, login }. Give an object { variables, login }.',
      ]);
    }
  });
});
