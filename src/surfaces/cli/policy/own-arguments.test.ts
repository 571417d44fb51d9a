import { expect, test } from 'vitest';
import { GateError } from '../../../vocabulary/gate-error.js';
import { readChoice } from './ask-yes.js';
import { readHistoryArguments } from './own-arguments.js';

const now = Date.parse('2026-03-10T12:00:00.000Z');

test.each([
  ['y', 'yes'],
  [' Yes ', 'yes'],
  ['q', 'quit'],
  ['quit', 'quit'],
  ['', 'no'],
  ['n', 'no'],
  ['yep', 'no'],
])('%j is a %s', (text, choice) => {
  expect(readChoice(text)).toBe(choice);
});

test('the words say what is wanted, wherever the options stand', () => {
  expect(
    readHistoryArguments(['--format', 'json', 'suggest', '--since', '7d', '--accept', 'a', '--accept', 'b'], now),
  ).toEqual({
    given: { action: 'suggest', since: '2026-03-03T12:00:00.000Z', limit: undefined, accept: ['a', 'b'] },
    standard: { format: 'json' },
  });
  expect(readHistoryArguments(['replay', '--limit', '5', 'p.yaml', '--fail-on', 'any'], now)).toEqual({
    given: { action: 'replay', file: 'p.yaml', since: undefined, limit: 5, failOn: 'any' },
    standard: {},
  });
});

test('everything that is wrong with the words is told at once', () => {
  const error = readHistoryArguments(['replay', '--limit', '0', '--since', 'soon', '--fail-on', 'never'], now);

  expect(error).toBeInstanceOf(GateError);
  expect((error as GateError).details.map(({ field }) => field).sort()).toEqual([
    '--fail-on',
    '--limit',
    '--since',
    'file',
  ]);
});
