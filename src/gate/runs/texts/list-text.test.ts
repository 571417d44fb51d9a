import { expect, test } from 'vitest';
import { localTime } from '../../../vocabulary/readable-time.js';
import { listText } from './list-text.js';

const now = Date.parse('2026-02-01T10:00:09.123Z');
const first = '2026-02-01T10:00:00.123Z';
const second = '2026-02-01T09:00:00.000Z';

const runs = [
  { run: 'run_a_1', state: 'running', created_at: first, duration_ms: 61_000, command: "shell 'a\nb'" },
  { run: 'run_a_10', state: 'failed', created_at: second, duration_ms: 12, exit_code: 1, command: 'orders list --all' },
];

test('runs are listed one line each, and the line that goes on comes last', () => {
  expect(listText({ runs, more: true, next: 'runs list --cursor x' }, 100, now)).toBe(
    [
      'run       result   when                 took   command',
      `run_a_1   running  ${localTime(first)}  1m01s  a ↵ b`,
      `run_a_10  exit 1   ${localTime(second)}  12ms   orders list --all`,
      '',
      'More: runs list --cursor x',
    ].join('\n'),
  );
});

test('in a narrow terminal no line is broken, and nothing steers it', () => {
  const hostile = { ...runs[0], command: `shell 'echo \x1b[2J\u202e ${'日本語 '.repeat(20)}'`, ports: [80, 443] };
  const lines = listText({ runs: [hostile, runs[1]], more: false }, 60, now).split('\n');
  expect(lines).toEqual([
    'run       result   when    ports   command',
    'run_a_1   running  9s ago  80,443  echo \\x1b[2J\\u202e 日本…',
    'run_a_10  exit 1   1h ago  -       orders list --all',
  ]);
});

test('where there are no runs, it says so', () => {
  expect(listText({ runs: [], more: false })).toBe('No runs.');
});
