// A change that is half done is not sent again as it is, and a suggestion says what would really help.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = `
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
const down = () => new CommandError('UNAVAILABLE', 'The service is down.', { retryable: true });

await runCli({
  name: 'publish',
  commands: {
    half: fails('mutating', ({ step }) => { step('copy'); step('publish'); throw down(); }),
    first: fails('mutating', ({ step }) => { step('copy'); throw down(); }),
    reads: fails('safe', ({ step }) => { step('copy'); step('publish'); throw down(); }),
    items: fails('mutating', ({ items }) => items(['a', 'b'], (item) => { if (item === 'b') throw down(); })),
    bug: fails('mutating', () => { null.x; }),
    circle: fails('safe', () => { const circle = {}; circle.circle = circle; return circle; }),
  },
});
`;

const cwd = makeDirectory({ 'publish.mjs': program });

async function errorOf(word: string) {
  const child = start(process.execPath, ['publish.mjs', word], { cwd });
  child.stdin.end();
  return JSON.parse((await finish(child)).stdout).error;
}

test('what is half done is not retryable, whatever its author says, and the suggestion names what is done', async () => {
  const error = await errorOf('half');
  expect(error).toMatchObject({
    retryable: false,
    completed_steps: ['copy'],
    failed_step: 'publish',
    suggestion: expect.stringMatching(/^Done before it failed: copy\. .*do not send the same again/),
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
