// What stands beside a plan and not in its lines.

import { expect, test } from 'vitest';
import { bookIn, codes, exec } from './ledger.js';

const account = (name: string, options = {}) => ({ _cmd: 'account.create', name, _opts: options });

test('with --validate-only no line runs, whatever it says itself', async () => {
  const lines = [account('A'), account('B', { 'validate-only': false }), account('C', { validate_only: false })];
  const wrong = { _cmd: 'commodity.create', currency: 'INVALID' };
  const { answers, cwd } = await exec([...lines, wrong], ['--validate-only', '--ignore-errors']);

  expect(codes(answers)).toEqual(['1 ok', '2 ok', '3 ok', '4 VALIDATION_ERROR']);
  expect(bookIn(cwd)).toEqual([]);
});

test.each(['--confirm-destructive', '--yes', '--timeout=5s', '--fields=id', '--idempotency-key=k', '--background'])(
  '%s would reach no line, and is refused with where it belongs',
  async (option) => {
    const { code, answers, cwd } = await exec([account('A')], [option]);

    const name = (/^--([\w-]+)/.exec(option)?.[1] ?? '').replaceAll('-', '_');
    expect([code, answers[0]?.error?.code]).toEqual([2, 'VALIDATION_ERROR']);
    expect(JSON.stringify(answers[0]?.error)).toContain(`Put \\"${name}\\" into \\"_opts\\" of the line`);
    expect(bookIn(cwd)).toEqual([]);
  },
);
