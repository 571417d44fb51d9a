// The twelve black-box checks of REQ-O-050, in their order.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmdgate, finish, makeDirectory } from '../cli/process.js';
import { bookIn, codes, exec, expectEnvelope, readAll, startLedger } from './ledger.js';

const account = (name: string) => ({ _cmd: 'account.create', name });
const confirmInLine = String.raw`then add \"confirm_destructive\": true to _opts`;
const wrong = { _cmd: 'commodity.create', currency: 'INVALID' };

test('1: three different commands give three envelopes, and 0', async () => {
  const { code, answers } = await exec([
    account('A'),
    { _cmd: 'commodity.create', currency: 'BTC', name: 'Bitcoin' },
    { _cmd: 'transaction.add', date: '2024-01-15', narration: 'Buy BTC' },
  ]);

  expect({ code, codes: codes(answers) }).toEqual({ code: 0, codes: ['1 ok', '2 ok', '3 ok'] });
  for (const answer of answers) expectEnvelope(answer);
});

test('2: meta._line is the physical line, from 1; nothing of it stands at the top', async () => {
  const { answers } = await exec(['', account('A'), '   ', account('B')]);

  expect(answers.map(({ meta }) => [meta._cmd, meta._line])).toEqual([
    ['account.create', 2],
    ['account.create', 4],
  ]);
  for (const answer of answers) expectEnvelope(answer);
});

test('3: one process for all lines', async () => {
  const { answers } = await exec(Array(200).fill({ _cmd: 'process.id' }));

  expect(answers).toHaveLength(200);
  expect(new Set(answers.map(({ data }) => data?.pid)).size).toBe(1);
});

test('4: line 2 of 4 fails: two lines out, 1, and lines 3 and 4 had no effect', async () => {
  const { code, answers, cwd } = await exec([account('A'), wrong, account('C'), account('D')]);

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 ok', '2 VALIDATION_ERROR'] });
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['A']);
});

test('5: the same with --ignore-errors: four lines out, 1', async () => {
  const { code, answers, cwd } = await exec([account('A'), wrong, account('C'), account('D')], ['--ignore-errors']);

  expect({ code, codes: codes(answers) }).toEqual({
    code: 1,
    codes: ['1 ok', '2 VALIDATION_ERROR', '3 ok', '4 ok'],
  });
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['A', 'C', 'D']);
});

test('6: bad JSON in the middle with --ignore-errors: its own line number, the others run, 1', async () => {
  const { code, answers, cwd } = await exec([account('A'), '{bad', account('C')], ['--ignore-errors']);

  expect({ code, codes: codes(answers), phase: answers[1]?.error?.phase }).toEqual({
    code: 1,
    codes: ['1 ok', '2 DISPATCH_PARSE_ERROR', '3 ok'],
    phase: 'validation',
  });
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['A', 'C']);
});

test('7: nothing parseable: one error line for each line, 2, no effect', async () => {
  const { code, answers, cwd } = await exec(['a', 'b', 'c'], ['--ignore-errors']);

  expect({ code, lines: answers.length, book: bookIn(cwd) }).toEqual({ code: 2, lines: 3, book: [] });
});

test('8: unknown, nested, slashed, capital and missing commands are errors of their line, and nothing runs', async () => {
  const { code, answers, cwd } = await exec(
    [
      { _cmd: 'acount.create', name: 'A' },
      { _cmd: 'account.craete', name: 'A' },
      { _cmd: 'account' },
      { _cmd: 'account.create.now', name: 'A' },
      { _cmd: 'exec' },
      { _cmd: 'exec.account.create', name: 'A' },
      { _cmd: 'account/create', name: 'A' },
      { _cmd: 'account create', name: 'A' },
      { _cmd: 'ACCOUNT.CREATE', name: 'A' },
      { _cmd: 'constructor' },
      { _cmd: 7, _opts: [] },
      { name: 'A' },
    ],
    ['--ignore-errors'],
  );

  expect(code).toBe(1);
  expect(codes(answers)).toEqual([
    '1 COMMAND_NOT_FOUND',
    '2 COMMAND_NOT_FOUND',
    '3 COMMAND_NOT_FOUND',
    '4 COMMAND_NOT_FOUND',
    '5 VALIDATION_ERROR',
    '6 VALIDATION_ERROR',
    '7 DISPATCH_PARSE_ERROR',
    '8 DISPATCH_PARSE_ERROR',
    '9 COMMAND_NOT_FOUND',
    '10 COMMAND_NOT_FOUND',
    '11 DISPATCH_PARSE_ERROR',
    '12 DISPATCH_PARSE_ERROR',
  ]);
  const hints = answers.map(({ error }) => error?.hint);
  expect(hints[0]).toBe('Did you mean "account.create"? {"_cmd":"help"} lists the commands');
  expect(hints[1]).toBe('Did you mean "account.create"? {"_cmd":"help","path":["account"]} lists the commands');
  expect(hints[2]).toMatch(/^Use "account.create" or "account.list" or "account.close". /);
  expect(answers[10]?.error?.message).toBe('Line 11 is not a valid request: _cmd is not text, _opts is not an object');
  expect(bookIn(cwd)).toEqual([]);
});

