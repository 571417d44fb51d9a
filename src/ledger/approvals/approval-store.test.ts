import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import { type ApprovalStore, type Clock, largestApprovalBytes, mostWaiting } from './approval-store.js';
import { openFileApprovalStore } from './file-approval-store.js';
import { createMemoryApprovalStore } from './memory-approval-store.js';
import { sampleApproval } from './test-helpers.js';

const yes: ApprovalAnswer = { answer: 'approve', by: 'terminal', always: true, note: 'fine\u0000' };
const no: ApprovalAnswer = { answer: 'deny', by: 'mcp' };

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-approvals-')));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

describe.each<[string, (now?: Clock) => ApprovalStore]>([
  ['memory', (now) => createMemoryApprovalStore(now)],
  ['files', (now) => openFileApprovalStore({ directory: join(workspace, '.cmdgate'), ...(now && { now }) })],
])('approvals in %s', (_kind, create) => {
  const never = new AbortController().signal;

  test('what is opened is listed, oldest first, and comes back as it was given', () => {
    const store = create();
    const late = sampleApproval('late', {
      created_at: '2026-02-02T10:00:01Z',
      subject: { request: 'shell', command: 'shell', stdin: 'open' },
    });
    const early = sampleApproval('early', {
      created_at: '2026-02-02T10:00:00Z',
      chat: 'chat_1',
      subject: {
        request: 'files remove',
        command: 'files remove',
        input: { path: ['\ud800', 1, null] },
        stdin_bytes: 3,
        followed_by: [{ program: '/bin/ls', args: ['$CMD_0_OUTPUT'], directory: '/', environment: ['PATH'] }],
        lines: [
          {
            line: 3,
            subject: { request: 'shell ls', command: 'shell', args: ['a'] },
            reason: 'because',
            rules: [{ id: 'mine', decision: 'ask', reason: 'because' }],
            evidence: [{ effect: 'destroys', why: 'it does' }],
          },
        ],
        others: 2,
        later: [4],
      },
      rules: [{ id: 'mine', decision: 'ask', reason: 'because' }],
      always: null,
    });
    expect([store.open(late), store.open(early)]).toEqual(['opened', 'opened']);
    expect(store.list()).toEqual([early, late]);
  });

  test('an empty store has nothing to tell', async () => {
    const store = create();
    expect(store.list()).toEqual([]);
    expect(store.find('any')).toBeUndefined();
    expect(store.answer('any', yes)).toBe('not_found');
    expect(store.take('any')).toBeUndefined();
    expect(store.isWatched()).toBe(false);
    expect(store.readAlways()).toEqual([]);
    expect(await store.whenAnswered('any', never)).toBeUndefined();
    store.withdraw('any');
  });

  test('the first answer counts, and is no longer listed', () => {
    const store = create();
    const approval = sampleApproval('one');
    store.open(approval);
    expect([store.answer('one', yes), store.answer('one', no)]).toEqual(['answered', 'already_answered']);
    expect(store.list()).toEqual([]);
    expect(store.find(approval.fingerprint)).toEqual({ approval, answer: yes });
  });

  test('an answer is taken once, and nothing is left', () => {
    const store = create();
    const { fingerprint } = sampleApproval('one');
    store.open(sampleApproval('one'));
    expect(store.take('one')).toBeUndefined();
    store.answer('one', no);
    expect([store.take('one'), store.take('one')]).toEqual([no, undefined]);
    expect(store.answer('one', yes)).toBe('not_found');
    expect(store.find(fingerprint)).toBeUndefined();
  });

  test('an id is opened once', () => {
    const store = create();
    store.open(sampleApproval('one'));
    expect(() => store.open(sampleApproval('one'))).toThrow('There is already an approval one.');
  });

  test('an answered one is found before an older one that is pending', () => {
    const store = create();
    store.open(sampleApproval('older', { fingerprint: 'same', created_at: '2026-02-02T10:00:00Z' }));
    const newer = sampleApproval('newer', { fingerprint: 'same' });
    store.open(newer);
    expect(store.find('same')?.approval.id).toBe('older');
    store.answer('newer', yes);
    expect(store.find('same')).toEqual({ approval: newer, answer: yes });
  });

  test('what is withdrawn can neither be answered nor taken', () => {
    const store = create();
    for (const id of ['pending', 'answered']) store.open(sampleApproval(id));
    store.answer('answered', yes);
    for (const id of ['pending', 'answered']) store.withdraw(id);
    expect([store.answer('pending', yes), store.answer('answered', no)]).toEqual(['not_found', 'not_found']);
    expect(store.take('answered')).toBeUndefined();
    expect(store.list()).toEqual([]);
  });

  test('what has expired can be answered, taken and found no more', async () => {
    let now = Date.parse('2026-02-02T10:00:00Z');
    const store = create(() => now);
    const expires_at = '2026-02-02T10:01:00Z';
    for (const id of ['pending', 'answered']) store.open(sampleApproval(id, { expires_at, fingerprint: id }));
    store.answer('answered', yes);
    now = Date.parse(expires_at);
    expect(store.answer('pending', yes)).toBe('expired');
    expect(store.take('answered')).toBeUndefined();
    expect(await store.whenAnswered('answered', never)).toBeUndefined();
    expect(store.find('answered')).toBeUndefined();
    expect(store.list()).toEqual([]);
    // It was removed on the way.
    expect(store.answer('pending', yes)).toBe('not_found');
  });

  test('who waits is told of the answer, which is still there to be taken', async () => {
    const store = create();
    store.open(sampleApproval('one'));
    const waiting = [store.whenAnswered('one', never), store.whenAnswered('one', never)];
    store.answer('one', yes);
    expect(await Promise.all(waiting)).toEqual([yes, yes]);
    expect(await store.whenAnswered('one', never)).toEqual(yes);
    expect(store.take('one')).toEqual(yes);
  });

  test('waiting ends when the question is withdrawn, expires or is not wanted any more', async () => {
    let now = Date.now();
    const store = create(() => now);
    const controller = new AbortController();
    for (const id of ['withdrawn', 'aborted']) store.open(sampleApproval(id));
    store.open(sampleApproval('expired', { expires_at: new Date(now + 1_000).toISOString() }));
    const withdrawn = store.whenAnswered('withdrawn', never);
    const aborted = store.whenAnswered('aborted', controller.signal);
    const expired = store.whenAnswered('expired', never);
    store.withdraw('withdrawn');
    controller.abort();
    now += 2_000;
    expect(await Promise.all([withdrawn, aborted, expired])).toEqual([undefined, undefined, undefined]);
    expect(await store.whenAnswered('aborted', controller.signal)).toBeUndefined();
  });

  test('more than a person could read or answer is not kept', () => {
    const store = create();
    expect(store.open(sampleApproval('large', { reason: 'x'.repeat(largestApprovalBytes) }))).toBe('too_large');
    for (let index = 0; index < mostWaiting; index++) expect(store.open(sampleApproval(`a${index}`))).toBe('opened');
    expect(store.open(sampleApproval('more'))).toBe('too_many');
    store.withdraw('a7');
    expect(store.open(sampleApproval('more'))).toBe('opened');
  });

  test('rules are kept in their order, each once', async () => {
    const store = create();
    await store.addAlways({ id: 'a', arguments: ['x'] });
    await store.addAlways({ id: 'b' });
    await store.addAlways({ id: 'a', arguments: ['x'] });
    expect(store.readAlways()).toEqual([{ id: 'a', arguments: ['x'] }, { id: 'b' }]);
  });
});
