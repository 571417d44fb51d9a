import { expect, test } from 'vitest';
import { command, parameter } from '../../../test/fixtures/commands/build.js';
import type { Command } from '../../vocabulary/command.js';
import { searchCommands } from './search-commands.js';

const commands = [
  command('calendar events', { description: 'List calendar events', examples: ['calendar events --today'] }),
  command('calendar create', { description: 'Create an event in the calendar' }),
  command('gmail send', {
    description: 'Send a message',
    parameters: [parameter('--attachment', 'path', { description: 'A file to send along' })],
  }),
  command('drive download', { description: 'Fetch a file', aliases: ['get'] }),
  command('sheets append', { description: 'Add a row, such as an événement' }),
];
const names = (found: readonly Command[]) => found.map(({ path }) => path.join(' '));
const search = (...words: string[]) => names(searchCommands(commands, words, 10));

test.each<[string, string[]]>([
  ['a name counts more than a description', ['events']],
  ['the plural finds the singular and the other way round', ['event']],
])('%s', (_, words) => {
  expect(search(...words)).toEqual(['calendar events', 'calendar create']);
});

test('all words count more than some', () => {
  expect(search('create', 'event')[0]).toBe('calendar create');
  expect(search('create event')[0]).toBe('calendar create');
});

test('aliases, parameters and what they mean are searched, too', () => {
  expect(search('get')).toEqual(['drive download']);
  expect(search('attachment')).toEqual(['gmail send', 'drive download']);
  expect(search('file')).toEqual(['drive download', 'gmail send']);
});

test('tags are searched before descriptions', () => {
  const tagged = [
    command('a list', { description: 'List invoices' }),
    command('b list', { description: 'List numbers', tags: ['invoices', 'money out'] }),
  ];
  expect(names(searchCommands(tagged, ['invoices'], 10))).toEqual(['b list', 'a list']);
  expect(names(searchCommands(tagged, ['money'], 10))).toEqual(['b list']);
});

test('what comes out is searched, too, whatever its schema looks like', () => {
  const properties = { temperature: { description: 'In degrees Celsius' }, odd: null, any: true };
  const reading = [
    command('a read', { outputSchema: { type: 'object', properties } }),
    command('b read', { outputSchema: { properties: null } }),
  ];
  for (const word of ['temperature', 'celsius', 'odd']) {
    expect(names(searchCommands(reading, [word], 10))).toEqual(['a read']);
  }
});

test('case does not count, and letters of every script do', () => {
  expect(search('GMAIL')).toEqual(['gmail send']);
  expect(search('ÉVÉNEMENT')).toEqual(['sheets append']);
});

test.each([[[]], [['']], [['?!']], [['zebra']]])('%j finds nothing', (words) => {
  expect(search(...words)).toEqual([]);
});

test('at most as many as asked for, and the same order every time', () => {
  const many = Array.from({ length: 30 }, (_, index) => command(`tool run${String(index).padStart(2, '0')}`));
  expect(names(searchCommands([...many].reverse(), ['tool'], 3))).toEqual(['tool run00', 'tool run01', 'tool run02']);
});

test('what a caller may not see takes no place and sets no measure', () => {
  const isFound = ({ path }: Command) => path[0] !== 'calendar';
  expect(names(searchCommands(commands, ['calendar', 'message'], 1, isFound))).toEqual(['gmail send']);
});

const desk = [
  command('issues create', { description: 'Create an issue' }),
  command('issues delete', { description: 'Delete an issue for good' }),
  command('issues delete-link', { description: 'Delete a link between two issues' }),
  command('merge-requests merge', { description: 'Merge a merge request' }),
  command('pull-requests list', { description: 'List pull requests' }),
  command('stars unstar-repository', { description: 'Take a star from a repository' }),
  command('stars star-repository', { description: 'Give a repository a star' }),
  command('browser localstorage-list', { description: 'All pairs of keys and values' }),
  command('pipelines run', { description: 'Run the pipeline of a branch' }),
];
const first = (phrase: string) => names(searchCommands(desk, [phrase], 1))[0];

test.each([
  ['I want to get rid of this issue', 'issues delete'],
  ['please file a new bug', 'issues create'],
  ['removing issues', 'issues delete'],
  ['delete the link of an issue', 'issues delete-link'],
  ['merge my MR', 'merge-requests merge'],
  ['which PRs are there?', 'pull-requests list'],
  ['remove the star from that repo', 'stars unstar-repository'],
  ['what is in local storage', 'browser localstorage-list'],
  ['start CI', 'pipelines run'],
  ['pipel', 'pipelines run'],
  ['pullRequests', 'pull-requests list'],
])('%j finds %s first', (phrase, expected) => {
  expect(first(phrase)).toBe(expected);
});

test('a search of nothing but small words looks for these', () => {
  expect(names(searchCommands([command('to do', { description: 'x' })], ['to'], 10))).toEqual([]);
  expect(names(searchCommands(desk, ['the'], 10))).toEqual([]);
});
