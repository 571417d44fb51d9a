// `exec --plan`: every line is looked at first, a person is asked once, and nothing runs unless everything can.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';
import { bookIn, codes, exec, expectEnvelope, parseAnswers, readAll, startLedger, toText } from './ledger.js';
import { no, openPlanGate, owner, shell, yes } from './plan-gate.js';

const account = { _cmd: 'account.create', name: 'Assets:Bank' };
const close = (id: unknown) => ({ _cmd: 'account.close', id });
const newest = { $line: 1, path: '$.data.id' };

test('a plan of which every line can run runs as without the option', async () => {
  const lines = [account, '', { _cmd: 'transaction.add', date: '2024-01-15', narration: 'Buy', account: newest }];
  const { code, answers, cwd } = await exec(lines, ['--plan']);

  expect({ code, codes: codes(answers) }).toEqual({ code: 0, codes: ['1 ok', '3 ok'] });
  expect(bookIn(cwd)).toHaveLength(2);
});

test('where lines cannot run, each of them says why, the last how many there are beside them, and none runs', async () => {
  const { code, answers, cwd } = await exec(
    [
      account,
      { _cmd: 'account.create' },
      'no JSON',
      { _cmd: 'account.open' },
      { _cmd: 'denied' },
      { _cmd: 'exec' },
      account,
    ],
    ['--plan', '--ignore-errors'],
  );

  expect({ code, codes: codes(answers), book: bookIn(cwd) }).toEqual({
    code: 2,
    codes: [
      '2 VALIDATION_ERROR',
      '3 DISPATCH_PARSE_ERROR',
      '4 COMMAND_NOT_FOUND',
      '5 PERMISSION_DENIED',
      '6 VALIDATION_ERROR',
    ],
    book: [],
  });
  for (const answer of answers) expectEnvelope(answer);
  expect(answers.map(({ meta }) => meta._remaining)).toEqual([undefined, undefined, undefined, undefined, 2]);
});

test('what was refused is recorded like any request, without its secrets', async () => {
  const cwd = (await exec([account])).cwd;
  const file = join(cwd, 'audit.jsonl');
  await exec(
    [
      { _cmd: 'login', pin: 'hunter2', user: 5 },
      { _cmd: 'login', pin: 'hunter2', usr: 'x' },
    ],
    ['--plan'],
    {
      cwd,
      environment: { AUDIT_FILE: file },
    },
  );

  const text = readFileSync(file, 'utf8');
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ parsed_command, error_code }) => [parsed_command, error_code])).toEqual([
    ['login', 'VALIDATION_ERROR'],
    ['login', 'VALIDATION_ERROR'],
  ]);
  expect(text).not.toContain('hunter2');
});

test('of a line with references, the references and the other fields are checked before anything runs', async () => {
  const { code, answers, cwd } = await exec(
    [
      account,
      close({ $line: 3, path: '$.data.id' }),
      '',
      close({ $line: 1, path: '$.[' }),
      { _cmd: 'transaction.add', account: newest, date: 'soon', narration: 'Buy' },
      { _cmd: 'transaction.add', account: newest, date: '2024-01-15' },
      { _cmd: 'echo', _opts: { lod: true }, text: newest },
      { _cmd: 'denied', value: newest },
      { _cmd: 'transaction.add', date: newest, narration: newest, account: newest },
      { _cmd: 'echo', $line: 1, path: '$.data' },
    ],
    ['--plan'],
  );

  expect({ code, book: bookIn(cwd) }).toEqual({ code: 2, book: [] });
  expect(
    answers.map(({ error, meta }) => [meta._line, error?.details?.map((one) => (one as { field: string }).field)]),
  ).toEqual([
    [2, ['id']],
    [4, ['id']],
    [5, ['--date']],
    [6, ['--narration']],
    [7, ['lod']],
    [8, undefined],
  ]);
});

test('a line with references is judged again when they are known', async () => {
  const { code, answers, cwd } = await exec(
    [account, { _cmd: 'transaction.add', date: newest, narration: 'x' }, account],
    ['--plan'],
  );

  expect({ code, codes: codes(answers) }).toEqual({ code: 1, codes: ['1 ok', '2 VALIDATION_ERROR'] });
  expect(bookIn(cwd)).toHaveLength(1);
});

test('lines before the first one are not looked at, and a reference to one of them cannot be followed', async () => {
  const lines = ['no JSON', close('x'), account, close({ $line: 2, path: '$.data.id' })];
  const early = await exec(lines.slice(0, 3), ['--plan', '--resume-from', '3']);
  const late = await exec(lines, ['--plan', '--resume-from', '3']);

  expect([early.code, codes(early.answers)]).toEqual([0, ['3 ok']]);
  expect([late.code, codes(late.answers), bookIn(late.cwd)]).toEqual([2, ['4 VALIDATION_ERROR'], []]);
});

