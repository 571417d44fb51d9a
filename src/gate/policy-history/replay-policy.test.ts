import { expect, test } from 'vitest';
import { readAlwaysRules } from '../../policy/rules/always-rules.js';
import { alwaysRule } from '../../policy/rules/offered-rules.js';
import { recordSubject } from '../../policy/rules/recorded-subject.js';
import { standardPolicy } from '../../policy/rules/standard-policy.js';
import { policyOf, programSubject } from '../../policy/rules/test-helpers.js';
import { understand } from '../../policy/understanding/understand.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { readPastRequests } from './past-requests.js';
import { replayPolicy } from './replay-policy.js';
import { TestHistory } from './test-helpers.js';

const history = new TestHistory();

const other = policyOf({
  default: 'ask',
  rules: [
    {
      id: 'tests',
      decision: 'allow',
      reason: 'Tests may run.',
      program: 'npm',
      arguments: ['test'],
      match: ['npm test'],
    },
    { id: 'no-log', decision: 'deny', reason: 'No.', program: 'git', arguments: ['log', '**'], match: ['git log'] },
  ],
});

test('the same policy decides as before', async () => {
  history.program('git status');
  history.program('npm test', { answer: 'approve' });
  history.program('cat /etc/passwd');

  expect(await replayPolicy(history.read(), standardPolicy(), undefined)).toEqual({
    policy_version: standardPolicy().version,
    requests: 3,
    same: 3,
    stricter: 0,
    looser: 0,
    untold: 0,
    first: '2026-03-01T11:00:00.000Z',
    last: expect.any(String),
    changes: [],
    untold_requests: [],
    left_out: 0,
  });
});

test('requests that would be decided otherwise are counted together, the most frequent first', async () => {
  history.program('npm test', { answer: 'approve' });
  history.program('git log -1');
  history.program('npm test', { answer: 'deny' });
  const last = history.program('npm test');
  history.program('npm test', { caller: 'ci' });
  history.program('git status');

  const { requests, same, stricter, looser, changes } = await replayPolicy(history.read(), other, undefined);

  expect({ requests, same, stricter, looser }).toEqual({ requests: 6, same: 1, stricter: 1, looser: 4 });
  const asked = { was: 'ask', now: 'allow', kind: 'looser', command: 'shell npm test', rule: 'tests' };
  expect(changes).toEqual([
    { ...asked, caller: 'agent', by_todays_files: false, times: 3, last: expect.any(String), run: last },
    { ...asked, caller: 'ci', by_todays_files: false, times: 1, last: expect.any(String), run: 'run_test_5' },
    {
      was: 'allow',
      now: 'deny',
      kind: 'stricter',
      command: 'shell git log -1',
      caller: 'agent',
      rule: 'no-log',
      by_todays_files: false,
      times: 1,
      last: expect.any(String),
      run: 'run_test_2',
    },
  ]);
});

test('what was secret, not recorded or of another format is told apart', async () => {
  history.program('curl --token abcdef https://example.com');
  history.append('end', { run: 'run_8', command: 'note list', decision: { decision: 'ask', rules: [] } });
  history.append('end', { run: 'run_9', command: 'note list', subject: {} });

  const { same, untold, untold_requests } = await replayPolicy(history.read(), other, undefined);

  expect({ same, untold }).toEqual({ same: 0, untold: 3 });
  expect(untold_requests.map(({ why }) => why).sort()).toEqual(['not recorded', 'of another format', 'redacted']);
});

test('what people always allow stays allowed, whatever the policy asks about', async () => {
  history.program('npm test', { decision: 'allow' });
  const rules = [alwaysRule(programSubject('npm test'), Secrets.none)?.rule];
  const always = readAlwaysRules({ rules }, () => undefined);

  expect(await replayPolicy(history.read(), standardPolicy(), undefined)).toMatchObject({ stricter: 1 });
  expect(await replayPolicy(history.read(), standardPolicy(), always)).toMatchObject({ stricter: 0, same: 1 });
});

test('what was not understood then is looked at with the files of today, and says so', async () => {
  const subject = recordSubject(programSubject('unlisted'), Secrets.none);
  history.append('end', { run: 'run_1', command: 'shell unlisted', subject });
  const requests = readPastRequests({
    logDirectory: history.logDirectory,
    understandToday: (call) => understand(call, () => undefined),
  });

  const { changes } = await replayPolicy(requests, standardPolicy(), undefined);

  expect(changes).toMatchObject([{ was: 'allow', now: 'ask', rule: null, by_todays_files: true }]);
});
