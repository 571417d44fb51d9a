// The options that every command line has, as a script uses them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';
import { type Envelope, filesIn, readDocument } from './contract-cli.js';

const fixture = fileURLToPath(new URL('../fixtures/options-cli.mjs', import.meta.url));

interface Answer {
  readonly code: number | null;
  readonly envelope: Envelope;
  readonly stderr: string;
}

async function ask(words: readonly string[], options: Partial<ProcessOptions> = {}): Promise<Answer> {
  const { cwd = makeDirectory(), ...rest } = options;
  const child = start(process.execPath, [fixture, ...words], { cwd, ...rest });
  child.stdin.end(options.input ?? '');
  const { code, stdout, stderr } = await finish(child);
  return { code, envelope: readDocument(stdout), stderr };
}

const codes = ({ envelope }: Answer) => (envelope.error?.details ?? []).map((one: { code: string }) => one.code);

/** What is remembered lies in a directory of the test. */
function newHome() {
  const home = makeDirectory();
  return { environment: { XDG_STATE_HOME: home, HOME: home } };
}

test('REQ-F-018, REQ-F-019, REQ-O-003: a list is read page by page, each by a process of its own', async () => {
  const found: number[] = [];
  let words = ['list'];
  for (let page = 0; page < 3; page++) {
    const { envelope } = await ask(words);
    found.push(...envelope.data.map(({ id }: { id: number }) => id));
    const { pagination } = envelope.meta;
    expect(pagination).toEqual({
      ...{ total: 45, returned: page < 2 ? 20 : 5, truncated: page < 2, has_more: page < 2 },
      next_cursor: page < 2 ? expect.stringMatching(/^[\w-]+$/) : null,
    });
    words = ['list', '--cursor', pagination.next_cursor];
  }
  expect(found).toEqual(Array.from({ length: 45 }, (_, id) => id));
});

test('REQ-O-003: a cursor that is none is refused', async () => {
  const answer = await ask(['list', '--cursor', 'rubbish']);
  expect([answer.code, codes(answer)]).toEqual([2, ['INVALID_CURSOR']]);
});

test('REQ-O-002: only the fields that were asked for', async () => {
  expect((await ask(['account', '--fields', 'id,name'])).envelope.data).toEqual({ id: 7, name: 'Ada' });
  expect((await ask(['list', '--fields', 'id', '--limit', '2'])).envelope.data).toEqual([{ id: 0 }, { id: 1 }]);
});

test('REQ-O-001: an unknown format is refused', async () => {
  expect((await ask(['account', '--output', 'xml'])).code).toBe(2);
});

test('REQ-O-008: two kinds of verbosity exclude each other', async () => {
  const answer = await ask(['account', '--quiet', '--debug']);
  expect([answer.code, codes(answer)]).toEqual([2, ['CONFLICTING_OPTIONS']]);
  expect((await ask(['account', '--quiet'])).stderr).toBe('');
});

test('REQ-F-015, REQ-F-059, REQ-O-009: everything that is wrong, at once, and nothing done', async () => {
  const cwd = makeDirectory();
  const answer = await ask(['add', '--size', '0', '--limit', '5', '--nope'], { cwd });
  expect([answer.code, codes(answer).sort()]).toEqual([
    2,
    ['MISSING_ARGUMENT', 'OUT_OF_RANGE', 'UNKNOWN_OPTION', 'UNKNOWN_OPTION'],
  ]);
  expect((await ask(['add', '--name', 'a', '--validate-only'], { cwd })).envelope.data).toMatchObject({ valid: true });
  expect((await ask(['add', '--name', 'a', '--dry-run'], { cwd })).envelope.data.effect).toMatch(/^would_/);
  expect(filesIn(cwd)).toEqual({});
});

test.each(['../a', 'a%2fb', '%2e%2e/a', 'a?x=1', 'a.md#part', 'a\nb'])(
  'REQ-F-045: the path %j is refused',
  async (path) => {
    const answer = await ask(['add', '--name', 'a', '--from', path]);
    expect(answer.code).toBe(2);
    expect(answer.envelope.error.hint).not.toBe('');
  },
);

