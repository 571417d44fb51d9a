// What takes long.
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from 'cmdgate';
import { mutating, safe } from '../declare.mjs';

const forever = () => new Promise(() => setInterval(() => undefined, 1_000));

export const longWork = {
  wait: {
    description: 'Waits',
    subcommands: {
      second: safe({
        description: 'Takes a second',
        handler: async () => {
          await sleep(1_000);
          return { waited: 1_000 };
        },
      }),
      forever: safe({ description: 'Does not end by itself', handler: forever }),
      busy: safe({
        description: 'Never gives the thread back',
        timeoutMs: 500,
        handler: () => {
          for (;;);
        },
      }),
    },
  },
  late: {
    description: 'Comes late',
    subcommands: {
      file: mutating({
        description: 'Writes a file after a while',
        handler: async () => {
          await sleep(300);
          writeFileSync('late.txt', 'late');
          return { effect: 'created' };
        },
      }),
    },
  },
  release: mutating({
    description: 'Has three steps',
    steps: ['fetch', 'build', 'publish'],
    fails: [3],
    arguments: { fail: { type: 'flag', description: 'In the second step; else it never ends there' } },
    handler: async ({ fail }, { step }) => {
      step('fetch');
      step('build');
      if (fail) throw new CommandError('PARTIAL_FAILURE', 'The build failed.');
      await forever();
    },
  }),
  stream: safe({
    description: 'Gives its values one after the other',
    arguments: {
      count: { type: 'integer', default: 3, description: 'How many' },
      pause: { type: 'integer', default: 0, description: 'Milliseconds between them' },
    },
    handler: async function* ({ count, pause }) {
      for (let number = 1; number <= count; number++) {
        if (pause > 0) await sleep(pause);
        yield { number };
      }
    },
  }),
  tidy: mutating({
    description: 'Leaves a mark when it is cleaned up, however it ends',
    arguments: { wait: { type: 'flag', description: 'Until it is ended' } },
    handler: async ({ wait }, { onCleanup }) => {
      onCleanup(() => appendFileSync('marks.txt', 'tidied\n'));
      if (wait) await forever();
      return { effect: 'created' };
    },
  }),
};
