// The program as somebody runs it, with the plans that lie beside it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const example = fileURLToPath(new URL('.', import.meta.url));

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-ledger-')));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function ledger(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [join(example, 'ledger.mjs'), ...words], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    code: status,
    answers: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

const planned = (plan: string, ...words: string[]) =>
  ledger('exec', '--input-file', join(example, 'plans', plan), ...words);

const kinds = () => {
  const book = join(directory, 'book.jsonl');
  if (!existsSync(book)) return [];
  return readFileSync(book, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).kind);
};

test('the plan of the specification: two entries, and a currency that is refused', () => {
  const { code, answers } = planned('wire.jsonl', '--ignore-errors', '--output', 'jsonl');

  expect(code).toBe(1);
  expect(answers).toMatchObject([
    { ok: true, data: { id: 'acct_1' }, meta: { _cmd: 'account.create', _line: 1 } },
    { ok: true, data: { id: 'txn_2', draft: true }, meta: { _cmd: 'transaction.add', _line: 2 } },
    { ok: false, error: { retryable: false, phase: 'validation' }, meta: { _cmd: 'commodity.create', _line: 3 } },
  ]);
  expect(kinds()).toEqual(['account', 'transaction']);
});

test('with --plan the same mistake leaves the book as it was', () => {
  expect(planned('wire.jsonl', '--plan')).toMatchObject({ code: 2, answers: [{ meta: { _line: 3, _remaining: 2 } }] });
  expect(kinds()).toEqual([]);
});

test('what destroys something runs only where its own line confirms it', () => {
  const hasty = planned('hasty.jsonl', '--plan');
  const year = planned('year.jsonl', '--plan');

  expect(hasty).toMatchObject({ code: 2, answers: [{ error: { details: [{ code: 'CONFIRMATION_REQUIRED' }] } }] });
  expect([year.code, kinds()]).toEqual([0, ['commodity', 'account', 'transaction', 'closing']]);
});
