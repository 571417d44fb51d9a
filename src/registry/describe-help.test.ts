import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import type { Command, CommandGroup, FunctionCommand } from '../vocabulary/command.js';
import { GateError } from '../vocabulary/gate-error.js';
import { describeNode, describePrefix, describeRoot, type Listed, type Visible } from './describe-help.js';
import { Registry } from './registry.js';

const facts = { name: 'office', version: '1.0.0', description: 'Office commands' };
const everything: Visible = () => true;

const calendar: CommandGroup = { path: ['calendar'], aliases: ['cal'], description: 'Manage calendar events' };
const events = command('calendar events', {
  description: 'List calendar events',
  parameters: [
    parameter('--today', 'flag', { description: "Show today's events only" }),
    parameter('--from', 'datetime', { description: 'Start', examples: ['2026-02-02'] }),
    parameter('--max', 'integer', {
      short: 'n',
      aliases: ['most'],
      default: 10,
      minimum: 1,
      maximum: 50,
      schema: { minimum: 1, maximum: 50 },
      description: 'Most events',
    }),
    parameter('--sort', 'string', { choices: ['start', 'title'], description: 'Order' }),
    parameter('--key', 'string', { secret: true, default: 'hunter2', examples: ['hunter3'], description: 'Key' }),
    parameter('file', 'path', { required: true, description: 'Where to' }),
    parameter('rest', 'string', { variadic: true, description: 'More' }),
  ],
  examples: ['calendar events out.txt --today'],
});
const office = new Registry(
  { commands: [command('help', { builtIn: true })], groups: [] },
  {
    commands: [
      events,
      command('calendar delete', { danger: 'destructive' }),
      command('x-report', { examples: ['x-report'] }),
    ],
    groups: [calendar],
  },
);
const node = (registry: Registry, line: string) => registry.find(line.split(' ')).node;

describe('the shapes of the specification', () => {
  test('root help', () => {
    expect(describeRoot(office, facts, everything)).toEqual({
      description: 'Office commands',
      commands: [
        { name: 'calendar', description: 'Manage calendar events' },
        { name: 'x-report', description: 'Runs x-report' },
      ],
      usage: '<command> [subcommand] [options]',
      examples: ['calendar events out.txt --today', 'x-report'],
    });
  });

  test('help of a command', () => {
    expect(describeNode(node(office, 'calendar events'), everything)).toEqual({
      command: 'calendar events',
      description: 'List calendar events',
      arguments: [
        { name: '--today', type: 'flag', description: "Show today's events only" },
        { name: '--from', type: 'datetime', description: 'Start', examples: ['2026-02-02'] },
        {
          name: '--max',
          short: '-n',
          aliases: ['--most'],
          type: 'integer',
          default: 10,
          minimum: 1,
          maximum: 50,
          description: 'Most events',
        },
        { name: '--sort', type: 'string', enum: ['start', 'title'], description: 'Order' },
        { name: '--key', type: 'string', secret: true, description: 'Key' },
        { name: 'file', type: 'string', format: 'path', required: true, description: 'Where to' },
        { name: 'rest', type: 'string', variadic: true, description: 'More' },
      ],
      examples: ['calendar events out.txt --today'],
    });
  });

  test('help of a group', () => {
    expect(describeNode(node(office, 'cal'), everything)).toEqual({
      command: 'calendar',
      description: 'Manage calendar events',
      subcommands: [
        { name: 'events', description: 'List calendar events' },
        { name: 'delete', description: 'Runs calendar delete' },
      ],
      usage: 'calendar <subcommand> [options]',
      examples: ['calendar events out.txt --today'],
      aliases: ['cal'],
    });
  });

  test('help of a program has its tags, and what comes out', () => {
    const {
      run: _,
      dryRun: __,
      ...facts
    } = command('tools report', {
      tags: ['sales', 'monthly'],
      outputSchema: { type: 'object', properties: { total: { type: 'number' } } },
    }) as FunctionCommand;
    const report: Command = { ...facts, plan: () => new GateError('UNAVAILABLE', 'Not now', { hint: 'Later' }) };
    const registry = new Registry({ commands: [report, command('tools plain', { tags: [] })], groups: [] });
    expect(describeNode(node(registry, 'tools report'), everything)).toEqual({
      command: 'tools report',
      description: 'Runs tools report',
      tags: ['sales', 'monthly'],
      arguments: [],
      outputSchema: { type: 'object', properties: { total: { type: 'number' } } },
      examples: [],
    });
    expect(describeNode(node(registry, 'tools plain'), everything)).not.toHaveProperty('tags');
    expect(describeNode(node(registry, 'tools report'), () => false)).toEqual({
      command: 'tools report',
      description: 'Runs tools report',
      examples: [],
    });
  });

  test('a command that goes says so', () => {
    const deprecated = { since: '2.0', replacement: 'new' };
    const registry = new Registry({ commands: [command('old', { contract: { deprecated } })], groups: [] });
    expect(describeNode(node(registry, 'old'), everything)).toMatchObject({ deprecated });
    expect(describeNode(node(registry, 'old'), () => false)).not.toHaveProperty('deprecated');
  });

  test('a command that changes something says so', () => {
    expect(describeNode(node(office, 'calendar delete'), everything)).toMatchObject({ danger: 'destructive' });
  });

  test('a flag that is on unless it is turned off says so', () => {
    const registry = new Registry({
      commands: [command('paint', { parameters: [parameter('--color', 'flag', { default: true })] })],
      groups: [],
    });
    expect(describeNode(node(registry, 'paint'), everything)).toMatchObject({
      arguments: [{ name: '--color', default: true }],
    });
  });
});

