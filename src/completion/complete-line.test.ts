import { expect, test } from 'vitest';
import { createGate } from '../gate/gate.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { CompletionContext } from '../vocabulary/command.js';
import type { Caller } from '../vocabulary/request.js';
import { completeLine } from './complete-line.js';

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

async function candidates(line: string, caller = everything): Promise<string[]> {
  const [found, fragment] = await completeLine(gate.registry, line, {
    mayRun: (command) => gate.mayRun(caller, command),
    extraWords: ['exit', 'quit'],
  });
  expect(line.endsWith(fragment)).toBe(true);
  for (const candidate of found) expect(candidate.startsWith(fragment)).toBe(true);
  return found;
}

test('commands, subcommands and the words that leave', async () => {
  expect(await candidates('')).toEqual([
    ...['calendar', 'check-permissions', 'drive', 'gmail', 'help', 'manifest', 'runs', 'schema', 'version'],
    ...['exit', 'quit'],
  ]);
  expect(await candidates('cal')).toEqual(['calendar']);
  expect(await candidates('di')).toEqual(['diary']);
  expect(await candidates('calendar ')).toEqual(['events', 'export']);
  expect(await candidates('diary ev')).toEqual(['events']);
  expect(await candidates('  calendar  ex')).toEqual(['export']);
  expect(await candidates('nothing ')).toEqual([]);
  expect(await candidates('calendar nothing ')).toEqual([]);
  expect(await candidates('drive ')).toEqual(['list']);
  expect(await candidates('--dry-run cal')).toEqual(['calendar']);
});

test('the path of a command after help and schema', async () => {
  expect(await candidates('help ')).toEqual(
    (await candidates('')).filter((name) => name !== 'exit' && name !== 'quit'),
  );
  expect(await candidates('schema cal')).toEqual(['calendar']);
  expect(await candidates('help calendar e')).toEqual(['events', 'export']);
  expect(await candidates('help calendar events ')).toEqual([]);
  expect(await candidates('help nothing ')).toEqual([]);
  expect(await candidates('help --s')).toEqual(['--search']);
});

test('options that are not used yet, and lists as often as one likes', async () => {
  const all = ['--today', '--max', '--order', '--tag', '--deep', '--pin'];
  expect(await candidates('calendar events ')).toEqual(all);
  expect(await candidates('calendar events --')).toEqual(all);
  expect(await candidates('calendar events --today -n 5 --order=ascending --tag work --')).toEqual([
    '--tag',
    '--deep',
    '--pin',
  ]);
  expect(await candidates('calendar events -n5 --m')).toEqual([]);
  expect(await candidates('calendar events --no-t')).toEqual(['--no-today']);
  expect(await candidates('calendar events --no-today --t')).toEqual(['--tag']);
  expect(await candidates('calendar events -- --')).toEqual([]);
});

test('standard options where the command has none of its own that fit', async () => {
  expect(await candidates('calendar events --he')).toEqual(['--help']);
  expect(await candidates('calendar export --q')).toEqual(['--quiet']);
  expect(await candidates('gmail send --dry-run --dr')).toEqual([]);
  expect(await candidates('gmail send --format ')).toEqual([
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
  expect(await candidates('gmail send --stdin ')).toEqual(['open']);
});

test('values of options and positionals', async () => {
  expect(await candidates('calendar events --order ')).toEqual(['ascending', 'descending', 'by\\ name']);
  expect(await candidates('calendar events --order=d')).toEqual(['--order=descending']);
  expect(await candidates('calendar events --deep ')).toEqual(['true', 'false']);
  expect(await candidates('calendar events --deep=f')).toEqual(['--deep=false']);
  expect(await candidates('calendar events --today=t')).toEqual(['--today=true']);
  expect(await candidates('calendar events -n ')).toEqual([]);
  expect(await candidates('calendar export ')).toEqual(['ical', 'csv']);
  expect(await candidates('calendar export --quiet i')).toEqual(['ical']);
  expect(await candidates('calendar export ical ')).toEqual(['--quiet']);
});

test('items of a list that are not in it yet', async () => {
  expect(await candidates('calendar events --tag ')).toEqual(['work', 'home', 'sport']);
  expect(await candidates('calendar events --tag work,')).toEqual(['work,home', 'work,sport']);
  expect(await candidates('calendar events --tag=work,h')).toEqual(['--tag=work,home']);
});

test('a secret is never proposed', async () => {
  expect(await candidates('calendar events --pin ')).toEqual([]);
});

test('a quote that is open stays open, and is closed by the candidate', async () => {
  expect(await candidates('calendar events --order "by')).toEqual(['"by name"']);
  expect(await candidates("calendar events --order 'by n")).toEqual(["'by name'"]);
  expect(await candidates("calendar events --order='by n")).toEqual(["--order='by name'"]);
  expect(await candidates('calendar events --order by\\ n')).toEqual(['by\\ name']);
  expect(await candidates('"cal')).toEqual(['"calendar"']);
  expect(await candidates('calendar events --order "a" --deep "t')).toEqual(['"true"']);
});

test('only what the caller may run is proposed', async () => {
  const mailer: Caller = { name: 'mailer', may: ['gmail *', 'calendar export'] };
  expect((await candidates('', mailer)).filter((name) => ['calendar', 'drive', 'gmail'].includes(name))).toEqual([
    'calendar',
    'gmail',
  ]);
  expect(await candidates('calendar ', mailer)).toEqual(['export']);
});

test("values that an author's function knows, with what else was given; what fails or is too late knows nothing", async () => {
  const complete = (typed: string, { given }: CompletionContext) => [
    { value: `${given.region}-1`, description: 'First' },
    `${typed}-2`,
    'two\nlines',
  ];
  const dynamic = createGate({
    workspace: import.meta.dirname,
    commands: readDefinitions({
      go: {
        description: 'Go',
        handler,
        arguments: [
          { name: 'id', type: 'string', required: true, complete, description: 'Which' },
          { name: 'other', type: 'string', complete: () => Promise.reject(new Error('no')), description: 'Other' },
          { name: '--region', type: 'string', description: 'Where' },
          { name: '--late', type: 'string', complete: () => new Promise<string[]>(() => undefined), description: 'x' },
          { name: '--pin', type: 'string', secret: true, complete: () => ['1111'], description: 'Pin' },
        ],
      },
      quiet: { description: 'Not listed', hidden: true, handler },
    }),
  });
  const found = async (line: string) => (await completeLine(dynamic.registry, line, { mayRun: () => true }))[0];

  expect(await found('go --region eu ')).toEqual(['eu-1', '-2']);
  expect(await found('go --region eu e')).toEqual(['eu-1', 'e-2']);
  expect(await found('go x y')).toEqual([]);
  expect(await found('go --late ')).toEqual([]);
  expect(await found('go --pin ')).toEqual([]);
  expect(await found('qu')).toEqual([]);
});
