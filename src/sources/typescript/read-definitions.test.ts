import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Registry } from '../../registry/registry.js';
import type { CommandSet } from '../../vocabulary/command.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import { arg } from './arg.js';
import type { ArgumentDefinition, CommandDefinition, CommandDefinitions } from './definition.js';
import { readDefinitions } from './read-definitions.js';

const handler = () => undefined;
const ok = { description: 'Does it', handler };
const paths = ({ commands }: CommandSet) => commands.map(({ path }) => path.join(' '));

/** Everything that is wrong, as `where: message fix`. Any other error is one that an author could not understand. */
function problems(definitions: unknown): string[] {
  try {
    new Registry(readDefinitions(definitions as CommandDefinitions));
  } catch (error) {
    if (error instanceof DefinitionError)
      return error.problems.map(({ where, message, fix }) => `${where}: ${message} ${fix}`);
    throw error;
  }
  return [];
}
const withArguments = (...list: unknown[]) => problems({ go: { ...ok, arguments: list as ArgumentDefinition[] } });
const withArgs = (args: unknown) => problems({ go: { ...ok, args } });
const max = { name: '--max', type: 'integer' };

describe('both forms (decision 5)', () => {
  const record = { calendar: { description: 'Calendar', subcommands: { events: ok, create: ok } }, 'x-report': ok };
  const array = [
    {
      name: 'calendar',
      description: 'Calendar',
      subcommands: [
        { name: 'events', ...ok },
        { name: 'create', ...ok },
      ],
    },
    { name: 'x-report', ...ok },
  ];

  test.each<[string, CommandDefinitions]>([
    ['a record', record],
    ['a list', array],
    ['a list in a record', { calendar: array[0] as CommandDefinition, 'x-report': ok }],
  ])('%s of commands', (_, definitions) => {
    const set = readDefinitions(definitions);
    expect(paths(set)).toEqual(['calendar events', 'calendar create', 'x-report']);
    expect(set.groups).toEqual([{ path: ['calendar'], aliases: [], description: 'Calendar' }]);
  });

  test('a command may have a handler and subcommands', () => {
    expect(paths(readDefinitions({ drive: { ...ok, subcommands: { list: ok } } })).sort()).toEqual([
      'drive',
      'drive list',
    ]);
  });

  test('arguments and args describe the same parameters', () => {
    const [list] = readDefinitions({
      go: { ...ok, arguments: [{ name: '--max', type: 'integer', default: 10, minimum: 1, description: 'Most' }] },
    }).commands;
    const [schemas] = readDefinitions({
      go: { ...ok, args: { max: arg(z.number().int().min(1).default(10), { description: 'Most' }) } },
    }).commands;
    const shown = (set: typeof list) =>
      set?.parameters.map(({ check: _, itemType: __, ownRules: ___, ...rest }) => rest);
    expect(shown(list)).toEqual(shown(schemas));
  });

  test('everything that is said about a command is kept', () => {
    const dryRun = () => 'would';
    const [command] = readDefinitions({
      go: {
        ...ok,
        aliases: ['g'],
        examples: ['go'],
        danger: 'destructive',
        dryRun,
        timeoutMs: 5,
        outputSchema: { type: 'string' },
      },
    }).commands;
    expect(command).toEqual({
      path: ['go'],
      aliases: ['g'],
      description: 'Does it',
      parameters: [],
      danger: 'destructive',
      examples: ['go'],
      outputSchema: { type: 'string' },
      timeoutMs: 5,
      run: handler,
      dryRun,
      builtIn: false,
      toText: undefined,
    });
  });

  test('undeclared danger is mutating, and a dry run enters nothing unless it is declared', () => {
    const [plain, aware] = readDefinitions({ a: ok, b: { ...ok, dryRun: true } }).commands;
    expect(plain).toMatchObject({ danger: 'mutating', dryRun: undefined });
    expect(aware).toMatchObject({ dryRun: handler });
  });

  test('an output schema of a library is described as JSON Schema', () => {
    const [command] = readDefinitions({ go: { ...ok, outputSchema: z.object({ id: z.string() }) } }).commands;
    expect(command?.outputSchema).toMatchObject({ type: 'object', properties: { id: { type: 'string' } } });
  });

  test('positionals of the schema form come in the order of their places', () => {
    const [command] = readDefinitions({
      go: {
        ...ok,
        args: {
          to: arg(z.string(), { positional: 2 }),
          from: arg(z.string(), { positional: 1 }),
          maxResults: arg(z.number()),
        },
      },
    }).commands;
    expect(command?.parameters.map(({ label }) => label)).toEqual(['--max-results', 'from', 'to']);
  });
});

