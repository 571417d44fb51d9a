// Who calls an executable of their own confirms by an option: there is nobody else who could be asked.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = (strict: boolean) => `
import { existsSync, rmSync } from 'node:fs';
import { defineCommand, runCli } from ${JSON.stringify(library)};

const drop = (details) => defineCommand({
  description: 'Remove the file',
  danger: 'destructive',
  dryRun: true,
  requiredScopes: [],
  exitCodes: {
    0: { description: 'Removed', retryable: false, sideEffects: 'complete' },
    2: { description: 'Not confirmed', retryable: false, sideEffects: 'none' },
    4: { description: 'Nobody to ask', retryable: false, sideEffects: 'none' },
  },
  ...details,
  handler: async (_, { dryRun, confirm }) => {
    if (dryRun) return { effect: 'would_delete', file: 'data' };
    if (details.asks && !(await confirm('Really?'))) return { effect: 'noop' };
    rmSync('data');
    return { effect: 'deleted' };
  },
});

await runCli({
  name: 'drops',
  strict: ${strict},
  commands: {
    worded: drop({ arguments: { what: { type: 'string' } }, confirm: ({ what }) => \`Remove \${what}?\` }),
    drop: drop({}), careful: drop({ safeDefault: true }),
    asking: drop({ asks: true, interactive: true }),
  },
});
`;

describe.each([false, true])('strict: %s', (strict) => {
  const cwd = makeDirectory({ 'drops.mjs': program(strict) });
  const file = join(cwd, 'data');

  async function drops(words: readonly string[], input = '') {
    writeFileSync(file, 'x');
    const child = start(process.execPath, ['drops.mjs', ...words], { cwd });
    child.stdin.end(input);
    const { code, stdout } = await finish(child);
    return { code, answer: JSON.parse(stdout), left: existsSync(file) };
  }

  test('nothing is destroyed without the option, and the answer says what it would be', async () => {
    expect(await drops(['drop'])).toMatchObject({
      code: 2,
      left: true,
      answer: {
        data: { effect: 'would_delete', file: 'data' },
        error: { code: 'VALIDATION_ERROR', details: [{ code: 'CONFIRMATION_REQUIRED' }], retryable: false },
      },
    });
  });

  test('the refusal names the line that does it', async () => {
    const option = strict ? '--confirm-destructive' : '--yes';
    const { answer } = await drops(['drop', '--quiet']);
    expect(answer.error.hint).toBe(`Check what would change, then run: node drops.mjs drop --quiet ${option}`);
    expect(answer.error).not.toHaveProperty('fix_command');
  });

  test('with the option it is done', async () => {
    for (const words of [
      ['drop', '--confirm-destructive'],
      ['--confirm-destructive', 'drop'],
      ['careful', '--live'],
      ['careful', '--live', '--confirm-destructive'],
      ['asking', '--confirm-destructive', '--yes'],
    ]) {
      expect(await drops(words), words.join(' ')).toMatchObject({
        code: 0,
        left: false,
        answer: { data: { effect: 'deleted' } },
      });
    }
  });

  test('--yes confirms it, but for a strict author: there it only answers questions', async () => {
    const confirmed = await drops(['drop', '--yes']);
    if (!strict) expect(confirmed).toMatchObject({ code: 0, left: false, answer: { data: { effect: 'deleted' } } });
    else {
      const suggestion =
        'Check what would change, then run: node drops.mjs drop --yes --confirm-destructive. ' +
        '--yes is not enough here: it only answers questions of the command';
      expect(confirmed).toMatchObject({ code: 2, left: true, answer: { error: { suggestion } } });
    }
    expect(await drops(['asking', '--confirm-destructive'])).toMatchObject({
      code: 4,
      left: true,
      answer: { error: { code: 'INPUT_REQUIRED' } },
    });
  });

  test('a safe default tells what it would do', async () => {
    expect(await drops(['careful'])).toMatchObject({ code: 0, left: true, answer: { meta: { dry_run: true } } });
  });

  test('a line of a plan confirms in the same way', async () => {
    const unconfirmed = await drops(['exec'], '{"_cmd":"drop"}\n');
    expect(unconfirmed).toMatchObject({
      left: true,
      answer: {
        error: { details: [{ code: 'CONFIRMATION_REQUIRED' }], hint: expect.stringContaining('"confirm_destructive"') },
      },
    });
    const confirmed = await drops(['exec'], '{"_cmd":"drop","_opts":{"confirm_destructive":true}}\n');
    expect(confirmed).toMatchObject({ code: 0, left: false, answer: { data: { effect: 'deleted' } } });
  });
});

test('at a terminal, whoever sits there is asked one sentence where the option is missing', async () => {
  const cwd = makeDirectory({ 'drops.mjs': program(false), data: 'x' });
  const onTerminal = async (words: string, answer: string) => {
    const child = start('script', ['-qec', `${process.execPath} drops.mjs ${words}`, '/dev/null'], { cwd });
    let shown = '';
    let rest = answer;
    // What is typed before the question is there may be no answer to it.
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk;
      if (rest === '' || !shown.includes('[y/N]')) return;
      child.stdin.write(rest);
      rest = '';
    });
    return await finish(child);
  };
  const left = () => existsSync(join(cwd, 'data'));
  const refused = await onTerminal('drop', 'n\n');
  expect([refused.stdout, left()]).toEqual([expect.stringContaining('Remove the file (drop)? [y/N] '), true]);
  expect(refused.stdout).toContain("'drop' was not run: you answered no");
  // Ctrl-D says nothing, which is no yes.
  expect([(await onTerminal('drop', '\x04')).stdout, left()]).toEqual([expect.stringContaining('answered no'), true]);
  const unasked = await onTerminal('drop --non-interactive', '');
  expect([unasked.stdout, left()]).toEqual([expect.stringContaining('drop --non-interactive --yes'), true]);
  const agreed = await onTerminal('worded --what "the data\u001b[2J"', 'y\n');
  expect(agreed.stdout).toContain('Remove the data');
  expect(agreed.stdout).not.toContain('\x1b[2J');
  expect(left()).toBe(false);
});
