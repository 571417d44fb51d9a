import { expect, test } from 'vitest';
import { describeRule } from './describe-rule.js';
import { standardPolicy } from './standard-policy.js';
import { policyOf } from './test-helpers.js';

test('the standard rules', () => {
  expect(Object.fromEntries(standardPolicy().rules.map((rule) => [rule.id, describeRule(rule)]))).toEqual({
    'leaves-workspace': 'Denies any program run by shell, where it reaches outside the workspace.',
    'inline-code': 'Denies any program run by shell, outside a sandbox, where it evaluates code in its arguments.',
    'other-rights': 'Denies any program run by shell, where it runs with other rights.',
    'changes-system':
      'Denies any program run by shell, where it changes or stops something that is not part of the workspace.',
    'gate-itself': 'Denies the program cmdgate or cmdgate.js.',
    'gate-by-launcher':
      'Denies the program npx or pnpx or bunx or node or bun or deno, with an argument like cmdgate or cmdgate@* or ' +
      '*/cmdgate or cmdgate.js or */cmdgate.js.',
    understood:
      'Allows any program run by shell, where it is understood and only reads files or creates or changes files.',
    sandboxed:
      'Allows any program run by shell, inside the sandbox, where the network is off, unless it deletes or ' +
      'replaces data that cannot be recovered or reaches outside the workspace or runs with other rights or changes or ' +
      'stops something that is not part of the workspace or changes the git repository itself.',
    'sandboxed-with-list':
      'Allows any program run by shell, inside the sandbox, where the network is listed, unless it deletes or ' +
      'replaces data that cannot be recovered or talks to other machines or reaches outside the workspace or runs with ' +
      'other rights or changes or stops something that is not part of the workspace or changes the git repository itself.',
    'own-commands': 'Allows anything, declared as safe or mutating, but not any program run by shell.',
  });
});

test.each<[object, string]>([
  [
    { program: 'npm', arguments: [['test', '**'], []], callers: ['a', 'b'], doors: 'cli', directory: 'packages/*' },
    'Asks about the program npm, with the arguments "test **" or none, started in packages/*, asked for by a or b, through the interface cli.',
  ],
  [
    { program: 'npm', command: 'deploy *', understood: false, when: 'unsandboxed' },
    'Asks about the program npm of the command deploy *, outside a sandbox, where it is not understood.',
  ],
  [
    { command: ['gmail *', 'drive'], unless: { callers: 'a' } },
    'Asks about the command gmail * or drive, but not anything, asked for by a.',
  ],
  [
    { exactly: { name: 'npm', program: '/usr/bin/npm', arguments: ['a b'], directory: '.' }, when: 'sandboxed' },
    "Asks about exactly npm 'a b', with the program /usr/bin/npm, started in ., inside the sandbox.",
  ],
])('%j', (conditions, expected) => {
  const example = 'exactly' in conditions ? { run: ['/x'] } : 'program' in conditions ? '/x' : 'x';
  const file = {
    default: 'ask',
    extends: 'nothing',
    rules: [
      { id: 'a', decision: 'ask', reason: 'Why.', ...conditions, match: [matching(conditions)], not_match: [example] },
    ],
  };
  expect(policyOf(file).rules.map(describeRule)).toEqual([expected]);
});

function matching(conditions: object): unknown {
  if ('exactly' in conditions) return { run: ['npm', 'a b'], sandboxed: true };
  if ('unless' in conditions) return { command: 'drive', caller: 'b' };
  return 'understood' in conditions ? 'npm --strange' : 'npm test';
}