test('9: --dry-run cannot be switched off by a line; safe lines run', async () => {
  const { answers, cwd } = await exec(
    [
      { ...account('A'), _opts: { dry_run: false } },
      { ...account('B'), _opts: { 'dry-run': false } },
      { _cmd: 'process.id' },
    ],
    ['--dry-run'],
  );

  expect(answers.map(({ data }) => data?.effect ?? typeof data?.pid)).toEqual([
    'would_create',
    'would_create',
    'number',
  ]);
  expect(bookIn(cwd)).toEqual([]);
});

test('9: a line asks for a dry run of its own, in kebab or snake case', async () => {
  const { answers, cwd } = await exec([
    { ...account('A'), _opts: { dry_run: true } },
    { ...account('B'), _opts: { 'dry-run': true } },
    account('C'),
  ]);

  expect(answers.map(({ data }) => data?.effect)).toEqual(['would_create', 'would_create', 'created']);
  expect(bookIn(cwd).map(({ name }) => name)).toEqual(['C']);
});

test('10: exec widens no permission: what is not confirmed or denied on the command line is so in a plan', async () => {
  const { answers, cwd } = await exec(
    [{ _cmd: 'account.close', id: 'acct_1' }, { _cmd: 'denied' }],
    ['--ignore-errors'],
  );
  const alone = startLedger(['account', 'close', '--id', 'acct_1']);
  alone.child.stdin.end();
  const { stdout } = await finish(alone.child);

  expect(codes(answers)).toEqual(['1 VALIDATION_ERROR', '2 PERMISSION_DENIED']);
  const { error, data } = JSON.parse(stdout);
  expect(error.details).toMatchObject([{ code: 'CONFIRMATION_REQUIRED' }]);
  // A line has no words to add an option to.
  const ofLine = JSON.stringify(error).replaceAll(/then run: [^"]* --yes/g, confirmInLine);
  expect(answers[0]).toMatchObject({ error: JSON.parse(ofLine), data });
  expect(Object.keys(answers[0]?.error ?? {})).toEqual(Object.keys(error));
  expect([bookIn(cwd), bookIn(alone.cwd)]).toEqual([[], []]);
});

test('10: what a person is asked about on the command line is asked about in a plan', async () => {
  const workspace = () => makeDirectory({ 'cmdgate.config.json': '{ "shell": { "enabled": true } }', 'build/x': '' });
  const [ofPlan, ofWords] = [workspace(), workspace()];
  const input = `${JSON.stringify({ _cmd: 'shell', command: 'rm', parameters: ['-r', 'build'] })}\n`;
  const plan = await cmdgate(['exec'], { cwd: ofPlan, input });
  const alone = await cmdgate(['shell', 'rm', '-r', 'build'], { cwd: ofWords });

  const errorOf = (stdout: string) => JSON.parse(stdout.replaceAll(/until [^"]*/g, 'until …')).error;
  expect(errorOf(plan.stdout)).toEqual({ ...errorOf(alone.stdout), approval_id: expect.any(String) });
  expect(errorOf(plan.stdout).code).toBe('APPROVAL_REQUIRED');
  expect([ofPlan, ofWords].map((directory) => existsSync(join(directory, 'build/x')))).toEqual([true, true]);
});

test('11: _opts are typed: true, false, texts, numbers and lists; "true" stays text', async () => {
  const { code, answers } = await exec([
    { _cmd: 'echo', _opts: { loud: true, text: 'true', words: ['a,b', 'c'] } },
    { _cmd: 'echo', _opts: { loud: false } },
    { _cmd: 'echo', _opts: { no_loud: true }, value: { deep: [1] } },
    {
      _cmd: 'transaction.add',
      _opts: { amount: 12.5, timeout: 5000, 'validate-only': true },
      date: '2024-01-15',
      narration: '--draft',
    },
  ]);

  expect(code).toBe(0);
  expect(answers.map(({ data }) => data)).toEqual([
    { text: 'true', loud: true, words: ['a,b', 'c'] },
    { loud: false },
    { value: { deep: [1] }, loud: false },
    { valid: true, command: 'transaction add' },
  ]);
});

test('11: what is wrong with options is told all at once, with exit code 2 of the line', async () => {
  const { code, answers, cwd } = await exec([
    {
      _cmd: 'transaction.add',
      _opts: { draft: 'true', narration: null, account: { id: 1 }, colour: 'red', date: '2024-01-15', input: '{}' },
      date: '2024-01-15',
      amount: 'much',
    },
  ]);

  expect({ code, exit: answers[0]?.meta.exit_code }).toEqual({ code: 1, exit: 2 });
  const details = (answers[0]?.error?.details ?? []) as { code: string; field: string }[];
  expect(details.map(({ code: kind, field }) => [kind, field])).toEqual([
    ['INVALID_TYPE', '--draft'],
    ['INVALID_TYPE', '--narration'],
    ['INVALID_TYPE', '--account'],
    ['UNKNOWN_OPTION', 'colour'],
    ['REPEATED_ARGUMENT', '--date'],
    ['UNKNOWN_OPTION', '--input'],
    ['INVALID_NUMBER', '--amount'],
  ]);
  expect(bookIn(cwd)).toEqual([]);
});

test('12: 10 MB through --input-file', async () => {
  const cwd = makeDirectory();
  const text = 'x'.repeat(1_000);
  const line = `${JSON.stringify({ _cmd: 'echo', text })}\n`;
  writeFileSync(join(cwd, 'plan.jsonl'), line.repeat(10_000));
  const { child } = startLedger(['exec', '--input-file', 'plan.jsonl'], { cwd });
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) lines++;
  });

  const code = await new Promise((resolve) => child.on('close', resolve));

  expect({ code, lines }).toEqual({ code: 0, lines: 10_000 });
});

test('12: CRLF, blank lines, a byte order mark and a missing newline at the end are no trouble', async () => {
  const { child, cwd } = startLedger(['exec']);
  child.stdin.end(`\uFEFF{"_cmd":"echo","text":"1"}\r\n\r\n\n{"_cmd":"echo","text":"4"}\r\n{"_cmd":"echo","text":"5"}`);
  const { code, answers } = await readAll(child);

  expect(cwd).not.toBe('');
  expect({ code, codes: codes(answers), texts: answers.map(({ data }) => data?.text) }).toEqual({
    code: 0,
    codes: ['1 ok', '4 ok', '5 ok'],
    texts: ['1', '4', '5'],
  });
});

test('12: a line over 1 MiB and one that is not UTF-8 are refused alone', async () => {
  const { child } = startLedger(['exec', '--ignore-errors']);
  child.stdin.write('{"_cmd":"process.id"}\n');
  child.stdin.write(`{"_cmd":"echo","text":"${'x'.repeat(1024 * 1024)}"}\n`);
  child.stdin.write(Buffer.concat([Buffer.from('{"_cmd":"echo","text":"'), Buffer.from([0xff]), Buffer.from('"}\n')]));
  child.stdin.end('{"_cmd":"process.id"}\n');
  const { code, answers } = await readAll(child);

  expect({ code, codes: codes(answers) }).toEqual({
    code: 1,
    codes: ['1 ok', '2 DISPATCH_PARSE_ERROR', '3 DISPATCH_PARSE_ERROR', '4 ok'],
  });
});

test.each([
  ['nothing at all', ''],
  ['blank lines', '\n  \r\n\n'],
])('12: %s is answered at once with EMPTY_STREAM and 2', async (_what, text) => {
  const { child } = startLedger(['exec']);
  child.stdin.end(text);
  const { code, answers } = await readAll(child);

  expect({ code, error: answers.map(({ error }) => [error?.code, error?.phase]) }).toEqual({
    code: 2,
    error: [['EMPTY_STREAM', 'validation']],
  });
});