test('REQ-F-067: options may stand anywhere', async () => {
  const lines = [
    ['--limit', '1', 'list', '--fields', 'id'],
    ['list', '--limit', '1', '--fields', 'id'],
    ['--fields', 'id', '--limit=1', 'list'],
  ];
  for (const line of lines) expect((await ask(line)).envelope.data).toEqual([{ id: 0 }]);
  expect((await ask(['list', '--limit', '1', '--limit', '2'])).code).toBe(2);
});

test('REQ-F-059, REQ-O-032: JSON as models write it', async () => {
  const cwd = makeDirectory();
  for (const option of ['--input', '--raw-payload']) {
    const { code, envelope } = await ask(['add', option, "{name: 'a', /* one */ size: 3,}"], { cwd });
    expect([code, envelope.data.effect]).toEqual([0, 'created']);
  }
  const answer = await ask(['add', '--raw-payload', '{"name":"a"']);
  expect([answer.code, answer.envelope.error.details[0].corrected_input]).toEqual([2, '{"name":"a"}']);
});

test('REQ-F-054, REQ-O-039: standard input up to a limit, a file far beyond it', async () => {
  const cwd = makeDirectory();
  const payload = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) });
  const small = await ask(['add', '--input-file', '-'], { cwd, input: payload(65_536) });
  expect([small.code, small.envelope.data?.bytes]).toEqual([0, 65_525]);
  const large = await ask(['add', '--input-file', '-'], { cwd, input: payload(65_537) });
  expect([large.code, codes(large)]).toEqual([2, ['STDIN_TOO_LARGE']]);
  writeFileSync(join(cwd, 'payload.json'), payload(10_000_000));
  expect((await ask(['add', '--input-file', 'payload.json'], { cwd })).code).toBe(0);
  expect((await ask(['add', '--input-file', '-'], { cwd })).envelope.error).toMatchObject({
    code: 'STDIN_REQUIRED',
    exit_code: 4,
  });
});

test('REQ-O-021, REQ-C-004: what destroys tells what it would change until it is confirmed', async () => {
  const cwd = makeDirectory();
  await ask(['add', '--name', 'a'], { cwd });
  const before = filesIn(cwd);
  const refused = await ask(['remove'], { cwd });
  expect([refused.code, codes(refused), refused.envelope.data]).toEqual([
    2,
    ['CONFIRMATION_REQUIRED'],
    { effect: 'would_delete', would_affect: ['a'] },
  ]);
  const dry = await ask(['remove', '--dry-run', '--confirm-destructive'], { cwd });
  expect([dry.code, dry.envelope.data.effect, dry.envelope.meta.dry_run]).toEqual([0, 'would_delete', true]);
  expect(filesIn(cwd)).toEqual(before);
  expect((await ask(['remove', '--confirm-destructive'], { cwd })).envelope.data).toEqual({ effect: 'deleted' });
  expect(filesIn(cwd)).toEqual({});
  expect((await ask(['account', '--confirm-destructive'])).code).toBe(2);
});

test('REQ-O-048: a safe default does nothing without --live', async () => {
  const cwd = makeDirectory();
  await ask(['add', '--name', 'a'], { cwd });
  const plain = await ask(['clean'], { cwd });
  expect([plain.code, plain.envelope.data.effect, plain.envelope.meta.dry_run]).toEqual([0, 'would_delete', true]);
  expect(Object.keys(filesIn(cwd))).toHaveLength(1);
  const live = await ask(['clean', '--live'], { cwd });
  expect([live.code, live.envelope.data.effect, live.envelope.meta.dry_run]).toEqual([0, 'deleted', false]);
  expect(filesIn(cwd)).toEqual({});
});

