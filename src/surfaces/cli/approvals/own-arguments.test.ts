import { expect, test } from 'vitest';
import { GateError } from '../../../vocabulary/gate-error.js';
import { readApprovalsArguments } from './own-arguments.js';

test.each([
  [[], { action: 'watch' }],
  [['list'], { action: 'list' }],
  [['show', 'a1'], { action: 'show', id: 'a1' }],
  [['approve', 'a1'], { action: 'approve', id: 'a1', always: false, note: undefined }],
  [['approve', 'a1', '--always'], { action: 'approve', id: 'a1', always: true, note: undefined }],
  [['deny', 'a1', '--note', 'use git mv'], { action: 'deny', id: 'a1', always: false, note: 'use git mv' }],
])('%j', (words, action) => {
  expect(readApprovalsArguments(words)).toEqual({ action, presentation: {} });
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
])('%j is refused', (words, fields) => {
  const read = readApprovalsArguments(words);
  expect(read).toBeInstanceOf(GateError);
  expect((read as GateError).details.map(({ field }) => field)).toEqual(fields);
});
