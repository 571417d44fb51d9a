// What a command may take for the time of its run: programs, a temporary directory, a lock.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mutating, safe } from '../declare.mjs';

const print = (what) => ['-e', `process.stdout.write(JSON.stringify(${what}))`];

/** The environment of a program, and that of a program which it starts. */
const both = `(() => {
  const { spawnSync } = require('node:child_process');
  const inner = spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)']).stdout.toString();
  return { child: process.env, grandchild: JSON.parse(inner) };
})()`;

/** Writes its number to a file, notes SIGTERM in another one, and goes on. */
const stubborn = `
const { writeFileSync } = require('node:fs');
process.on('SIGTERM', () => writeFileSync('terminated', 'yes'));
writeFileSync('pid', String(process.pid));
setInterval(() => {}, 1000);`;

export const programs = {
  program: {
    description: 'Programs that are started',
    subcommands: {
      environment: safe({
        description: 'The environments of a program and of what that starts',
        arguments: { locale: { type: 'flag', description: 'Keep the locale' } },
        handler: async ({ locale }, { spawn }) =>
          JSON.parse((await spawn(process.execPath, print(both), { preserveLocale: locale })).stdout),
      }),
      words: safe({
        description: 'The arguments of a program',
        arguments: [{ name: 'words', type: 'string', variadic: true, path: false, description: 'What is passed on' }],
        handler: async ({ words = [] }, { spawn }) =>
          JSON.parse((await spawn(process.execPath, [...print('process.argv.slice(1)'), '--', ...words])).stdout),
      }),
      branch: safe({
        description: 'Declares the program that it starts, and what of its arguments reaches it',
        subprocess: { program: 'git', arguments: ['branch'] },
        arguments: [{ name: 'branch', type: 'string', default: 'main', description: 'Which' }],
        handler: ({ branch }) => ({ branch }),
      }),
      pipe: safe({
        description: 'Two programs, of which the first fails',
        exitCodes: {
          0: { description: 'Never', retryable: false, sideEffects: 'none' },
          1: { description: 'One of them failed', retryable: false, sideEffects: 'none' },
        },
        handler: async (_, { pipeline }) => (await pipeline([['sh', '-c', 'exit 3'], ['sort']])).stdout,
      }),
      stubborn: mutating({
        description: 'A program that does not end by itself',
        arguments: { leave: { type: 'flag', description: 'Answer without waiting for it' } },
        handler: async ({ leave }, { spawn, session }) => {
          const running = spawn(process.execPath, ['-e', stubborn]);
          while (!existsSync(join(session.workspace, 'pid'))) await sleep(20);
          if (!leave) await running;
          running.catch(() => undefined);
          return { effect: 'created' };
        },
      }),
    },
  },
  temporary: {
    description: 'Temporary directories',
    subcommands: {
      name: safe({
        description: 'The name of a temporary directory',
        handler: async (_, { temporaryDirectory }) => ({ directory: await temporaryDirectory() }),
      }),
      wait: mutating({
        description: 'Uses a temporary directory, tells its name in a file, and waits',
        handler: async (_, { temporaryDirectory }) => {
          const directory = await temporaryDirectory();
          writeFileSync(join(directory, 'draft.txt'), 'x');
          writeFileSync('where.txt', directory);
          await sleep(60_000);
          return { effect: 'created' };
        },
      }),
    },
  },
  lock: mutating({
    description: 'Takes a lock for three seconds',
    fails: [6],
    handler: async (_, { lock }) => {
      await lock('deploy', { timeoutMs: 0 });
      await sleep(3_000);
      return { effect: 'noop' };
    },
  }),
};
