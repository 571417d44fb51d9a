import { expect, test } from 'vitest';
import { listText } from './list-text.js';

test('runs stand below each other, and the line that goes on comes last', () => {
  const runs = [
    { run: 'run_a_1', state: 'running', created_at: '2026-02-01T10:00:00.123Z', duration_ms: 61_000, command: 'a\nb' },
    { run: 'run_a_10', state: 'completed', created_at: '2026-02-01T09:00:00.000Z', duration_ms: 12, command: 'c' },
  ];
  expect(listText({ runs, more: true, next: 'runs list --cursor x' })).toBe(
    [
      'run       state      when                 took   command',
      'run_a_1   running    2026-02-01 10:00:00  1m01s  a b',
      'run_a_10  completed  2026-02-01 09:00:00  12ms   c',
      '',
      'More: runs list --cursor x',
    ].join('\n'),
  );
});

test('ports stand there where a run listens on some', () => {
  const runs = [
    {
      run: 'run_1',
      state: 'running',
      created_at: '2026-02-01T10:00:00.123Z',
      command: 'node server.js',
      ports: [80, 443],
    },
    { run: 'run_2', state: 'completed', created_at: '2026-02-01T09:00:00.000Z', duration_ms: 12, command: 'c' },
  ];
  expect(listText({ runs, more: false })).toBe(
    [
      'run    state      when                 took  ports   command',
      'run_1  running    2026-02-01 10:00:00  -     80,443  node server.js',
      'run_2  completed  2026-02-01 09:00:00  12ms  -       c',
    ].join('\n'),
  );
});

test('no runs are told as such', () => {
  expect(listText({ runs: [], more: false })).toBe('No runs.');
});
