import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, nameHolder, newHolder } from '../../machine/claims/holder.js';
import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import { type FileApprovalStore, openFileApprovalStore } from './file-approval-store.js';
import { Seal } from './seal.js';
import { sampleApproval } from './test-helpers.js';

const yes: ApprovalAnswer = { answer: 'approve', by: 'terminal' };

let workspace: string;
let directory: string;
let problems: string[];
let store: FileApprovalStore;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-approvals-')));
  directory = join(workspace, '.cmdgate', 'approvals');
  problems = [];
  store = openFileApprovalStore({
    directory: join(workspace, '.cmdgate'),
    onProblem: (problem) => problems.push(problem),
  });
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const waiting = (...names: string[]) => join(directory, 'waiting', ...names);
const modes = (path: string) =>
  (readdirSync(path, { recursive: true }) as string[])
    .sort()
    .map((name) => `${name} ${(lstatSync(join(path, name)).mode & 0o777).toString(8)}`);

test('nothing is made before there is something to keep', () => {
  store.list();
  store.find('any');
  store.isWatched();
  store.readAlways();
  expect(readdirSync(workspace)).toEqual([]);
});

test('everything belongs to its owner alone', async () => {
  store.open(sampleApproval('one'));
  store.answer('one', yes);
  await store.addAlways({ id: 'a' });
  expect(modes(join(workspace, '.cmdgate'))).toEqual([
    'always.json 600',
    'approvals 700',
    'approvals/moving 700',
    'approvals/seal.key 600',
    'approvals/waiting 700',
    'approvals/waiting/one 700',
    'approvals/waiting/one/answer 700',
    'approvals/waiting/one/answer/answer.json 600',
    'approvals/waiting/one/approval.json 600',
  ]);
});

test('what was taken or withdrawn leaves no file', () => {
  for (const id of ['taken', 'withdrawn']) store.open(sampleApproval(id));
  store.answer('taken', yes);
  store.take('taken');
  store.withdraw('withdrawn');
  expect(modes(directory)).toEqual(['moving 700', 'seal.key 600', 'waiting 700']);
});

test.each([
  ['other users can write there', () => chmodSync(directory, 0o770)],
  ['other users can write there', () => chmodSync(join(workspace, '.cmdgate'), 0o707)],
  [
    'it is a symbolic link',
    () => {
      renameSync(directory, join(workspace, 'elsewhere'));
      symlinkSync(join(workspace, 'elsewhere'), directory);
    },
  ],
  [
    'it is not a directory',
    () => {
      rmSync(directory, { recursive: true });
      writeFileSync(directory, '');
    },
  ],
])('nothing is believed where %s', async (what, change) => {
  store.open(sampleApproval('one'));
  store.answer('one', yes);
  change();
  const uses = [
    () => store.open(sampleApproval('two')),
    () => store.find(sampleApproval('one').fingerprint),
    () => store.answer('one', yes),
    () => store.take('one'),
    () => store.withdraw('one'),
    () => store.list(),
    () => store.isWatched(),
    () => store.attend(),
  ];
  for (const use of uses) {
    expect(use).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', message: expect.stringContaining(what) }));
  }
  await expect(store.whenAnswered('one', new AbortController().signal)).rejects.toThrow(what);
});

test('what the file system refuses is told to whoever asked', () => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(waiting(), 'a file where a directory should be');
  expect(() => store.open(sampleApproval('one'))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
});

