import { expect, test } from 'vitest';
import { GateError } from '../../../vocabulary/gate-error.js';
import { readAuditArguments } from './own-arguments.js';

const now = Date.parse('2026-03-08T10:00:00.000Z');
const actionOf = (...words: string[]) => {
  const read = readAuditArguments(words, now);
  return read instanceof GateError ? read.details.map(({ field, message }) => [field, message]) : read.action;
};

test('list takes filters, and times as people write them', () => {
  expect(actionOf('list')).toMatchObject({ action: 'list', limit: 20 });
  const words = [
    '--limit',
    '5',
    '--since',
    '2h',
    '--until',
    '2026-03-08',
    '--caller',
    'agent',
    '--command',
    'rm',
    '--run',
    'run_1',
  ];
  expect(actionOf('list', ...words, '--state', 'failed')).toEqual({
    action: 'list',
    limit: 5,
    filter: {
      since: '2026-03-08T08:00:00.000Z',
      until: '2026-03-08T00:00:00.000Z',
      caller: 'agent',
      state: 'failed',
      command: 'rm',
      run: 'run_1',
    },
  });
  expect(actionOf('list', '--refused')).toMatchObject({ filter: { state: 'refused' } });
});

test('export takes a range, and verify the gates that are accepted', () => {
  expect(actionOf('export', '--since', '1d')).toEqual({
    action: 'export',
    since: '2026-03-07T10:00:00.000Z',
    until: undefined,
  });
  expect(actionOf('verify')).toEqual({ action: 'verify', accept: [], index: 'sample' });
  expect(actionOf('verify', '--accept', 'abcd1234', '--accept', 'efgh5678')).toEqual({
    action: 'verify',
    accept: ['abcd1234', 'efgh5678'],
    index: 'sample',
  });
});

test('everything that is wrong is told at once', () => {
  expect(actionOf('verify', '--limit', '3', '--refused')).toEqual([
    ['--limit', 'The --limit argument goes with list alone'],
    ['--refused', 'The --refused argument goes with list alone'],
  ]);
  expect(actionOf('export', '--since', 'monday', '--caller', 'x')).toEqual([
    ['--caller', 'The --caller argument goes with list alone'],
    ['--since', 'The --since argument is no time'],
  ]);
  expect(actionOf('list', '--refused', '--state', 'lost')).toEqual([
    ['--refused', 'The --refused and --state arguments ask for different things'],
  ]);
  expect(actionOf('burn')).toMatchObject([['action', expect.any(String)]]);
});
