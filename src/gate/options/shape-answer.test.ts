import { expect, test } from 'vitest';
import { openGate, told } from './test-helpers.js';

const account = { id: 7, name: 'Ada', notes: 'x'.repeat(40) };

class Dated {
  readonly when = new Date(0);
  readonly id = 1;
}

const gateWith = () =>
  openGate({
    account: { description: 'x', danger: 'safe', handler: () => account },
    dated: { description: 'x', danger: 'safe', handler: () => new Dated() },
    remove: {
      description: 'x',
      handler: () => 'removed',
      dryRun: () => ({ effect: 'deleted', would_affect: ['a'] }),
    },
    save: { description: 'x', handler: () => 'saved' },
  });

test.each<[string, object]>([
  ['account --fields id,name', { data: { id: 7, name: 'Ada' } }],
  ['account --fields nope,id', { data: { id: 7 }, warnings: ['UNKNOWN_FIELD'] }],
  ['dated --fields when', { data: { when: '1970-01-01T00:00:00.000Z' } }],
  ['account --token-count', { data: { token_count: 33 } }],
  ['account --fields id --token-count', { data: { token_count: 7 } }],
  [
    'account --token-limit 100',
    { data: account, about: { tokens: { total: 33, offset: 0, returned: 33, next_offset: null } } },
  ],
  [
    'account --token-limit 4',
    { data: { text: '{"id"' }, about: { tokens: { total: 33, offset: 0, returned: 4, next_offset: 4 } } },
  ],
  [
    'account --token-offset 4 --token-limit 2',
    { data: { text: ':7' }, about: { tokens: { total: 33, offset: 4, returned: 2, next_offset: 6 } } },
  ],
])('%s', async (line, answer) => {
  expect(told(await gateWith().run(line))).toEqual(answer);
});

test('a dry run says that nothing was done, whatever its handler says', async () => {
  const { run } = gateWith();
  expect(told(await run('remove --dry-run'))).toEqual({ data: { effect: 'would_delete', would_affect: ['a'] } });
  expect(told(await run('save --dry-run'))).toEqual({
    data: { effect: 'would_run', would_run: { command: 'save', input: {} } },
  });
});

test.each<[string, string[]]>([
  ['account --fields ,', ['INVALID_VALUE --fields']],
  ['account --quiet --verbose', ['CONFLICTING_OPTIONS --verbose']],
  ['account --verbose --debug', ['CONFLICTING_OPTIONS --debug']],
  ['account --token-count --token-limit 5', ['CONFLICTING_OPTIONS --token-limit']],
  ['account --confirm-destructive', ['UNKNOWN_OPTION --confirm-destructive']],
  ['account --live', ['UNKNOWN_OPTION --live']],
  ['account --timeout -5', ['INVALID_VALUE --timeout']],
  ['account --idempotency-key "a b"', ['INVALID_VALUE --idempotency-key']],
  ['account --output xml', ['INVALID_VALUE --output']],
])('%s is refused', async (line, details) => {
  expect(told(await gateWith().run(line))).toEqual({ code: 'VALIDATION_ERROR', exitCode: 2, details });
});

test('what is for command lines is no option of other doors', async () => {
  const outcome = await gateWith().run('account --verbose --unmask', { door: 'mcp-stdio' });
  expect(told(outcome)).toMatchObject({ details: ['UNKNOWN_OPTION --verbose', 'UNKNOWN_OPTION --unmask'] });
});
