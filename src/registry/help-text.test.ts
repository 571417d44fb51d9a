import { expect, test } from 'vitest';
import { helpText } from './help-text.js';

test('help of everything', () => {
  expect(
    helpText({
      description: 'Office commands',
      commands: [
        { name: 'calendar', description: 'Manage events' },
        { name: 'gmail', description: 'Mail' },
      ],
      usage: '<command> [subcommand] [options]',
      examples: ['calendar events --today'],
      more: "Run 'help <command>' for more",
    }),
  ).toMatchInlineSnapshot(`
    "Office commands

    Usage: <command> [subcommand] [options]

    Commands:
      calendar  Manage events
      gmail     Mail

    Examples:
      calendar events --today

    Run 'help <command>' for more"
  `);
});

test('help of a command', () => {
  expect(
    helpText({
      command: 'calendar events',
      description: 'List events',
      danger: 'mutating',
      arguments: [
        { name: '--max', short: '-n', type: 'integer', default: 10, minimum: 1, description: 'Most events' },
        { name: '--file', type: 'string', format: 'path', description: 'A file' },
        { name: '--sort', type: 'string', enum: ['a', 'b'], description: 'Order' },
        { name: '--all', type: 'flag', description: 'All' },
        { name: 'files', type: 'string', required: true, variadic: true, description: '' },
      ],
      examples: [],
    }),
  ).toMatchInlineSnapshot(`
    "calendar events — List events (mutating)

    Arguments:
      -n, --max <integer>  Most events (default 10; 1 or more)
      --file <path>        A file
      --sort <string>      Order (one of a, b)
      --all                All
      files <string>...     (required)"
  `);
});

test('help of a program', () => {
  const help = {
    command: 'tools report',
    description: 'Makes a report',
    tags: ['sales', 'monthly'],
    arguments: [],
    examples: [],
  };
  const properties = {
    total: { type: 'number', description: 'In euros' },
    note: { type: ['string', 'null'] },
    odd: {},
  };
  expect(helpText({ ...help, outputSchema: { type: 'object', properties } })).toMatchInlineSnapshot(`
    "tools report — Makes a report

    Tags: sales, monthly

    Output:
      total <number>      In euros
      note <string|null>
      odd"
  `);
  expect(helpText({ ...help, outputSchema: { type: 'string', description: 'The report' } })).toContain(
    '\n\nOutput: string, The report',
  );
  expect(helpText({ ...help, outputSchema: {} })).not.toContain('Output');
});

test('a search that found nothing says so', () => {
  expect(helpText({ query: 'x', results: [], more: 'Try other words' })).toBe('Nothing found.\n\nTry other words');
});

test('at a terminal, texts are wrapped below where they begin, and words and examples stay whole', () => {
  const data = {
    command: 'calendar events',
    description: 'List the events of a calendar, or of all of them',
    usage: 'calendar events [--max <integer>] [--calendar <string>]',
    arguments: [
      { name: '--max', type: 'integer', description: 'Most events, of all calendars that are shown' },
      { name: '--at', type: 'string', description: 'As in https://example.com/a-very-long-address-to-copy or 10:00' },
    ],
    examples: ['calendar events --calendar "a name that is long" --max 10'],
    more: "Run 'help <command>' for more about one of them",
  };
  expect(helpText(data, 40)).toMatchInlineSnapshot(`
    "calendar events — List the events of a
    calendar, or of all of them

    Usage: calendar events [--max <integer>]
           [--calendar <string>]

    Arguments:
      --max <integer>  Most events, of all
                       calendars that are
                       shown
      --at <string>    As in
                       https://example.com/a-very-long-address-to-copy
                       or 10:00

    Examples:
      calendar events --calendar "a name that is long" --max 10

    Run 'help <command>' for more about one
    of them"
  `);
  expect(helpText(data, Number.POSITIVE_INFINITY)).toBe(helpText(data));
});

test('where a column has no room for its text, the text goes below', () => {
  const commands = [{ name: 'a-command-with-a-name', description: 'Does something that needs some words' }];
  expect(helpText({ command: 'x', commands }, 32)).toMatchInlineSnapshot(`
    "x

    Commands:
      a-command-with-a-name
          Does something that needs
          some words"
  `);
});