describe('what the asker may not run', () => {
  const onlyReport: Visible = ({ path }) => path[0] === 'x-report';

  test('is not listed, and a group that leads to nothing else neither', () => {
    expect(describeRoot(office, facts, onlyReport)).toMatchObject({
      commands: [{ name: 'x-report', description: 'Runs x-report' }],
      examples: ['x-report'],
    });
    const noDelete: Visible = ({ path }) => path[1] !== 'delete';
    expect(describeNode(node(office, 'calendar'), noDelete).subcommands).toEqual([
      { name: 'events', description: 'List calendar events' },
    ]);
  });

  test('has no arguments in help', () => {
    expect(describeNode(node(office, 'calendar events'), onlyReport)).not.toHaveProperty('arguments');
  });
});

describe('1,000 commands', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  /** Words without any order that tells them apart. */
  const scattered = (index: number) => {
    let state = index * 7_919 + 13;
    let word = '';
    for (let place = 0; place < 9; place++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      word += letters[state % 26];
    }
    return `${word}${index}`;
  };
  const nouns =
    'user file team role event mail task note page site blog post tag group order item cart price tax bill chart graph sheet cell row report form field view theme skin badge token key lock vault disk node pod job queue topic stream zone host port route rule alert clock'.split(
      ' ',
    );
  const verbs =
    'create delete update list show copy move rename share lock unlock import export archive restore search count tag sync check'.split(
      ' ',
    );
  const number = (index: number) => String(index).padStart(4, '0');
  const upTo = (count: number, nameOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => nameOf(index));
  const long =
    'A rather long description that goes on and on, as generated descriptions do. It has a second sentence, too.';

  const sets: [string, string[]][] = [
    ['numbered', upTo(1_000, (index) => `command${index}`)],
    ['numbered after a common beginning', upTo(1_000, (index) => `acme-internal-tool-${number(index)}`)],
    ['nouns and verbs', nouns.slice(0, 50).flatMap((noun) => verbs.map((verb) => `${noun}-${verb}`))],
    ['verbs and nouns', verbs.flatMap((verb) => nouns.slice(0, 50).map((noun) => `${verb}_${noun}`))],
    ['scattered', upTo(1_000, scattered)],
    ['scattered in two words', upTo(1_000, (index) => `${scattered(index)}-${scattered(index + 5_000)}`)],
    [
      'sixty kinds with long names',
      upTo(
        1_000,
        (index) => `${scattered(index % 60)}-management-and-administration-service-operation-${number(index)}`,
      ),
    ],
    ['upper and lower case', upTo(1_000, (index) => (index % 2 ? scattered(index) : scattered(index).toUpperCase()))],
    ['10 groups of 100', upTo(1_000, (index) => `${scattered(index % 10)} ${scattered(index)}`)],
    ['100 groups of 10', upTo(1_000, (index) => `${nouns[index % 50]}${index % 2} ${scattered(index)}`)],
    ['500 groups of 2', upTo(1_000, (index) => `group-${number(index % 500)} ${scattered(index)}`)],
    ['one group of 1,000', upTo(1_000, (index) => `tools ${scattered(index)}`)],
    ['three levels', upTo(1_000, (index) => `${scattered(index % 5)} ${nouns[index % 40]} ${scattered(index)}`)],
  ];

  interface Page {
    readonly commands?: readonly Listed[];
    readonly subcommands?: readonly Listed[];
    readonly arguments?: unknown;
    readonly more?: string;
  }

  /** What an agent sees that types `help`, then every line that the answers announce. */
  class Walk {
    readonly reached = new Set<string>();
    readonly pages: { readonly line: string; readonly page: Page }[] = [];
    readonly #registry: Registry;

    constructor(registry: Registry) {
      this.#registry = registry;
      this.#open([]);
    }

    #open(words: readonly string[]): void {
      const line = ['help', ...words].join(' ');
      const page = this.help(words);
      this.pages.push({ line, page });
      if (page.arguments) this.reached.add(words.join(' '));
      const parent = words.at(-1)?.endsWith('*') ? words.slice(0, -1) : words;
      for (const { name } of page.commands ?? page.subcommands ?? []) this.#open([...parent, name]);
    }

    help(words: readonly string[]): Page {
      const last = words.at(-1);
      if (last === undefined) return describeRoot(this.#registry, facts, everything);
      if (last.endsWith('*'))
        return describePrefix(this.#registry.find(words.slice(0, -1)).node, last.slice(0, -1), everything);
      return describeNode(this.#registry.find(words).node, everything);
    }
  }

  const registryOf = (names: readonly string[]) =>
    new Registry({
      commands: names.map((name): Command => command(name, { description: long, examples: [name] })),
      groups: [],
    });
  const tokens = (page: unknown) => encode(JSON.stringify({ success: true, data: page })).length;

  describe.each(sets)('%s', (_, names) => {
    const walk = new Walk(registryOf(names));

    test('there are 1,000 of them', () => {
      expect(new Set(names).size).toBe(1_000);
    });

    test('root help stays under 2,000 tokens', () => {
      expect(tokens(walk.pages[0]?.page)).toBeLessThan(2_000);
    });

    test('so does every page below it', () => {
      expect(
        walk.pages.filter(({ page }) => tokens(page) >= 2_000).map(({ line, page }) => `${line}: ${tokens(page)}`),
      ).toEqual([]);
    });

    test('every command is reached by following what help announces', () => {
      expect(names.filter((name) => !walk.reached.has(name))).toEqual([]);
    });

    test('whoever follows the line that a page gives as an example finds commands', () => {
      for (const { page } of walk.pages) {
        const example = /\(e\.g\. 'help ([^']+)'\)/.exec(page.more ?? '')?.[1];
        if (example === undefined) continue;
        const followed = walk.help(example.split(' '));
        expect((followed.commands ?? followed.subcommands ?? []).length).toBeGreaterThan(0);
      }
    });
  });
});
