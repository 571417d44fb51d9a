import { expect, test } from 'vitest';
import { findManual } from './find-manual.js';

const manual = { utcp_version: '1.0.1', tools: [{ name: 'a', description: 'It ends with } and "[".' }] };
const pretty = JSON.stringify(manual, null, 2);

test.each([
  ['alone', pretty],
  ['on one line', JSON.stringify(manual)],
  ['after a byte order mark', `\ufeff${pretty}`],
  ['after log lines', `Loading plugins…\n[info] ready\n[2026-03-01 10:00:00] {a} [b\n${pretty}\n`],
  ['after log lines with braces', `{ not json\n{}\n[1, 2]\n{"level": "info", "tools": 3}\n${pretty}`],
  ['before log lines', `${pretty}\n{"tools": []}\nDone }\n`],
  ['after something that never ends', `[1,\n${pretty}`],
  ['after lines that end as on Windows', `[info] x\r\n${pretty.replaceAll('\n', '\r\n')}`],
  ['after a log line whose text has line breaks', `{"msg": "a\\n{\\n"}\n${pretty}`],
])('a manual is found %s', (_, printed) => {
  expect(findManual(printed).value).toEqual(manual);
});

test.each([
  ['a list of tools', [{ name: 'a', tool_call_template: {} }]],
  ['a single tool', { name: 'a', tool_provider: {} }],
])('%s is a manual too', (_, value) => {
  expect(findManual(`[info]\n{"level": 1}\n[{"level": 1}]\n${JSON.stringify(value)}`).value).toEqual(value);
});

test('places are those of all that was printed', () => {
  const found = findManual(`one\n[two]\n${pretty}`);
  expect(found.locate(['tools', 0, 'name'], 'value')).toEqual({ line: 7, column: 15 });
});

const fix = 'Make it print one manual as JSON to standard output, starting on a line of its own.';

test.each([
  ['', [{ path: [], message: 'The program printed nothing.', fix }]],
  [' \n', [{ path: [], message: 'The program printed nothing.', fix }]],
  ['usage: x [--json]\n  {"tools": []}\n', [{ path: [], message: 'The program printed no JSON.', fix }]],
  [
    '{"level": "info"}\n[]\n',
    [{ path: [], message: 'The program printed JSON, but not a manual: there is no list of "tools".', fix }],
  ],
  [
    'hello\n{"tools": [\n1,]}\n',
    [
      {
        path: [],
        place: { line: 3, column: 3 },
        message: 'The program printed invalid JSON. There is a comma before "]".',
        fix: 'Remove the comma.',
      },
    ],
  ],
  [
    '{"tools": [{"name": "a',
    [
      {
        path: [],
        place: { line: 1, column: 21 },
        message:
          'The program printed invalid JSON. This string is not closed, or has an escape that JSON does not have.',
        fix: 'Close it on the same line; write \\n for a line break and \\\\ for a backslash.',
      },
    ],
  ],
])('%j is told for what it is', (printed, problems) => {
  expect(findManual(printed)).toEqual({ value: undefined, problems, locate: expect.any(Function) });
});

test('a million lines that begin like JSON are looked through once each', () => {
  const lines = ['{}\n', '[\n', '{"a":\n', '["a",\n', '[]\n[\n[]\n'].map((line) => line.repeat(200_000));
  for (const noise of lines) expect(findManual(`${noise}x\n${pretty}`).value).toEqual(manual);
});
