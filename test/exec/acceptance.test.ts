// REQ-O-050: every acceptance criterion, by name, and the wire examples of the specification.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';
import { bookIn, codes, exec, expectEnvelope, parseAnswers } from './ledger.js';

const account = { _cmd: 'account.create', name: 'Assets:Bank', open_date: '2024-01-01' };
const transaction = {
  _cmd: 'transaction.add',
  _opts: { draft: true },
  date: '2024-01-15',
  narration: 'Buy BTC',
};
const commodity = { _cmd: 'commodity.create', currency: 'INVALID' };

test('the wire example: account, transaction and a commodity that is refused', async () => {
  const { code, answers, stderr, cwd } = await exec(
    [account, transaction, commodity],
    ['--ignore-errors', '--output', 'jsonl'],
  );

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(answers.map(({ ok, data, error }) => ({ ok, data, error }))).toEqual([
    {
      ok: true,
      data: { effect: 'created', id: 'acct_1', kind: 'account', name: 'Assets:Bank', open_date: '2024-01-01' },
      error: null,
    },
    {
      ok: true,
      data: {
        effect: 'created',
        id: 'txn_2',
        kind: 'transaction',
        date: '2024-01-15',
        narration: 'Buy BTC',
        draft: true,
      },
      error: null,
    },
    {
      ok: false,
      data: null,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Invalid argument: --currency (the --currency argument has an invalid currency format)',
        hint: 'Give a valid string for --currency',
        suggestion: 'Give a valid string for --currency',
        phase: 'validation',
        retryable: false,
        fix_required: 'The --currency argument has an invalid currency format',
        usage: 'commodity create --currency <string> [--name <string>]',
        details: [
          {
            code: 'INVALID_VALUE',
            field: '--currency',
            message: 'The --currency argument has an invalid currency format',
            value: 'INVALID',
            hint: 'Give a valid string for --currency',
          },
        ],
        errors: [
          {
            code: 'INVALID_VALUE',
            field: '--currency',
            message: 'The --currency argument has an invalid currency format',
            value: 'INVALID',
          },
        ],
        exit_code: 2,
      },
    },
  ]);
  expect(bookIn(cwd).map(({ id }) => id)).toEqual(['acct_1', 'txn_2']);
});

test('AC 1: `cat ops.jsonl | tool exec --output jsonl` runs all lines in one process, one answer line for each', async () => {
  const { code, answers } = await exec(Array(5).fill({ _cmd: 'process.id' }), ['--output', 'jsonl']);

  expect(code).toBe(0);
  expect(codes(answers)).toEqual(['1 ok', '2 ok', '3 ok', '4 ok', '5 ok']);
  expect(new Set(answers.map(({ data }) => data?.pid)).size).toBe(1);
});

test('AC 2: each answer line is an envelope with _cmd and _line in meta', async () => {
  const { answers } = await exec([account, 'nonsense', commodity], ['--ignore-errors']);

  for (const answer of answers) expectEnvelope(answer);
  expect(answers.map(({ meta: { _cmd, _line } }) => ({ _cmd, _line }))).toEqual([
    { _cmd: 'account.create', _line: 1 },
    { _cmd: null, _line: 2 },
    { _cmd: 'commodity.create', _line: 3 },
  ]);
});

test('AC 3: without --ignore-errors it stops at the first failure and exits with 1', async () => {
  const { code, answers, cwd } = await exec([account, commodity, account]);

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 ok', '2 VALIDATION_ERROR'] });
  expect(bookIn(cwd)).toHaveLength(1);
});

test('AC 4: with --ignore-errors it goes on past failures, and still exits with 1', async () => {
  const { code, answers, cwd } = await exec([account, commodity, account], ['--ignore-errors']);

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 ok', '2 VALIDATION_ERROR', '3 ok'] });
  expect(bookIn(cwd)).toHaveLength(2);
});

test('AC 5: --dry-run reaches every command that is not safe', async () => {
  const { code, answers, cwd } = await exec(
    [account, transaction, { _cmd: 'account.close', id: 'acct_1' }, { _cmd: 'account.list' }],
    ['--dry-run'],
  );

  expect(code).toBe(0);
  expect(answers.map(({ data, meta }) => [data?.effect ?? data, meta.dry_run ?? false])).toEqual([
    ['would_create', true],
    ['would_run', true],
    ['would_delete', true],
    [[], false],
  ]);
  expect(bookIn(cwd)).toEqual([]);
});

test('AC 6: a line that is no JSON gets DISPATCH_PARSE_ERROR in phase validation, and has no effect', async () => {
  const { code, answers, cwd } = await exec([account, '{"_cmd":"account.create",', account], ['--ignore-errors']);

  expect(code).toBe(1);
  expect(answers[1]).toMatchObject({
    ok: false,
    data: null,
    error: {
      code: 'DISPATCH_PARSE_ERROR',
      phase: 'validation',
      message: 'Line 2 is not a valid request: it is not JSON: the text ends too early at column 26',
    },
    meta: { _cmd: null, _line: 2, exit_code: 2 },
  });
  expect(bookIn(cwd)).toHaveLength(2);
});

test('AC 7: a stream of which no line can be parsed exits with 2', async () => {
  const lines = ['nonsense', '[1]', '{"name":"x"}'];
  const all = await exec(lines, ['--ignore-errors']);
  const first = await exec(lines);

  expect({ code: all.code, codes: codes(all.answers) }).toEqual({
    code: 2,
    codes: ['1 DISPATCH_PARSE_ERROR', '2 DISPATCH_PARSE_ERROR', '3 DISPATCH_PARSE_ERROR'],
  });
  expect({ code: first.code, codes: codes(first.answers) }).toEqual({ code: 2, codes: ['1 DISPATCH_PARSE_ERROR'] });
});

test('AC 8: it is there without work for each command, in cmdgate itself too', async () => {
  const cwd = makeDirectory({
    'commands.mjs': `export const commands = {
      greet: { description: 'Greet', danger: 'safe', arguments: [{ name: 'who', type: 'string', required: true }],
        handler: ({ who }) => ({ greeting: 'Hello, ' + who }) },
    };`,
    'cmdgate.config.json': JSON.stringify({ name: 'greeter', version: '1.0.0', commands: ['commands.mjs'] }),
  });
  writeFileSync(join(cwd, 'plan.jsonl'), '{"_cmd":"greet","who":"World"}\n{"_cmd":"version"}\n');

  const { code, stdout } = await cmdgate(['exec', '--input-file', 'plan.jsonl'], { cwd });

  const answers = parseAnswers(stdout);
  expect({ code, codes: codes(answers), greeting: answers[0]?.data }).toEqual({
    code: 0,
    codes: ['1 ok', '2 ok'],
    greeting: { greeting: 'Hello, World' },
  });
});