describe('wrong definitions name the command and the fix', () => {
  test.each<[string, () => string[], string]>([
    [
      'no description',
      () => problems({ go: { handler } }),
      'go: it has no description. Say in one sentence what it does: agents choose commands by their description.',
    ],
    [
      'a blank description',
      () => problems({ go: { handler, description: ' ' } }),
      'go: it has no description. Say in one sentence what it does: agents choose commands by their description.',
    ],
    [
      'nothing to run',
      () => problems({ go: { description: 'x' } }),
      'go: it has neither a handler nor subcommands. Give it a handler, or subcommands.',
    ],
    [
      'subcommands under another name',
      () => problems({ go: { description: 'x', commands: { on: { description: 'x', handler } } } as never }),
      'go: it has neither a handler nor subcommands. Rename "commands" to "subcommands".',
    ],
    [
      'a handler that is none',
      () => problems({ go: { description: 'x', handler: 'x' } }),
      'go: the field handler of the command is not a function. Give a function.',
    ],
    [
      'a definition that is none',
      () => problems({ go: null }),
      'go: the definition is not an object. Give { description, handler }.',
    ],
    [
      'definitions that are none',
      () => problems(5),
      'commands: the commands are not an object or a list. Give { name: definition }.',
    ],
    [
      'both forms of arguments',
      () => problems({ go: { ...ok, arguments: [], args: {} } }),
      'go: it has both arguments and args. Describe all its arguments in one of them.',
    ],
    [
      'a mistyped field',
      () => problems({ go: { ...ok, exampels: [] } }),
      'go: unknown field "exampels" of the command. Did you mean "examples"?',
    ],
    [
      'an unknown danger',
      () => problems({ go: { ...ok, danger: 'high' } }),
      'go: its danger is "high". Use one of safe, mutating, destructive.',
    ],
    [
      'a destructive command without a dry run',
      () => problems({ go: { ...ok, danger: 'destructive' } }),
      'go: it is destructive and has no dry run. Set dryRun: true and check context.dryRun, or give a dryRun function.',
    ],
    [
      'a timeout that is none',
      () => problems({ go: { ...ok, timeoutMs: -1 } }),
      'go: its timeoutMs is -1. Use a whole number of milliseconds from 1 to 2147483647.',
    ],
    [
      'a timeout too long for any timer',
      () => problems({ go: { ...ok, timeoutMs: 2 ** 31 } }),
      'go: its timeoutMs is 2147483648. Use a whole number of milliseconds from 1 to 2147483647.',
    ],
    [
      'an output schema that is no JSON Schema',
      () => problems({ go: { ...ok, outputSchema: z.date() } }),
      'go: its outputSchema cannot be written as JSON Schema. Pass the JSON Schema itself.',
    ],
    [
      'an impossible name',
      () => problems({ 'go now': ok }),
      'go now: "go now" cannot be a command\'s name. Use a letter, then letters, digits, "-" and "_".',
    ],
    [
      'a list item without a name',
      () => problems([ok]),
      'undefined: a command has no name. Use a letter, then letters, digits, "-" and "_".',
    ],
    [
      'an impossible name below',
      () => problems({ go: { description: 'x', subcommands: { '-x': ok } } }),
      'go -x: "-x" cannot be a command\'s name. Use a letter, then letters, digits, "-" and "_".',
    ],
    [
      'an impossible alias',
      () => problems({ go: { ...ok, aliases: ['a b'] } }),
      'go: its alias "a b" cannot be a name. Use letters, digits, "-" and "_".',
    ],
    [
      'a reserved name',
      () => problems({ help: ok }),
      'help: "help" is reserved for the gate itself. Choose another first word, such as "x-help".',
    ],
    [
      'a duplicate in a list',
      () =>
        problems([
          { name: 'go', ...ok },
          { name: 'go', ...ok },
        ]),
      'go: it is defined twice. Rename or remove one of them.',
    ],
    [
      'an example that does not parse',
      () => problems({ go: { ...ok, examples: ['go --x'] } }),
      'go: the example "go --x" does not parse: Unknown option --x. Remove it; the usage line shows the available options',
    ],
    [
      'an impossible argument name',
      () => withArguments({ name: '-m', type: 'string' }),
      'go: an argument is called "-m". Name it like "--max" (an option) or "fileId" (a positional).',
    ],
    [
      'an argument without a name',
      () => withArguments({ type: 'string' }),
      'go: an argument is called undefined. Name it like "--max" (an option) or "fileId" (a positional).',
    ],
    [
      'an unknown type',
      () => withArguments({ name: '--max', type: 'integr' }),
      'go: --max has the unknown type "integr". Did you mean "integer"?',
    ],
    [
      'a type that is cut short',
      () => withArguments({ name: '--from', type: 'date' }),
      'go: --from has the unknown type "date". Did you mean "datetime"?',
    ],
    [
      'a type that is near none',
      () => withArguments({ name: '--max', type: 'x' }),
      'go: --max has the unknown type "x". Use one of string, integer, number, boolean, flag, datetime, array, path, object.',
    ],
    [
      'two arguments of one name',
      () => withArguments(max, max),
      'go: two arguments are called --max. Rename one of them.',
    ],
    [
      'clashing short options',
      () => withArguments({ ...max, short: 'n' }, { name: '--name', type: 'string', short: 'n' }),
      'go: --max and --name both claim -n. Rename one of them.',
    ],
    [
      'a short option of two letters',
      () => withArguments({ ...max, short: 'mx' }),
      'go: --max has the short form "mx". Use one letter.',
    ],
    [
      'a short option that is a digit',
      () => withArguments({ ...max, short: '5' }),
      'go: --max has the short form "5". Use one letter.',
    ],
    [
      'an alias that is another argument',
      () => withArguments(max, { name: '--most', type: 'integer', aliases: ['max'] }),
      'go: --max and --most both claim --max. Rename one of them.',
    ],
    [
      'an impossible alias of an argument',
      () => withArguments({ ...max, aliases: ['a b'] }),
      'go: --max has the alias "a b". Use letters, digits, "-" and "_".',
    ],
    [
      'an option and a positional of one name',
      () => withArguments({ name: 'max', type: 'string' }, max),
      'go: --max and the positional max would be one field. Rename one of them.',
    ],
    [
      'a positional after a variadic',
      () => withArguments({ name: 'files', type: 'string', variadic: true }, { name: 'to', type: 'string' }),
      'go: to comes after files, which takes all remaining words. Put files last.',
    ],
    [
      'a required positional after an optional one',
      () => withArguments({ name: 'a', type: 'string' }, { name: 'b', type: 'string', required: true }),
      'go: b is required but comes after a, which is not. Put required arguments first.',
    ],
    [
      'a positional flag',
      () => withArguments({ name: 'all', type: 'flag' }),
      'go: all is a flag without dashes. Call it "--all".',
    ],
    [
      'a positional with a short form',
      () => withArguments({ name: 'a', type: 'string', short: 'a' }),
      'go: the positional a has a short form. Remove it, or make it an option.',
    ],
    [
      'a variadic flag',
      () => withArguments({ name: '--all', type: 'flag', variadic: true }),
      'go: --all is a flag and variadic. A flag has no value to repeat; remove variadic.',
    ],
    [
      'a default of the wrong type',
      () => withArguments({ ...max, default: 'ten' }),
      'go: the default of --max is not an integer. Use a default that --max itself would accept, or none.',
    ],
    [
      'a default out of range',
      () => withArguments({ ...max, minimum: 1, default: 0 }),
      'go: the default of --max is outside its own range. Use a default that --max itself would accept, or none.',
    ],
    [
      'a default that is no choice',
      () => withArguments({ name: '--sort', type: 'string', enum: ['a'], default: 'b' }),
      'go: the default of --sort is not one of its choices. Use a default that --sort itself would accept, or none.',
    ],
    [
      'a default with a wrong item',
      () => withArguments({ name: '--ids', type: 'array', items: 'integer', default: [1, 'x'] }),
      'go: the default of --ids has an item that is not an integer. Use a default that --ids itself would accept, or none.',
    ],
    [
      'a default that its own check refuses',
      () => withArguments({ ...max, default: 3, validate: () => 'is odd' }),
      'go: the default of --max is odd. Use a default that --max itself would accept, or none.',
    ],
    [
      'an example of another type',
      () => withArguments({ ...max, examples: ['ten'] }),
      'go: the example "ten" of --max is not a integer. Use examples that can be typed as a integer.',
    ],
    [
      'an impossible key',
      () => withArgs({ 'a b': arg(z.string()) }),
      'go: an argument is called "a b". Name it like "max" or "fileId".',
    ],
    [
      'an argument without a schema',
      () => withArgs({ max: {} }),
      'go: the argument max has no schema. Write arg(schema, details), with a schema from zod, valibot or similar.',
    ],
    [
      'an argument that is nothing',
      () => withArgs({ max: null }),
      'go: the argument max has no schema. Write arg(schema, details), with a schema from zod, valibot or similar.',
    ],
    [
      'a default that fails its own schema',
      () =>
        withArgs({
          max: arg(
            z
              .number()
              .prefault(0)
              .refine((value) => value > 0),
          ),
        }),
      'go: the default of --max does not match its own schema. Use a default that the schema accepts, or none.',
    ],
    [
      'a variadic whose schema is no list',
      () => withArgs({ files: arg(z.string(), { variadic: true }) }),
      'go: --files is variadic, but its schema is not a list. Give it the schema of the whole list, such as z.array(…).',
    ],
    [
      'two keys that are typed alike',
      () => withArgs({ maxResults: arg(z.number()), max_results: arg(z.number()) }),
      'go: two arguments are called --max-results. Rename one of them.',
    ],
    [
      'clashing short options of schemas',
      () => withArgs({ a: arg(z.string(), { short: 'x' }), b: arg(z.string(), { short: '-x' }) }),
      'go: --a and --b both claim -x. Rename one of them.',
    ],
  ])('%s', (_, find, expected) => {
    expect(find()).toEqual([expected]);
  });

  test('all of them at once', () => {
    expect(
      problems({
        'bad name': ok,
        go: {
          handler,
          danger: 'high',
          arguments: [
            { ...max, short: 'mx', default: 'x' },
            { name: '?', type: 'string' },
          ],
        },
        deep: { description: 'x', subcommands: { er: { description: '', handler } } },
      }).map((text) => text.split(':')[0]),
    ).toEqual(['bad name', 'go', 'go', 'go', 'go', 'go', 'deep er']);
  });

  test.each<[string, unknown]>([
    ['arguments that are no list', { ...ok, arguments: { max } }],
    ['an argument that is nothing', { ...ok, arguments: [null] }],
    ['a short form that is no text', { ...ok, arguments: [{ ...max, short: 5 }] }],
    ['aliases that are one text', { ...ok, aliases: 'gox' }],
    ['argument aliases that are one text', { ...ok, arguments: [{ ...max, aliases: 'most' }] }],
    ['examples that are one text', { ...ok, examples: 'go' }],
    ['choices that are one text', { ...ok, arguments: [{ name: '--sort', type: 'string', enum: 'ab' }] }],
    ['args that are nothing', { ...ok, args: 'x' }],
  ])('from plain JavaScript, %s', (_, definition) => {
    const found = problems({ go: definition });
    expect(found.length).toBeGreaterThan(0);
    for (const problem of found) expect(problem).toMatch(/^go: /);
  });

  test.each<[string, CommandDefinitions]>([
    [
      'two groups',
      [
        { name: 'go', description: 'A', subcommands: { a: ok } },
        { name: 'go', description: 'B', subcommands: { b: ok } },
      ],
    ],
    [
      'a group and a command',
      [
        { name: 'go', description: 'A', subcommands: { a: ok } },
        { name: 'go', ...ok },
      ],
    ],
  ])('%s of one name in one list are a duplicate, not one command (decision 5)', (_, definitions) => {
    expect(problems(definitions)).toEqual(['go: it is defined twice. Rename or remove one of them.']);
  });
});

test('a bare schema is an argument without details', () => {
  const { commands } = readDefinitions({ a: { description: 'x', args: { size: z.int().min(1) }, handler: () => 1 } });
  expect(commands[0]?.parameters).toMatchObject([{ label: '--size', type: 'integer', minimum: 1, required: true }]);
});

test('everything that is wrong with one command is told at once', () => {
  const wrong = {
    descripton: 'X',
    danger: 'destructiv',
    handler,
    arguments: [{ name: '--x', type: 'int', short: 'nn' }],
  };
  expect(problems({ go: wrong })).toEqual([
    'go: unknown field "descripton" of the command. Did you mean "description"?',
    'go: --x has the unknown type "int". Did you mean "integer"?',
    'go: --x has the short form "nn". Use one letter.',
    'go: its danger is "destructiv". Use one of safe, mutating, destructive.',
  ]);
});
