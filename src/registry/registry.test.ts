import { describe, expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import type { Command, CommandGroup } from '../vocabulary/command.js';
import { DefinitionError } from '../vocabulary/definition-error.js';
import { reservedWords } from '../vocabulary/names.js';
import { leadingOptions } from './leading-options.js';
import { Registry } from './registry.js';

const group = (words: string, details: Partial<CommandGroup> = {}): CommandGroup => ({
  path: words.split(' ') as unknown as CommandGroup['path'],
  aliases: [],
  description: `Holds ${words}`,
  ...details,
});
const registryOf = (commands: readonly Command[], groups: readonly CommandGroup[] = []) =>
  new Registry({ commands, groups });

/** The problems of a registry that must not come to be. */
function problems(commands: readonly Command[], groups: readonly CommandGroup[] = []): string[] {
  try {
    registryOf(commands, groups);
  } catch (error) {
    if (error instanceof DefinitionError)
      return error.problems.map(({ where, message, fix }) => `${where}: ${message} ${fix}`);
    throw error;
  }
  return [];
}

const office = registryOf(
  [
    command('calendar events', { aliases: ['ls'] }),
    command('calendar create'),
    command('drive list'),
    command('drive'),
    command('gmail send'),
    command('x-report'),
  ],
  [group('calendar', { aliases: ['cal'] }), group('gmail')],
);

describe('finding a command', () => {
  const find = (line: string, from = 0) => {
    const { node, depth } = office.find(line === '' ? [] : line.split(' '), from);
    return { path: node.path.join(' '), depth, isCommand: node.command !== undefined };
  };

  test.each([
    ['calendar events --today', { path: 'calendar events', depth: 2, isCommand: true }],
    ['calendar', { path: 'calendar', depth: 1, isCommand: false }],
    ['calendar evnets', { path: 'calendar', depth: 1, isCommand: false }],
    ['cal events', { path: 'calendar events', depth: 2, isCommand: true }],
    ['cal ls x', { path: 'calendar events', depth: 2, isCommand: true }],
    ['drive list', { path: 'drive list', depth: 2, isCommand: true }],
    ['drive report.txt', { path: 'drive', depth: 1, isCommand: true }],
    ['x-report', { path: 'x-report', depth: 1, isCommand: true }],
    ['Calendar events', { path: '', depth: 0, isCommand: false }],
    ['', { path: '', depth: 0, isCommand: false }],
  ])('%j', (line, expected) => {
    expect(find(line)).toEqual(expected);
  });

  test('it may start at a later word', () => {
    expect(find('help calendar events', 1)).toEqual({ path: 'calendar events', depth: 2, isCommand: true });
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype'])(
    '%s is an ordinary unknown name, at the top and below (decision 3)',
    (word) => {
      expect(find(word)).toEqual({ path: '', depth: 0, isCommand: false });
      expect(find(`calendar ${word}`)).toEqual({ path: 'calendar', depth: 1, isCommand: false });
      expect(office.nearest(office.root, word)).toEqual([]);
    },
  );

  test('names that other objects inherit can be commands, too', () => {
    expect(registryOf([command('constructor')]).find(['constructor']).node.command?.path).toEqual(['constructor']);
  });
});

describe('the nearest names (decisions 12 and 13)', () => {
  const nearest = (line: string) => {
    const words = line.split(' ');
    const { node, depth } = office.find(words);
    return office.nearest(node, words[depth] as string);
  };

  test.each<[string, string[]]>([
    ['calender', ['calendar']],
    ['clendar', ['calendar']],
    ['CALENDAR', ['calendar']],
    ['calendar evnets', ['calendar events']],
    ['calendar ev', ['calendar events']],
    ['cla events', ['calendar']],
    ['events', ['calendar events']],
    ['send', ['gmail send']],
    ['dirve', ['drive']],
    ['zzzzzzzz', []],
  ])('%j → %j', (line, names) => {
    expect(nearest(line)).toEqual(names);
  });

  test('at most three, each once', () => {
    const many = registryOf(Array.from({ length: 50 }, (_, index) => command(`tool${index} run-it`)));
    const found = many.nearest(many.root, 'tool');
    expect(found).toHaveLength(3);
    expect(new Set(found).size).toBe(3);
  });
});

describe('what cannot be registered', () => {
  test('a name that is defined twice (decision 5)', () => {
    expect(problems([command('gmail send'), command('gmail send')])).toEqual([
      'gmail send: it is defined twice. Rename or remove one of them.',
    ]);
  });

  test.each([...reservedWords])('the reserved word %s (decision 5)', (word) => {
    const expected = `"${word}" is reserved for the gate itself. Choose another first word, such as "x-${word}".`;
    expect(problems([command(word)])).toEqual([`${word}: ${expected}`]);
    expect(problems([command(`${word} now`)], [group(word)])).toContain(`${word}: ${expected}`);
    expect(problems([command('mine', { aliases: [word] })])).toEqual([
      `mine: its alias "${word}" is reserved. Choose another alias.`,
    ]);
  });

  test('a reserved word is free below the first', () => {
    expect(problems([command('gmail help'), command('gmail run', { aliases: ['exec'] })])).toEqual([]);
  });

  test('an alias that is another name, or another alias', () => {
    expect(problems([command('a b', { aliases: ['c'] }), command('a c')])).toEqual([
      'a b: its alias "c" is also a c. Choose another alias.',
    ]);
    expect(problems([command('a b', { aliases: ['x'] }), command('a c', { aliases: ['x'] })])).toEqual([
      'a c: its alias "x" is also a b. Choose another alias.',
    ]);
  });

  test.each<[string, string]>([
    ["calendar events 'oops", 'cannot be read. Write the example exactly as it is typed.'],
    ['events --max 1', 'is not an example of this command. Write the whole line, starting with "calendar events".'],
    [
      'calendar events --max x',
      'does not parse: The --max argument is not an integer. Use a whole decimal number (e.g., 10 or -5)',
    ],
    ['calendar events', 'does not parse: The --max argument is required. Add --max <integer>'],
    ['calendar events --max 1 --mxa 2', 'does not parse: Unknown option --mxa. Did you mean --max?'],
  ])('the example %j', (example, problem) => {
    const parameters = [parameter('--max', 'integer', { required: true })];
    expect(problems([command('calendar events', { parameters, examples: [example] })])).toEqual([
      `calendar events: the example ${JSON.stringify(example)} ${problem}`,
    ]);
  });

  test('an example that is no text is refused, too', () => {
    expect(problems([command('a', { examples: [5 as unknown as string] })])).toEqual([
      'a: the example 5 cannot be read. Write the example exactly as it is typed.',
    ]);
  });

  test('everything that is wrong is told at once', () => {
    expect(
      problems([
        command('help'),
        command('a', { examples: ['b'] }),
        command('c'),
        command('c'),
        command('d', { aliases: ['c'] }),
      ]),
    ).toHaveLength(4);
  });
});

test('the gate’s own commands and those of several sources stand in one tree', () => {
  const registry = new Registry(
    { commands: [command('help', { builtIn: true })], groups: [] },
    { commands: [command('gmail send')], groups: [group('gmail')] },
    { commands: [command('gmail search')], groups: [] },
  );
  expect(registry.commands.map(({ path }) => path.join(' '))).toEqual(['help', 'gmail send', 'gmail search']);
  expect([...registry.root.children.keys()]).toEqual(['help', 'gmail']);
  expect(registry.find(['gmail']).node.description).toBe('Holds gmail');
});

test.each<[string, number]>([
  ['calendar events', 0],
  ['--dry-run calendar', 1],
  ['--format json calendar', 2],
  ['--format=json --quiet calendar', 2],
  ['--input {} --timeout 5s', 4],
  ['--format', 1],
  ['--unknown calendar', 0],
  ['-- calendar', 0],
  ['-n calendar', 0],
  ['', 0],
])('in front of %j stand %i words of the gate’s own options', (line, count) => {
  expect(leadingOptions(line === '' ? [] : line.split(' '))).toBe(count);
});
