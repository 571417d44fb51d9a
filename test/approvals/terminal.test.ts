// `cmdgate approvals` as a person meets it, on a real pseudo-terminal.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileApprovalStore, openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { sampleApproval } from '../../src/ledger/approvals/test-helpers.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { nameHolder, newHolder } from '../../src/machine/claims/holder.js';
import { runPiped, Terminal } from './processes.js';

/** A soft limit as the gate sets it for what it starts. */
const marked = ['prlimit', `--locks=${(1n << 61n) + 99n}:`];
const canMark = existsSync('/usr/bin/prlimit');

let workspace: string;
let store: FileApprovalStore;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-terminal-')));
  // A token that only the gate has must not keep a person from answering.
  writeFileSync(
    join(workspace, 'cmdgate.config.json'),
    JSON.stringify({ callers: { agent: { token: 'env:ONLY_THE_GATE_HAS_IT' } } }),
  );
  store = openFileApprovalStore({ directory: ownDirectory(workspace) });
});

afterEach(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(ownDirectory(workspace), { recursive: true, force: true });
});

const named = (id: string, request: string) => sampleApproval(id, { subject: { request, command: 'shell' } });

/** The page is left, the cursor is back, and the keyboard works as before. */
async function expectRestored(terminal: Terminal, code: number): Promise<void> {
  expect(await terminal.ended).toBe(code);
  const after = terminal.written.split('\x1b[?1049l');
  expect(after).toHaveLength(2);
  expect(after[0]).toContain('\x1b[?7h\x1b[?25h');
  expect(after[1]?.split(/\s+/).filter((word) => /icanon|echo/.test(word))).toEqual(['icanon', 'echo']);
  // Looked at first: asking who is present would remove what was left.
  expect(readdirSync(join(ownDirectory(workspace), 'approvals', 'terminals'))).toEqual([]);
  expect(store.isWatched()).toBe(false);
}

test('requests appear as they come, and y, n and a answer them', async () => {
  const terminal = new Terminal(workspace, []);
  await terminal.shows('Nothing is waiting for an answer.');
  expect(store.isWatched()).toBe(true);

  store.open(named('one', 'first request'));
  await terminal.shows('first request');
  const approved = store.whenAnswered('one', new AbortController().signal);
  await terminal.press('y', 'Approved once: first request');
  expect(await approved).toEqual({ answer: 'approve', by: 'terminal' });

  store.open(named('two', 'second request'));
  await terminal.press('n', 'Denied: second request');
  expect(store.take('two')).toEqual({ answer: 'deny', by: 'terminal' });

  store.open(named('three', 'third request'));
  await terminal.press('a', 'Write this rule and approve?');
  await terminal.shows('npm test in /srv/project, asked by local');
  await terminal.press('y', 'Approved always: third request');
  expect(store.take('three')).toEqual({ answer: 'approve', by: 'terminal' });
  expect(store.readAlways()).toEqual([sampleApproval('three').always?.rule]);

  terminal.child.stdin.write('q');
  await expectRestored(terminal, 0);
}, 120_000);

