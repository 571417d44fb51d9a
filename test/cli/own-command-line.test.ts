// What a person types at their own executable is not held to the limits and habits of a model's text.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = (limits: string) => `
import { defineCommand, runCli } from ${JSON.stringify(library)};

const text = (name, more) => ({ name, type: 'string', path: false, description: 'x', ...more });

await runCli({
  name: 'items',
  ${limits}
  commands: {
    item: {
      description: 'Items',
      subcommands: {
        get: defineCommand({
          description: 'Get one',
          danger: 'safe',
          arguments: [
            text('id', { required: true }),
            text('--max', { short: 'm' }),
            { name: '--all', short: 'a', type: 'flag', description: 'x' },
          ],
          handler: (args) => ({ ...args, name: 'one' }),
        }),
      },
    },
    count: defineCommand({
      description: 'Count words and their characters',
      danger: 'safe',
      arguments: [text('words', { variadic: true })],
      handler: ({ words }) => ({ words: words.length, characters: words.join('').length }),
    }),
  },
});
`;

const cwd = makeDirectory({ 'items.mjs': program(''), 'limited.mjs': program('limits: { arguments: 5 },') });

async function items(words: readonly string[], file = 'items.mjs') {
  const child = start(process.execPath, [file, ...words], { cwd });
  child.stdin.end();
  const { code, stdout } = await finish(child);
  return { code, stdout, answer: JSON.parse(stdout) };
}

describe('arguments of a process', () => {
  test('may be as many and as long as the system takes', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `word-${index}`);
    expect(await items(['count', ...many])).toMatchObject({ code: 0, answer: { data: { words: 3_000 } } });
    const long = 'x'.repeat(100_000);
    expect(await items(['count', long])).toMatchObject({ code: 0, answer: { data: { characters: 100_000 } } });
  });

  test('are held to limits that the author sets', async () => {
    expect(await items(['count', ...'abcdefgh'], 'limited.mjs')).toMatchObject({
      code: 2,
      answer: { error: { code: 'PARSE_ERROR', message: expect.stringContaining('the limit is 5') } },
    });
  });

  test('are not repeated whole in an answer', async () => {
    const long = 'x'.repeat(100_000);
    for (const words of [
      ['count', long],
      ['count', '--nope', long],
      [long],
      ['item', long],
      ['item', 'get', 'a', long],
    ]) {
      expect((await items(words)).stdout.length, words.join(' ').slice(0, 20)).toBeLessThan(8_000);
    }
  });
});

describe('options may stand between the words of a command', () => {
  test.each([
    [['item', '--fields', 'id', 'get', 'a1'], { id: 'a1' }],
    [['item', '--fields=id', 'get', 'a1'], { id: 'a1' }],
    [['--fields', 'id', 'item', '--quiet', 'get', 'a1'], { id: 'a1' }],
    [['item', '--max', '5', 'get', 'a1'], { id: 'a1', max: '5', name: 'one' }],
    [['item', '--max=5', 'get', 'a1'], { id: 'a1', max: '5', name: 'one' }],
    [['item', '-m', 'get', '--all', 'get', 'get'], { id: 'get', max: 'get', all: true, name: 'one' }],
    [['item', '--all', '-m5', 'get', 'a1'], { id: 'a1', max: '5', all: true, name: 'one' }],
  ])('%j', async (words, data) => {
    expect(await items(words)).toMatchObject({ code: 0, answer: { data } });
  });

  test('what is no option of the command is refused', async () => {
    expect(await items(['item', '--nope', 'get', 'a1'])).toMatchObject({ code: 2, answer: { ok: false } });
    const many = Array.from({ length: 40 }, () => '--nope');
    expect(await items(['item', ...many, 'get', 'a1'])).toMatchObject({ code: 2, answer: { ok: false } });
  });
});
