import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileApprovalStore, openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { sampleApproval } from '../../ledger/approvals/test-helpers.js';
import { colors } from '../../renderings/text/colors.js';
import { localTimeWithZone } from '../../vocabulary/readable-time.js';
import { LiveList, type ScreenSize } from './live-list.js';

let size: ScreenSize;
let workspace: string;
let store: FileApprovalStore;
let list: LiveList;
let uptime: number;
let now: number;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-list-')));
  now = Date.parse('2026-02-02T10:00:00Z');
  uptime = 0;
  size = { columns: 80, rows: 30 };
  store = openFileApprovalStore({ directory: join(workspace, '.cmdgate'), now: () => now });
  list = new LiveList({ store, colors: colors(false), now: () => now, uptime: () => uptime });
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function open(id: string, changes: Parameters<typeof sampleApproval>[1] = {}): void {
  const times = { created_at: new Date(now).toISOString(), expires_at: new Date(now + 300_000).toISOString() };
  store.open(sampleApproval(id, { ...times, ...changes }));
}

function look(): string {
  list.refresh();
  return list.frame(size).join('\n').trimEnd();
}

/** As a person does it: looks, thinks, presses, looks. */
async function press(key: Parameters<LiveList['press']>[0]): Promise<string> {
  look();
  uptime += 1_000;
  await list.press(key);
  return look();
}

const request = (name: string) => ({ subject: { request: name, command: 'shell' } });

test('with nothing to answer it says so', () => {
  expect(look()).toBe(
    `cmdgate approvals  0 waiting\n\nNothing is waiting for an answer. Requests appear here as they arrive.${'\n'.repeat(27)}q quit`,
  );
});

test('the first one is shown with all there is to know', () => {
  open('one', {
    chat: 'chat 7',
    rules: [{ id: 'mine', decision: 'ask', reason: 'The owner wants to see it.' }],
    subject: {
      request: 'shell npm test',
      command: 'shell',
      program: '/usr/bin/npm',
      args: ['test', '', 'a  b', '"\n\x1b[2J\u202e', 'p\u0430th'],
      directory: '/srv/my project',
      environment: ['HOME', 'PATH'],
      stdin_bytes: 12,
      touches: ['/srv/my project/a', '/srv/x'],
    },
  });
  expect(look()).toBe(
    `cmdgate approvals  1 waiting
> 5:00 left  shell npm test  (local)

Request      shell npm test
Asked by     local through mcp-stdio, session session_1, chat "chat 7", run run
           ┆ _1
Command      shell
Program      /usr/bin/npm
Arguments    1 "test"
             2 ""
             3 "a \\x20b"
             4 "\\"\\n\\x1b[2J\\u202e"
               contains hidden characters: \\x1b \\u202e
             5 "p\u0430th"
               some letters may be look-alikes; in ASCII: "p\\u0430th"
Stdin        12 bytes
Directory    "/srv/my project"
Touches      "/srv/my project/a"
             /srv/x
Reason       npm runs code that the gate cannot see into.
Rule         mine (ask): The owner wants to see it.
Evidence     runs-code at "test": npm test runs a script of package.json
Policy       version 0123456789abcdef
Approval     one, expires ${localTimeWithZone('2026-02-02T10:05:00.000Z')}



y once · n deny · a always · q quit`.replace('\n\n\n\n', '\n'.repeat(6)),
  );
});

test('y approves once, n denies', async () => {
  open('one', request('first'));
  open('two', request('second'));
  expect(await press('yes')).toContain('Approved once: first  (local)');
  expect(await press('no')).toContain('Denied: second  (local)');
  expect(store.take('one')).toEqual({ answer: 'approve', by: 'terminal' });
  expect(store.take('two')).toEqual({ answer: 'deny', by: 'terminal' });
  expect(store.readAlways()).toEqual([]);
});

test('always shows the rule, asks again, and writes it', async () => {
  size = { columns: 300, rows: 30 };
  open('one', {
    always: { rule: { id: 'always-1', decision: 'allow', program: '/usr/bin/n\u0430' }, matches: 'exactly this' },
  });
  const question = await press('always');
  expect(question).toContain(
    `Rule         {
               "id": "always-1",
               "decision": "allow",
               "program": "/usr/bin/n\\u0430"
             }
Matches      exactly this
Written to   ${store.alwaysFile}`,
  );
  expect(question).toContain('Write this rule and approve? y yes · n no, go back · q quit');
  expect(await press('no')).toContain('y once');
  expect(store.list()).toHaveLength(1);

  await press('always');
  await press('always');
  expect(store.list()).toHaveLength(1);
  expect(await press('yes')).toContain('Approved always: shell npm test');
  expect(store.take('one')).toEqual({ answer: 'approve', by: 'terminal' });
  expect(store.readAlways()).toEqual([{ id: 'always-1', decision: 'allow', program: '/usr/bin/n\u0430' }]);
});

test('always is not offered where there is no rule', async () => {
  open('one', { always: null });
  expect(await press('always')).toContain('No rule can be written');
  expect(await press('yes')).toContain('Approved once');
});

test('a key that comes as soon as the question is ignored', async () => {
  look();
  uptime += 10_000;
  open('one');
  look();
  for (const key of ['yes', 'no', 'always'] as const) {
    await list.press(key);
    expect(look()).toContain('Key ignored: this only just appeared. Press it again.');
  }
  expect(store.list()).toHaveLength(1);
  uptime += 500;
  await list.press('yes');
  expect(store.list()).toEqual([]);
});

