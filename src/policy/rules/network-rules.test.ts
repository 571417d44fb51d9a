import { expect, test } from 'vitest';
import { readAlwaysRules } from './always-rules.js';
import { networkRule, readNetworkRules } from './network-rules.js';
import type { PolicySubject } from './rule.js';

const { rule } = networkRule('/usr/bin/npm', ['b.example:443', 'a.example:443'], 'agent');

function read(...rules: unknown[]) {
  const problems: string[] = [];
  const found = readNetworkRules(rules, (path, { message }) => void problems.push(`${path.join('.')}: ${message}`));
  return { found, problems };
}

test('what is written is read again', () => {
  const { found, problems } = read(rule);
  expect(problems).toEqual([]);
  expect(found).toEqual([
    { id: rule.id, program: '/usr/bin/npm', hosts: ['a.example:443', 'b.example:443'], caller: 'agent' },
  ]);
});

test('the same hosts of the same program and caller are the same rule, and no others are', () => {
  const idOf = (...given: Parameters<typeof networkRule>) => networkRule(...given).rule.id;
  expect(idOf('/usr/bin/npm', ['a.example:443', 'b.example:443'], 'agent')).toBe(rule.id);
  expect(idOf('/usr/bin/npm', ['a.example:443'], 'agent')).not.toBe(rule.id);
  expect(idOf('/usr/bin/npx', ['a.example:443', 'b.example:443'], 'agent')).not.toBe(rule.id);
  expect(idOf('/usr/bin/npm', ['a.example:443', 'b.example:443'], 'other')).not.toBe(rule.id);
});

test.each([
  { ...rule, program: 'npm' },
  { ...rule, callers: undefined },
  { ...rule, reaches: 'a.example:443' },
  { ...rule, decision: 'deny' },
  { ...rule, command: 'shell' },
])('a rule with anything wrong in it gives nothing, and is told: %j', (wrong) => {
  const { found, problems } = read(wrong);
  expect([found, problems.length > 0]).toEqual([[], true]);
});

test('it allows no call', () => {
  const problems: unknown[] = [];
  const always = readAlwaysRules({ rules: [rule] }, (...problem) => void problems.push(problem));
  const call = { name: 'npm', file: '/usr/bin/npm', args: [], directory: '/w', workspace: '/w', stdin: false };
  const subject = { command: ['shell'], danger: 'mutating', caller: 'agent', door: 'library', sandboxed: true };
  const asked = { ...subject, network: 'off', program: call } as unknown as PolicySubject;
  expect([always.find(asked), problems]).toEqual([undefined, []]);
});