test('REQ-C-007: a repeated key changes nothing, also in another process', async () => {
  const cwd = makeDirectory();
  const home = newHome();
  const add = (name: string, key: string) => ask(['add', '--name', name, '--idempotency-key', key], { cwd, ...home });
  const first = await add('a', 'k1');
  const second = await add('a', 'k1');
  expect(second.envelope.data).toEqual(first.envelope.data);
  expect(second.envelope.meta).toMatchObject({
    ...{ effect: 'noop', replayed: true, first_request_id: first.envelope.meta.request_id },
  });
  const other = await add('b', 'k1');
  expect([other.code, other.envelope.error.code]).toEqual([6, 'CONFLICT']);
  await add('a', 'k2');
  expect(readFileSync(join(cwd, 'records.txt'), 'utf8')).toBe('a\na\n');
});

test('REQ-C-007: of many at the same time one is done', async () => {
  const cwd = makeDirectory();
  const home = newHome();
  const add = () => ask(['add', '--name', 'a', '--idempotency-key', 'k1'], { cwd, ...home });
  const answers = await Promise.all([add(), add(), add(), add()]);
  expect(answers.map(({ code, envelope }) => [code, envelope.data?.id])).toEqual(Array(4).fill([0, 1]));
  expect(readFileSync(join(cwd, 'records.txt'), 'utf8')).toBe('a\n');
});

test('REQ-O-022: a secret does not have to be on the command line', async () => {
  const cwd = makeDirectory();
  const fromEnv = await ask(['login', '--token-from-env', 'MY_TOKEN'], { cwd, environment: { MY_TOKEN: 'hidden' } });
  expect(fromEnv.envelope.data).toMatchObject({ length: 6, words: 'login --token-from-env MY_TOKEN' });
  writeFileSync(join(cwd, 'token'), 'hidden\n');
  expect((await ask(['login', '--token-from-file', 'token'], { cwd })).envelope.data.length).toBe(6);
  for (const words of [
    ['--token-from-env', 'NOPE'],
    ['--token-from-file', 'nope'],
    ['--token', 'hidden'],
  ]) {
    expect((await ask(['login', ...words], { cwd })).code).toBe(2);
  }
});

test.each<[string[], number, object]>([
  [['ask'], 4, { error: { code: 'INPUT_REQUIRED', hint: expect.stringContaining('--yes') } }],
  [['ask', '--non-interactive'], 4, { error: { code: 'INPUT_REQUIRED' } }],
  [['ask', '--yes'], 0, { data: { effect: 'updated' } }],
  [['account', '--yes'], 0, { data: { id: 7 } }],
])('REQ-F-009, REQ-C-005: %j exits with %d', async (words, code, envelope) => {
  const answer = await ask(words);
  expect(answer.code).toBe(code);
  expect(answer.envelope).toMatchObject(envelope);
});

test('REQ-F-009: an open pipe that stays silent does not hold it', async () => {
  const child = start(process.execPath, [fixture, 'ask'], { cwd: makeDirectory() });
  expect((await finish(child)).code).toBe(4);
});

test('REQ-C-012: a time that was asked for ends it, and 0 is no time', async () => {
  const answer = await ask(['wait', '--timeout', '1s']);
  expect([answer.code, answer.envelope.error.code]).toEqual([10, 'TIMEOUT']);
  const patient = await ask(['wait', '--ms', '5', '--timeout', '0']);
  expect([patient.code, patient.envelope.warnings]).toEqual([0, []]);
});

test('REQ-O-049: windows of tokens are the whole answer once', async () => {
  const whole = (await ask(['account'])).envelope.data;
  const { token_count: total } = (await ask(['account', '--token-count'])).envelope.data;
  let text = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const { envelope } = await ask(['account', '--token-limit', '60', '--token-offset', String(offset)]);
    expect(envelope.meta.tokens.returned).toBeLessThanOrEqual(60);
    text += envelope.data.text;
    offset = envelope.meta.tokens.next_offset;
    expect(envelope.meta.tokens.total).toBe(total);
  }
  expect(JSON.parse(text)).toEqual(whole);
});
