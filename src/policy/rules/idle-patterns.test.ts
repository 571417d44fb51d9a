import { expect, test } from 'vitest';
import { findIdlePatterns, findIdleShell } from './idle-patterns.js';
import { policyOf } from './test-helpers.js';

test('patterns that hold nothing back are found, those that allow nothing are not', () => {
  const rule = (id: string, decision: string, command: string[]) => ({
    id,
    decision,
    reason: 'Why.',
    command,
    match: [{ command: command[0]?.replace(' *', '') }],
  });
  const policy = policyOf({
    default: 'ask',
    rules: [
      rule('a', 'deny', ['gmail', 'mail *']),
      rule('b', 'ask', ['drive list']),
      rule('c', 'allow', ['nothing']),
      rule('d', 'ask', ['drive']),
    ],
  });
  const commands = [{ path: ['gmail', 'send'] }, { path: ['drive'] }, { path: ['shell'] }];
  expect(findIdlePatterns(policy, commands)).toEqual([
    { rule: 'a', pattern: 'mail *' },
    { rule: 'b', pattern: 'drive list' },
  ]);
});

test('commands that may use a shell and do not exist are found', () => {
  const policy = policyOf({ default: 'ask', shell: ['office report', 'office', 'ofice report'] });
  expect(findIdleShell(policy, [{ path: ['office', 'report'] }])).toEqual(['office', 'ofice report']);
});
