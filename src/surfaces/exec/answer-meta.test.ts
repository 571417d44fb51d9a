import { expect, test } from 'vitest';
import { metaJson } from './answer-meta.js';

test.each([
  { _cmd: 'mail.send', _line: 1 },
  { _cmd: 'mail.send', _line: 123_456_789 },
  { _cmd: 'a "quoted" \\ name\n', _line: 2 },
  { _cmd: null, _line: null },
  { _cmd: 'mail.send', _line: 3, _remaining: 0 },
  { _cmd: null, _line: null, _remaining: 70_000 },
])('what is told about a line is JSON: %j', (meta) => {
  expect(JSON.parse(`{"ok":true${metaJson(meta)}}`)).toEqual({ ok: true, ...meta });
});
