import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { colors } from '../../renderings/text/colors.js';
import { displayWidth } from '../../renderings/text/display-width.js';
import { localTime } from '../../vocabulary/readable-time.js';
import { formatRequests } from './format-requests.js';
import type { RequestRow } from './list-requests.js';

const row = (changes: Partial<RequestRow>): RequestRow => ({
  at: '2026-03-01T10:00:07.123Z',
  run: 'run_1',
  caller: 'agent',
  door: 'mcp-stdio',
  client: 'codex 1.0',
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
  row({ decision: 'ask', answer: 'approve', state: 'failed', exit_code: 2, command: "shell 'make\nall'" }),
  row({
    caller: 'bob',
    client: null,
    decision: 'deny',
    error_code: 'PERMISSION_DENIED',
    state: 'refused',
    duration_ms: 1_500,
    command: `shell echo ${'x'.repeat(300)}`,
  }),
];

const now = Date.parse('2026-03-01T10:05:10.000Z');
const time = (row: RequestRow) => localTime(row.at);

test('one line each, in columns; what all have in common is said once', () => {
  const [first, second, third] = rows as [RequestRow, RequestRow, RequestRow];
  expect(formatRequests([first, second], 80, colors(false), now)).toEqual([
    'when    run    result     person    took  command',
    '5m ago  run_1  completed            12ms  ls',
    '5m ago  run_1  exit 2     approved  12ms  make ↵ all',
    'Same for all: caller agent, client codex 1.0, door mcp-stdio',
  ]);
  expect(formatRequests([first, third], 120, colors(false))).toEqual([
    'time                 run    caller  client     result     took  command',
    `${time(first)}  run_1  agent   codex 1.0  completed  12ms  ls`,
    `${time(third)}  run_1  bob                denied     1.5s  echo ${'x'.repeat(50)}…`,
    'Same for all: door mcp-stdio',
  ]);
});

test.each([80, 100, 200])('at %i columns no line is wider, and colors change nothing', (width) => {
  const plain = formatRequests(rows, width, colors(false));
  const painted = formatRequests(rows, width, colors(true));
  expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(plain);
  expect(painted.join('')).toContain('\x1b[31m');
  expect(Math.max(...plain.map(displayWidth))).toBeLessThanOrEqual(width);
});

test('a run of the usual length is not cut, so that `runs show` can be asked for it', () => {
  const run = 'run_mwml9r0i3k2imdelk_123456';
  expect(formatRequests([row({ run }), row({ run: 'run_2' })], 80, colors(false), now)[1]).toContain(`  ${run}  `);
});

test('nothing in a request steers the terminal', () => {
  const lines = formatRequests([row({ command: 'a\x1b[2Jb', caller: '\x07', door: 'x\ny' })], 200, colors(false));
  expect(lines.join('')).not.toMatch(/[\x00-\x1f]/);
});
