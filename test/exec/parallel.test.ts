// --parallel: safe lines at the same time, everything else alone.

import { expect, test } from 'vitest';
import { bookIn, codes, exec } from './ledger.js';

const wait = (mark: string, ms: number) => ({ _cmd: 'wait', mark, ms });
const marks = (stderr: string) => stderr.trim().split('\n');

test('safe lines run at the same time, and their answers keep the order of the lines', async () => {
  const { code, answers, stderr } = await exec([wait('a', 900), wait('b', 600), wait('c', 300)], ['--parallel', '3']);

  expect({ code, codes: codes(answers) }).toEqual({ code: 0, codes: ['1 ok', '2 ok', '3 ok'] });
  expect(marks(stderr).slice(0, 3)).toEqual(['begins a', 'begins b', 'begins c']);
});

test('--unordered gives answers as they come', async () => {
  const { answers } = await exec([wait('a', 2_000), wait('b', 10)], ['--parallel', '2', '--unordered']);

  expect(codes(answers)).toEqual(['2 ok', '1 ok']);
});

test('no more than N run at once', async () => {
  const { stderr } = await exec([wait('a', 200), wait('b', 400), wait('c', 10)], ['--parallel', '2']);

  expect(marks(stderr).indexOf('begins c')).toBeGreaterThan(marks(stderr).indexOf('ends a'));
});

test('a line that is not safe runs alone: after all before it, before all after it', async () => {
  const { answers, stderr, cwd } = await exec(
    [wait('a', 300), { _cmd: 'account.create', name: 'A' }, wait('b', 10), { _cmd: 'account.list' }],
    ['--parallel', '4'],
  );

  expect(marks(stderr)).toEqual(['begins a', 'ends a', 'begins b', 'ends b']);
  expect(answers[3]?.data).toMatchObject([{ name: 'A' }]);
  expect(bookIn(cwd)).toHaveLength(1);
});

test('a reference waits for the answer that it means', async () => {
  const { answers } = await exec(
    [wait('a', 300), { _cmd: 'echo', value: { v: { $line: 1, path: '$.data.waited' } } }],
    ['--parallel', '4'],
  );

  expect(answers[1]?.data).toMatchObject({ value: { v: 300 } });
});

test('after a failure nothing of what comes after it is answered, and what ran is withdrawn', async () => {
  const { code, answers, stderr } = await exec(
    [wait('a', 200), { _cmd: 'fail' }, wait('b', 3_600_000), { _cmd: 'account.create', name: 'A' }],
    ['--parallel', '4'],
  );

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 ok', '2 NOT_TODAY'] });
  expect(stderr).not.toContain('ends b');
});

test('thousands of lines keep their order', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => ({ _cmd: 'echo', text: String(at) }));
  const { code, answers } = await exec(lines, ['--parallel', '64']);

  expect(code).toBe(0);
  expect(answers.map(({ data }) => data?.text)).toEqual(lines.map(({ text }) => text));
});

test.each(['0', '65', 'many'])('--parallel %s is refused', async (count) => {
  const { code, answers, cwd } = await exec([{ _cmd: 'account.create', name: 'A' }], ['--parallel', count]);

  expect({ code, error: answers[0]?.error?.code, book: bookIn(cwd) }).toEqual({
    code: 2,
    error: 'VALIDATION_ERROR',
    book: [],
  });
});
