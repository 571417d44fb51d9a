import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../vocabulary/run-record.js';
import type { LedgerEntry } from '../log/entry.js';
import { foldEntry } from './fold-entry.js';

const at = '2026-03-01T10:00:09.000Z';

function entry(type: string, fields: Readonly<Record<string, unknown>> = {}): LedgerEntry {
  return { seq: 1, gate: 'gate1234', at, type, run: 'run_a_1', ...fields, prev: '', hash: '' };
}

function fold(...entries: LedgerEntry[]): RunRecord | undefined {
  return entries.reduce<RunRecord | undefined>(foldEntry, undefined);
}

const request = {
  timestamp: '2026-03-01T10:00:01.000Z',
  created_at: '2026-03-01T10:00:00.000Z',
  command: 'notes add --title "hello"',
  parsed_command: 'notes add',
  user_context: {
    caller: 'ann',
    role: 'owner',
    session_id: 'session-1',
    chat_id: 'chat-1',
    door: 'cli',
    run_id: 'run_a_1',
    dry_run: true,
  },
  decision: { decision: 'allow' },
};

const asked = {
  run: 'run_a_1',
  command: 'notes add --title "hello"',
  parsed_command: 'notes add',
  caller: 'ann',
  role: 'owner',
  session: 'session-1',
  chat: 'chat-1',
  door: 'cli',
  dry_run: true,
  background: false,
  own: false,
  created_at: '2026-03-01T10:00:00.000Z',
  decision: { decision: 'allow' },
};

test('a start is a run that goes on', () => {
  expect(fold(entry('start', request))).toEqual({
    ...asked,
    state: 'running',
    started_at: '2026-03-01T10:00:01.000Z',
  });
});

test('an end alone tells all there is to know', () => {
  const end = entry('end', {
    ...request,
    success: false,
    error_code: 'EXECUTION_ERROR',
    error_message: 'It failed',
    duration_ms: 12,
    state: 'timed_out',
    started_at: '2026-03-01T10:00:00.500Z',
    exit_code: null,
    signal: 'SIGTERM',
    output: { stdout: { bytes: 3, kept: 3 } },
    subject: { left: 'out' },
  });
  expect(fold(end)).toEqual({
    ...asked,
    state: 'timed_out',
    started_at: '2026-03-01T10:00:00.500Z',
    ended_at: '2026-03-01T10:00:01.000Z',
    duration_ms: 12,
    error: { code: 'EXECUTION_ERROR', message: 'It failed' },
    exit_code: null,
    signal: 'SIGTERM',
    output: { stdout: { bytes: 3, kept: 3 } },
  });
});

test('what an entry leaves out is known from the one before', () => {
  const lost = entry('lost', { error_code: 'LOST', success: false });
  expect(fold(entry('start', { ...request, background: true }), lost)).toEqual({
    ...asked,
    background: true,
    state: 'lost',
    started_at: '2026-03-01T10:00:01.000Z',
    ended_at: at,
    error: { code: 'LOST' },
  });
});

test('a run that has begun does not go back to waiting', () => {
  expect(fold(entry('start', request), entry('accepted', request))?.state).toBe('running');
});

test('what comes after the end changes nothing', () => {
  const ended = fold(entry('end', { ...request, success: true }));
  expect(ended?.state).toBe('completed');
  for (const type of ['accepted', 'asked', 'answered', 'start', 'end', 'refused', 'lost', 'news']) {
    expect(foldEntry(ended, entry(type, { approval: { id: 'apr_1' }, approval_id: 'apr_1' }))).toBe(ended);
  }
});

test('an answer counts for the question it was given to', () => {
  const question = entry('asked', { approval: { id: 'apr_1', reason: 'It deletes' } });
  const answer = (id: string) =>
    entry('answered', { approval_id: id, answer: 'deny', by: 'mcp', note: 'No', always: true });
  const waiting = fold(entry('accepted', request), question);
  expect(foldEntry(waiting, answer('apr_2'))).toBe(waiting);
  expect(foldEntry(waiting, answer('apr_1'))).toEqual({
    ...asked,
    state: 'queued',
    approval: {
      id: 'apr_1',
      reason: 'It deletes',
      answer: 'deny',
      by: 'mcp',
      note: 'No',
      always: true,
      answered_at: at,
    },
  });
});

test('a question about a run that nobody knows tells nothing', () => {
  expect(
    fold(entry('asked', { approval: {} }), entry('answered', { answer: 'approve' }), entry('news')),
  ).toBeUndefined();
});

test('whatever stands in the fields, there is a record or none', () => {
  const types = fc.constantFrom('accepted', 'asked', 'answered', 'start', 'end', 'refused', 'lost', 'news');
  const names = fc.constantFrom(...Object.keys(request), 'approval', 'state', 'output', 'exit_code', 'error_code');
  const entries = fc.array(fc.tuple(types, fc.dictionary(names, fc.jsonValue())), { maxLength: 6 });
  fc.assert(
    fc.property(entries, (list) => {
      const record = fold(...list.map(([type, fields]) => entry(type, fields)));
      if (!record) return;
      expect({ ...record, caller: typeof record.caller, created_at: typeof record.created_at }).toMatchObject({
        run: 'run_a_1',
        caller: 'string',
        created_at: 'string',
        state: expect.stringMatching(/^[a-z_]+$/),
      });
    }),
  );
});