test('what an argument holds is shown and does nothing', async () => {
  const attack = [
    '\x1b[2J\x1b[H\x1b]0;title\x07',
    '\x9b31m',
    'line\r\nRequest      git status',
    'safe\u202egpj.exe\u2066\u200f',
    ' a  b ',
    '',
    '"quoted\\n"',
    'p\u0430th',
  ];
  const subject = {
    request: `shell \x1b[1A${attack[3]}`,
    command: 'shell',
    program: '/usr/bin/\x1b[31mevil',
    directory: '/srv/\u202edir',
    args: attack,
    environment: ['A\x1b[0m'],
    touches: ['/srv/\n\ny approve once'],
  };
  const reason = 'because\x1b[3J\u2028of\x00that';
  const always = { rule: { id: 'x\x1b[2J\u202e' }, matches: 'all\x1b[2J\u202e' };
  store.open(
    sampleApproval('one', {
      subject,
      reason,
      always,
      caller: '\x1b[8mme',
      evidence: [{ effect: '\x1b', why: '\x1b' }],
    }),
  );
  const terminal = new Terminal(workspace, []);
  await terminal.shows(String.raw`Arguments    1 "\x1b[2J\x1b[H\x1b]0;title\x07"
               contains hidden characters: \x1b \x07
             2 "\x9b31m"
               contains hidden characters: \x9b
             3 "line\r\nRequest \x20\x20\x20\x20\x20git status"
             4 "safe\u202egpj.exe\u2066\u200f"
               contains hidden characters: \u202e \u2066 \u200f
             5 "\x20a \x20b\x20"
             6 ""
             7 "\"quoted\\n\""`);
  await terminal.shows(String.raw`in ASCII: "p\u0430th"`);
  await terminal.shows(String.raw`because\x1b[3J\u2028of\x00that`);
  await terminal.press('a', 'Write this rule and approve?');
  await terminal.shows(String.raw`all\x1b[2J\u202e`);
  terminal.child.stdin.write('q');
  await expectRestored(terminal, 0);

  const own = /\x1b\[(?:\?(?:1049|25|7)[hl]|H|K|J|\d+m)/g;
  expect(terminal.written.replace(own, '')).not.toMatch(
    /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066]/,
  );
  expect(store.list()).toHaveLength(1);
}, 120_000);

test('keys that were typed before the question answer nothing', async () => {
  const terminal = new Terminal(workspace, []);
  await terminal.shows('Nothing is waiting for an answer.');
  for (const key of ['y', 'y\ry\r', 'yes', 'n', 'a']) terminal.child.stdin.write(key);
  store.open(named('one', 'first request'));
  await terminal.shows('first request');
  // Several at once are a paste, however long the question has been there.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  terminal.child.stdin.write('yy');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(store.list()).toHaveLength(1);
  terminal.child.stdin.write('\x03');
  await expectRestored(terminal, 130);
}, 120_000);

test('j, k and the arrows choose', async () => {
  store.open(named('one', 'first request'));
  store.open({ ...named('two', 'second request'), created_at: new Date(Date.now() + 1_000).toISOString() });
  const terminal = new Terminal(workspace, []);
  await terminal.shows('Request      first request');
  await terminal.press('j', 'Request      second request');
  await terminal.press('k', 'Request      first request');
  await terminal.press('\x1b[B', 'Request      second request');
  await terminal.press('\x1b[A', 'Request      first request');
  store.withdraw('one');
  await terminal.shows('No longer waiting: first request');
  terminal.child.stdin.write('q');
  await expectRestored(terminal, 0);
}, 120_000);

test('SIGTERM gives the terminal back', async () => {
  const terminal = new Terminal(workspace, []);
  await terminal.shows('Nothing is waiting for an answer.');
  const [name = ''] = readdirSync(join(ownDirectory(workspace), 'approvals', 'terminals'));
  process.kill(Number(name.split('-')[0]), 'SIGTERM');
  await expectRestored(terminal, 143);
}, 120_000);

test.runIf(existsSync('/proc/self/fd'))(
  'a new size draws a new page',
  async () => {
    store.open(sampleApproval('one', { reason: 'x'.repeat(120) }));
    const terminal = new Terminal(workspace, []);
    await terminal.shows(`Reason       ${'x'.repeat(86)}\n           ┆ ${'x'.repeat(34)}\n`);
    const shell = /pid (\d+)/.exec(terminal.written)?.[1];
    // The size of the pseudo-terminal belongs to whoever has it open.
    execFileSync('sh', ['-c', `stty cols 60 rows 30 < /proc/${shell}/fd/0`]);
    await terminal.shows(
      `Reason       ${'x'.repeat(46)}\n           ┆ ${'x'.repeat(46)}\n           ┆ ${'x'.repeat(28)}\n`,
    );
    terminal.child.stdin.write('q');
    await expectRestored(terminal, 0);
  },
  120_000,
);

