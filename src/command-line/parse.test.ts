import { expect, test } from 'vitest';
import { parse } from './parse.js';

test('the parser interface of the specification: words when it works (decision 19)', () => {
  expect(parse("calendar events --from '2026-02-01' --max 10")).toEqual({
    ok: true,
    value: ['calendar', 'events', '--from', '2026-02-01', '--max', '10'],
  });
});

test('the parser interface of the specification: an error with its hint when it does not (decision 19)', () => {
  expect(parse('say "hello')).toEqual({
    ok: false,
    error: {
      code: 'PARSE_ERROR',
      message: 'Failed to parse command: the closing quote (") is missing at column 5',
      hint: 'Check command syntax: add the closing quote (") for the quote or escape that starts at column 5',
    },
  });
});

test('the limits hold here, too', () => {
  expect(parse('a'.repeat(10_001))).toMatchObject({ ok: false, error: { code: 'PARSE_ERROR' } });
});
