// A change that is half done is not sent again as it is, and a suggestion says what would really help.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = `
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError, defineCommand, runCli } from ${JSON.stringify(library)};

const fails = (danger, work) => defineCommand({
  description: 'Fails',
  danger,
  steps: ['copy', 'publish'],
  exitCodes: {
    0: { description: 'Done', retryable: false, sideEffects: 'complete' },
    1: { description: 'Failed', retryable: false, sideEffects: 'none' },
    12: { description: 'Not there', retryable: true, sideEffects: 'none' },
  },
  handler: (_, context) => work(context),
});
const changes = (danger, handler) => defineCommand({ description: 'Changes', danger, timeoutMs: 2_000, handler });
const down = () => new CommandError('UNAVAILABLE', 'The service is down.', { retryable: true });

await runCli({
  name: 'publish',
  commands: {
    half: fails('mutating', ({ step }) => { step('copy'); step('publish'); throw down(); }),
    first: fails('mutating', ({ step }) => { step('copy'); throw down(); }),
    reads: fails('safe', ({ step }) => { step('copy'); step('publish'); throw down(); }),
    items: fails('mutating', ({ items }) => items(['a', 'b'], (item) => { if (item === 'b') throw down(); })),
    bug: fails('mutating', () => { null.x; }),
    late: changes('mutating', () => new Promise(() => {})),
    waits: defineCommand({ description: 'Waits', danger: 'mutating', handler: (_, { log }) => { log.warn('begun'); return new Promise(() => {}); } }),
    looks: changes('safe', () => new Promise(() => {})),
    lost: changes('mutating', () => { throw new CommandError('NETWORK_ERROR', 'The connection is lost.'); }),
    slow: changes('mutating', () => { throw new CommandError('TIMEOUT', 'The service is slow.'); }),
    told: changes('mutating', () => { throw new CommandError('TIMEOUT', 'The service is slow.', { hint: 'Ask for it' }); }),
    fetches: changes('mutating', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address();
      await new Promise((resolve) => server.close(resolve));
      await fetch('http://127.0.0.1:' + port + '/');
    }),
    part: changes('mutating', () => { throw new CommandError('BUSY', 'Busy.', { retryable: true, data: { partial: true } }); }),
    circle: fails('safe', () => { const circle = {}; circle.circle = circle; return circle; }),
  },
});
`;

const cwd = makeDirectory({ 'publish.mjs': program });

async function errorOf(...words: readonly string[]) {
  const child = start(process.execPath, ['publish.mjs', ...words], { cwd });
  child.stdin.end();
  return JSON.parse((await finish(child)).stdout).error;
}

test('what is half done is not retryable, whatever its author says, and the suggestion names what is done', async () => {
  const error = await errorOf('half');
  expect(error).toMatchObject({
    retryable: false,
    completed_steps: ['copy'],
    failed_step: 'publish',
    suggestion: expect.stringMatching(/^Done before it failed: copy\. .*do not send the same request again/),
  });
  expect(error).not.toHaveProperty('retry_after_ms');
  expect(await errorOf('items')).toMatchObject({ code: 'PARTIAL_FAILURE', retryable: false });
});

test('what has done nothing yet, or changes nothing, may be sent again', async () => {
  for (const word of ['first', 'reads']) {
    expect(await errorOf(word)).toMatchObject({
      retryable: true,
      suggestion: expect.stringContaining('wait a moment'),
    });
  }
});

test('a bug in a handler is not to be tried again', async () => {
  for (const word of ['bug', 'circle']) {
    expect(await errorOf(word)).toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      suggestion: expect.stringMatching(/a bug in the command: do not send it again/),
    });
  }
});

const looksFirst = /^All, some or none of it may have been done: check what changed before you send it again/;

test('a change of which nobody knows whether it was made is looked at before it is sent again', async () => {
  expect(await errorOf('late')).toMatchObject({ code: 'TIMEOUT', suggestion: expect.stringMatching(looksFirst) });
  expect(await errorOf('lost')).toMatchObject({ code: 'NETWORK_ERROR', suggestion: expect.stringMatching(looksFirst) });
  expect(await errorOf('slow')).toMatchObject({ code: 'TIMEOUT', suggestion: expect.stringMatching(looksFirst) });
  expect(await errorOf('fetches')).toMatchObject({
    code: 'NETWORK_ERROR',
    suggestion: expect.stringMatching(looksFirst),
  });
  expect(await errorOf('part')).toMatchObject({ suggestion: expect.stringMatching(/^Part of it has been done\./) });
});

test('where nothing can be changed, or the author knows better, nobody is sent to look', async () => {
  expect(await errorOf('looks')).toMatchObject({ code: 'TIMEOUT', suggestion: 'Try a simpler query' });
  expect(await errorOf('told')).toMatchObject({ code: 'TIMEOUT', suggestion: 'Ask for it' });
});

test('a change that was canceled is looked at before it is sent again', async () => {
  const child = start(process.execPath, ['publish.mjs', 'waits'], { cwd });
  child.stderr.once('data', () => child.kill('SIGTERM'));
  child.stdin.end();
  const { code, stdout } = await finish(child);
  expect([code, JSON.parse(stdout).error.suggestion]).toEqual([143, expect.stringMatching(looksFirst)]);
});
