// A workspace whose commands show what a command line does to its words, its streams and its process.

import { makeDirectory } from './process.js';

const commands = `
import { writeFileSync } from 'node:fs';
import { CommandError } from 'cmdgate';

const words = { name: 'words', type: 'string', variadic: true, path: false, description: 'Any words' };
const safe = { danger: 'safe' };

export const commands = {
  echo: { ...safe, description: 'Echo', arguments: [words], handler: ({ words = [] }) => ({ words }) },
  own: {
    ...safe,
    description: 'Has options that are called like those of the gate',
    arguments: [
      { name: '--format', type: 'string', description: 'Of its own' },
      { name: '--timeout', type: 'string', description: 'Of its own' },
      { name: '--input', type: 'string', description: 'Of its own' },
      { name: '--dry-run', type: 'string', description: 'Of its own' },
      { name: '--config', type: 'string', description: 'Of its own' },
      { name: '--caller', type: 'string', description: 'Of its own' },
    ],
    handler: (args) => args,
  },
  wait: {
    ...safe,
    description: 'Wait for the signal',
    handler: (_args, { signal }) => new Promise((_resolve, reject) => {
      process.stderr.write('waiting\\n');
      signal.addEventListener('abort', () => {
        writeFileSync('aborted.txt', 'aborted');
        reject(signal.reason);
      });
    }),
  },
  deaf: {
    ...safe,
    description: 'Wait, and do not listen to the signal',
    handler: () => new Promise(() => { process.stderr.write('waiting\\n'); setInterval(() => {}, 1000); }),
  },
  big: {
    ...safe,
    description: 'Twenty megabytes',
    arguments: [{ name: '--note', type: 'flag', description: 'Say so' }],
    handler: ({ note }) => {
      if (note) process.stderr.write('made\\n');
      return { text: 'x'.repeat(20_000_000) };
    },
  },
  chatty: {
    ...safe,
    description: 'Print where it should not',
    handler: () => {
      console.log('noise on the console');
      process.stdout.write('noise on the stream\\n');
      console.error('noise on the other stream');
      return 'clean';
    },
  },
  lazy: {
    ...safe,
    description: 'Leave a timer behind',
    handler: () => { setInterval(() => {}, 1000); setTimeout(() => {}, 3_600_000); return 'done'; },
  },
  logs: { ...safe, description: 'Log', handler: (_args, { log }) => { log.warn('careful'); log.info('by the way'); return 'logged'; } },
  table: { ...safe, description: 'A table', handler: () => [{ id: 1, name: 'Lunch' }, { id: 2, name: 'Tea' }] },
  stream: { ...safe, description: 'Stream', handler: async function* () { yield 'one'; yield 'two'; } },
  who: { ...safe, description: 'Who asks', handler: (_args, { caller }) => caller.name },
  fail: { ...safe, description: 'Fail', handler: () => { throw new Error('internal detail'); } },
  conflict: {
    ...safe,
    description: 'Fail with a code of its own',
    handler: () => { throw new CommandError('ALREADY_EXISTS', 'It exists.', { hint: 'Take another', exitCode: 79 }); },
  },
  hang: { ...safe, description: 'Hang', timeoutMs: 50, handler: () => new Promise(() => {}) },
  read: { ...safe, description: 'Read', arguments: [{ name: 'file', type: 'path', required: true, description: 'File' }], handler: ({ file }) => file },
  secret: { description: 'Denied', handler: () => 'never' },
};
`;

const configuration = {
  name: 'fixture',
  version: '3.2.1',
  commands: ['commands.ts'],
  deny: ['secret'],
  callers: { guest: { token: 'env:GUEST_TOKEN', may: ['who'] } },
};

export const environment = { GUEST_TOKEN: 'a-token-for-the-guest' };

/** The workspace; `changes` replace keys of its configuration. */
export function openWorkspace(changes: Readonly<Record<string, unknown>> = {}): string {
  return makeDirectory({
    'commands.ts': commands,
    'cmdgate.config.json': JSON.stringify({ ...configuration, ...changes }, null, 2),
  });
}