test('one can be listed, shown, approved and denied by its id', async () => {
  const one = sampleApproval('one');
  store.open(one);
  store.open(named('two', 'second'));
  const list = new Terminal(workspace, ['list']);
  expect(await list.ended).toBe(0);
  expect(list.page).toMatch(/^one {2}\d:\d\d left {2}local {2}shell npm test$/m);
  const show = new Terminal(workspace, ['show', 'one']);
  expect(await show.ended).toBe(0);
  expect(show.page).toContain('Arguments    1 "test"\n');

  const approve = new Terminal(workspace, ['approve', 'one', '--always', '--note', 'go on']);
  await approve.shows('Write this rule and approve? y yes, n no [n]');
  approve.child.stdin.write('y\r');
  expect(await approve.ended).toBe(0);
  expect(approve.page).toContain('Approved: shell npm test');
  expect(store.take('one')).toEqual({ answer: 'approve', by: 'terminal', note: 'go on' });
  expect(store.readAlways()).toEqual([one.always?.rule]);

  const deny = await runPiped(workspace, ['deny', 'two', '--note', 'no need']);
  expect(JSON.parse(deny.stdout)).toMatchObject({ ok: true, data: { id: 'two', answer: 'deny' } });
  expect(store.take('two')).toEqual({ answer: 'deny', by: 'terminal', note: 'no need' });
}, 120_000);

test('what was answered for longer is listed, and can be revoked', async () => {
  const call = { name: 'rm', program: '/usr/bin/rm', arguments: ['-r', 'build'], directory: '.' };
  const bound = { decision: 'allow', command: 'shell', danger: 'mutating', callers: 'agent' };
  const like = { ...call, arguments: ['-r'], directory: 'packages/web', effects: ['destroys'] };
  const gate = nameHolder(newHolder());
  await store.addAlways({ id: 'always-1', ...bound, exactly: call, when: 'sandboxed', network: 'off' });
  await store.addAlways({ id: 'network-1', program: '/usr/bin/npm', reaches: ['x.example:443'], callers: 'agent' });
  await store.addSession({ id: 'session-1', ...bound, like, session: 'session_7', gate });

  const rules = new Terminal(workspace, ['rules']);
  expect(await rules.ended).toBe(0);
  expect(rules.page).toContain('always-1  rm -r build in the workspace directory, inside the sandbox\n');
  expect(rules.page).toContain('network-1  /usr/bin/npm reaches x.example:443\n    always, requested by agent\n');
  expect(rules.page).toContain(
    'session-1  rm -r with any files below packages/web\n    until the session session_7 ends, requested by agent\n',
  );
  const { stdout } = await runPiped(workspace, ['rules']);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    data: {
      rules: [
        { id: 'always-1', holds: 'always', caller: 'agent', rule: { exactly: call } },
        { id: 'network-1', holds: 'always', allows: '/usr/bin/npm reaches x.example:443' },
        { id: 'session-1', holds: 'session', session: 'session_7', rule: { like } },
      ],
    },
  });

  expect(JSON.parse((await runPiped(workspace, ['revoke', 'session-1'])).stdout)).toMatchObject({
    ok: true,
    data: { id: 'session-1', revoked: { like } },
  });
  expect(JSON.parse((await runPiped(workspace, ['revoke', 'session-1'])).stdout)).toMatchObject({
    ok: false,
    error: { code: 'RULE_NOT_FOUND' },
  });
  expect(JSON.parse((await runPiped(workspace, ['revoke'])).stdout).error.message).toContain('id argument is missing');
  expect([store.readAlways().length, store.readSession()]).toEqual([2, []]);
}, 120_000);

test('--similar writes the rule for similar calls, where there is one', async () => {
  const similar = { rule: { id: 'wide' }, matches: 'npm with any files.' };
  store.open(sampleApproval('one', { similar }));
  store.open(named('two', 'second'));
  const approve = new Terminal(workspace, ['approve', 'one', '--similar']);
  await approve.shows('Write this rule and approve? y yes, n no [n]');
  expect(approve.page).toContain('"wide"');
  approve.child.stdin.write('y\r');
  expect(await approve.ended).toBe(0);
  expect(store.readAlways()).toEqual([{ id: 'wide' }]);

  const refused = new Terminal(workspace, ['approve', 'two', '--similar']);
  expect(await refused.ended).toBe(4);
  expect(refused.page).toContain('No rule for similar calls can be offered for two');
}, 120_000);