test('broken, large and foreign files are reported once and count for nothing', () => {
  store.open(sampleApproval('good'));
  const seal = new Seal(join(directory, 'seal.key'));
  const put = (name: string, text: string) => {
    mkdirSync(waiting(name));
    writeFileSync(waiting(name, 'approval.json'), seal.put(['approval', name], text));
  };
  const changed = (changes: object) => JSON.stringify({ ...sampleApproval('wrong'), ...changes });
  put('half', '{"id":"ha');
  put('large', `"${'x'.repeat(1024 * 1024)}"`);
  put('other', JSON.stringify(sampleApproval('good')));
  put(
    'deep',
    JSON.stringify(sampleApproval('deep', { always: { rule: {}, matches: '' } })).replace(
      '"rule":{}',
      `"rule":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ),
  );
  put('number', changed({ id: 'number', caller: 1 }));
  put('list', changed({ id: 'list', subject: { request: '', command: '', args: ['a', 2] } }));
  put('later', changed({ id: 'later', subject: { request: '', command: '', followed_by: [{ program: 1 }] } }));
  put('lines', changed({ id: 'lines', subject: { request: '', command: '', lines: [{ line: '3' }] } }));
  const nested = { line: 1, subject: { request: '', command: '', lines: [] } };
  put('nested', changed({ id: 'nested', subject: { request: '', command: '', lines: [nested] } }));
  put('others', changed({ id: 'others', subject: { request: '', command: '', others: -1 } }));
  put('time', changed({ id: 'time', expires_at: 'tomorrow' }));
  put('rule', changed({ id: 'rule', rules: [{ id: 'a', decision: 'perhaps', reason: '' }] }));
  put('answer', JSON.stringify(sampleApproval('answer')));
  mkdirSync(waiting('answer', 'answer'));
  const { fingerprint } = sampleApproval('answer');
  writeFileSync(
    waiting('answer', 'answer', 'answer.json'),
    seal.put(['answer', 'answer', fingerprint], '{"answer":"yes"}'),
  );
  mkdirSync(waiting('link'));
  symlinkSync(waiting('good', 'approval.json'), waiting('link', 'approval.json'));
  mkdirSync(waiting('pipe'));
  execFileSync('mkfifo', [waiting('pipe', 'approval.json')]);
  mkdirSync(waiting('.hidden'));
  writeFileSync(waiting('file'), '');

  expect(store.list().map(({ id }) => id)).toEqual(['good']);
  expect(store.list()).toHaveLength(1);
  expect(problems.map((problem) => problem.replace(`${waiting()}/`, '')).sort()).toEqual([
    '.hidden is ignored: its name is not an id',
    'answer is ignored: answer must be approve or deny',
    expect.stringMatching(/^deep is ignored: /),
    expect.stringMatching(/^file is ignored: ENOTDIR/),
    'half is ignored: it is not JSON',
    'large is ignored: it is larger than 1048576 bytes',
    'later is ignored: program must be text',
    'lines is ignored: subject must be an object',
    expect.stringMatching(/^link is ignored: ELOOP/),
    'list is ignored: args[1] must be text',
    'nested is ignored: lines[0] must be a line without lines of its own',
    'number is ignored: caller must be text',
    'other is ignored: its id belongs to another approval',
    'others is ignored: others must be a number of lines',
    'pipe is ignored: it is not a file',
    'rule is ignored: decision must be allow, ask, deny',
    'time is ignored: expires_at must be a time in ISO 8601 format',
  ]);
  expect(store.take('answer')).toBeUndefined();
});

test.each([
  ['an answer that somebody wrote there', () => put('answer', JSON.stringify(yes))],
  ['one with a seal that is none', () => put('answer', `${JSON.stringify(yes)}\n{"seal":"${'0'.repeat(64)}"}\n`)],
  [
    'the answer to another question',
    () => put('answer', readFileSync(waiting('two', 'answer', 'answer.json'), 'utf8')),
  ],
  ['a question that shows something else', () => change('approval.json', 'npm test', 'npm view')],
  ['a no that became a yes', () => change('answer/answer.json', 'deny', 'approve')],
])('%s is not believed', (_, forge) => {
  for (const id of ['one', 'two']) store.open(sampleApproval(id));
  store.answer('two', yes);
  if (String(_).startsWith('a no')) store.answer('one', { answer: 'deny', by: 'terminal' });
  forge();
  expect(store.take('one')).toBeUndefined();
  expect(store.find(sampleApproval('one').fingerprint)).toBeUndefined();
  expect(problems).toEqual([`${waiting('one')} is ignored: it was not written by cmdgate`]);
});

/** Puts a file beside the question `one`. */
function put(name: string, text: string): void {
  mkdirSync(waiting('one', name));
  writeFileSync(waiting('one', name, 'answer.json'), text);
}

function change(name: string, from: string, to: string): void {
  const text = readFileSync(waiting('one', name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(waiting('one', name), text.replace(from, to));
}

test('an id cannot lead out of the directory', () => {
  store.open(sampleApproval('one'));
  mkdirSync(join(workspace, 'target'));
  for (const id of ['../../../target', '..', '', 'a/b', `${'a'.repeat(101)}`]) {
    expect(store.answer(id, yes)).toBe('not_found');
    expect(store.take(id)).toBeUndefined();
    store.withdraw(id);
    expect(() => store.open(sampleApproval(id))).toThrow('id must be');
  }
  expect(existsSync(join(workspace, 'target'))).toBe(true);
  expect(problems).toEqual([]);
});

test('nothing keeps a process alive after waiting and attending', () => {
  const before = process.getActiveResourcesInfo();
  store.open(sampleApproval('one'));
  const controller = new AbortController();
  const answered = store.whenAnswered('one', controller.signal);
  const leave = store.attend();
  const unwatch = store.watch(() => undefined);
  controller.abort();
  leave();
  unwatch();
  expect(process.getActiveResourcesInfo().filter((name) => /Timeout|FSEvent/.test(name))).toEqual(
    before.filter((name) => /Timeout|FSEvent/.test(name)),
  );
  return answered;
});

test('who attends is seen until leaving', () => {
  const other = openFileApprovalStore({ directory: join(workspace, '.cmdgate') });
  const leave = store.attend();
  const leaveToo = store.attend();
  expect(other.isWatched()).toBe(true);
  leave();
  expect(other.isWatched()).toBe(true);
  leaveToo();
  expect(other.isWatched()).toBe(false);
  expect(readdirSync(join(directory, 'terminals'))).toEqual([]);
});

test('presence that nobody refreshes is removed, and comes back with the next refresh', async () => {
  const leave = store.attend();
  const [name = ''] = readdirSync(join(directory, 'terminals'));
  const longAgo = Date.now() / 1_000 - 60;
  utimesSync(join(directory, 'terminals', name), longAgo, longAgo);
  expect(store.isWatched()).toBe(false);
  expect(readdirSync(join(directory, 'terminals'))).toEqual([]);
  await expect.poll(() => store.isWatched(), { timeout: 20_000 }).toBe(true);
  leave();
});

test('the presence of a dead process, of a later one with its number, and of nonsense does not count', async () => {
  store.attend()();
  const put = (name: string, identity: unknown) =>
    writeFileSync(join(directory, 'terminals', name), JSON.stringify(identity));
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const own = newHolder();
  const holder = (changes: Partial<Holder>) => ({ holder: nameHolder({ ...own, ...changes }) });
  put('dead.json', holder({ pid: child.pid as number }));
  put('nonsense.json', { holder: 'nobody' });
  put('old.json', { pid: process.pid, started: null, namespace: null });
  if (own.started !== null) put('later.json', holder({ started: '1' }));
  expect(store.isWatched()).toBe(false);
  expect(readdirSync(join(directory, 'terminals'))).toEqual([]);
  put('elsewhere.json', holder({ pid: 2 ** 30, namespace: 'pid:[1]' }));
  expect(store.isWatched()).toBe(true);
});

test('what a dead process left half done is removed after a while', () => {
  let now = Date.now();
  const other = openFileApprovalStore({ directory: join(workspace, '.cmdgate'), now: () => now });
  other.open(sampleApproval('one'));
  const left = join(directory, 'moving', 'left');
  mkdirSync(left);
  other.open(sampleApproval('two'));
  expect(existsSync(left)).toBe(true);
  now += 120_000;
  other.open(sampleApproval('three'));
  expect(existsSync(left)).toBe(false);
});

test('the file of rules keeps what its owner wrote beside them', async () => {
  mkdirSync(join(workspace, '.cmdgate'), { mode: 0o700 });
  writeFileSync(store.alwaysFile, '{ "note": "mine", "rules": [{ "id": "a" }] }');
  await store.addAlways({ id: 'b' });
  expect(JSON.parse(readFileSync(store.alwaysFile, 'utf8'))).toEqual({
    note: 'mine',
    rules: [{ id: 'a' }, { id: 'b' }],
  });
  expect(readdirSync(join(workspace, '.cmdgate'))).toEqual(['always.json']);
});

test.each([
  ['it is not JSON', '{ "rules": ['],
  ['it must be an object with a list of objects called "rules"', '[]'],
  ['it must be an object with a list of objects called "rules"', '{ "rules": [1] }'],
])('a file of rules of which %s gives no rules and is not overwritten', async (what, text) => {
  mkdirSync(join(workspace, '.cmdgate'), { mode: 0o700 });
  writeFileSync(store.alwaysFile, text);
  expect(store.readAlways()).toEqual([]);
  expect(problems).toEqual([`${store.alwaysFile} is ignored: ${what}`]);
  await expect(store.addAlways({ id: 'a' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `The rule was not written to ${store.alwaysFile}: ${what}`,
  });
  expect(readFileSync(store.alwaysFile, 'utf8')).toBe(text);
});

test('rules that are added at the same moment are all there', async () => {
  const stores = Array.from({ length: 5 }, () => openFileApprovalStore({ directory: join(workspace, '.cmdgate') }));
  await Promise.all(stores.map((one, index) => one.addAlways({ id: `${index}` })));
  expect(
    store
      .readAlways()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['0', '1', '2', '3', '4']);
});

test('the lock of a dead process is broken', async () => {
  mkdirSync(join(workspace, '.cmdgate'), { mode: 0o700 });
  writeFileSync(`${store.alwaysFile}.lock`, JSON.stringify({ holder: nameHolder({ ...newHolder(), pid: 2 ** 30 }) }));
  await store.addAlways({ id: 'a' });
  expect(readdirSync(join(workspace, '.cmdgate'))).toEqual(['always.json']);
  expect(store.readAlways()).toEqual([{ id: 'a' }]);
});

test('rules for sessions are there as long as their gate, and are dropped with the next one', async () => {
  const gate = nameHolder(newHolder());
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const dead = gate.replace(/^\d+/, String(ended));
  await store.addSession({ id: 'mine', session: 's', gate });
  await store.addSession({ id: 'of the dead', session: 's', gate: dead });
  await store.addSession({ id: 'of nobody', session: 's' });
  expect(store.readSession()).toEqual([{ id: 'mine', session: 's', gate }]);

  await store.addSession({ id: 'next', session: 's', gate });
  const written = JSON.parse(readFileSync(store.sessionFile, 'utf8')) as { rules: { id: string }[] };
  expect(written.rules.map(({ id }) => id)).toEqual(['mine', 'next']);
});

test('what is revoked is gone from both files, and the rest stays', async () => {
  const gate = nameHolder(newHolder());
  for (const id of ['a', 'b']) await store.addAlways({ id });
  for (const id of ['a', 'c']) await store.addSession({ id, gate });

  expect(await store.revoke('a')).toEqual([{ id: 'a' }, { id: 'a', gate }]);
  expect(await store.revoke('a')).toEqual([]);
  expect([store.readAlways(), store.readSession()]).toEqual([[{ id: 'b' }], [{ id: 'c', gate }]]);
});
