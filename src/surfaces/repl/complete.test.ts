import { expect, test } from 'vitest';
import { createGate } from '../../gate/gate.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Caller } from '../../vocabulary/request.js';
import { complete } from './complete.js';

const handler = () => null;
const gate = createGate({
  workspace: import.meta.dirname,
  commands: readDefinitions({
    calendar: {
      description: 'Calendar',
      aliases: ['diary'],
      subcommands: {
        events: {
          description: 'List events',
          handler,
          arguments: [
            { name: '--today', type: 'flag', description: 'Today' },
            { name: '--max', type: 'integer', short: 'n', description: 'How many' },
            { name: '--order', type: 'string', enum: ['ascending', 'descending', 'by name'], description: 'Order' },
            { name: '--tag', type: 'array', enum: ['work', 'home', 'sport'], description: 'Tags' },
            { name: '--deep', type: 'boolean', description: 'Deep' },
            { name: '--pin', type: 'string', enum: ['1111'], secret: true, description: 'Pin' },
          ],
        },
        export: {
          description: 'Export',
          handler,
          arguments: [
            { name: 'form', type: 'string', enum: ['ical', 'csv'], required: true, description: 'Form' },
            { name: 'target', type: 'string', description: 'Where' },
            { name: '--quiet', type: 'flag', description: 'Own quiet' },
          ],
        },
      },
    },
    drive: { description: 'Drive', handler, subcommands: { list: { description: 'List', handler } } },
    gmail: { description: 'Mail', subcommands: { send: { description: 'Send', handler } } },
  }),
});

const everything: Caller = { name: 'local', may: 'everything' };

function candidates(line: string, caller = everything): string[] {
  const [found, fragment] = complete(gate.registry, line, {
    mayRun: (command) => gate.mayRun(caller, command),
    extraWords: ['exit', 'quit'],
  });
  expect(line.endsWith(fragment)).toBe(true);
  for (const candidate of found) expect(candidate.startsWith(fragment)).toBe(true);
  return found;
}

test('commands, subcommands and the words that leave', () => {
  expect(candidates('')).toEqual([
    ...['calendar', 'check-permissions', 'drive', 'gmail', 'help', 'manifest', 'runs', 'schema', 'version'],
    ...['exit', 'quit'],
  ]);
  expect(candidates('cal')).toEqual(['calendar']);
  expect(candidates('di')).toEqual(['diary']);
  expect(candidates('calendar ')).toEqual(['events', 'export']);
  expect(candidates('diary ev')).toEqual(['events']);
  expect(candidates('  calendar  ex')).toEqual(['export']);
  expect(candidates('nothing ')).toEqual([]);
  expect(candidates('calendar nothing ')).toEqual([]);
  expect(candidates('drive ')).toEqual(['list']);
  expect(candidates('--dry-run cal')).toEqual(['calendar']);
});

test('the path of a command after help and schema', () => {
  expect(candidates('help ')).toEqual(candidates('').filter((name) => name !== 'exit' && name !== 'quit'));
  expect(candidates('schema cal')).toEqual(['calendar']);
  expect(candidates('help calendar e')).toEqual(['events', 'export']);
  expect(candidates('help calendar events ')).toEqual([]);
  expect(candidates('help nothing ')).toEqual([]);
  expect(candidates('help --s')).toEqual(['--search']);
});

test('options that are not used yet, and lists as often as one likes', () => {
  const all = ['--today', '--max', '--order', '--tag', '--deep', '--pin'];
  expect(candidates('calendar events ')).toEqual(all);
  expect(candidates('calendar events --')).toEqual(all);
  expect(candidates('calendar events --today -n 5 --order=ascending --tag work --')).toEqual([
    '--tag',
    '--deep',
    '--pin',
  ]);
  expect(candidates('calendar events -n5 --m')).toEqual([]);
  expect(candidates('calendar events --no-t')).toEqual(['--no-today']);
  expect(candidates('calendar events --no-today --t')).toEqual(['--tag']);
  expect(candidates('calendar events -- --')).toEqual([]);
});

test('standard options where the command has none of its own that fit', () => {
  expect(candidates('calendar events --he')).toEqual(['--help']);
  expect(candidates('calendar export --q')).toEqual(['--quiet']);
  expect(candidates('gmail send --dry-run --dr')).toEqual([]);
  expect(candidates('gmail send --format ')).toEqual([
    'json',
    'jsonl',
    'yaml',
    'csv',
    'tsv',
    'table',
    'plain',
    'text',
    'acli',
    'utcp',
  ]);
  expect(candidates('gmail send --stdin ')).toEqual(['open']);
});

test('values of options and positionals', () => {
  expect(candidates('calendar events --order ')).toEqual(['ascending', 'descending', 'by\\ name']);
  expect(candidates('calendar events --order=d')).toEqual(['--order=descending']);
  expect(candidates('calendar events --deep ')).toEqual(['true', 'false']);
  expect(candidates('calendar events --deep=f')).toEqual(['--deep=false']);
  expect(candidates('calendar events --today=t')).toEqual(['--today=true']);
  expect(candidates('calendar events -n ')).toEqual([]);
  expect(candidates('calendar export ')).toEqual(['ical', 'csv']);
  expect(candidates('calendar export --quiet i')).toEqual(['ical']);
  expect(candidates('calendar export ical ')).toEqual(['--quiet']);
});

test('items of a list that are not in it yet', () => {
  expect(candidates('calendar events --tag ')).toEqual(['work', 'home', 'sport']);
  expect(candidates('calendar events --tag work,')).toEqual(['work,home', 'work,sport']);
  expect(candidates('calendar events --tag=work,h')).toEqual(['--tag=work,home']);
});

test('a secret is never proposed', () => {
  expect(candidates('calendar events --pin ')).toEqual([]);
});

test('a quote that is open stays open, and is closed by the candidate', () => {
  expect(candidates('calendar events --order "by')).toEqual(['"by name"']);
  expect(candidates("calendar events --order 'by n")).toEqual(["'by name'"]);
  expect(candidates("calendar events --order='by n")).toEqual(["--order='by name'"]);
  expect(candidates('calendar events --order by\\ n')).toEqual(['by\\ name']);
  expect(candidates('"cal')).toEqual(['"calendar"']);
  expect(candidates('calendar events --order "a" --deep "t')).toEqual(['"true"']);
});

test('only what the caller may run is proposed', () => {
  const mailer: Caller = { name: 'mailer', may: ['gmail *', 'calendar export'] };
  expect(candidates('', mailer).filter((name) => ['calendar', 'drive', 'gmail'].includes(name))).toEqual([
    'calendar',
    'gmail',
  ]);
  expect(candidates('calendar ', mailer)).toEqual(['export']);
});
