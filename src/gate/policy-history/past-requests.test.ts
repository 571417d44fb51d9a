import { expect, test } from 'vitest';
import { recordSubject } from '../../policy/rules/recorded-subject.js';
import { commandSubject } from '../../policy/rules/test-helpers.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { TestHistory } from './test-helpers.js';

const history = new TestHistory();

test('the entries of a run become one request, with what the policy and a person said', async () => {
  history.program('git status');
  history.program('npm test', { caller: 'ci', answer: 'approve' });
  history.program('npm publish', { answer: 'deny' });
  history.program('make');
  history.program('cat /etc/passwd');
  history.command('note remove', { decision: 'deny' });

  expect(await history.list()).toMatchObject([
    { run: 'run_test_1', command: 'shell git status', caller: 'agent', decision: 'allow', answer: undefined },
    { command: 'shell npm test', caller: 'ci', decision: 'ask', answer: { answer: 'approve', by: 'terminal' } },
    { command: 'shell npm publish', decision: 'ask', byRule: false, answer: { answer: 'deny', by: 'terminal' } },
    { command: 'shell make', decision: 'ask', answer: undefined },
    { command: 'shell cat /etc/passwd', decision: 'deny', byRule: true },
    { command: 'note remove', decision: 'deny', byRule: false, subject: { subject: { danger: 'destructive' } } },
  ]);
});

test('what a gate said of a person in its last words counts as well', async () => {
  const fields = {
    run: 'run_1',
    command: 'note remove',
    subject: recordSubject(commandSubject('note remove'), Secrets.none),
  };
  history.append('accepted', { ...fields, decision: { decision: 'ask', rules: [] } });
  history.append('refused', {
    run: 'run_1',
    decision: { decision: 'ask', rules: [], approval: { id: 'a', answer: 'deny', by: 'mcp' } },
  });

  expect(await history.list()).toMatchObject([{ command: 'note remove', answer: { answer: 'deny', by: 'mcp' } }]);
});

test('what no policy judged is no request: the answers of the gate itself, and what could not be read', async () => {
  history.append('end', { run: 'run_1', command: 'help', own: true, success: true });
  history.append('refused', { run: 'run_2', command: 'nothing like this', success: false });
  history.append('checked', { run: 'run_3', command: 'of a type that nobody knows' });

  expect(await history.list()).toEqual([]);
});

test('what cannot be judged again says why', async () => {
  history.append('start', { run: 'run_1', command: 'note list' });
  history.append('lost', { run: 'run_1', command: 'note list' });
  history.append('start', { run: 'run_2', command: 'note list', subject: { v: 99 } });
  history.append('end', { run: 'run_2', command: 'note list' });

  expect(await history.list()).toMatchObject([
    { decision: 'allow', subject: 'not recorded' },
    { decision: 'allow', subject: 'of another format' },
  ]);
});

test('a run that goes on is there, and what came too early is not', async () => {
  history.program('git status');
  history.append('start', {
    run: 'run_9',
    command: 'note list',
    subject: recordSubject(commandSubject('note list'), Secrets.none),
  });

  const all = await history.list();
  expect(all.map(({ run }) => run)).toEqual(['run_test_1', 'run_9']);
  expect((await history.list(all[1]?.at)).map(({ run }) => run)).toEqual(['run_9']);
});

test('without a log there are no requests', async () => {
  expect(await history.list()).toEqual([]);
});