test('a dry run of a plan asks nobody, and safe lines run beside each other', async () => {
  const { code, answers, cwd } = await exec(
    [account, close('a'), close(newest), ...Array(5).fill({ _cmd: 'process.id' })],
    ['--plan', '--dry-run', '--parallel', '4', '--ignore-errors'],
  );

  expect({ code, book: bookIn(cwd) }).toEqual({ code: 1, book: [] });
  expect(codes(answers)).toEqual(['1 ok', '2 ok', '3 VALIDATION_ERROR', '4 ok', '5 ok', '6 ok', '7 ok', '8 ok']);
});

test('an error while it runs stops it, unless it is told to go on', async () => {
  const lines = [account, { _cmd: 'fail' }, account];
  const stops = await exec(lines, ['--plan']);
  const goesOn = await exec(lines, ['--plan', '--ignore-errors']);

  expect([stops.code, codes(stops.answers), stops.answers.at(-1)?.meta._remaining]).toEqual([
    1,
    ['1 ok', '2 NOT_TODAY'],
    1,
  ]);
  expect([goesOn.code, codes(goesOn.answers)]).toEqual([1, ['1 ok', '2 NOT_TODAY', '3 ok']]);
});

test('a plan that is too long to be looked at as a whole is refused, and nothing runs', async () => {
  const long = await exec(Array(10_001).fill(account), ['--plan']);
  const large = await exec(
    [account, ...Array(20).fill(`{"_cmd":"echo","text":"${'x'.repeat(1_000_000)}"}`)],
    ['--plan'],
  );

  for (const { code, answers, cwd } of [long, large]) {
    expect(code).toBe(2);
    expect(answers).toMatchObject([
      { error: { code: 'VALIDATION_ERROR', details: [{ code: 'LIMIT_EXCEEDED' }] }, meta: { _cmd: null, _line: null } },
    ]);
    expect(bookIn(cwd)).toEqual([]);
  }
});

test('a signal while it is still read runs nothing, and the one answer says so', async () => {
  const { child, cwd } = startLedger(['exec', '--plan']);
  const ended = readAll(child);
  const much = toText([account, ...Array(4_000).fill({ _cmd: 'echo', text: 'x'.repeat(1_000) })]);
  // More than waits between two processes: most of it has been read when all of it is written.
  await new Promise((resolve) => child.stdin.write(much, resolve));
  child.kill('SIGTERM');
  const { code, answers } = await ended;

  expect({ code, codes: codes(answers), book: bookIn(cwd) }).toEqual({ code: 143, codes: ['null CANCELED'], book: [] });
});

test('an empty plan is told as one', async () => {
  const { code, answers } = await exec([''], ['--plan']);
  expect({ code, error: answers[0]?.error?.code }).toEqual({ code: 2, error: 'EMPTY_STREAM' });
});

test('where nobody answers, one answer says so for the whole plan, and nothing runs', async () => {
  const cwd = makeDirectory({ 'cmdgate.config.json': '{ "shell": { "enabled": true } }', a: '', b: '' });
  const input = toText([shell('mkdir', 'made'), shell('rm', 'a'), shell('rm', 'b')]);
  const { code, stdout } = await cmdgate(['exec', '--plan'], { cwd, input });

  expect(code).toBe(1);
  expect(['a', 'b', 'made'].map((name) => existsSync(join(cwd, name)))).toEqual([true, true, false]);
  expect(parseAnswers(stdout)).toMatchObject([
    {
      error: {
        code: 'APPROVAL_REQUIRED',
        message: "'exec' needs a person's approval: 2 of its 3 lines ask: 2 × rm.",
        approval_id: expect.any(String),
      },
      meta: { command: 'exec --plan', _cmd: null, _line: null, _remaining: 3, exit_code: 4 },
    },
  ]);
});

test('where an option confirms, every line without it is told, and nothing runs; with it, all of it runs', async () => {
  const refused = await exec(
    [account, close('a'), { ...close('b'), _opts: { confirm_destructive: true } }, close('c')],
    ['--plan'],
  );
  const confirmed = await exec([account, { ...close(newest), _opts: { confirm_destructive: true } }], ['--plan']);

  expect({ code: refused.code, codes: codes(refused.answers), book: bookIn(refused.cwd) }).toEqual({
    code: 2,
    codes: ['2 VALIDATION_ERROR', '4 VALIDATION_ERROR'],
    book: [],
  });
  for (const { error } of refused.answers) expect(error?.details).toMatchObject([{ code: 'CONFIRMATION_REQUIRED' }]);
  expect({ code: confirmed.code, codes: codes(confirmed.answers) }).toEqual({ code: 0, codes: ['1 ok', '2 ok'] });
  expect(bookIn(confirmed.cwd)).toHaveLength(2);
});

