import { expect, test } from 'vitest';
import { GateError } from '../vocabulary/gate-error.js';
import { findOwnerCommand } from './find-owner-command.js';
import { type OwnerCommand, readOwnerCall, toCommand } from './owner-command.js';
import { ownerCommands } from './owner-commands.js';

/** The input, or what is wrong. */
function read(name: string, ...words: string[]) {
  const command = ownerCommands[name] as OwnerCommand;
  const call = readOwnerCall(toCommand(name.split(' '), command), command, words);
  return call instanceof GateError ? call.details.map(({ field, message }) => [field, message]) : call.input;
}

const fieldsWrong = (name: string, ...words: string[]) =>
  (read(name, ...words) as [string, string][]).map(([field]) => field);

test('audit: what goes with another action, and times that are none, are told at once', () => {
  expect(read('audit', 'verify', '--limit', '3', '--refused')).toEqual([
    ['--limit', 'The --limit argument works only with list'],
    ['--refused', 'The --refused argument works only with list'],
  ]);
  expect(read('audit', 'export', '--since', 'monday', '--caller', 'x')).toEqual([
    ['--caller', 'The --caller argument works only with list'],
    ['--since', 'The --since argument is not a time'],
  ]);
  expect(read('audit', 'list', '--refused', '--state', 'lost')).toEqual([
    ['--refused', 'The --refused and --state arguments contradict each other'],
  ]);
  expect(fieldsWrong('audit', 'burn')).toEqual(['action']);
  expect(read('audit', '--since', '2h')).toMatchObject({ action: 'list', since: '2h' });
});

test.each([
  [['remove'], ['action']],
  [['approve'], ['id']],
  [
    ['list', 'a1', '--always', '--note', 'x'],
    ['id', '--always', '--note'],
  ],
  [['deny', 'a1', '--always'], ['--always']],
  [['deny', 'a1', '--note', 'x'.repeat(2_001)], ['--note']],
  [['--note', 'x'], ['--note']],
])('approvals %j is refused', (words, fields) => {
  expect(fieldsWrong('approvals', ...words)).toEqual(fields);
});

test.each([[[]], [['list']], [['show', 'a1']], [['approve', 'a1', '--always']], [['deny', 'a1', '--note', 'no']]])(
  'approvals %j is read',
  (words) => {
    expect(read('approvals', ...words)).not.toBeInstanceOf(Array);
  },
);

test('policy replay: everything that is wrong is told at once', () => {
  const fields = fieldsWrong('policy replay', '--limit', '0', '--since', 'soon', '--fail-on', 'never');
  expect(fields.sort()).toEqual(['--fail-on', '--limit', '--since', 'file']);
});

test('utcp: what goes with the other action is refused', () => {
  expect(fieldsWrong('utcp', 'export', 'a.json')).toEqual(['files']);
  expect(fieldsWrong('utcp', 'check', '--form', 'commands', '--through-gate')).toEqual(['--form', '--through-gate']);
});

test('options that mean nothing are refused', () => {
  expect(fieldsWrong('doctor', '--cursor', 'x')).toEqual(['--cursor']);
});

test.each([
  [['audit-log', 'list'], false, ['audit'], ['list']],
  [
    ['--format', 'json', 'policy', 'suggest', '--since', '1d'],
    false,
    ['policy', 'suggest'],
    ['--format', 'json', '--since', '1d'],
  ],
  [['policy', 'check', 'ls'], false, ['policy'], ['check', 'ls']],
  [['doctor'], true, ['doctor'], []],
])('%j (a user’s own: %s) is %j', (words, direct, path, after) => {
  expect(findOwnerCommand(ownerCommands, words, direct)).toMatchObject({ path, after });
});

test.each([[['contract', 'check']], [['run', 'x']], [['policy', 'suggest']], [['deploy']]])(
  'in a user’s own executable %j are words of its commands',
  (words) => {
    expect(findOwnerCommand(ownerCommands, words, true)).toBeUndefined();
  },
);
