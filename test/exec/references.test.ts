// A line may use what an earlier one answered.

import { expect, test } from 'vitest';
import { bookIn, codes, exec } from './ledger.js';

const account = { _cmd: 'account.create', name: 'Assets:Bank' };
const buy = { _cmd: 'transaction.add', date: '2024-01-15', narration: 'Buy' };

test('a value of an earlier answer stands in the payload and in the options, at any depth', async () => {
  const { code, answers, cwd } = await exec([
    '',
    account,
    { ...buy, account: { $line: 2, path: '$.data.id' } },
    { ...buy, _opts: { account: { $line: 2, path: "$['data']['id']" }, tags: [{ $line: 3, path: '$.data.id' }, 'x'] } },
    {
      _cmd: 'echo',
      value: { list: [{ whole: { $line: 2, path: '$.data' } }], line: { $line: 3, path: '$.meta._line' } },
    },
  ]);

  expect({ code, codes: codes(answers) }).toEqual({ code: 0, codes: ['2 ok', '3 ok', '4 ok', '5 ok'] });
  expect(bookIn(cwd).map(({ account: id, tags }) => [id, tags])).toEqual([
    [undefined, undefined],
    ['acct_1', undefined],
    ['acct_1', ['txn_2', 'x']],
  ]);
  expect(answers[3]?.data).toMatchObject({ value: { list: [{ whole: { id: 'acct_1' } }], line: 3 } });
});

test('a value that came from an answer is data: it is checked like any other, and never a reference itself', async () => {
  const { answers } = await exec(
    [
      { _cmd: 'echo', text: '{"$line":1,"path":"$"}', words: ['x'] },
      { _cmd: 'echo', text: { $line: 1, path: '$.data.text' } },
      { _cmd: 'echo', text: { $line: 1, path: '$.data.words' } },
      { _cmd: 'account.create', name: { $line: 1, path: '$.meta._line' } },
    ],
    ['--ignore-errors'],
  );

  expect(codes(answers)).toEqual(['1 ok', '2 ok', '3 VALIDATION_ERROR', '4 VALIDATION_ERROR']);
  expect(answers[1]?.data).toMatchObject({ text: '{"$line":1,"path":"$"}' });
});

test('what cannot be followed is told all at once, and says which', async () => {
  const { code, answers, cwd } = await exec(
    [
      account,
      { _cmd: 'fail' },
      '',
      {
        ...buy,
        account: { $line: 1, path: '$.data.nothing' },
        amount: { $line: 1, path: '$.data.*' },
        _opts: {
          draft: { $line: 2, path: '$.data' },
          tags: [
            { $line: 3, path: '$' },
            { $line: 4, path: '$' },
            { $line: 99, path: '$' },
            { $line: 1, path: '$.[' },
            { $line: 1, path: 'id' },
          ],
        },
      },
      { _cmd: 'echo', value: { $line: '1', path: '$' } },
      { _cmd: 'echo', value: { $line: 1 } },
      { _cmd: 'echo', value: { $line: 1, path: '$', more: true } },
      '{"_cmd":"echo","value":{"\\u0024line":1}}',
    ],
    ['--ignore-errors'],
  );

  expect(code).toBe(1);
  const details = (answers[2]?.error?.details ?? []) as { field: string; message: string }[];
  expect(details.map(({ field, message }) => [field, message])).toEqual([
    ['account', 'the path of a reference matches nothing in the answer to line 1'],
    ['amount', 'the path of a reference matches 5 values in the answer to line 1'],
    ['_opts.draft', 'a reference names line 2, which failed'],
    [
      '_opts.tags[0]',
      'a reference names line 3, which has no answer: it is blank, or comes before the first line that was run',
    ],
    ['_opts.tags[1]', 'a reference names line 4, which is not before line 4'],
    ['_opts.tags[2]', 'a reference names line 99, which is not before line 4'],
    ['_opts.tags[3]', expect.stringContaining('the path of a reference to line 1 is not a valid JSONPath')],
    ['_opts.tags[4]', 'a reference has the wrong form'],
  ]);
  for (const answer of answers.slice(3)) {
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      phase: 'validation',
      hint: 'Write it as {"$line": 1, "path": "$.data.id"}',
    });
  }
  expect(bookIn(cwd)).toHaveLength(1);
});

test('a reference reaches back over 10,000 answers, and says when a line is too long ago', async () => {
  const many = Array(10_000).fill('{"_cmd":"process.id"}');
  const reach = (line: number) => ({ _cmd: 'echo', value: { v: { $line: line, path: '$.meta._line' } } });
  const near = await exec([...many, reach(1)]);
  const far = await exec([...many, ...many, ...many, reach(1)]);

  expect(near.answers.at(-1)?.data).toMatchObject({ value: { v: 1 } });
  expect(far.answers.at(-1)?.error?.message).toBe(
    'Line 30001 cannot be run: a reference names line 1, whose answer is no longer kept',
  );
});

test('a reference to a line before --resume-from has no answer', async () => {
  const { code, answers, cwd } = await exec(
    [account, 'not even JSON', { ...buy, account: { $line: 1, path: '$.data.id' } }],
    ['--resume-from', '3'],
  );

  expect({ code, codes: codes(answers), book: bookIn(cwd) }).toEqual({
    code: 1,
    codes: ['3 VALIDATION_ERROR'],
    book: [],
  });
});

test('a payload that is nested deeper than anything looks is refused, and does not end the plan', async () => {
  const deep = `${'['.repeat(200_000)}"$line"${']'.repeat(200_000)}`;
  const { code, answers } = await exec(
    [`{"_cmd":"echo","value":{"v":${deep}}}`, '{"_cmd":"process.id"}'],
    ['--ignore-errors'],
  );

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 DISPATCH_PARSE_ERROR', '2 ok'] });
  expect(answers[0]?.error).toMatchObject({ phase: 'validation', details: [{ code: 'LIMIT_EXCEEDED' }] });
});
