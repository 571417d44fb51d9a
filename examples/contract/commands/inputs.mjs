// What commands take.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { mutating, safe } from '../declare.mjs';

export const inputs = {
  show: safe({
    description: 'A file of the directory',
    arguments: [{ name: 'file', type: 'path', required: true, description: 'Which' }],
    examples: ['show note.txt'],
    fails: [5],
    handler: ({ file }, { resolvePath }) => ({ text: readFileSync(resolvePath(file), 'utf8') }),
  }),
  invoice: safe({
    description: 'One invoice, by its id',
    arguments: [
      { name: 'id', type: 'string', format: 'id', path: false, required: true, description: 'Which' },
      { name: '--series', type: 'string', pattern: '^[a-z]{2}$', description: 'Which series' },
    ],
    examples: ['invoice inv-1'],
    handler: ({ id }) => ({ id, total: 12.5 }),
  }),
  connect: safe({
    description: 'Options that need and exclude each other',
    arguments: [
      { name: '--cert', type: 'string', description: 'Certificate' },
      { name: '--key', type: 'string', description: 'Its key' },
      { name: '--ca', type: 'string', description: 'Who says so' },
      { name: '--all', type: 'flag', description: 'All of them' },
      { name: '--one', type: 'string', description: 'One of them' },
      { name: '--retries', type: 'integer', minimum: 0, default: 3, description: 'How often' },
    ],
    requires: { '--cert': ['--key', '--ca'] },
    exclusive: [['--all', '--one']],
    handler: ({ retries }) => ({ connected: true, retries }),
  }),
  pass: safe({
    description: 'Passes all words on that follow it',
    optionPlacement: 'strict',
    arguments: [{ name: 'words', type: 'string', variadic: true, path: false, description: 'What is passed on' }],
    handler: ({ words = [] }) => ({ words }),
  }),
  login: safe({
    description: 'Takes a secret, and tells how long it is',
    arguments: { token: { type: 'string', secret: true, description: 'Who asks' } },
    handler: ({ token = '' }) => ({ length: token.length }),
  }),
  rename: mutating({
    description: 'Asks first',
    interactive: true,
    handler: async (_, { confirm }) => {
      const effect = (await confirm('Rename it?')) ? 'updated' : 'noop';
      if (effect === 'updated') writeFileSync('name.txt', 'new');
      return { effect };
    },
  }),
  title: mutating({
    description: 'Writes a title of at most 255 bytes',
    arguments: [
      { name: 'text', type: 'string', required: true, maxBytes: 255, path: false, description: 'At most 255 bytes' },
    ],
    handler: ({ text }) => {
      writeFileSync('title.txt', text);
      return { effect: 'updated' };
    },
  }),
  greet: mutating({
    description: 'Asks at the terminal by itself, which works for people alone',
    fails: [4],
    handler: async () => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const name = await terminal.question('Your name? ');
      terminal.close();
      return { effect: 'noop', name };
    },
  }),
};