test('a person is asked once, is shown every line that asks and how many others there are, and all of it runs', async () => {
  const { exec, asked, workspace } = await openPlanGate({ approve: () => yes });
  const { error, answers } = await exec(
    [
      shell('printf', 'three'),
      shell('touch', 'one'),
      shell('true'),
      shell('touch', 'two'),
      shell('touch', { $line: 1, path: '$.data.stdout' }),
    ],
    '--plan --ignore-errors',
  );

  expect([error, codes(answers)]).toEqual([undefined, ['1 ok', '2 ok', '3 ok', '4 ok', '5 ok']]);
  expect(['one', 'two', 'three'].map((name) => existsSync(join(workspace, name)))).toEqual([true, true, true]);
  const [plan, single, ...more] = asked;
  expect(more).toEqual([]);
  expect(plan).toMatchObject({
    subject: {
      request: 'exec --plan --ignore-errors',
      command: 'exec',
      lines: [
        { line: 2, subject: { command: 'shell', args: ['one'] }, reason: 'It makes files, or runs anything.' },
        { line: 4, subject: { command: 'shell', args: ['two'] }, rules: [{ id: 'makes-files' }] },
      ],
      others: 2,
      later: [5],
    },
    reason: '2 of its 5 lines ask: 2 × touch.',
    always: null,
  });
  // Its value was not known when the plan was approved.
  expect(single?.subject).toMatchObject({ args: ['three'] });
});

test('a no is one answer, with the code that a single request gets, and nothing runs', async () => {
  const { exec, workspace } = await openPlanGate({ approve: () => no });
  const { error, answers } = await exec([shell('touch', 'one'), shell('touch', 'two')]);

  expect(answers).toEqual([]);
  expect(error).toMatchObject({ code: 'PERMISSION_DENIED', message: "A person denied 'exec' (test): Not today." });
  expect(existsSync(join(workspace, 'one'))).toBe(false);
});

test('what the policy denies is told for every such line, and nobody is asked about the others', async () => {
  const { exec, asked, workspace } = await openPlanGate({ approve: () => yes });
  const { error, answers, ...counts } = await exec([shell('touch', 'one'), shell('ls'), shell('nowhere-to-be-found')]);

  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: '2 of 3 lines cannot run, so none was run' });
  expect(codes(answers)).toEqual(['2 PERMISSION_DENIED', '3 PROGRAM_NOT_FOUND']);
  expect(counts).toEqual({ succeeded: 0, failed: 2, not_run: 1 });
  expect([asked, existsSync(join(workspace, 'one'))]).toEqual([[], false]);
});

test('who approves later is answered when the same plan is sent again, and no other plan', async () => {
  const { exec, gate, workspace, asked } = await openPlanGate();
  const lines = [shell('true'), shell('touch', 'one'), shell('touch', 'two')];
  const first = await exec(lines);
  const approvals = await gate.approvals();
  const [waiting] = approvals.list(owner);
  approvals.answer(waiting?.id ?? '', yes);

  const others = [lines.toReversed(), lines.slice(1), [...lines, shell('true')], [shell('false'), ...lines.slice(1)]];
  for (const other of others) expect((await exec(other)).error?.code).toBe('APPROVAL_REQUIRED');
  expect((await exec(lines, '--plan --ignore-errors')).error?.code).toBe('APPROVAL_REQUIRED');
  const second = await exec(lines);

  expect([first.error?.approvalId, second.error]).toEqual([waiting?.id, undefined]);
  expect(existsSync(join(workspace, 'two'))).toBe(true);
  expect((await exec(lines)).error?.code).toBe('APPROVAL_REQUIRED');
  expect(asked.every(({ subject }) => subject.command === 'exec')).toBe(true);
});

test('the log has the question, the answer, and its id at every line that ran by it', async () => {
  const { exec, gate, workspace, asked } = await openPlanGate({ approve: () => yes, audit: true });
  await exec([shell('touch', 'one'), shell('true'), shell('touch', 'two')]);
  await gate.close();

  const entries = ledgerEntries(workspace) as unknown as Record<string, unknown>[];
  const id = asked[0]?.id;
  const of = (type: string) => entries.filter((entry) => entry.type === type);
  expect(of('asked')).toMatchObject([{ approval: { id, subject: { lines: [{ line: 1 }, { line: 3 }], others: 1 } } }]);
  expect(of('answered')).toMatchObject([{ approval_id: id, answer: 'approve', by: 'test' }]);
  const ended = of('end').map(({ command, decision, own, state }) => ({
    command,
    approval: (decision as { approval?: object } | undefined)?.approval,
    ...(own === true && { own, state }),
  }));
  const approval = { id, answer: 'approve', by: 'test' };
  expect(ended).toEqual([
    { command: 'exec --plan', approval, own: true, state: 'completed' },
    { command: expect.stringContaining('one'), approval },
    { command: expect.stringContaining('true'), approval: undefined },
    { command: expect.stringContaining('two'), approval },
  ]);
});