test('approve shows the whole request before the answer counts, and anything but y leaves it waiting', async () => {
  store.open(sampleApproval('one', { reason: 'The last thing to read.' }));
  for (const typed of ['\r', 'n\r', 'maybe\r', '\x04']) {
    const approve = new Terminal(workspace, ['approve', 'one']);
    await approve.shows('Arguments    1 "test"');
    await approve.shows('The last thing to read.');
    await approve.shows('Approve it once? y yes, n no [n]');
    expect(store.find(sampleApproval('one').fingerprint)?.answer).toBeUndefined();
    approve.child.stdin.write(typed);
    expect(await approve.ended).toBe(4);
    expect(approve.page).toContain('one was not approved');
    expect(store.list()).toHaveLength(1);
  }
  const approve = new Terminal(workspace, ['approve', 'one']);
  await approve.shows('Approve it once?');
  approve.child.stdin.write('y\r');
  expect(await approve.ended).toBe(0);
  expect(store.take('one')).toEqual({ answer: 'approve', by: 'terminal' });
  expect(store.readAlways()).toEqual([]);
}, 120_000);

test('without a terminal there are JSON answers, and nothing is approved', async () => {
  const one = sampleApproval('one');
  store.open(one);
  const list = await runPiped(workspace, ['list']);
  expect(JSON.parse(list.stdout)).toMatchObject({ ok: true, data: { approvals: [one] }, warnings: [] });
  const show = await runPiped(workspace, ['show', 'one']);
  expect(JSON.parse(show.stdout)).toMatchObject({ ok: true, data: one });
  mkdirSync(join(workspace, 'elsewhere'));
  rmSync(join(workspace, 'cmdgate.config.json'));
  const elsewhere = await runPiped(join(workspace, 'elsewhere'), ['list']);
  expect(JSON.parse(elsewhere.stdout)).toMatchObject({
    data: { approvals: [] },
    warnings: [{ code: 'NO_CONFIGURATION' }],
  });
  const missing = await runPiped(workspace, ['deny', 'other']);
  expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, error: { code: 'APPROVAL_NOT_FOUND' } });
  for (const words of [[], ['approve', 'one']]) {
    const { code, stdout } = await runPiped(workspace, words);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      4,
      {
        error: {
          code: 'INTERACTIVE_REQUIRED',
          message: 'Only a person may approve, and there is no terminal here',
          hint: "A person must run 'cmdgate approvals' in a terminal; list, show and deny work without one",
        },
      },
    ]);
  }
  expect(store.list()).toEqual([one]);
  expect(store.isWatched()).toBe(false);
}, 120_000);

test.runIf(canMark)(
  'what a gate has started cannot approve, even with a terminal of its own',
  async () => {
    store.open(sampleApproval('one'));
    for (const words of [[], ['approve', 'one']]) {
      const terminal = new Terminal(workspace, words, marked);
      expect(await terminal.ended).toBe(7);
      expect(terminal.page).toContain('Only a person may approve, and this process was started by a gate');
    }
    expect(store.list()).toHaveLength(1);
    expect((await runPiped(workspace, ['deny', 'one'], marked)).code).toBe(0);
  },
  120_000,
);

test('a directory in other hands is refused before anything is drawn', async () => {
  store.open(sampleApproval('one'));
  chmodSync(join(ownDirectory(workspace), 'approvals'), 0o777);
  const terminal = new Terminal(workspace, []);
  expect(await terminal.ended).toBe(12);
  expect(terminal.written).not.toContain('\x1b[?1049h');
  expect(terminal.page.replaceAll('\n', '')).toContain('other users can write there');
}, 120_000);