test('the question about the rule, the next request and a changed one are new questions', async () => {
  open('one', request('first'));
  open('two', request('second'));
  await press('always');
  await list.press('yes');
  expect(look()).toContain('Key ignored');

  store.answer('one', { answer: 'deny', by: 'mcp' });
  expect(look()).toContain('No longer waiting: first');
  await list.press('yes');
  expect(look()).toContain('Key ignored');

  uptime += 1_000;
  store.withdraw('two');
  open('two', request('another'));
  look();
  await list.press('yes');
  expect(look()).toContain('Key ignored');
  expect(store.list().map(({ id }) => id)).toEqual(['two']);
});

test('what was never drawn cannot be answered', async () => {
  open('one');
  list.refresh();
  uptime += 10_000;
  for (const key of ['yes', 'no'] as const) await list.press(key);
  expect(store.list()).toHaveLength(1);
});

test('what does not fit has to be read to its end before it is approved', async () => {
  open('one', {
    subject: { request: 'r', command: 'shell', args: Array.from({ length: 40 }, (_, index) => `argument ${index}`) },
  });
  expect(look()).toContain('space more, then y');
  expect(look()).not.toContain('y once');
  expect(await press('yes')).toContain('There is more to read');
  expect(await press('always')).toContain('There is more to read');
  expect(await press('forward')).not.toContain('argument 0"');
  const end = await press('forward');
  expect(end).toContain('Approval     one');
  expect(end).not.toContain('space more');
  expect(await press('back')).toContain('argument 10"');
  expect(await press('yes')).toContain('Approved once');
});

test('denying needs no reading', async () => {
  open('one', { reason: 'long '.repeat(1_000) });
  expect(await press('no')).toContain('Denied');
});

test('one goes through them in both directions, and newcomers change nothing', async () => {
  for (const name of ['a', 'b', 'c']) {
    now += 1_000;
    open(name, request(name));
  }
  const selected = (screen: string) => /^> \S+ left {2}(\S+)/m.exec(screen)?.[1];
  expect(selected(look())).toBe('a');
  expect(selected(await press('previous'))).toBe('a');
  expect(selected(await press('next'))).toBe('b');
  open('0', { ...request('0'), created_at: '2026-02-02T09:00:00Z' });
  expect(selected(look())).toBe('b');
  expect(selected(await press('next'))).toBe('c');
  expect(selected(await press('next'))).toBe('c');
  store.withdraw('c');
  expect(selected(look())).toBe('b');
});

test('somebody else can be faster', async () => {
  open('one');
  look();
  uptime += 1_000;
  store.answer('one', { answer: 'deny', by: 'mcp' });
  await list.press('yes');
  expect(look()).toContain('Somebody else has already answered: shell npm test');
  expect(store.take('one')).toEqual({ answer: 'deny', by: 'mcp' });
});

test('a rule that cannot be written does not undo the approval', async () => {
  open('one');
  writeFileSync(store.alwaysFile, 'not JSON');
  await press('always');
  expect(await press('yes')).toContain('Approved once, not always: The rule was not written to');
  expect(store.take('one')?.answer).toBe('approve');
});

test('a window without room asks nothing', async () => {
  open('one');
  list.refresh();
  expect(list.frame({ columns: 80, rows: 5 })).toEqual(['Make the window larger.']);
  uptime += 10_000;
  for (const key of ['yes', 'no'] as const) await list.press(key);
  expect(store.list()).toHaveLength(1);
});

test('no frame is larger than its window, whatever waits', () => {
  for (let index = 0; index < 9; index++) open(`a${index}`, { reason: '日'.repeat(300), ...request('日'.repeat(99)) });
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [200, 60],
  ] as const) {
    list.refresh();
    const lines = list.frame({ columns, rows });
    expect(lines).toHaveLength(rows);
    for (const line of lines) {
      const width = [...line].reduce((sum, character) => sum + (/[ -~┆…·]/.test(character) ? 1 : 2), 0);
      expect(width).toBeLessThan(columns);
    }
  }
});

test('a yes for the session is given where the question says what it means, and nowhere else', async () => {
  open('one', { always: null });
  expect(await press('session')).toContain('It cannot be approved for the session');
  await press('no');
  open('two', { session_means: 'As long as this session is there, npm reaches x.example:443.' });
  list.refresh();
  expect(await press('session')).toContain('Approved for the session');
  expect(store.find(sampleApproval('two').fingerprint)?.answer).toMatchObject({ answer: 'approve', session: true });
});

test('p shows the rule for this program with these options, asks again, and writes all of it', async () => {
  const similar = { rule: { id: 'rm' }, more: [{ id: 'cp' }], matches: 'rm -r with any files.' };
  open('one', { similar });

  const shown = await press('similar');
  expect(shown).toContain('Write this rule and approve?');
  expect(shown).toContain('rm -r with any files.');
  expect(store.find(sampleApproval('one').fingerprint)?.answer).toBeUndefined();
  expect(await press('yes')).toContain('Approved always');

  expect(store.readAlways()).toEqual([{ id: 'rm' }, { id: 'cp' }]);
  expect(store.find(sampleApproval('one').fingerprint)?.answer).toEqual({ answer: 'approve', by: 'terminal' });
});

test('p is not offered where there is no such rule', async () => {
  open('one');
  expect(look()).not.toContain('p program');
  expect(await press('similar')).toContain('No rule can be written for this request; y approves it once.');
  expect(store.readAlways()).toEqual([]);
});
