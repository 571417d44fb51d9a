import { expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import { searchCommands } from './search.js';

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
const search = (...words: string[]) => searchCommands(commands, words, 10).map((hit) => hit.command);

test('a hit is the command and its description', () => {
  expect(searchCommands(commands, ['append'], 1)).toEqual([
    { command: 'sheets append', description: 'Add a row, such as an événement' },
  ]);
});

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
  expect(search('attachment')).toEqual(['gmail send']);
  expect(search('file')).toEqual(['drive download', 'gmail send']);
});

test('tags are searched before descriptions, and are shown', () => {
  const tagged = [
    command('a list', { description: 'List invoices' }),
    command('b list', { description: 'List numbers', tags: ['invoices', 'money out'] }),
  ];
  expect(searchCommands(tagged, ['invoices'], 10)).toEqual([
    { command: 'b list', description: 'List numbers', tags: ['invoices', 'money out'] },
    { command: 'a list', description: 'List invoices' },
  ]);
  expect(searchCommands(tagged, ['money'], 10).map((hit) => hit.command)).toEqual(['b list']);
});

test('what comes out is searched, too, whatever its schema looks like', () => {
  const properties = { temperature: { description: 'In degrees Celsius' }, odd: null, any: true };
  const reading = [
    command('a read', { outputSchema: { type: 'object', properties } }),
    command('b read', { outputSchema: { properties: null } }),
  ];
  for (const word of ['temperature', 'celsius', 'odd']) {
    expect(searchCommands(reading, [word], 10).map((hit) => hit.command)).toEqual(['a read']);
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
  expect(searchCommands([...many].reverse(), ['tool'], 3).map((hit) => hit.command)).toEqual([
    'tool run00',
    'tool run01',
    'tool run02',
  ]);
});
