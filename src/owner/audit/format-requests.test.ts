import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { colors } from '../../renderings/text/colors.js';
import { displayWidth } from '../../renderings/text/display-width.js';
import { formatRequests } from './format-requests.js';
import type { RequestRow } from './list-requests.js';

const row = (changes: Partial<RequestRow>): RequestRow => ({
  at: '2026-03-01T10:00:07.123Z',
  run: 'run_1',
  caller: 'agent',
  door: 'mcp-stdio',
  trace: null,
  decision: 'allow',
  answer: null,
  state: 'completed',
  duration_ms: 12.4,
  command: 'shell ls',
  error_code: null,
  exit_code: 0,
  gate: 'g',
  seq: 1,
  ...changes,
});

const rows = [
  row({}),
  row({ decision: 'ask', answer: 'approve', state: 'failed', duration_ms: 90_000, command: 'shell make\nall' }),
  row({
    caller: 'bob',
    decision: null,
    state: 'refused',
    duration_ms: 1_500,
    command: `shell echo ${'x'.repeat(300)}`,
  }),
];

test('one line each, in columns', () => {
  expect(formatRequests(rows.slice(0, 2), Number.POSITIVE_INFINITY, colors(false))).toEqual([
    'time                  caller  door       decision      state      took  command',
    '2026-03-01 10:00:07Z  agent   mcp-stdio  allow         completed  12ms  shell ls',
    '2026-03-01 10:00:07Z  agent   mcp-stdio  ask: approve  failed       2m  shell make\\nall',
  ]);
});

test.each([80, 100, 200])('at %i columns no line is wider, and colors change nothing', (width) => {
  const plain = formatRequests(rows, width, colors(false));
  const painted = formatRequests(rows, width, colors(true));
  expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(plain);
  expect(painted.join('')).toContain('\x1b[31m');
  expect(Math.max(...plain.map(displayWidth))).toBeLessThanOrEqual(width);
});

test('nothing in a request steers the terminal', () => {
  const lines = formatRequests([row({ command: 'a\x1b[2Jb', caller: '\x07', door: 'x\ny' })], 200, colors(false));
  expect(lines.join('')).not.toMatch(/[\x00-\x1f]/);
});
