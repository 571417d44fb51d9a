// What changes something: files of the directory in which it is called.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from 'cmdgate';
import { destructive, mutating, safe } from '../declare.mjs';

const records = () => (existsSync('records.txt') ? readFileSync('records.txt', 'utf8').trimEnd().split('\n') : []);
const removeRecords = () => {
  rmSync('records.txt', { force: true });
  return { effect: 'deleted' };
};
const wouldRemove = () => ({ effect: 'would_delete', would_affect: records() });

export const changes = {
  record: {
    description: 'Records in a file',
    subcommands: {
      add: mutating({
        description: 'Adds a record',
        handler: () => {
          appendFileSync('records.txt', 'a record\n');
          return { effect: 'created', number: records().length };
        },
      }),
      remove: destructive({ description: 'Removes all records', dryRun: wouldRemove, handler: removeRecords }),
      clean: destructive({
        description: 'Removes all records, but only with --live',
        safeDefault: true,
        dryRun: wouldRemove,
        handler: removeRecords,
      }),
      silent: mutating({
        description: 'Does not say what it did, which is a mistake',
        handler: () => ({ number: 7 }),
      }),
      old: safe({
        description: 'How it was called before',
        deprecated: { since: '1.0.0', replacement: 'list all' },
        handler: () => ({}),
      }),
    },
  },
  note: {
    description: 'The one note',
    subcommands: {
      put: mutating({
        description: 'Puts a text into the one note',
        arguments: { text: { type: 'string', default: 'hello', description: 'The text' } },
        handler: ({ text }) => {
          const before = existsSync('note.txt') ? readFileSync('note.txt', 'utf8') : undefined;
          if (before === text) return { effect: 'noop' };
          writeFileSync('note.txt', text);
          return { effect: before === undefined ? 'created' : 'updated' };
        },
      }),
      delete: mutating({
        description: 'Deletes the one note; where there is none it says so',
        handler: () => {
          if (!existsSync('note.txt')) return { effect: 'noop', status: 'not_found' };
          rmSync('note.txt');
          return { effect: 'deleted' };
        },
      }),
    },
  },
  member: {
    description: 'The one member',
    subcommands: {
      create: mutating({
        description: 'Creates the one account',
        fails: [6],
        handler: () => {
          if (existsSync('account.json')) {
            const existing = JSON.parse(readFileSync('account.json', 'utf8'));
            throw new CommandError('ALREADY_EXISTS', 'There is an account.', { data: { existing } });
          }
          writeFileSync('account.json', JSON.stringify({ id: 1 }));
          return { effect: 'created', id: 1 };
        },
      }),
    },
  },
  config: {
    description: 'A large file',
    subcommands: {
      write: mutating({
        description: 'Writes a large file: there is the old one or the new one, never a part of it',
        arguments: { value: { type: 'string', default: 'x', description: 'What it is made of' } },
        handler: async ({ value }, { writeFile }) => {
          await writeFile('config.json', JSON.stringify({ value, filler: value.repeat(2_000_000) }));
          return { effect: 'updated' };
        },
      }),
    },
  },
};
